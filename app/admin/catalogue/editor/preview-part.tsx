import { ProductCard } from '../../../catalogue/product-card/product-card.tsx';
import * as urls from '../../../urls.ts';
import type { AdminProduct, UsedLabels } from '../contract.ts';
import { familyOf } from './families.ts';
import { type ProductForm, parseNumber, toAttributes } from './product-form.ts';

type Props = { form: ProductForm; product?: AdminProduct; labels: UsedLabels };

/** The piece as a listing shows it, as one types. */
export function PreviewPart({ form, product, labels }: Props) {
  const attributes = toAttributes(form);
  const category = labels.categories.find(({ id }) => id === form.category)?.name ?? '';
  const family = familyOf(category);
  const stored = product?.sizes ?? [];
  const quantity = form.sizes.reduce((sum, size) => {
    const level = stored.find(({ id }) => id === size.id);
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
