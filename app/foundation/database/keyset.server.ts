import { type AnyColumn, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isUuid } from './columns.server.ts';

/**
 * Creates the order of a list: first by `key`, which must not be null, and then by `id`, a UUID. The cursor is only the id of the
 * last row on a page, and the database looks up the key of this row. A time in the cursor would lose its microseconds, because a
 * JavaScript date has only milliseconds.
 */
export function keyset(key: SQLWrapper, id: AnyColumn, direction: 'asc' | 'desc') {
  const [order, follows] = direction === 'asc' ? [asc, sql`>`] : [desc, sql`<`];
  return {
    orderBy: [order(key), order(id)],
    /**
     * Returns the condition for the rows after a cursor. Returns undefined if `cursor` is not a UUID. An unknown id matches no
     * row.
     */
    after(cursor: string): SQL | undefined {
      if (!isUuid(cursor)) return undefined;
      // Inside the subquery, the columns refer to the row with the cursor's id.
      return sql`(${key}, ${id}) ${follows} (select ${key}, ${id} from ${id.table} where ${id} = ${cursor})`;
    },
  };
}

/**
 * Returns the first `limit` rows, and the cursor of the next page in `next`. Pass the rows of a query with the limit `limit + 1`,
 * because the additional row shows whether there is a next page. On the last page, `next` is null.
 */
export function toPage<Row extends { id: string | number }>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string = ({ id }) => String(id),
): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last && found.length > limit ? cursorOf(last) : null };
}

/** Returns the `like` pattern for texts that contain `text`. Escapes the wildcard characters in `text`. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
