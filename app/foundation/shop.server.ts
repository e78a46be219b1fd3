import type { ReadCache } from './cache/read-cache.server.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.server.ts';
import type { Database } from './database/database.server.ts';
import type { Log } from './log.server.ts';

/**
 * The application context, first argument of every use case. Its `db` is the database or one transaction: see {@link Tx}.
 */
export type Shop = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  /** Key for signing and hashing, at least 32 bytes. It is not stored in the database. */
  secret: Uint8Array;
  /** Cache of database reads. Undefined in transactions, which read from the database. */
  readCache?: ReadCache | undefined;
  /** Runs `effect` at once; inside a transaction, after it has committed. */
  afterCommit: (effect: Effect) => void;
  /** Wakes the email worker; inside a transaction, after it has committed. */
  wakeEmailWorker: () => void;
};

/**
 * A shop whose `db` is an open transaction. A use case that must run in its caller's transaction takes `tx: Tx`, so a
 * caller without one does not compile. A function that works with or without a transaction takes `shop: Shop`.
 */
export type Tx = Shop & { readonly inTransaction: true };

/**
 * A shop that is not a transaction, for workers, pollers and caches, which outlive one. Their timers must not run in the
 * context of a transaction that has ended.
 */
export type RootShop = Shop & { readonly inTransaction?: undefined };

/** A side effect outside the database, such as waking a worker. */
export type Effect = () => void;

/**
 * Runs `work` in a transaction, or in a savepoint if `shop` is already a transaction. `work` must use its `tx`: the
 * database guard throws if it uses the base database handle. `tx` has no read cache.
 *
 * Effects registered by `work` run in order after the outermost commit, and not if the transaction is rolled back. An
 * effect that throws is logged, because the transaction can no longer be rolled back.
 */
export async function inTransaction<T>(shop: Shop, work: (tx: Tx) => Promise<T>): Promise<T> {
  const effects: Effect[] = [];
  const result = await shop.db.transaction((db) =>
    work({
      ...shop,
      inTransaction: true,
      db,
      readCache: undefined,
      // Pass the effect to the outer shop: an outer transaction collects it until its own commit.
      afterCommit: (effect) => void effects.push(() => shop.afterCommit(effect)),
      wakeEmailWorker: () => void effects.push(shop.wakeEmailWorker),
    }),
  );
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      shop.log.error({ err: error }, 'after-commit effect failed');
    }
  }
  return result;
}
