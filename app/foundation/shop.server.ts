import type { ReadCache } from './cache/read-cache.server.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.server.ts';
import type { Database } from './database/database.server.ts';
import type { Log } from './log.server.ts';

/** The first argument of every use case. `db` is the database, or one transaction in a {@link Tx}. */
export type Shop = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  /** Key for signing, hashing and encrypting, at least 32 bytes. The database does not contain the key. */
  secret: Uint8Array;
  /** Cache of database reads. Undefined in transactions, which read from the database. */
  readCache?: ReadCache | undefined;
  /** Runs `effect` at once. Within a transaction, runs it after the commit. */
  afterCommit: (effect: Effect) => void;
  /** Wakes the email worker at once. Within a transaction, wakes it after the commit. */
  wakeEmailWorker: () => void;
};

/** A shop whose `db` is an open transaction, for a use case that must run in its caller's transaction. */
export type Tx = Shop & { readonly inTransaction: true };

/** A shop that is not a transaction, for workers: their timers must not run in the context of a transaction that has ended. */
export type RootShop = Shop & { readonly inTransaction?: undefined };

/** A side effect outside the database, such as waking a worker. */
type Effect = () => void;

/**
 * Runs `work` in a transaction, or in a savepoint of the transaction `shop`. A query that does not use `tx` throws. Effects that
 * `work` registers run in order after the outermost commit. An effect that throws is only logged.
 */
export async function inTransaction<T>(shop: Shop, work: (tx: Tx) => Promise<T>): Promise<T> {
  const effects: Effect[] = [];
  const result = await shop.db.transaction((db) =>
    work({
      ...shop,
      inTransaction: true,
      db,
      readCache: undefined,
      // Pass the effect to the outer shop: an outer transaction collects the effect until the outer commit.
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
