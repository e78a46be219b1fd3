import type { FieldError } from '../foundation/http/problem.ts';
import type { TextileAttributes } from './contract.ts';
import { fieldNames, productFields } from './product-fields.ts';

/** One size of a piece as the staff write it. `id` names a size that stands already; `quantity` is the first stock of a new one. */
export type SizeInput = { id?: string | undefined; label: string | null; quantity?: number | undefined };

/** A piece as the staff write it. */
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
  /** At most five each, the leading one first; new names are written down. */
  crafts: readonly string[];
  fabrics: readonly string[];
  sizes: readonly SizeInput[];
};

/** Whether the piece stands in the shop, is being written, or was put away. */
export const productStates = ['live', 'draft', 'archived'] as const;
export type ProductState = (typeof productStates)[number];

export function stateOf({
  published,
  archivedAt,
}: {
  published: boolean;
  archivedAt: Date | null;
}): ProductState {
  if (archivedAt) return 'archived';
  return published ? 'live' : 'draft';
}

/** What of it cannot be written down so, by its fields on the wire. */
export function problemsIn(product: ProductInput): FieldError[] {
  const { name, pricePaise, mrpPaise, crafts, fabrics, sizes } = product;
  const wrong: FieldError[] = [];
  const note = (field: string, message: string) => wrong.push({ field, message });
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
  return wrong;
}

function hasTwice(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.trim().toLowerCase())).size < names.length;
}

type Disclosed = Pick<ProductInput, 'name' | 'attributes' | 'mrpPaise' | 'fabrics'>;

/** What a piece needs before shoppers may see it, by its fields on the wire. Empty when it is ready. */
export function missingToPublish(product: Disclosed & { images: readonly unknown[] }): FieldError[] {
  const missing: FieldError[] = [];
  if (product.images.length === 0) missing.push({ field: 'images', message: 'At least one picture.' });
  if (product.fabrics.length === 0) missing.push({ field: 'fabrics', message: 'What it is made of.' });
  return missing;
}

/** What the law wants shoppers to be told and the piece does not say yet, by its fields on the wire. */
export function withoutDisclosure(product: Disclosed): FieldError[] {
  const { attributes, mrpPaise } = product;
  const found: FieldError[] = [];
  if (mrpPaise === null)
    found.push({ field: 'mrp', message: 'The MRP, with all taxes, has to be told for packed goods.' });
  if (attributes.measures.length === 0)
    found.push({ field: 'measures', message: 'The size in centimetres or metres has to be told.' });
  // The law requires the last ones of the table, so they come first.
  for (const field of fieldNames.toReversed()) {
    const { warning } = productFields[field];
    if (warning && !String(attributes[field] ?? '').trim()) found.push({ field, message: warning });
  }
  return found;
}
