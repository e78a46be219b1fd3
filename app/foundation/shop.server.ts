import type { ReadCache } from './cache/read-cache.server.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.server.ts';
import type { Database } from './database/database.server.ts';
import type { Log } from './log.server.ts';

/** The application context: what every use case is given first. It may stand for the whole shop, or for one transaction: see {@link Tx}. */
export type Shop = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  /** At least 32 bytes that stand in no database: what is signed or hashed with them cannot be made without them. */
  secret: Uint8Array;
  /** What was read before and has not changed since; without it everything is read again. */
  readCache?: ReadCache | undefined;
  /** Runs `effect` at once; inside a transaction, after it has committed. */
  afterCommit: (effect: Effect) => void;
  /** Lets the email worker look at the outbox soon; inside a transaction, after it has committed. */
  wakeEmailWorker: () => void;
};

/**
 * A shop whose `db` is one open transaction. A use case that has to be part of its caller's transaction takes `tx: Tx`, so a caller
 * without one does not compile. A `Tx` is a `Shop` as well: what reads or writes in either case takes `shop: Shop`.
 */
export type Tx = Shop & { readonly inTransaction: true };

/**
 * A shop that is no transaction, for what lives longer than one: workers, pollers, caches. Their timers must not run in the context of
 * a transaction that has ended.
 */
export type RootShop = Shop & { readonly inTransaction?: undefined };

/** Something outside the database that a change asks for, such as waking a worker. */
export type Effect = () => void;

/**
 * Does `work` in one transaction; inside another transaction, in a part of it. The outer shop must not be used by `work` (the database
 * guard throws if it is), and nothing is read from the cache.
 *
 * Effects that `work` asks for run in their order after the commit, and not at all when the transaction is rolled back.
 * Inside another transaction they wait for that one's commit too. One that throws is logged, because nothing can be
 * rolled back any more.
 */
export async function inTransaction<T>(shop: Shop, work: (tx: Tx) => Promise<T>): Promise<T> {
  const effects: Effect[] = [];
  const result = await shop.db.transaction((db) =>
    work({
      ...shop,
      inTransaction: true,
      db,
      readCache: undefined,
      // Asked again of the outer shop, which is where an outer transaction collects it.
      afterCommit: (effect) => void effects.push(() => shop.afterCommit(effect)),
      wakeEmailWorker: () => void effects.push(shop.wakeEmailWorker),
    }),
  );
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      shop.log.error({ err: error }, 'an effect after a commit failed');
    }
  }
  return result;
}
