import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../app/foundation/database/database.server.ts';
import { plant } from '../../seeds/seed.server.ts';
import { shopWithFixtures } from '../fixtures/shop.ts';
import { migrations } from './databases.ts';
import { scratchFolder, sweepScratch } from './temp-folder.ts';

/** Plants the named world once into an embedded database, which every worker copies. */
export default async function seedEmbedded(project: TestProject) {
  sweepScratch();
  const folder = scratchFolder('planted');
  const database = await openEmbedded(folder, migrations);
  await plant(shopWithFixtures(database.db, folder));
  await database.close();
  project.provide('seededWorld', { engine: 'embedded', folder });
  return () => rmSync(folder, { recursive: true });
}
