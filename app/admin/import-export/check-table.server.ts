import { setImmediate as nextTurn } from 'node:timers/promises';
import { listShelves, type StaffPiece } from '../../catalogue/products-for-staff.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { CsvProblem } from './contract.ts';
import { listPictures } from './image-facts.server.ts';
import { type PiecePlan, planPiece } from './plan-product.server.ts';
import { pieceColumns } from './product-columns.ts';
import { findPieces, numberOf } from './read-products.server.ts';
import type { Surroundings } from './read-row.ts';
import { readTable, type TableRow } from './read-table.server.ts';

export async function readSurroundings(shop: Shop): Promise<Surroundings> {
  const shelves = await listShelves(shop);
  return {
    categories: new Map(shelves.map(({ id, name }) => [name.toLowerCase(), id])),
    uploads: await listPictures(shop),
  };
}

const numberIn = ({ cells }: TableRow) => numberOf(cells.get('number') ?? '');

export type Planned = { plan: PiecePlan; before: StaffPiece | undefined };

/** Reads rows against the pieces as they are now. */
export async function planRows(
  shop: Shop,
  rows: readonly TableRow[],
  around: Surroundings,
): Promise<{ planned: Planned[]; problems: CsvProblem[] }> {
  const known = await findPieces(shop, rows.map(numberIn));
  const planned: Planned[] = [];
  const problems: CsvProblem[] = [];
  for (const [at, row] of rows.entries()) {
    // Shoppers are not kept waiting by a long file.
    if (at % 200 === 199) await nextTurn();
    const before = known.get(numberIn(row));
    const read = planPiece(row, before, around);
    if ('plan' in read) planned.push({ plan: read.plan, before });
    else problems.push(...read.problems);
  }
  return { planned, problems };
}

/** Everything that is wrong with a file, in the order of its rows; writes nothing. */
export async function checkTable(
  shop: Shop,
  bytes: Uint8Array,
): Promise<{ total: number; problems: CsvProblem[] }> {
  const table = readTable(bytes);
  const { problems } = await planRows(shop, table.rows, await readSurroundings(shop));
  const all = [...table.problems, ...twice(table.rows), ...problems];
  return {
    total: table.rows.length,
    problems: all.toSorted((one, other) => one.row - other.row || place(one) - place(other)),
  };
}

const place = ({ column }: CsvProblem) => pieceColumns.findIndex(({ name }) => name === column);

function twice(rows: readonly TableRow[]): CsvProblem[] {
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
