import type { Clock } from './clock.ts';
import type { Config } from './config.server.ts';
import type { Database } from './database.server.ts';
import type { Log } from './log.server.ts';
import type { Memory } from './memory.server.ts';

/** What every verb is given first: where things are kept, what time it is, and where to write the log. */
export type Shop = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  /** At least 32 bytes that stand in no database: what is signed or hashed with them cannot be made without them. */
  secret: Uint8Array;
  /** What has been read already and has not changed since; without it everything is read anew. */
  memory?: Memory | undefined;
  /** Asks the post office to look at its outbox now: for mails that somebody waits for. Call it after the transaction. */
  postSoon: () => void;
};

/**
 * Does `work` in one transaction. The shop handed to `work` speaks to that transaction; the outer one must not
 * be used inside (the database guard throws if it is). What is remembered from before does not count in it.
 */
export function inTransaction<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  return shop.db.transaction((db) => work({ ...shop, db, memory: undefined }));
}
