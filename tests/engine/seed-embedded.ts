import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../app/foundation/database/database.server.ts';
import { seedShop } from '../../seeds/seed.server.ts';
import { shopWithFixtures } from '../fixtures/shop.ts';
import { emptyNextTo, migrations } from './databases.ts';
import { makeTempFolder, removeStaleTempFolders } from './temp-folder.ts';

/** Seeds an embedded database once. The tests copy this database, or the empty database next to it. */
export default async function provideEmbedded(project: TestProject) {
  removeStaleTempFolders();
  const { folder, remove } = await seedEmbedded();
  project.provide('seededWorld', { engine: 'embedded', folder });
  return remove;
}

/** Seeds an embedded database from the current code. */
export async function seedEmbedded(from = migrations) {
  const parent = makeTempFolder('seeded');
  const folder = path.join(parent, 'seeded');
  const remove = () => rmSync(parent, { recursive: true });
  try {
    await createEmpty(path.join(emptyNextTo(folder), 'postgres'));
    cpSync(emptyNextTo(folder), folder, { recursive: true });
    const database = await openEmbedded(folder, from);
    await seedShop(shopWithFixtures(database.db, folder));
    await database.close();
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Creates a database without the two template databases, which are half of the files of each copy and backup. */
async function createEmpty(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const client = await PGlite.create({ dataDir });
  await client.exec('update pg_database set datistemplate = false');
  await client.exec('drop database template0');
  await client.exec('drop database template1');
  await client.close();
}
