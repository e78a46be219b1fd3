import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AdminProduct, ProductState } from '../../catalogue/for-staff/contract.ts';
import { findProducts, listCategoriesForStaff } from '../../catalogue/for-staff/read-products.server.ts';
import { normalizeProductNumber } from '../../catalogue/product-number.server.ts';
import { missingToPublish, type ProductInput, problemsIn } from '../../catalogue/product-rules.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { NewProductInput } from '../catalogue/contract.ts';
import { fromWire } from '../catalogue/products.server.ts';
import type { CsvProblem } from './contract.ts';
import { listImages } from './image-facts.server.ts';
import { type SizeStock, sameLabel } from './product-cells.ts';
import { columnOf, productColumns } from './product-columns.ts';
import { type ImportContext, readRow } from './read-row.ts';
import { readTable, type TableRow } from './read-table.server.ts';

export async function readImportContext(shop: Shop): Promise<ImportContext> {
  const categories = await listCategoriesForStaff(shop);
  return {
    categories: new Map(categories.map(({ id, name }) => [name.toLowerCase(), id])),
    uploads: await listImages(shop),
  };
}

export const numberIn = ({ cells }: TableRow) => normalizeProductNumber(cells.get('number') ?? '');

/** The changes that a row requests. If `stock` or `images` is undefined, it does not change. */
export type ProductPlan = {
  row: number;
  id: string;
  /** The existing product with this number. Undefined for a new product. */
  before: AdminProduct | undefined;
  input: ProductInput;
  stock: readonly SizeStock[] | undefined;
  images: readonly string[] | undefined;
  state: ProductState;
};

/** Returns the changes that the rows request, and the problems of the rows that have any. */
export async function planRows(
  shop: Shop,
  rows: readonly TableRow[],
  context: ImportContext,
): Promise<{ plans: ProductPlan[]; problems: CsvProblem[] }> {
  const existing = await findProducts(shop, rows.map(numberIn));
  const plans: ProductPlan[] = [];
  const problems: CsvProblem[] = [];
  for (const [at, row] of rows.entries()) {
    // Let other requests run between the rows of a long file.
    if (at % 200 === 199) await nextTurn();
    const read = planProduct(row, existing.get(numberIn(row)), context);
    if (read.plan) plans.push(read.plan);
    problems.push(...read.problems);
  }
  return { plans, problems };
}

/** Finds all problems of a file, in the order of its rows and columns. */
export async function checkTable(
  shop: Shop,
  bytes: Uint8Array,
): Promise<{ total: number; problems: CsvProblem[] }> {
  const table = readTable(bytes);
  const { problems } = await planRows(shop, table.rows, await readImportContext(shop));
  const all = [...table.problems, ...findDuplicates(table.rows), ...problems];
  return {
    total: table.rows.length,
    problems: all.toSorted((one, other) => one.row - other.row || columnIndex(one) - columnIndex(other)),
  };
}

const columnIndex = ({ column }: CsvProblem) => productColumns.findIndex(({ name }) => name === column);

function findDuplicates(rows: readonly TableRow[]): CsvProblem[] {
  return [...Map.groupBy(rows, numberIn)].flatMap(([number, [first, ...others]]) => {
    if (number === '' || !first) return [];
    const message = `Row ${first.row} has the same product number. Please use each number only once.`;
    return others.map(({ row }) => ({ row, column: 'number', message }));
  });
}

/**
 * Returns the change that a row requests, or all problems of the row. If a column is missing, the product keeps its value. A
 * blank cell clears the value. In the columns for name, category, price, stock, images and state, a blank cell does not change
 * the value.
 */
function planProduct(tableRow: TableRow, before: AdminProduct | undefined, context: ImportContext) {
  const { row } = tableRow;
  const { wire, stock, images, problems, ...read } = readRow(tableRow, before, context);
  const state = read.state ?? before?.state ?? 'draft';
  const parsed = NewProductInput.safeParse(wire);
  const shownImages = images ?? before?.images ?? [];
  const errors: FieldError[] = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ field: columnOf(path), message })),
    ...checkWhole(wire, state, shownImages),
  ];
  for (const { field: column, message } of errors) {
    // Report one problem per cell. The value of an unreadable cell is missing, which would be a second problem.
    if (!problems.some((problem) => problem.column === column)) problems.push({ row, column, message });
  }
  for (const { label, count } of stock ?? []) {
    const held = before?.sizes.find((size) => sameLabel(size.label, label))?.held ?? 0;
    if (count < held)
      problems.push({
        row,
        column: 'stock',
        message: `Please write at least ${held}, because so many units are reserved for shoppers who are paying.`,
      });
  }
  if (!parsed.success || problems.length > 0) return { problems };
  const { id = '', ...fields } = parsed.data;
  const plan: ProductPlan = {
    row,
    id: before?.id ?? id,
    before,
    input: fromWire(fields),
    stock,
    images,
    state,
  };
  return { plan, problems };
}

function checkWhole(
  wire: ReturnType<typeof readRow>['wire'],
  state: ProductState,
  images: readonly unknown[],
): FieldError[] {
  const { category: categoryId, price, mrp, ...same } = wire;
  // A price with a fraction of a paisa is reported by another check. Round the price here, so that the check below can find the
  // other problems of the row.
  const pricePaise = Math.round(price * 100);
  const mrpPaise = mrp === null ? null : Math.round(mrp * 100);
  const product = { ...same, categoryId, pricePaise, mrpPaise };
  const missing = state === 'live' ? missingToPublish({ ...product, images }) : [];
  return [
    ...problemsIn(product),
    ...missing.map(({ field, message }) => ({
      field,
      message: `Cannot be published: ${message}`,
    })),
  ].map(({ field, message }) => ({ field: columnOf([field]), message }));
}
