import { bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** Column type for a point in time, with time zone. */
export const moment = () => timestamp({ withTimezone: true });

/** Column type for an amount in whole paise. */
export const paise = () => bigint({ mode: 'number' });

/** Columns of a lease queue. The table also needs a key, and a column that marks done rows. */
export const queueColumns = () => ({
  /** Earliest time of the next claim. While a row is claimed, the end of the lease. */
  nextTryAt: moment().notNull(),
  /** Number of claims. A worker whose lease has expired writes no result if the number has changed. */
  tries: integer().notNull().default(0),
  /** Time of the failure after which the row is not retried automatically. */
  failedAt: moment(),
  lastError: text(),
});
