import type { FieldError } from '../foundation/http/problem.ts';
import { toPaise } from '../foundation/money.ts';
import type { TextileAttributes } from './contract.ts';
import type { AdminProduct, ProductState } from './for-staff/contract.ts';

/** One size of a product as the staff write it. `id` names an existing size; `quantity` is the first stock of a new one. */
export type SizeInput = { id?: string | undefined; label: string | null; quantity?: number | undefined };

/** A product as the staff write it. */
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
  /** Null as its category says, as in the next field. */
  returnable?: boolean | null | undefined;
  cancellable?: boolean | null | undefined;
  /** Names of crafts and fabrics, at most five each, the leading one first. */
  crafts: readonly string[];
  fabrics: readonly string[];
  sizes: readonly SizeInput[];
};

/** Returns the input that leaves the product as it is. */
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

/** Returns the errors of an input, by field on the wire. */
export function problemsIn(product: ProductInput): FieldError[] {
  const { name, pricePaise, mrpPaise, crafts, fabrics, sizes } = product;
  const errors: FieldError[] = [];
  const note = (field: string, message: string) => errors.push({ field, message });
  if (name.trim() === '') note('name', 'Please give the piece a name.');
  if (!(pricePaise > 0)) note('price', 'Please set a price above ₹0.');
  if (mrpPaise !== null && mrpPaise < pricePaise)
    note('mrp', 'The MRP is below the price. Leave it empty, or set it higher.');
  if (crafts.length > 5) note('crafts', 'A piece has five crafts at most.');
  if (fabrics.length > 5) note('fabrics', 'A piece has five fabrics at most.');
  if (hasTwice(crafts)) note('crafts', 'The same craft stands there twice.');
  if (hasTwice(fabrics)) note('fabrics', 'The same fabric stands there twice.');
  if (sizes.length === 0) note('sizes', 'Please name at least one size.');
  if (sizes.length > 1 && sizes.some(({ label }) => !label?.trim()))
    note('sizes', 'Where there are several sizes, each needs its name.');
  if (hasTwice(sizes.map(({ label }) => (label ?? '').replace(/[^\p{L}\p{N}]+/gu, '-'))))
    note('sizes', 'Two sizes have the same name.');
  return errors;
}

function hasTwice(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.trim().toLowerCase())).size < names.length;
}

/** Returns what a product needs before it can be published, by field on the wire. */
export function missingToPublish(product: { fabrics: readonly string[]; images: readonly unknown[] }) {
  const missing: FieldError[] = [];
  if (product.images.length === 0) missing.push({ field: 'images', message: 'At least one picture.' });
  if (product.fabrics.length === 0) missing.push({ field: 'fabrics', message: 'What it is made of.' });
  return missing;
}

/** Returns the facts that the law requires, or that customers ask for, and that the product does not state, by field on the wire. */
export function withoutDisclosure(product: Pick<ProductInput, 'attributes' | 'mrpPaise'>): FieldError[] {
  const { measures, countryOfOrigin, hsn, care } = product.attributes;
  const rows = [
    ['mrp', product.mrpPaise === null, 'The MRP, with all taxes, has to be told for packed goods.'],
    ['measures', measures.length === 0, 'The size in centimetres or metres has to be told.'],
    ['countryOfOrigin', !countryOfOrigin.trim(), 'The country of origin has to be told.'],
    ['hsn', !hsn?.trim(), 'Without the HSN the invoice cannot name the tax.'],
    ['care', !care?.trim(), 'Shoppers ask how to wash it.'],
  ] as const;
  return rows.flatMap(([field, isMissing, message]) => (isMissing ? [{ field, message }] : []));
}
