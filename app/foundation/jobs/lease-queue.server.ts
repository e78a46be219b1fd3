/**
 * A queue in a table. A worker claims the row that has waited longest, with a lease; handles it; and writes that it is done, or when to
 * try again, or that it has failed for good. Any number of workers and processes may run a queue at once:
 *
 * - Rows that another worker has locked are skipped, so workers never wait for each other.
 * - A worker that ends before it has written what came of a row leaves the lease behind; when it runs out, another worker claims the row.
 *   What is handled may therefore be handled twice, and has to be safe to repeat.
 * - Every claim counts a try, and the end is written only where the count is still the worker's own: a worker whose lease has run out
 *   does not write over what the next one did.
 */
import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, type PgTable, pgTable, text } from 'drizzle-orm/pg-core';
import { hours, minutes } from '../clock.ts';
import { queueColumns } from '../database/columns.server.ts';
import type { Shop, Tx } from '../shop.server.ts';

/** How long to wait after the first, second, … failure, in milliseconds. After one more a person has to look at it. */
const backoff = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)];

type QueueTable = PgTable & Record<'nextTryAt' | 'tries' | 'failedAt' | 'lastError', AnyPgColumn>;

/** The columns of a queue, for the code below: it knows no more of a table than these. */
const anyQueue = pgTable('any_queue', { key: text().primaryKey(), ...queueColumns() });

export type QueueOptions<Table extends QueueTable> = {
  table: Table;
  /** The column that names a row among those of one `of`. */
  key: Extract<keyof Table['_']['columns'], string>;
  /** True for a row that still has to be handled. */
  isOpen: SQL;
  /** For how long a claimed row is left to its worker, in milliseconds. Longer than handling it takes. */
  leaseMs: number;
  /** At most so many rows are handled by one `runOnce`. */
  limit: number;
  /** In what order rows of the same age are claimed. */
  thenBy?: AnyPgColumn;
  /** How long to wait after `row.tries` failures, in milliseconds; `undefined` to try no more. */
  waitAfter?: (row: Table['$inferSelect'], error: unknown, now: Date) => number | undefined;
  /** A further condition under which the end of a row may be written: it may have changed since the claim. */
  mayWrite?: (row: Table['$inferSelect']) => SQL | undefined;
  /** True for an error after which no other row is tried in this run. */
  endsRun?: (error: unknown) => boolean;
  /** What a failure is logged as: at which level, in which words, and what the row is called. */
  failure: { level: 'warn' | 'error'; message: string; subject: (row: Table['$inferSelect']) => object };
};

/** What a handler makes of its row: these values, or its deletion. Nothing, where the handler has written the end itself. */
export type HandleResult<Table extends QueueTable> = Partial<Table['$inferInsert']> | 'delete' | undefined;

export type LeaseQueue<Table extends QueueTable> = {
  /** Claims the row of `of` that has waited longest; `undefined` when none is due. */
  claim(shop: Shop, where?: SQL): Promise<Table['$inferSelect'] | undefined>;
  /** Handles the rows of `of` that are due, one after the other, until `mustStop`. Returns how many are done. */
  runOnce(
    shop: Shop,
    handle: (row: Table['$inferSelect']) => Promise<HandleResult<Table>>,
    options?: { where?: SQL | undefined; mustStop?: (() => boolean) | undefined },
  ): Promise<number>;
  /** Lets failed rows be tried again at once, with these `tries` counted, or as many as there were. Returns how many rows. */
  retry(tx: Tx, where: SQL | undefined, count?: { tries: number }): Promise<number>;
};

/** Waits longer after each failure, from a minute to half a day, and gives up after six tries. */
export const backoffByTries = (row: { tries: number }): number | undefined => backoff[row.tries - 1];

export function leaseQueue<Table extends QueueTable>(options: QueueOptions<Table>): LeaseQueue<Table>;
export function leaseQueue(options: QueueOptions<typeof anyQueue>): LeaseQueue<typeof anyQueue> {
  const { table, isOpen, leaseMs, limit, thenBy, waitAfter = backoffByTries, mayWrite, failure } = options;
  const key = table[options.key];

  async function claim(shop: Shop, where?: SQL) {
    const now = shop.clock.now();
    const isDue = sql`${table.nextTryAt} <= ${now.toISOString()}::timestamptz`;
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

  async function writeFailure(
    shop: Shop,
    row: typeof anyQueue.$inferSelect,
    own: SQL | undefined,
    error: unknown,
  ) {
    const now = shop.clock.now();
    const wait = waitAfter(row, error, now);
    const after = wait === undefined ? { failedAt: now } : { nextTryAt: new Date(now.getTime() + wait) };
    const lastError = error instanceof Error ? error.message : String(error);
    await shop.db
      .update(table)
      .set({ lastError, ...after })
      .where(own);
    const { level, message, subject } = failure;
    shop.log[level]({ ...subject(row), tries: row.tries, failed: wait === undefined, err: error }, message);
  }

  return {
    claim,
    async runOnce(shop, handle, { where, mustStop = () => false } = {}) {
      let done = 0;
      for (let claimed = 0; claimed < limit && !mustStop(); claimed++) {
        const row = await claim(shop, where);
        if (!row) break;
        const isSameTry = eq(table.tries, row.tries);
        const own = and(where, sql`${key} = ${row[options.key]}`, isSameTry, mayWrite?.(row));
        let end: HandleResult<typeof anyQueue>;
        try {
          end = await handle(row);
        } catch (error) {
          await writeFailure(shop, row, own, error);
          if (options.endsRun?.(error)) break;
          continue;
        }
        if (end === 'delete') await shop.db.delete(table).where(own);
        else if (end)
          await shop.db
            .update(table)
            .set({ lastError: null, ...end })
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
