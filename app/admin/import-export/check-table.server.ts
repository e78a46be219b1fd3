import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  findProducts,
  listCategoriesForStaff,
  normalizeProductNumber,
} from '../../catalogue/products-for-staff.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { CsvProblem } from './contract.ts';
import { listImages } from './image-facts.server.ts';
import { type ProductPlan, planProduct } from './plan-product.server.ts';
import { productColumns } from './product-columns.ts';
import type { ImportContext } from './read-row.ts';
import { readTable, type TableRow } from './read-table.server.ts';

export async function readImportContext(shop: Shop): Promise<ImportContext> {
  const categories = await listCategoriesForStaff(shop);
  return {
    categories: new Map(categories.map(({ id, name }) => [name.toLowerCase(), id])),
    uploads: await listImages(shop),
  };
}

export const numberIn = ({ cells }: TableRow) => normalizeProductNumber(cells.get('number') ?? '');

/** Plans the changes that rows ask for. */
export async function planRows(
  shop: Shop,
  rows: readonly TableRow[],
  context: ImportContext,
): Promise<{ plans: ProductPlan[]; problems: CsvProblem[] }> {
  const known = await findProducts(shop, rows.map(numberIn));
  const plans: ProductPlan[] = [];
  const problems: CsvProblem[] = [];
  for (const [at, row] of rows.entries()) {
    // A long file must not block other requests.
    if (at % 200 === 199) await nextTurn();
    const read = planProduct(row, known.get(numberIn(row)), context);
    if ('plan' in read) plans.push(read.plan);
    else problems.push(...read.problems);
  }
  return { plans, problems };
}

/** Finds everything that is wrong with a file, in the order of its rows and columns. */
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
  const first = new Map<string, number>();
  return rows.flatMap((row) => {
    const number = numberIn(row);
    const before = first.get(number);
    if (number === '') return [];
    if (before === undefined) {
      first.set(number, row.row);
      return [];
    }
    return [{ row: row.row, column: 'number', message: `This number stands in row ${before} already.` }];
  });
}
