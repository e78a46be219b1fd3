import { fieldNames, productFields } from '../../catalogue/product-fields.ts';
import type { StaffProduct } from '../../catalogue/products-for-staff.server.ts';
import { toRupees } from '../../foundation/money.ts';
import { joinList, measuresInCell, stateInCell, stockInCell } from './product-cells.ts';

/** A column of a CSV file of products. */
type ProductColumn = {
  name: string;
  help: string;
  example: string;
  /** The field of the input on the wire. Problems of the field are problems of the column. */
  field?: string;
  write: (product: StaffProduct) => string | number | null | undefined;
};

/** In the order of exported files. An imported file may have fewer columns, in any order. */
export const productColumns: readonly ProductColumn[] = [
  {
    name: 'number',
    help: 'The piece’s number. One that is there already is changed, another is new.',
    example: 'TB-SAR-101',
    field: 'id',
    write: ({ id }) => id,
  },
  {
    name: 'name',
    help: 'What shoppers read.',
    example: 'Indigo mulmul saree',
    field: 'name',
    write: ({ name }) => name,
  },
  {
    name: 'category',
    help: 'The name of a category of the shop.',
    example: 'Sarees',
    field: 'category',
    write: ({ categoryName }) => categoryName,
  },
  {
    name: 'state',
    help: 'draft, published or archived. Blank: a new piece is a draft.',
    example: 'draft',
    write: ({ state }) => stateInCell(state),
  },
  {
    name: 'price',
    help: 'Rupees with all taxes: 9800 or 1999.50.',
    example: '2400',
    field: 'price',
    write: ({ pricePaise }) => toRupees(pricePaise),
  },
  {
    name: 'mrp',
    help: 'Rupees, or blank.',
    example: '2800',
    field: 'mrp',
    write: ({ mrpPaise }) => mrpPaise && toRupees(mrpPaise),
  },
  {
    name: 'stock',
    help: 'How many there are: 3. With sizes: S: 2 | M: 1. Blank: as it is.',
    example: '3',
    field: 'sizes',
    write: ({ sizes }) => stockInCell(sizes),
  },
  {
    name: 'pictures',
    help: 'Up to four names of pictures that the shop has already: one.jpg | two.jpg. Blank: as it is.',
    example: '',
    field: 'images',
    write: ({ images }) => joinList(images.map(({ file }) => file)),
  },
  {
    name: 'crafts',
    help: 'Up to five, the leading one first: Ikat | Zari work.',
    example: 'Hand block print',
    field: 'crafts',
    write: ({ crafts }) => joinList(crafts),
  },
  {
    name: 'fabrics',
    help: 'Up to five, the leading one first.',
    example: 'Cotton',
    field: 'fabrics',
    write: ({ fabrics }) => joinList(fabrics),
  },
  {
    name: 'colour',
    help: 'As it is called.',
    example: 'Deep indigo',
    field: 'colour',
    write: ({ colour }) => colour,
  },
  {
    name: 'colour family',
    help: 'What shoppers filter by.',
    example: 'Blue',
    field: 'colourFamily',
    write: ({ colourFamily }) => colourFamily,
  },
  { name: 'type', help: '', example: 'Mulmul saree', field: 'type', write: ({ type }) => type },
  { name: 'pattern', help: '', example: 'Florals', field: 'pattern', write: ({ pattern }) => pattern },
  {
    name: 'measures',
    help: 'Parts in centimetres: saree 550 x 115 | blouse piece 80.',
    example: 'saree 550 x 115 | blouse piece 80',
    field: 'measures',
    write: ({ attributes }) => measuresInCell(attributes.measures),
  },
  ...attributeColumns(),
];

function attributeColumns(): ProductColumn[] {
  return fieldNames.map((field) => {
    const { label, column = label.toLowerCase(), columnHelp = '', example = '' } = productFields[field];
    return { name: column, help: columnHelp, example, field, write: ({ attributes }) => attributes[field] };
  });
}

/** Finds the column of a field by its path on the wire, such as `attributes`, `loomDays`. Returns an empty text if there is none. */
export function columnOf([first, second]: readonly PropertyKey[]): string {
  const field = first === 'attributes' ? second : first;
  return productColumns.find((column) => column.field === field)?.name ?? '';
}

/** URL of a CSV file with every column and one row. Begins with a byte order mark. */
export const exampleUrl = `data:text/csv;charset=utf-8,${encodeURIComponent(
  `\uFEFF${[productColumns.map(({ name }) => name), productColumns.map(({ example }) => example)]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`)
    .join('')}`,
)}`;
