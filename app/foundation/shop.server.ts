import type { ReadCache } from './cache/read-cache.server.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.server.ts';
import type { Database } from './database/database.server.ts';
import type { Log } from './log.server.ts';

/** What every verb is given first: where things are kept, what time it is, and where to write the log. */
export type Shop = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  /** At least 32 bytes that stand in no database: what is signed or hashed with them cannot be made without them. */
  secret: Uint8Array;
  /** What has been read already and has not changed since; without it everything is read anew. */
  memory?: ReadCache | undefined;
  /** Runs `effect` after the commit of the transaction that this shop speaks to; at once where it speaks to none. */
  afterCommit: (effect: Effect) => void;
  /** Asks the post office to look at its outbox: for mails that somebody waits for. Inside a transaction, after its commit. */
  wakeEmailWorker: () => void;
};

/** Something outside the database that a change asks for, such as waking a worker. */
export type Effect = () => void;

/**
 * Does `work` in one transaction. The shop handed to `work` speaks to that transaction; the outer one must not
 * be used inside (the database guard throws if it is). What is remembered from before does not count in it.
 *
 * Effects that `work` asks for run in their order after the commit, and not at all when the transaction is rolled back.
 * Inside another transaction they wait for that one's commit too. One that throws is logged, because nothing can be
 * rolled back any more.
 */
export async function inTransaction<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  const effects: Effect[] = [];
  const answer = await shop.db.transaction((db) =>
    work({
      ...shop,
      db,
      memory: undefined,
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
  return answer;
}
