import type { AdminProduct } from '../../catalogue/for-staff/contract.ts';
import { productFields } from '../../catalogue/product-fields.ts';
import { formatRupees } from '../../foundation/money.ts';

/** A product as the audit log stores it: a short text for each detail that staff can change. */
type ProductRecord = Record<string, string>;

/** Names of the details in the product history, if they differ from the names in the record. */
export const partNames: Readonly<Record<string, string>> = {
  mrp: 'MRP',
  colourFamily: 'colour family',
  video: 'video',
  returnable: 'can be returned',
  cancellable: 'can be cancelled',
  ...Object.fromEntries(
    Object.entries(productFields).map(([name, { label, history }]) => [name, history ?? label.toLowerCase()]),
  ),
};

const flagText = (flag: boolean | null) => (flag === null ? '' : flag ? 'yes' : 'no');

export function recordOf(product: AdminProduct): ProductRecord {
  const { measures, ...attributes } = product.attributes;
  const texts = Object.entries(attributes).map(([name, value]) => [name, String(value ?? '')]);
  return {
    name: product.name,
    category: product.categoryName,
    price: formatRupees(product.price),
    mrp: product.mrp === null ? '' : formatRupees(product.mrp),
    crafts: product.crafts.join(', '),
    fabrics: product.fabrics.join(', '),
    colour: product.colour ?? '',
    colourFamily: product.colourFamily ?? '',
    type: product.type ?? '',
    pattern: product.pattern ?? '',
    sizes: product.sizes.map(({ label }) => label ?? 'one size').join(', '),
    measures: measures
      .map(({ part, cm, byCm }) => `${part} ${cm}${byCm === undefined ? '' : ` × ${byCm}`} cm`)
      .join(', '),
    ...Object.fromEntries(texts),
    returnable: flagText(product.returnable),
    cancellable: flagText(product.cancellable),
    state: product.state,
    video: product.video ?? '',
    pictures: product.images.map(({ file, alt }) => `${file}: ${alt}`).join('; '),
  };
}

/** Compares two records of a product. Returns the names and values of the details that differ. */
export function diffRecords(before: ProductRecord, after: ProductRecord) {
  const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (part) => (before[part] ?? '') !== (after[part] ?? ''),
  );
  const only = (record: ProductRecord) => Object.fromEntries(parts.map((part) => [part, record[part] ?? '']));
  return { parts, before: only(before), after: only(after) };
}
