import { sql } from 'drizzle-orm';
import { bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';

export const moment = () => timestamp({ withTimezone: true });

/**
 * SQL for a time as a parameter, cast to `timestamptz`. Without the cast, PostgreSQL would infer another type in some
 * expressions.
 */
export const sqlTime = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/**
 * True if the text is a UUID in lower case. Call it before comparing a text with a UUID column, because the database raises an
 * error for an invalid UUID.
 */
export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

export const paise = () => bigint({ mode: 'number' });

/** Columns of a lease queue. The table also needs a key, and a column that marks the completed rows. */
export const queueColumns = () => ({
  /** Earliest time at which a worker may claim the row. While the row is claimed, this is the end of the lease. */
  nextTryAt: moment().notNull(),
  /**
   * Number of claims. A worker writes its result only if this number has not changed since its claim. If it has changed, the
   * lease expired and another worker claimed the row.
   */
  tries: integer().notNull().default(0),
  /** Time at which the last try failed. Null while the row can still be retried automatically. */
  failedAt: moment(),
  lastError: text(),
});
