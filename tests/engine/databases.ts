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

/** The seeded database that the workers copy: a folder, with the folder of an empty database beside it, or a database on a server. */
export type SeededWorld =
  | { engine: 'embedded'; folder: string }
  | { engine: 'postgres'; server: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    seededWorld: SeededWorld;
  }
}

/** The folder of the empty database beside the seeded one. */
export const emptyBeside = (seeded: string) => path.join(seeded, '..', 'empty');

/** A copy of the seeded database. */
export type Copy = OpenDatabase & {
  /** A second handle to the same rows, which can be ended alone. */
  openHandle(): Promise<{ db: Database; end(): Promise<void> }>;
};

/** Opens a database of one's own with the named world in it. Closing it removes it. */
export function openCopy(world: SeededWorld): Promise<Copy> {
  return world.engine === 'embedded' ? copyFolder(world.folder) : copyTemplate(world.server, world.template);
}

/**
 * A copy for tests that roll everything back: on PostgreSQL the next worker takes it over as it is, once this one has ended. A
 * mutation run starts a worker for each mutant, and a copy costs more than most of their tests.
 */
export function openRolledBackCopy(world: SeededWorld): Promise<Copy> {
  return world.engine === 'embedded' ? copyFolder(world.folder) : takeOver(world.server, world.template);
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

/** The embedded engine has one connection: its second handle is the first one, refused once it is ended. */
function endable(db: Database) {
  let isOver = false;
  return {
    db: new Proxy(db, {
      get(target, name) {
        if (isOver) throw new Error('The test is over: this handle to the database has been ended.');
        return Reflect.get(target, name, target);
      },
    }),
    end: async () => {
      isOver = true;
    },
  };
}

async function copyTemplate(server: string, template: string): Promise<Copy> {
  const name = `world_${randomUUID().replaceAll('-', '')}`;
  await runStatement(server, copyStatement(name, template));
  return openNamed(server, name, () => runStatement(server, `drop database ${name}`));
}

async function takeOver(server: string, template: string): Promise<Copy> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const name = `world_of_worker_${await lockFreeNumber(client)}`;
  const found = await client.query('select from pg_database where datname = $1', [name]);
  if (found.rowCount === 0) await client.query(copyStatement(name, template));
  return openNamed(server, name, () => client.end());
}

/** The lock ends with the connection, so also with a worker that is killed. */
async function lockFreeNumber(client: pg.Client): Promise<number> {
  for (let number = 1; ; number++) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      number,
    ]);
    if (rows[0]?.free) return number;
  }
}

/** Copying files costs the server a fifth of what logging every page of the copy does. */
const copyStatement = (name: string, template: string) =>
  `create database ${name} template ${template} strategy file_copy`;

async function openNamed(server: string, name: string, afterwards: () => Promise<void>): Promise<Copy> {
  const url = new URL(name, server).href;
  const database = await openPostgres(url, migrations);
  return {
    ...database,
    openHandle: async () => {
      const { db, close } = await openPostgres(url, migrations);
      return { db, end: close };
    },
    close: async () => {
      await database.close();
      await afterwards();
    },
  };
}

/** Runs one statement on the server itself, outside any transaction. */
export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
