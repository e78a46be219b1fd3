import { AsyncLocalStorage } from 'node:async_hooks';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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

/** A database or a transaction. Most use cases accept both. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type OpenDatabase = {
  db: Database;
  /** Description of the database, which is printed at startup. */
  location: string;
  /** Returns true if the database responds within a second. */
  isReachable(): Promise<boolean>;
  /**
   * Calls `listener` with the cache tags of changed data, until the database is closed. Includes the changes of other processes.
   */
  listen(listener: ChangeListener): Promise<void>;
  /** Copies a consistent snapshot of an embedded database. Other queries wait until the copy is complete. */
  copyTo?: (folder: string) => Promise<void>;
  close(): Promise<void>;
};

/** Column names are camelCase in the code and snake_case in the database. */
const options = { casing: 'snake_case' } as const;

const transactions = new AsyncLocalStorage<true>();

function assertOutsideTransaction() {
  if (transactions.getStore()) {
    throw new Error(
      'The base database handle was used inside a transaction. Use the `tx` of inTransaction: on the embedded ' +
        'database the base handle would deadlock with the transaction.',
    );
  }
}

/** Wraps a database client, so that the given methods throw an error inside a transaction. */
function guard<T extends object>(client: T, methods: readonly string[]): T {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!methods.includes(String(name))) return value.bind(target);
      return (...args: unknown[]) => {
        assertOutsideTransaction();
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** Wraps `db.transaction`, so that {@link guard} detects calls inside a transaction. */
function markTransactions(db: Database): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') {
        // Await the result inside the context of `transactions`. A statement that `work` returns runs only when it is awaited.
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
 * Opens and migrates the PostgreSQL database at `url`. Any number of processes may open it. `onError` receives the error of each
 * lost connection, and of each failed connection of the change listener.
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
    // Under load, queries wait for a connection. The concurrency limit keeps this wait below the timeout.
    connectionTimeoutMillis: 20_000,
    statement_timeout: 15_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // Add an error listener to each connection, because an error without a listener ends the process. The pool listens only for
  // errors of idle connections.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => undefined);
  try {
    await migrateExclusively(pool, migrationsFolder);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { host, pathname } = new URL(url);
  let disconnect: () => Promise<void> = async () => undefined;
  return {
    db: markTransactions(drizzlePostgres(guard(pool, ['query', 'connect']), options)),
    location: `PostgreSQL at ${host}${pathname}`,
    isReachable: () => succeedsInTime(pool.query('select 1')),
    listen: async (listener) => {
      disconnect = await listenToPostgres(url, listener, onError);
    },
    close: async () => {
      await disconnect();
      await pool.end();
    },
  };
}

/** Migrates the database under an advisory lock. Concurrent processes wait for the lock without a timeout. */
async function migrateExclusively(pool: pg.Pool, migrationsFolder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query('select pg_advisory_lock(7261)');
    assertKnownMigrations(await listAppliedMigrations((text) => client.query(text)), migrationsFolder);
    await migratePostgres(drizzlePostgres(client, options), { migrationsFolder });
  } finally {
    // Close the connection. This releases the lock and discards the connection's settings.
    client.release(true);
  }
}

/**
 * Opens and migrates the embedded database. Only one process at a time may open its folder. `onWait` is passed to {@link
 * lockClosingFolder}.
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
  const stopWalLimit = limitWal(client);
  return {
    db: markTransactions(drizzlePglite(guard(client, ['query', 'exec', 'sql', 'transaction']), options)),
    location: `embedded PostgreSQL in ${folder}`,
    isReachable: () => succeedsInTime(client.query('select 1')),
    listen: async ({ onChange, onConnection }) => {
      await client.listen(changesChannel, (payload) => onChange(tagsIn(payload)));
      onConnection(true);
    },
    copyTo: (copy) => client.runExclusive(() => cp(folder, copy, { recursive: true })),
    close: async () => {
      stopWalLimit();
      await client.close();
      unlock();
    },
  };
}

/** Returns true if the query succeeds within a second. */
function succeedsInTime(query: Promise<unknown>): Promise<boolean> {
  const succeeded = query.then(() => true).catch(() => false);
  return Promise.race([succeeded, wait(1000, false, { ref: false })]);
}
