import { z } from '@hono/zod-openapi';
import { type AnyColumn, sql } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
import { sqlTime } from './columns.server.ts';
import { readRows } from './read-rows.server.ts';

/** Deletes up to `limit` rows whose `endsAt` is in the past. Skips locked rows. Returns the number of deleted rows. */
export async function deleteExpired(
  { db }: Pick<Shop, 'db'>,
  id: AnyColumn,
  endsAt: AnyColumn,
  now: Date,
  limit = 100,
): Promise<number> {
  const expired = sql`select ${id} from ${id.table}
    where ${endsAt} <= ${sqlTime(now)} limit ${limit} for update skip locked`;
  // The array makes PostgreSQL evaluate the subquery only once. With `in (select … limit)`, PostgreSQL may evaluate the subquery
  // for each row, and then deletes more rows than the limit.
  const statement = sql`delete from ${id.table} where ${id} = any(array(${expired})) returning true`;
  return readRows(z.unknown(), await db.execute(statement)).length;
}
