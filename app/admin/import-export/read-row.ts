import type { AdminProduct } from '../../catalogue/for-staff/contract.ts';
import { columnOfField, fieldNames, productFields } from '../../catalogue/product-fields.ts';
import type { ProductInput } from '../../catalogue/product-rules.ts';
import type { CsvProblem } from './contract.ts';
import {
  readFlag,
  readMeasures,
  readNumber,
  readState,
  readStock,
  type SizeStock,
  sameLabel,
  splitList,
} from './product-cells.ts';
import type { ColumnName } from './product-columns.ts';
import type { TableRow } from './read-table.server.ts';

/** Data of the shop that rows refer to. */
export type ImportContext = {
  /** Ids of the categories by name in lower case. */
  categories: ReadonlyMap<string, string>;
  /** Names of the images under `/uploads`. */
  uploads: ReadonlySet<string>;
};

const notPrice = 'Please write a price in rupees, such as 9800 or 1999.50.';
const notWhole = 'Please write a whole number.';

/**
 * Reads a row's cells. If a column is missing, the product keeps its value. Does not check the result against the product rules.
 */
export function readRow(tableRow: TableRow, before: AdminProduct | undefined, context: ImportContext) {
  const reader = rowReader(tableRow);
  const { problems, note, cellOf, read, cellOrExisting, text, list } = reader;
  const needed = (name: ColumnName, message: string) => {
    if (!before && cellOf(name) === undefined) note(name, message);
  };

  if (cellOf('number') === undefined) note('number', 'Please write the product number.');
  needed('price', 'A new product needs a price.');
  needed('category', 'A new product needs a category.');
  needed('stock', 'A new product needs a stock: 0 or more.');
  const price = read('price', readNumber, notPrice);
  const mrp = read('mrp', readNumber, notPrice);
  const categoryId = (name: string) => context.categories.get(name.toLowerCase());
  const category = read('category', categoryId, `The shop has no category “${cellOf('category')}”.`);
  const stock = read(
    'stock',
    readStock,
    'Please write the units in stock, for example 3. If the product has sizes, write the units of each size, for example “S: 2 | M: 1”.',
  );
  const state = read('state', readState, 'Please write draft, published or archived.');
  if (!before && state === 'archived')
    note('state', 'A new product cannot be archived. Please write draft or published.');
  const images = cellOf('pictures') === undefined ? undefined : list('pictures');
  for (const message of wrongImages(images ?? [], context.uploads)) note('pictures', message);

  const flag = (name: 'returnable' | 'cancellable', was: boolean | null = null) =>
    cellOrExisting(name, read(name, readFlag, 'Please write yes or no.') ?? null, was);

  const wire = {
    // Only new product numbers must have the number format. An existing number may have an older format.
    id: before ? '' : (cellOf('number') ?? ''),
    name: cellOf('name') ?? before?.name ?? '',
    category: category ?? before?.category ?? '',
    price: price ?? before?.price ?? 0,
    mrp: cellOrExisting('mrp', mrp ?? null, before?.mrp ?? null),
    colour: text('colour', before?.colour),
    colourFamily: text('colour family', before?.colourFamily),
    type: text('type', before?.type),
    pattern: text('pattern', before?.pattern),
    crafts: list('crafts', before?.crafts),
    fabrics: list('fabrics', before?.fabrics),
    attributes: readAttributes(reader, before?.attributes),
    returnable: flag('returnable', before?.returnable),
    cancellable: flag('cancellable', before?.cancellable),
    sizes: sizesOf(before, stock),
  };
  return { wire, stock, images, state, problems };
}

/** Returns functions that read the cells of one row, and the list of problems that they find. */
function rowReader({ row, cells }: TableRow) {
  const problems: CsvProblem[] = [];
  const note = (column: ColumnName, message: string) => problems.push({ row, column, message });
  const cellOf = (name: ColumnName) => cells.get(name) || undefined;
  /** Parses a cell. Returns undefined for a blank cell. Records `message` as a problem if the cell is invalid. */
  function read<T>(name: ColumnName, as: (text: string) => T | undefined, message: string): T | undefined {
    const cell = cellOf(name);
    const value = cell === undefined ? undefined : as(cell);
    if (cell !== undefined && value === undefined) note(name, message);
    return value;
  }
  /** Returns `now`, the value from the cell. If the file has no such column, returns `was`, the product's value. */
  const cellOrExisting = <T, U>(name: ColumnName, now: T, was: U) => (cells.has(name) ? now : was);
  const text = (name: ColumnName, was: string | null | undefined) =>
    cellOrExisting(name, cellOf(name) ?? null, was ?? null);
  const list = (name: ColumnName, was: readonly string[] = []) =>
    cellOrExisting(name, splitList(cellOf(name) ?? ''), [...was]);
  return { problems, note, cellOf, read, cellOrExisting, text, list };
}

type RowReader = ReturnType<typeof rowReader>;

function readAttributes(
  { cellOf, read, cellOrExisting }: RowReader,
  was: AdminProduct['attributes'] | undefined,
) {
  const fields = fieldNames.flatMap((field) => {
    const column = columnOfField(field);
    const cell = productFields[field].unit ? read(column, readNumber, notWhole) : cellOf(column);
    const value = cellOrExisting(column, cell, was?.[field]);
    return value === undefined ? [] : [[field, value] as const];
  });
  const measures = read(
    'measures',
    readMeasures,
    'Please write it like this: saree 550 x 115 | blouse piece 80.',
  );
  return {
    countryOfOrigin: 'India',
    ...Object.fromEntries(fields),
    measures: cellOrExisting('measures', measures ?? [], was?.measures ?? []),
  };
}

/** Returns the product's sizes, and after them the new sizes in the row's stock cell. */
function sizesOf(
  before: AdminProduct | undefined,
  stock: readonly SizeStock[] | undefined,
): ProductInput['sizes'] {
  const existing = (before?.sizes ?? []).map(({ id, label }) => ({ id, label }));
  const fresh = (stock ?? [])
    .filter(({ label }) => !existing.some((size) => sameLabel(size.label, label)))
    .map(({ label, count }) => ({ label, quantity: count }));
  const all = [...existing, ...fresh];
  // Without a stock cell, a new product has no size. Add one, so that only the missing stock is reported and not also a missing
  // size.
  return all.length > 0 ? all : [{ label: null, quantity: 0 }];
}

function wrongImages(files: readonly string[], uploads: ReadonlySet<string>): string[] {
  return [
    ...(files.length > 4 ? ['A product can have up to four pictures.'] : []),
    ...(new Set(files).size < files.length ? ['The same picture is written twice.'] : []),
    ...files.filter((file) => !uploads.has(file)).map((file) => `The shop has no picture “${file}”.`),
  ];
}
