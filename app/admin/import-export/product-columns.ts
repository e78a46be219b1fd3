/** A column of a file of pieces: its name in the header, and what stands in it. */
export type ProductColumn = { name: string; help: string; example: string };

/** In the order of the file that the shop writes. A file that is brought may have fewer, in any order. */
export const productColumns = [
  {
    name: 'number',
    help: 'The piece’s number. One that is there already is changed, another is new.',
    example: 'TB-SAR-101',
  },
  { name: 'name', help: 'What shoppers read.', example: 'Indigo mulmul saree' },
  { name: 'category', help: 'The name of a category of the shop.', example: 'Sarees' },
  { name: 'state', help: 'draft, published or archived. Blank: a new piece is a draft.', example: 'draft' },
  { name: 'price', help: 'Rupees with all taxes: 9800 or 1999.50.', example: '2400' },
  { name: 'mrp', help: 'Rupees, or blank.', example: '2800' },
  { name: 'stock', help: 'How many there are: 3. With sizes: S: 2 | M: 1. Blank: as it is.', example: '3' },
  {
    name: 'pictures',
    help: 'Up to four names of pictures that the shop has already: one.jpg | two.jpg. Blank: as it is.',
    example: '',
  },
  {
    name: 'crafts',
    help: 'Up to five, the leading one first: Ikat | Zari work.',
    example: 'Hand block print',
  },
  { name: 'fabrics', help: 'Up to five, the leading one first.', example: 'Cotton' },
  { name: 'colour', help: 'As it is called.', example: 'Deep indigo' },
  { name: 'colour family', help: 'What shoppers filter by.', example: 'Blue' },
  { name: 'type', help: '', example: 'Mulmul saree' },
  { name: 'pattern', help: '', example: 'Florals' },
  {
    name: 'measures',
    help: 'Parts in centimetres: saree 550 x 115 | blouse piece 80.',
    example: 'saree 550 x 115 | blouse piece 80',
  },
  { name: 'length note', help: 'More about the length.', example: '' },
  { name: 'fabric in words', help: '', example: 'Cotton mulmul, 100s count' },
  { name: 'craft in words', help: '', example: '' },
  { name: 'weave', help: '', example: '' },
  { name: 'blouse piece', help: '', example: '' },
  { name: 'care', help: 'How to wash it.', example: 'Wash by hand, cold' },
  { name: 'place', help: 'Where it was made.', example: 'Bagru' },
  { name: 'region', help: '', example: 'Rajasthan' },
  { name: 'loom days', help: 'Whole days.', example: '4' },
  { name: 'loom hands', help: 'Whose days they were: two weavers.', example: '' },
  { name: 'loom work', help: 'What the days went into: of tying.', example: '' },
  { name: 'weaver note', help: '', example: '' },
  { name: 'weight grams', help: 'Whole grams.', example: '420' },
  { name: 'hsn', help: '4, 6 or 8 digits.', example: '520851' },
  { name: 'country of origin', help: 'Blank: India.', example: 'India' },
] as const satisfies readonly ProductColumn[];

export type ColumnName = (typeof productColumns)[number]['name'];

const names: ReadonlySet<string> = new Set(productColumns.map(({ name }) => name));

export function isProductColumn(name: string): name is ColumnName {
  return names.has(name);
}

/** Several values in one cell. */
export const listSeparator = ' | ';

/** The parts of such a cell. */
export function splitList(cell: string): string[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
