import type { ColumnName } from './product-columns.ts';

/** The columns that say one thing of the cloth in words, and which. */
export const attributeColumns = [
  ['fabric in words', 'fabric'],
  ['craft in words', 'craft'],
  ['weave', 'weave'],
  ['length note', 'lengthNote'],
  ['blouse piece', 'blousePiece'],
  ['care', 'care'],
  ['place', 'place'],
  ['region', 'region'],
  ['loom hands', 'loomHands'],
  ['loom work', 'loomWork'],
  ['weaver note', 'weaverNote'],
  ['hsn', 'hsn'],
] as const satisfies readonly (readonly [ColumnName, string])[];

const others: Readonly<Record<string, ColumnName>> = {
  id: 'number',
  name: 'name',
  category: 'category',
  price: 'price',
  mrp: 'mrp',
  colour: 'colour',
  colourFamily: 'colour family',
  type: 'type',
  pattern: 'pattern',
  crafts: 'crafts',
  fabrics: 'fabrics',
  sizes: 'stock',
  images: 'pictures',
  measures: 'measures',
  loomDays: 'loom days',
  weightGrams: 'weight grams',
  countryOfOrigin: 'country of origin',
};

/** Where in a file a field of a piece stands, by its path on the wire: `attributes`, `loomDays`. */
export function columnOf([first, second]: readonly PropertyKey[]): ColumnName | '' {
  const field = String(first === 'attributes' ? second : first);
  return attributeColumns.find(([, key]) => key === field)?.[0] ?? others[field] ?? '';
}
