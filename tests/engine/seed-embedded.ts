import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../app/foundation/database/database.server.ts';
import { seedShop } from '../../seeds/seed.server.ts';
import { shopWithFixtures } from '../fixtures/shop.ts';
import { migrations } from './databases.ts';
import { makeTempFolder, removeStaleTempFolders } from './temp-folder.ts';

/** Plants the named world once into an embedded database, which every worker copies. */
export default async function seedEmbedded(project: TestProject) {
  removeStaleTempFolders();
  const folder = makeTempFolder('planted');
  const database = await openEmbedded(folder, migrations);
  await seedShop(shopWithFixtures(database.db, folder));
  await database.close();
  project.provide('seededWorld', { engine: 'embedded', folder });
  return () => rmSync(folder, { recursive: true });
}
