/** Databases that a test opens itself, with migrations of its choice. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { openEmbedded, openPostgres } from '../../app/foundation/database/database.server.ts';
import { emptyBeside, migrations, runStatement, type SeededWorld } from './databases.ts';

const Journal = z.looseObject({ entries: z.array(z.looseObject({})) });

/** Creates a database that the test can open several times, empty or with seed data. */
export async function createDatabase(world: SeededWorld, seeded: boolean) {
  const name = `place_${randomUUID().replaceAll('-', '')}`;
  if (world.engine === 'embedded') {
    const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-place-'));
    cpSync(seeded ? world.folder : emptyBeside(world.folder), folder, { recursive: true });
    return {
      open: (from = migrations, _onError?: (error: Error) => void) => openEmbedded(folder, from),
      remove: async () => rmSync(folder, { recursive: true }),
    };
  }
  const { server, template } = world;
  await runStatement(server, `create database ${name} template ${seeded ? template : 'template0'}`);
  return {
    open: (from = migrations, onError?: (error: Error) => void) =>
      openPostgres(new URL(name, server).href, from, onError),
    // PostgreSQL drops no database that a client is connected to, so a leaked connection fails the test.
    remove: () => runStatement(server, `drop database ${name}`),
  };
}

/** Creates a folder with the first `count` of the shop's migrations. */
export function firstMigrations(count: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = Journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}
