/**
 * A queue in a database table. A worker claims the due row with the earliest `nextTryAt` for the duration of a lease, and handles
 * the row. Then it deletes the row or writes the result: done, failed, or the time of the next try. Any number of workers and
 * processes may run a queue concurrently:
 * - A claim skips rows that another worker has locked, so claims never wait for each other.
 * - If a worker stops before it writes the result, another worker claims the row after the lease has expired. A row can therefore
 * be handled twice, so handlers must be idempotent.
 * - Each claim increments `tries`. A worker writes its result only if `tries` is unchanged. A worker with an expired lease
 * therefore cannot overwrite the result of a later worker.
 */
import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, type PgTable, pgTable, text } from 'drizzle-orm/pg-core';
import { hours, minutes } from '../clock.ts';
import { queueColumns, sqlTime } from '../database/columns.server.ts';
import { inTransaction, type Shop, type Tx } from '../shop.server.ts';
import { recordEvent, type ShopEvent } from './events.server.ts';

/** Delays in milliseconds after the first, second, … failure. After one more failure, the row is not retried. */
const backoff = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)];

type QueueTable = PgTable & Record<'nextTryAt' | 'tries' | 'failedAt' | 'lastError', AnyPgColumn>;

/** Represents any queue table in the types of the implementation. The database contains no such table. */
const anyQueue = pgTable('any_queue', { key: text().primaryKey(), ...queueColumns() });

export type QueueOptions<Table extends QueueTable> = {
  table: Table;
  /**
   * The column that identifies a row of the queue. It must be unique among the rows that match the condition `where` of `claim`
   * and `runOnce`.
   */
  key: Extract<keyof Table['_']['columns'], string>;
  /** SQL condition for the rows that are not done. */
  isOpen: SQL;
  /** Duration of a lease in milliseconds. It must be longer than the handling of a row. */
  leaseMs: number;
  /** Maximum number of rows that one call of `runOnce` handles. */
  limit: number;
  /** The order in which rows with the same `nextTryAt` are claimed. */
  thenBy?: AnyPgColumn;
  /** Returns the delay until the next try in milliseconds, or undefined to stop retrying. Default: {@link backoffByTries}. */
  waitAfter?: (row: Table['$inferSelect'], error: unknown, now: Date) => number | undefined;
  /** Returns a condition that the row must still meet when the result is written. The row may have changed after the claim. */
  mayWrite?: (row: Table['$inferSelect']) => SQL | undefined;
  endsRun?: (error: unknown) => boolean;
  /**
   * Returns the event to record when a row fails for the last time. The event and the failure are stored in one transaction. By
   * default, no event is recorded.
   */
  failureEvent?: (row: Table['$inferSelect']) => ShopEvent | undefined;
  /** Log entry for a failure: the level, the message, and the fields that identify the row. */
  failure: { level: 'warn' | 'error'; message: string; subject: (row: Table['$inferSelect']) => object };
};

/**
 * Result of a handler: the values to write, or `delete` to delete the row. Undefined if the handler has already written the
 * result.
 */
type HandleResult<Table extends QueueTable> = Partial<Table['$inferInsert']> | 'delete' | undefined;

type LeaseQueue<Table extends QueueTable> = {
  /**
   * Claims the due row with the earliest `nextTryAt` that matches `where` and is not locked. Returns undefined if there is none.
   */
  claim(shop: Shop, where?: SQL): Promise<Table['$inferSelect'] | undefined>;
  /**
   * Handles at most `limit` due rows that match `where`, one after another. Stops if `mustStop` returns true, or after an error
   * for which `endsRun` is true. Returns the number of rows that did not fail.
   */
  runOnce(
    shop: Shop,
    handle: (row: Table['$inferSelect']) => Promise<HandleResult<Table>>,
    options?: { where?: SQL | undefined; mustStop?: (() => boolean) | undefined },
  ): Promise<number>;
  /**
   * Makes the failed rows that match `where` due now, so that they are tried again. Sets `tries` to `count.tries` if it is given.
   * Returns the number of these rows.
   */
  retry(tx: Tx, where: SQL | undefined, count?: { tries: number }): Promise<number>;
};

/**
 * Returns the default delay: one minute after the first try, twelve hours after the fifth try. Returns undefined from the sixth
 * try on.
 */
export const backoffByTries = (row: { tries: number }): number | undefined => backoff[row.tries - 1];

export function leaseQueue<Table extends QueueTable>(options: QueueOptions<Table>): LeaseQueue<Table>;
export function leaseQueue(options: QueueOptions<typeof anyQueue>): LeaseQueue<typeof anyQueue> {
  const { table, limit, mayWrite } = options;
  const key = table[options.key];
  return {
    claim: (shop, where) => claim(options, shop, where),
    async runOnce(shop, handle, { where, mustStop = () => false } = {}) {
      let done = 0;
      for (let claimed = 0; claimed < limit && !mustStop(); claimed++) {
        const row = await claim(options, shop, where);
        if (!row) break;
        const isSameTry = eq(table.tries, row.tries);
        const own = and(where, sql`${key} = ${row[options.key]}`, isSameTry, mayWrite?.(row));
        let result: HandleResult<typeof anyQueue>;
        try {
          result = await handle(row);
        } catch (error) {
          await writeFailure(options, shop, { row, own, error });
          if (options.endsRun?.(error)) break;
          continue;
        }
        if (result === 'delete') await shop.db.delete(table).where(own);
        else if (result)
          await shop.db
            .update(table)
            .set({ lastError: null, ...result })
            .where(own);
        done += 1;
      }
      return done;
    },
    async retry(tx, where, count) {
      const retried = await tx.db
        .update(table)
        .set({ ...count, failedAt: null, nextTryAt: tx.clock.now() })
        .where(and(isNotNull(table.failedAt), where))
        .returning({ tries: table.tries });
      return retried.length;
    },
  };
}

async function claim(options: QueueOptions<typeof anyQueue>, shop: Shop, where: SQL | undefined) {
  const { table, isOpen, leaseMs, thenBy } = options;
  const key = table[options.key];
  const now = shop.clock.now();
  const isDue = sql`${table.nextTryAt} <= ${sqlTime(now)}`;
  const due = shop.db
    .select({ key })
    .from(table)
    .where(and(where, isOpen, isNull(table.failedAt), isDue))
    .orderBy(asc(table.nextTryAt), ...(thenBy ? [asc(thenBy)] : []))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await shop.db
    .update(table)
    .set({ tries: sql`${table.tries} + 1`, nextTryAt: new Date(now.getTime() + leaseMs) })
    .where(and(where, sql`${key} = (${due})`))
    .returning();
  return claimed;
}

type Failure = { row: typeof anyQueue.$inferSelect; own: SQL | undefined; error: unknown };

/** Writes and logs a failure: the time of the next try, or that the row has failed. `own` matches the row while it may be written. */
async function writeFailure(
  { table, waitAfter = backoffByTries, failureEvent, failure }: QueueOptions<typeof anyQueue>,
  shop: Shop,
  { row, own, error }: Failure,
) {
  const now = shop.clock.now();
  const wait = waitAfter(row, error, now);
  const schedule = wait === undefined ? { failedAt: now } : { nextTryAt: new Date(now.getTime() + wait) };
  const lastError = error instanceof Error ? error.message : String(error);
  const write = ({ db }: Shop) =>
    db
      .update(table)
      .set({ lastError, ...schedule })
      .where(own)
      .returning({ tries: table.tries });
  const event = wait === undefined ? failureEvent?.(row) : undefined;
  if (event)
    await inTransaction(shop, async (tx) => {
      if ((await write(tx)).length > 0) await recordEvent(tx, event);
    });
  else await write(shop);
  const { level, message, subject } = failure;
  shop.log[level]({ ...subject(row), tries: row.tries, failed: wait === undefined, err: error }, message);
}
