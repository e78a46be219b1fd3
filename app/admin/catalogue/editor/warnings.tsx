import { missingToPublish, withoutDisclosure } from '../../../catalogue/product-rules.ts';
import { Icon } from '../../../foundation/ui/icon.tsx';
import type { AdminProduct } from '../contract.ts';
import { type ProductForm, parseNumber, toAttributes } from './product-form.ts';

type Props = { form: ProductForm; product?: AdminProduct };

/** What a piece still needs before it can stand in the shop, and what the law wants it to tell. */
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
            <span>Before it can stand in the shop: {message}</span>
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
