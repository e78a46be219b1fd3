/** Databases that a test opens itself, with the migrations of its choice. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { openEmbedded, openPostgres } from '../../app/foundation/database/database.server.ts';
import { testFolder } from '../fixtures/test-folder.ts';
import { emptyNextTo, migrations, newDatabase, type SeededWorld } from './databases.ts';
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
  const { url, drop } = await newDatabase(server, seeded ? template : undefined);
  const open = (from = migrations, onError?: (error: Error) => void) => openPostgres(url, from, onError);
  return { open, remove: drop };
}

/** Creates a folder with the first `count` of the shop's migrations. */
export function firstMigrations(count: number): string {
  const folder = testFolder('migrations');
  cpSync(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = Journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}
