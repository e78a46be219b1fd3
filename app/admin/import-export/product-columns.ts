import type { AdminProduct } from '../../catalogue/for-staff/contract.ts';
import {
  columnOfField,
  type FieldColumn,
  fieldNames,
  productFields,
} from '../../catalogue/product-fields.ts';
import { flagInCell, joinList, measuresInCell, stateInCell, stockInCell } from './product-cells.ts';

type Column<Name> = {
  name: Name;
  help: string;
  example: string;
  /** Name of the API field that the column contains. By default the column's name. */
  field?: string;
  write: (product: AdminProduct) => string | number | null | undefined;
};

const ownColumns = [
  {
    name: 'number',
    help: 'The number of the product. If the shop already has a product with this number, the import changes that product. Otherwise it adds a new product.',
    example: 'TB-SAR-101',
    field: 'id',
    write: ({ id }) => id,
  },
  {
    name: 'name',
    help: 'The name that shoppers see.',
    example: 'Indigo mulmul saree',
    write: ({ name }) => name,
  },
  {
    name: 'category',
    help: 'The name of a category of the shop.',
    example: 'Sarees',
    write: ({ categoryName }) => categoryName,
  },
  {
    name: 'state',
    help: 'Write draft, published or archived. If this is empty, a new product becomes a draft.',
    example: 'draft',
    write: ({ state }) => stateInCell(state),
  },
  {
    name: 'price',
    help: 'The price in rupees, including all taxes, such as 9800 or 1999.50.',
    example: '2400',
    write: ({ price }) => price,
  },
  {
    name: 'mrp',
    help: 'The MRP in rupees. Leave it empty if there is no MRP.',
    example: '2800',
    write: ({ mrp }) => mrp,
  },
  {
    name: 'stock',
    help: 'The units in stock, such as 3. For a product with sizes, write S: 2 | M: 1. If this is empty, the stock does not change.',
    example: '3',
    field: 'sizes',
    write: ({ sizes }) => stockInCell(sizes),
  },
  {
    name: 'pictures',
    help: 'Up to four names of uploaded pictures, such as one.jpg | two.jpg. If this is empty, the pictures do not change.',
    example: '',
    field: 'images',
    write: ({ images }) => joinList(images.map(({ file }) => file)),
  },
  {
    name: 'crafts',
    help: 'Up to five crafts, the most important one first, such as Ikat | Zari work.',
    example: 'Hand block print',
    write: ({ crafts }) => joinList(crafts),
  },
  {
    name: 'fabrics',
    help: 'Up to five fabrics, the most important one first.',
    example: 'Cotton',
    write: ({ fabrics }) => joinList(fabrics),
  },
  { name: 'colour', help: 'The name of the colour.', example: 'Deep indigo', write: ({ colour }) => colour },
  {
    name: 'colour family',
    help: 'The colour group that shoppers choose in the filter.',
    example: 'Blue',
    field: 'colourFamily',
    write: ({ colourFamily }) => colourFamily,
  },
  { name: 'type', help: '', example: 'Mulmul saree', write: ({ type }) => type },
  { name: 'pattern', help: '', example: 'Florals', write: ({ pattern }) => pattern },
  {
    name: 'measures',
    help: 'The parts of the product with length and width in centimetres.',
    example: 'saree 550 x 115 | blouse piece 80',
    write: ({ attributes }) => measuresInCell(attributes.measures),
  },
] as const satisfies readonly Column<string>[];

/** Columns for the rules about return and cancellation. They are the last columns, because they were added after all others. */
const termsColumns = [
  {
    name: 'returnable',
    help: 'Write yes or no. Can shoppers return the product if they change their mind? If this is empty, the rule of the category applies.',
    example: '',
    write: ({ returnable }) => flagInCell(returnable),
  },
  {
    name: 'cancellable',
    help: 'Write yes or no. Can shoppers cancel the product before it is packed? If this is empty, the rule of the category applies.',
    example: '',
    write: ({ cancellable }) => flagInCell(cancellable),
  },
] as const satisfies readonly Column<string>[];

export type ColumnName = (typeof ownColumns | typeof termsColumns)[number]['name'] | FieldColumn;

/** Columns of a CSV file of products, in the order of exported files. An imported file may have fewer columns, in any order. */
export const productColumns: readonly Column<ColumnName>[] = [
  ...ownColumns,
  ...fieldNames.map((field): Column<FieldColumn> => {
    const { columnHelp: help = '', example = '' } = productFields[field];
    return { name: columnOfField(field), help, example, field, write: ({ attributes }) => attributes[field] };
  }),
  ...termsColumns,
];

/**
 * Finds the column of an API field by its path, such as `['attributes', 'loomDays']`. Returns an empty text if there is no such
 * column.
 */
export function columnOf([first, second]: readonly PropertyKey[]): ColumnName | '' {
  const field = first === 'attributes' ? second : first;
  return productColumns.find(({ name, field: own = name }) => own === field)?.name ?? '';
}

/** Data URL of an example CSV file with every column and one row. Begins with a byte order mark. */
export const exampleUrl = `data:text/csv;charset=utf-8,${encodeURIComponent(
  `\uFEFF${[productColumns.map(({ name }) => name), productColumns.map(({ example }) => example)]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`)
    .join('')}`,
)}`;
