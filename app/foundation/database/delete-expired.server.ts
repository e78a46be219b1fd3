import { type AnyColumn, sql } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';

/** Deletes up to 100 rows whose `endsAt` is `now` or earlier. Skips rows locked by other transactions, to avoid waits. */
export async function deleteExpired(
  { db }: Pick<Shop, 'db'>,
  id: AnyColumn,
  endsAt: AnyColumn,
  now: Date,
): Promise<void> {
  const expired = sql`select ${id} from ${id.table}
    where ${endsAt} <= ${now.toISOString()}::timestamptz limit 100 for update skip locked`;
  // The array makes PostgreSQL evaluate the subquery once.
  await db.execute(sql`delete from ${id.table} where ${id} = any(array(${expired}))`);
}
