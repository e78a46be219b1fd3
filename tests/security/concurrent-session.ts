/**
 * Lets somebody else in between two statements of a verb, on PostgreSQL. The verbs know nothing of it: what is stopped is
 * the session that speaks to the database.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { NodePgSession } from 'drizzle-orm/node-postgres';
import { vi } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';

/** Whoever is stopped: before which of their statements, and what to wait for there. */
type PausedSession = {
  statementIndex: number;
  statements: string[];
  whilePaused: () => Promise<unknown>;
  /** What goes in one parcel with the statement that was stopped waits behind it. */
  paused?: Promise<unknown>;
};

const pausedSessions = new AsyncLocalStorage<PausedSession>();

/** From now on a victim's statements can be stopped; until `vi.restoreAllMocks()`. */
export function interceptStatements(): void {
  const prepareQuery = NodePgSession.prototype.prepareQuery;
  const spy = vi.spyOn(NodePgSession.prototype, 'prepareQuery');
  spy.mockImplementation(function (this: unknown, ...requested) {
    const prepared = Reflect.apply(prepareQuery, this, requested);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async (...values) => {
      const victim = pausedSessions.getStore();
      if (victim) {
        victim.statements.push(requested[0].sql);
        if (victim.statements.length - 1 === victim.statementIndex) victim.paused = victim.whilePaused();
        if (victim.paused) await victim.paused;
      }
      return execute(...values);
    };
    return prepared;
  });
}

export type Outcome = { status: 'done'; value: unknown } | { status: 'refused'; reason: unknown };

const settle = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (value) => ({ status: 'done' as const, value }),
    (reason: unknown) => ({ status: 'refused' as const, reason }),
  );

const Waiting = z.object({ count: z.number() });

/** Resolves when somebody in this database waits for somebody else's lock. */
async function untilALockIsAwaited(shop: Shop, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
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
 * Does `victim`, and before its statement number `statementIndex` does `concurrent` to its end, or as far as it gets while the victim
 * holds on to something. A victim that has no such statement is done before the other begins.
 */
export async function withConcurrentSessionAt(
  shop: Shop,
  statementIndex: number,
  { interrupted, concurrent }: { interrupted: () => Promise<unknown>; concurrent: () => Promise<unknown> },
): Promise<{ statements: readonly string[]; interrupted: Outcome; concurrent: Outcome }> {
  // Whatever is begun by the victim would be taken for a part of it: the other one is ready outside.
  const { promise: turn, resolve: start } = Promise.withResolvers<void>();
  let isOver = false;
  const concurrentDone = turn
    .then(() => settle(concurrent()))
    .finally(() => {
      isOver = true;
    });
  const met = turn.then(() => Promise.race([concurrentDone, untilALockIsAwaited(shop, () => isOver)]));
  const statements: string[] = [];
  const meanwhile = () => {
    start();
    return met;
  };
  const first = await pausedSessions.run({ statementIndex, statements, whilePaused: meanwhile }, () =>
    settle(interrupted()),
  );
  start();
  const second = await concurrentDone;
  await met;
  return { statements, interrupted: first, concurrent: second };
}

/** Does `work` alone. Returns its statements in order. */
export async function statementsOf(shop: Shop, work: () => Promise<unknown>): Promise<readonly string[]> {
  const alone = { interrupted: work, concurrent: async () => undefined };
  return (await withConcurrentSessionAt(shop, 99, alone)).statements;
}
