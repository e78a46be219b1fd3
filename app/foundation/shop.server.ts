import type { ReadCache } from './cache/read-cache.server.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.server.ts';
import type { Database } from './database/database.server.ts';
import type { Log } from './log.server.ts';

/** The first argument of every use case. `db` is the database. In a {@link Tx}, `db` is one transaction. */
export type Shop = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  /** Key for signatures, hashes and encryption, at least 32 bytes. The key is not stored in the database. */
  secret: Uint8Array;
  /** Cache of database reads. Undefined in a transaction, which always reads from the database. */
  readCache?: ReadCache | undefined;
  /** Runs `effect` at once. In a transaction, runs it after the commit. */
  afterCommit: (effect: Effect) => void;
  /** Wakes the email worker at once. In a transaction, wakes it after the commit. */
  wakeEmailWorker: () => void;
};

/** A shop whose `db` is an open transaction. Use cases that must run in their caller's transaction require it. */
export type Tx = Shop & { readonly inTransaction: true };

/**
 * A shop that is not a transaction. Workers require it, because their timers must not run in the context of a transaction that
 * has ended.
 */
export type RootShop = Shop & { readonly inTransaction?: undefined };

/** A side effect outside the database, such as waking a worker. */
type Effect = () => void;

/**
 * Runs `work` in a transaction. If `shop` is already a transaction, runs `work` in a savepoint. A query of `work` that does not
 * use `tx` throws. Effects that `work` registers run in order after the outermost commit. An effect that throws is only logged.
 */
export async function inTransaction<T>(shop: Shop, work: (tx: Tx) => Promise<T>): Promise<T> {
  const effects: Effect[] = [];
  const result = await shop.db.transaction((db) =>
    work({
      ...shop,
      inTransaction: true,
      db,
      readCache: undefined,
      // If the outer shop is a transaction too, it runs the effect after its own commit.
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
