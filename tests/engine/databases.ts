import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  type Database,
  type OpenDatabase,
  openEmbedded,
  openPostgres,
} from '../../app/foundation/database/database.server.ts';
import { makeTempFolder } from './temp-folder.ts';

export const migrations = path.join(import.meta.dirname, '..', '..', 'migrations');

/** The seeded database that the test workers copy: a folder next to the empty database's folder, or a template on a server. */
export type SeededWorld =
  | { engine: 'embedded'; folder: string }
  | { engine: 'postgres'; server: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    seededWorld: SeededWorld;
  }
}

/** Returns the folder of the empty database next to the seeded one. */
export const emptyNextTo = (seeded: string) => path.join(seeded, '..', 'empty');

/** A copy of the seeded database. */
export type Copy = OpenDatabase & {
  /** Opens a second handle to the same rows. `end` closes only the second handle. */
  openHandle(): Promise<{ db: Database; end(): Promise<void> }>;
};

/** Opens a new copy of the seeded database. `close` deletes the copy. */
export function openCopy(world: SeededWorld): Promise<Copy> {
  return world.engine === 'embedded' ? copyFolder(world.folder) : copyTemplate(world.server, world.template);
}

/**
 * Opens a copy for tests that roll back every change. On PostgreSQL the next worker reuses the copy after this worker has exited.
 * A mutation run starts a worker for each mutant, and a new copy takes longer than most of its tests.
 */
export function openRolledBackCopy(world: SeededWorld): Promise<Copy> {
  return world.engine === 'embedded' ? copyFolder(world.folder) : reuseCopy(world.server, world.template);
}

async function copyFolder(seeded: string): Promise<Copy> {
  const folder = makeTempFolder('world');
  cpSync(seeded, folder, { recursive: true });
  const database = await openEmbedded(folder, migrations);
  return {
    ...database,
    openHandle: async () => endable(database.db),
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Wraps `db` in a handle that throws after `end`. The embedded engine has only one connection, so `end` must not close it. */
function endable(db: Database) {
  let hasEnded = false;
  return {
    db: new Proxy(db, {
      get(target, name) {
        if (hasEnded) throw new Error('The test is over: this handle to the database has been ended.');
        return Reflect.get(target, name, target);
      },
    }),
    end: async () => {
      hasEnded = true;
    },
  };
}

/**
 * Creates a database from a template. By default it is empty. PostgreSQL does not drop a database with open connections, so a
 * leaked connection fails the test that calls `drop`.
 */
export async function newDatabase(server: string, template = 'template0') {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runStatement(server, copyStatement(name, template));
  const drop = () => runStatement(server, `drop database ${name}`);
  return { url: new URL(name, server).href, drop };
}

async function copyTemplate(server: string, template: string): Promise<Copy> {
  const { url, drop } = await newDatabase(server, template);
  return openUrl(url, drop);
}

async function reuseCopy(server: string, template: string): Promise<Copy> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const name = `world_of_worker_${await lockFreeNumber(client)}`;
  const found = await client.query('select from pg_database where datname = $1', [name]);
  if (found.rowCount === 0) await client.query(copyStatement(name, template));
  return openUrl(new URL(name, server).href, () => client.end());
}

/** Locks the first free number. The lock ends with the connection, even if the worker is killed. */
async function lockFreeNumber(client: pg.Client): Promise<number> {
  for (let number = 1; ; number++) {
    const { rowCount } = await client.query('select where pg_try_advisory_lock($1)', [number]);
    if (rowCount === 1) return number;
  }
}

/** Uses the strategy `file_copy`, which takes a fifth of the default's time. The default logs every page. */
const copyStatement = (name: string, template: string) =>
  `create database ${name} template ${template} strategy file_copy`;

async function openUrl(url: string, afterClose: () => Promise<void>): Promise<Copy> {
  const database = await openPostgres(url, migrations);
  return {
    ...database,
    openHandle: async () => {
      const { db, close } = await openPostgres(url, migrations);
      return { db, end: close };
    },
    close: async () => {
      await database.close();
      await afterClose();
    },
  };
}

/** Runs one statement over its own connection, outside a transaction. */
export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
