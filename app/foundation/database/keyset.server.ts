import { type AnyColumn, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Creates the order of a list: by `key`, not null in its rows, then by `id`, a UUID. A cursor is the id of the last row; the
 * database looks up its key, because a JavaScript date has no microseconds.
 */
export function keyset(key: SQLWrapper, id: AnyColumn, direction: 'asc' | 'desc') {
  const [order, follows] = direction === 'asc' ? [asc, sql`>`] : [desc, sql`<`];
  return {
    orderBy: [order(key), order(id)],
    /** Condition for the rows after a cursor. Undefined if `cursor` is not a UUID. An unknown id matches no row. */
    after(cursor: string): SQL | undefined {
      if (!uuid.test(cursor)) return undefined;
      // Inside the subquery, the columns refer to the row of the cursor.
      return sql`(${key}, ${id}) ${follows} (select ${key}, ${id} from ${id.table} where ${id} = ${cursor})`;
    },
  };
}

/** Cuts a page from rows that were selected with the limit `limit + 1`. `next` is null on the last page. */
export function toPage<Row extends { id: string | number }>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string = ({ id }) => String(id),
): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last && found.length > limit ? cursorOf(last) : null };
}

/** Returns the `like` pattern of texts that contain `text`. Its wildcards are taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
