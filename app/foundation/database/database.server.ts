import { AsyncLocalStorage } from 'node:async_hooks';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { assertKnownMigrations, listAppliedMigrations } from './applied-migrations.server.ts';
import { type ChangeListener, changesChannel, listenToPostgres, tagsIn } from './change-listener.server.ts';
import { lockClosingFolder } from './data-dir-lock.server.ts';
import { createPipelinedClientClass } from './pipelined-client.server.ts';
import { limitWal, walParams } from './wal-limit.server.ts';

/** A database, or a transaction of one: verbs do not tell them apart. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type OpenDatabase = {
  db: Database;
  /** In words, for the greeting: where the rows are. */
  location: string;
  /** True when the database answers. */
  isReachable(): Promise<boolean>;
  /** Listens for changes until the database is closed: `onChange` receives the tags, `onConnection` the state of the connection. */
  listen(listener: ChangeListener): Promise<void>;
  /** Copies the files of an embedded database into a new folder, as they are at one moment; queries wait meanwhile. */
  copyTo?: (folder: string) => Promise<void>;
  close(): Promise<void>;
};

/** Columns are camelCase in the code and snake_case in the database. */
const options = { casing: 'snake_case' } as const;

const transactions = new AsyncLocalStorage<true>();

function refuseInsideTransaction() {
  if (transactions.getStore()) {
    throw new Error(
      'The base database handle was used inside a transaction. Use the shop that inTransaction hands over: on ' +
        'the embedded database the base handle would wait for ever for the transaction that waits for it.',
    );
  }
}

/** Makes every call of the named methods throw at once when it comes from inside a transaction. */
function guard<T extends object>(client: T, methods: readonly string[]): T {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!methods.includes(String(name))) return value.bind(target);
      return (...args: unknown[]) => {
        refuseInsideTransaction();
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** Marks everything that runs inside `db.transaction` so that the guard can see it. */
function markTransactions(db: Database): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') {
        // A statement that is returned runs only when it is awaited, so it is awaited while the mark stands.
        const marked: Database['transaction'] = (work, options) =>
          target.transaction((tx) => transactions.run(true, async () => await work(tx)), options);
        return marked;
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Opens, and migrates to the newest shape, the PostgreSQL server at `url`. Any number of processes may do so.
 * `onError` is told of every connection that breaks; the next query takes a new one.
 */
export async function openPostgres(
  url: string,
  migrationsFolder: string,
  onError: (error: Error) => void = () => undefined,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    Client: createPipelinedClientClass(),
    pipeline: true,
    max: 10,
    // A crowd waits for its turn; the door lets in no more people than can be served in that time.
    connectionTimeoutMillis: 20_000,
    statement_timeout: 15_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // Every connection has a listener of its own, because the pool listens to those only that nobody is using, and
  // an error that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => undefined);
  try {
    await migrateInTurn(pool, migrationsFolder);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { host, pathname } = new URL(url);
  let disconnect: () => Promise<void> = async () => undefined;
  return {
    db: markTransactions(drizzlePostgres(guard(pool, ['query', 'connect']), options)),
    location: `PostgreSQL at ${host}${pathname}`,
    isReachable: () => answers(pool.query('select 1')),
    listen: async (listener) => {
      disconnect = await listenToPostgres(url, listener, onError);
    },
    close: async () => {
      await disconnect();
      await pool.end();
    },
  };
}

/** One process migrates at a time; the others wait for it, however long it takes, and then find nothing to do. */
async function migrateInTurn(pool: pg.Pool, migrationsFolder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query('select pg_advisory_lock(7261)');
    assertKnownMigrations(await listAppliedMigrations((text) => client.query(text)), migrationsFolder);
    await migratePostgres(drizzlePostgres(client, options), { migrationsFolder });
  } finally {
    // The connection is not used again: closing it gives back the lock and forgets the settings.
    client.release(true);
  }
}

/**
 * Opens, and migrates, the database embedded in this process. One process a folder: see {@link lockClosingFolder}, which
 * calls `onWait`.
 */
export async function openEmbedded(
  dataDir: string,
  migrationsFolder: string,
  onWait: () => void = () => {},
): Promise<OpenDatabase> {
  const unlock = await lockClosingFolder(dataDir, onWait);
  const folder = path.join(dataDir, 'postgres');
  const client = await PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm },
    startParams: walParams,
  }).catch((error: unknown) => {
    unlock();
    throw error;
  });
  try {
    assertKnownMigrations(await listAppliedMigrations((text) => client.query(text)), migrationsFolder);
    await migratePglite(drizzlePglite(client, options), { migrationsFolder });
  } catch (error) {
    await client.close();
    unlock();
    throw error;
  }
  const leaveJournal = limitWal(client);
  return {
    db: markTransactions(drizzlePglite(guard(client, ['query', 'exec', 'sql', 'transaction']), options)),
    location: `embedded PostgreSQL in ${folder}`,
    isReachable: () => answers(client.query('select 1')),
    listen: async ({ onChange, onConnection }) => {
      await client.listen(changesChannel, (payload) => onChange(tagsIn(payload)));
      onConnection(true);
    },
    copyTo: (copy) => client.runExclusive(() => cp(folder, copy, { recursive: true })),
    close: async () => {
      leaveJournal();
      await client.close();
      unlock();
    },
  };
}

function answers(query: Promise<unknown>): Promise<boolean> {
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, 1000, false).unref());
  return Promise.race([
    query.then(
      () => true,
      () => false,
    ),
    tooLong,
  ]);
}
