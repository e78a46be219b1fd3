/** Runs another session between two statements of a use case, on PostgreSQL. Pauses the database session, not the use case. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { NodePgSession } from 'drizzle-orm/node-postgres';
import { vi } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';

/** A session that pauses before a statement, until `whilePaused` resolves. */
type PausedSession = {
  statementIndex: number;
  statements: string[];
  whilePaused: () => Promise<unknown>;
  /** Promise of the pause. Later statements of the same pipeline wait for the promise too. */
  paused?: Promise<unknown>;
};

const pausedSessions = new AsyncLocalStorage<PausedSession>();

/** Intercepts the statements of all sessions until `vi.restoreAllMocks()`. */
export function interceptStatements(): void {
  const prepareQuery = NodePgSession.prototype.prepareQuery;
  const spy = vi.spyOn(NodePgSession.prototype, 'prepareQuery');
  spy.mockImplementation(function (this: unknown, ...requested) {
    const prepared = Reflect.apply(prepareQuery, this, requested);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async (...values) => {
      const session = pausedSessions.getStore();
      if (session) {
        session.statements.push(requested[0].sql);
        if (session.statements.length - 1 === session.statementIndex) session.paused = session.whilePaused();
        if (session.paused) await session.paused;
      }
      return execute(...values);
    };
    return prepared;
  });
}

export type Outcome = { status: 'done'; value: unknown } | { status: 'rejected'; reason: unknown };

const settle = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (value) => ({ status: 'done' as const, value }),
    (reason: unknown) => ({ status: 'rejected' as const, reason }),
  );

const Waiting = z.object({ count: z.number() });

/** Resolves when a session in this database waits for a lock. */
async function untilLockIsAwaited(shop: Shop, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const [found] = readRows(
      Waiting,
      await shop.db.execute(sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    );
    if (found && found.count > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/**
 * Runs `interrupted` and pauses it before its statement number `statementIndex`. Runs `concurrent` during the pause, until it
 * ends or waits for a lock. If `interrupted` has no such statement, runs `concurrent` afterwards.
 */
export async function withConcurrentSessionAt(
  shop: Shop,
  statementIndex: number,
  { interrupted, concurrent }: { interrupted: () => Promise<unknown>; concurrent: () => Promise<unknown> },
): Promise<{ statements: readonly string[]; interrupted: Outcome; concurrent: Outcome }> {
  // `concurrent` must start outside of `pausedSessions.run`. Otherwise its statements would count as statements of `interrupted`.
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  let isDone = false;
  const concurrentDone = started
    .then(() => settle(concurrent()))
    .finally(() => {
      isDone = true;
    });
  const endedOrBlocked = started.then(() =>
    Promise.race([concurrentDone, untilLockIsAwaited(shop, () => isDone)]),
  );
  const statements: string[] = [];
  const whilePaused = () => {
    start();
    return endedOrBlocked;
  };
  const first = await pausedSessions.run({ statementIndex, statements, whilePaused }, () =>
    settle(interrupted()),
  );
  start();
  const second = await concurrentDone;
  await endedOrBlocked;
  return { statements, interrupted: first, concurrent: second };
}

/** Runs `work` without a concurrent session. Returns its statements in order. */
export async function statementsOf(shop: Shop, work: () => Promise<unknown>): Promise<readonly string[]> {
  const alone = { interrupted: work, concurrent: async () => undefined };
  return (await withConcurrentSessionAt(shop, 99, alone)).statements;
}
