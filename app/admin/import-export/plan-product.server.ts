import type { AdminProduct, ProductState } from '../../catalogue/for-staff/contract.ts';
import { missingToPublish, type ProductInput, problemsIn } from '../../catalogue/product-rules.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import { NewProductInput } from '../catalogue/contract.ts';
import { fromWire } from '../catalogue/products.server.ts';
import type { CsvProblem } from './contract.ts';
import { type SizeStock, sameLabel } from './product-cells.ts';
import { columnOf } from './product-columns.ts';
import { type ImportContext, readRow } from './read-row.ts';
import type { TableRow } from './read-table.server.ts';

/** The changes that a row asks for. `stock` and `images` are undefined if they stay as they are. */
export type ProductPlan = {
  row: number;
  id: string;
  /** The existing product with this number. */
  before: AdminProduct | undefined;
  input: ProductInput;
  stock: readonly SizeStock[] | undefined;
  images: readonly string[] | undefined;
  state: ProductState;
};

export type RowPlan = { plan: ProductPlan } | { problems: CsvProblem[] };

/**
 * Reads a row, or finds everything that is wrong with it. A column that the file does not have leaves its part of the existing
 * product as it is. A blank cell empties the part, if it may be empty.
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
    ...checkWhole(wire, state, shownImages),
  ];
  for (const { field: column, message } of found) {
    // A cell that cannot be read is not reported as missing too.
    if (!problems.some((one) => one.column === column)) problems.push({ row, column, message });
  }
  for (const { label, count } of stock ?? []) {
    const held = before?.sizes.find((size) => sameLabel(size.label, label))?.held ?? 0;
    if (count < held)
      problems.push({ row, column: 'stock', message: `${held} are put aside for somebody who is paying.` });
  }
  if (!parsed.success || problems.length > 0) return { problems };
  const { id = '', ...fields } = parsed.data;
  return { plan: { row, id: before?.id ?? id, before, input: fromWire(fields), stock, images, state } };
}

function checkWhole(
  wire: ReturnType<typeof readRow>['wire'],
  state: ProductState,
  images: readonly unknown[],
): FieldError[] {
  const { category: categoryId, price, mrp, ...same } = wire;
  // Rounded, because a price that is no whole number of paise must not hide the row's other problems.
  const pricePaise = Math.round(price * 100);
  const mrpPaise = mrp === null ? null : Math.round(mrp * 100);
  const product = { ...same, categoryId, pricePaise, mrpPaise };
  const missing = state === 'live' ? missingToPublish({ ...product, images }) : [];
  return [
    ...problemsIn(product),
    ...missing.map(({ field, message }) => ({ field, message: `A published piece needs this: ${message}` })),
  ].map(({ field, message }) => ({ field: columnOf([field]), message }));
}
