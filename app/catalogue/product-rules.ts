import type { FieldError } from '../foundation/http/problem.ts';
import { toPaise } from '../foundation/money.ts';
import type { TextileAttributes } from './contract.ts';
import type { AdminProduct, ProductState } from './for-staff/contract.ts';

/** One size of a product, as staff enter it. `id` names an existing size. `quantity` is the initial stock of a new size. */
export type SizeInput = { id?: string | undefined; label: string | null; quantity?: number | undefined };

export type ProductInput = {
  name: string;
  categoryId: string;
  pricePaise: number;
  mrpPaise: number | null;
  colour: string | null;
  colourFamily: string | null;
  type: string | null;
  pattern: string | null;
  attributes: TextileAttributes;
  /** True or false overrides the category's setting. Null uses the category's setting. The same is true for `cancellable`. */
  returnable?: boolean | null | undefined;
  cancellable?: boolean | null | undefined;
  /** Names of crafts and fabrics, at most five of each. The first one is the main one. */
  crafts: readonly string[];
  fabrics: readonly string[];
  sizes: readonly SizeInput[];
};

export function inputOf(product: AdminProduct): ProductInput {
  const { name, category, price, mrp, colour, colourFamily, type, pattern } = product;
  const { attributes, crafts, fabrics, returnable, cancellable } = product;
  return {
    ...{ name, colour, colourFamily, type, pattern, attributes, crafts, fabrics, returnable, cancellable },
    categoryId: category,
    pricePaise: toPaise(price),
    mrpPaise: mrp === null ? null : toPaise(mrp),
    sizes: product.sizes.map(({ id, label }) => ({ id, label })),
  };
}

export function stateOf(product: { published: boolean; archivedAt: Date | null }): ProductState {
  if (product.archivedAt) return 'archived';
  return product.published ? 'live' : 'draft';
}

/** Returns the errors of an input. The errors name the fields of the API. */
export function problemsIn(product: ProductInput): FieldError[] {
  const { name, pricePaise, mrpPaise, crafts, fabrics, sizes } = product;
  const errors: FieldError[] = [];
  const note = (field: string, message: string) => errors.push({ field, message });
  if (name.trim() === '') note('name', 'Please enter a name.');
  if (!(pricePaise > 0)) note('price', 'Please set a price above ₹0.');
  if (mrpPaise !== null && mrpPaise < pricePaise)
    note('mrp', 'The MRP is below the price. Leave it empty, or set it higher.');
  if (crafts.length > 5) note('crafts', 'A product can have up to five crafts.');
  if (fabrics.length > 5) note('fabrics', 'A product can have up to five fabrics.');
  if (hasTwice(crafts)) note('crafts', 'The same craft is chosen twice.');
  if (hasTwice(fabrics)) note('fabrics', 'The same fabric is chosen twice.');
  if (sizes.length === 0) note('sizes', 'Please add at least one size.');
  if (sizes.length > 1 && sizes.some(({ label }) => !label?.trim()))
    note('sizes', 'If there are several sizes, each needs a name.');
  if (hasTwice(sizes.map(({ label }) => (label ?? '').replace(/[^\p{L}\p{N}]+/gu, '-'))))
    note('sizes', 'Two sizes have the same name.');
  return errors;
}

function hasTwice(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.trim().toLowerCase())).size < names.length;
}

/** Returns an error for each thing that a product needs before it can be published. The errors name the fields of the API. */
export function missingToPublish(product: { fabrics: readonly string[]; images: readonly unknown[] }) {
  const missing: FieldError[] = [];
  if (product.images.length === 0)
    missing.push({ field: 'images', message: 'Please add at least one picture.' });
  if (product.fabrics.length === 0)
    missing.push({ field: 'fabrics', message: 'Please add at least one fabric.' });
  return missing;
}

/**
 * Returns an error for each missing fact that the law requires or that customers ask for. The errors name the fields of the API.
 */
export function withoutDisclosure(product: Pick<ProductInput, 'attributes' | 'mrpPaise'>): FieldError[] {
  const { measures, countryOfOrigin, hsn, care } = product.attributes;
  const rows = [
    ['mrp', product.mrpPaise === null, 'The law requires the MRP of packed goods, including all taxes.'],
    ['measures', measures.length === 0, 'The law requires the measurements in centimetres or metres.'],
    ['countryOfOrigin', !countryOfOrigin.trim(), 'The law requires the country of origin.'],
    ['hsn', !hsn?.trim(), 'The invoice cannot show the tax without an HSN.'],
    ['care', !care?.trim(), 'Shoppers want to know how to wash the product.'],
  ] as const;
  return rows.flatMap(([field, isMissing, message]) => (isMissing ? [{ field, message }] : []));
}
