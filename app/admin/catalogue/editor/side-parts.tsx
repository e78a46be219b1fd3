import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { ProductCard } from '../../../catalogue/product-card/product-card.tsx';
import { missingToPublish, withoutDisclosure } from '../../../catalogue/product-rules.ts';
import { formatDateTime } from '../../../foundation/indian-dates.ts';
import { Icon } from '../../../foundation/ui/icon.tsx';
import * as urls from '../../../urls.ts';
import { historyQuery } from '../../admin-api.ts';
import { WhenReady } from '../../layout/loading.tsx';
import { parseNumber } from '../../layout/numbers.ts';
import { useAdminQuery } from '../../layout/use-admin.ts';
import type { UsedLabels } from '../contract.ts';
import { familyOf } from './cloth-part.tsx';
import { type ProductForm, toAttributes } from './product-form.ts';

type Props = { form: ProductForm; product?: AdminProduct };

export function PreviewPart({ form, product, labels }: Props & { labels: UsedLabels }) {
  const attributes = toAttributes(form);
  const family = familyOf({ form, labels });
  const savedSizes = product?.sizes ?? [];
  const quantity = form.sizes.reduce((sum, size) => {
    const level = savedSizes.find(({ id }) => id === size.id);
    return sum + (level ? level.available : (parseNumber(size.quantity) ?? 0));
  }, 0);
  return (
    <section>
      <h2>As shoppers see it</h2>
      <div className="product-preview" inert>
        <ProductCard
          sizes="230px"
          product={{
            proId: form.id,
            url: urls.home,
            productName: form.name || 'A name',
            craft: form.crafts[0] ?? null,
            place: attributes.place ?? null,
            price: parseNumber(form.price) ?? 0,
            mrp: parseNumber(form.mrp) ?? null,
            quantity,
            rating: null,
            ratings: 0,
            loomDays:
              attributes.loomDays !== undefined && attributes.loomDays > 0 ? attributes.loomDays : null,
            pictures: product?.images ?? [],
            display: family === 'saree' || family === 'wrap' ? 'hung' : 'flat',
          }}
        />
      </div>
    </section>
  );
}

/** Lists the details that are missing before the product can be published, and the details that the law requires. */
export function Warnings({ form, product }: Props) {
  const mrp = parseNumber(form.mrp);
  const details = {
    name: form.name,
    attributes: toAttributes(form),
    mrpPaise: mrp === undefined ? null : Math.round(mrp * 100),
    fabrics: form.fabrics,
    images: product?.images ?? [],
  };
  const missing = missingToPublish(details);
  const withoutDetail = withoutDisclosure(details);
  if (missing.length === 0 && withoutDetail.length === 0) return null;
  return (
    <section>
      <h2>Still to do</h2>
      <ul className="to-do">
        {missing.map(({ field, message }) => (
          <li key={field}>
            <Icon name="circle-alert" />
            <span>To publish the product: {message}</span>
          </li>
        ))}
        {withoutDetail.map(({ field, message }) => (
          <li key={field} className="soft">
            <Icon name="info" />
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HistoryPart({ id }: { id: string }) {
  const history = useAdminQuery(historyQuery(id));
  return (
    <section>
      <h2>Last changes</h2>
      <WhenReady query={history}>
        {({ entries }) => (
          <ul className="product-history">
            {entries.map(({ id: entry, at, author, text }) => (
              <li key={entry}>
                <span className="soft">
                  {formatDateTime(at)}
                  {author && `, ${author}`}
                </span>
                <span className="wrap-anywhere">{text}</span>
              </li>
            ))}
          </ul>
        )}
      </WhenReady>
    </section>
  );
}
