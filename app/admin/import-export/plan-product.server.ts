import type { AdminProduct, ProductState } from '../../catalogue/for-staff/contract.ts';
import { missingToPublish, type ProductInput, problemsIn } from '../../catalogue/product-rules.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import { NewProductInput } from '../catalogue/contract.ts';
import type { CsvProblem } from './contract.ts';
import { type SizeStock, sameLabel } from './product-cells.ts';
import { columnOf } from './product-columns.ts';
import { type ImportContext, readRow } from './read-row.ts';
import type { TableRow } from './read-table.server.ts';

/** What one row asks for. `stock` and `pictures` are `undefined` where they stay as they are. */
export type ProductPlan = {
  row: number;
  id: string;
  input: ProductInput;
  stock: readonly SizeStock[] | undefined;
  images: readonly string[] | undefined;
  state: ProductState;
};

/** A row, read: what it asks for, or everything that is wrong with it. */
export type RowPlan = { plan: ProductPlan } | { problems: CsvProblem[] };

/**
 * Reads a row against the piece that there is by its number, if there is one. A column that the file does not have
 * leaves its part as it is; a blank cell empties it, where it may be empty.
 */
export function planProduct(
  tableRow: TableRow,
  before: AdminProduct | undefined,
  context: ImportContext,
): RowPlan {
  const { row } = tableRow;
  const {
    wire,
    stock,
    images,
    state = before?.state ?? 'draft',
    problems,
  } = readRow(tableRow, before, context);
  const parsed = NewProductInput.safeParse(wire);
  const shownImages = images ?? before?.images ?? [];
  const found: FieldError[] = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ field: columnOf(path), message })),
    ...ofTheWhole(wire, state, shownImages),
  ];
  for (const { field: column, message } of found) {
    // What a cell could not be read as is not told once more as missing.
    if (!problems.some((one) => one.column === column)) problems.push({ row, column, message });
  }
  for (const { label, count } of stock ?? []) {
    const held = before?.sizes.find((size) => sameLabel(size.label, label))?.held ?? 0;
    if (count < held)
      problems.push({ row, column: 'stock', message: `${held} are put aside for somebody who is paying.` });
  }
  if (!parsed.success || problems.length > 0) return { problems };
  const { id: fresh = '', category, price, mrp, ...same } = parsed.data;
  const input: ProductInput = { ...same, categoryId: category, ...inPaise({ price, mrp }) };
  return { plan: { row, id: before?.id ?? fresh, input, stock, images, state } };
}

/** Also what is no whole number of paise is compared, so that a row’s other problems are told with it. */
function inPaise({ price, mrp }: { price: number; mrp: number | null }) {
  return { pricePaise: Math.round(price * 100), mrpPaise: mrp === null ? null : Math.round(mrp * 100) };
}

function ofTheWhole(
  wire: ReturnType<typeof readRow>['wire'],
  state: ProductState,
  images: readonly unknown[],
): FieldError[] {
  const { category: categoryId, price, mrp, ...same } = wire;
  const product = { ...same, categoryId, ...inPaise({ price, mrp }) };
  const missing = state === 'live' ? missingToPublish({ ...product, images }) : [];
  return [
    ...problemsIn(product),
    ...missing.map(({ field, message }) => ({ field, message: `A published piece needs this: ${message}` })),
  ].map(({ field, message }) => ({ field: columnOf([field]), message }));
}
