/** Databases that a test opens itself, with the migrations of its choice. */
import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { openEmbedded, openPostgres } from '../../app/foundation/database/database.server.ts';
import { emptyNextTo, migrations, runStatement, type SeededWorld } from './databases.ts';
import { makeTempFolder } from './temp-folder.ts';

const Journal = z.looseObject({ entries: z.array(z.looseObject({})) });

/** Creates an empty or a seeded database, which the test can open several times. */
export async function createDatabase(world: SeededWorld, seeded: boolean) {
  if (world.engine === 'embedded') {
    const folder = makeTempFolder('database');
    cpSync(seeded ? world.folder : emptyNextTo(world.folder), folder, { recursive: true });
    return {
      open: (from = migrations, _onError?: (error: Error) => void) => openEmbedded(folder, from),
      remove: async () => rmSync(folder, { recursive: true }),
    };
  }
  const { server, template } = world;
  const name = `database_${randomUUID().replaceAll('-', '')}`;
  await runStatement(server, `create database ${name} template ${seeded ? template : 'template0'}`);
  return {
    open: (from = migrations, onError?: (error: Error) => void) =>
      openPostgres(new URL(name, server).href, from, onError),
    // PostgreSQL does not drop a database with open connections, so a leaked connection fails the test.
    remove: () => runStatement(server, `drop database ${name}`),
  };
}

/** Creates a folder with the first `count` of the shop's migrations. */
export function firstMigrations(count: number): string {
  const folder = makeTempFolder('migrations');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = Journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}
