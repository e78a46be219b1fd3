import { bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** A moment in time, with its zone. */
export const moment = () => timestamp({ withTimezone: true });

/** An amount of money in whole paise. */
export const paise = () => bigint({ mode: 'number' });

/** What a table needs to be a queue of `foundation/jobs/lease-queue.server.ts`, beside a key and a column that says that a row is done. */
export const queueColumns = () => ({
  /** From when on a worker may claim the row. While a worker has it, the end of its lease. */
  nextTryAt: moment().notNull(),
  /** Counts every claim, so that only the last worker that claimed the row writes what came of it. */
  tries: integer().notNull().default(0),
  /** Set when no worker tries again: a person has to look at it. */
  failedAt: moment(),
  lastError: text(),
});
