import { rmSync } from 'node:fs';
import { openEmbedded } from '../../app/foundation/database/database.server.ts';
import { seedShop } from '../../seeds/seed.server.ts';
import { migrations as usual } from '../../tests/engine/databases.ts';
import { makeTempFolder } from '../../tests/engine/temp-folder.ts';
import { shopWithFixtures } from '../../tests/fixtures/shop.ts';

/** Seeds an embedded database from the code as it is, runs `work` with its folder, and removes it. */
export async function withSeededDatabase<T>(
  work: (folder: string) => Promise<T>,
  migrations = usual,
): Promise<T> {
  const folder = makeTempFolder('seeded');
  try {
    const database = await openEmbedded(folder, migrations);
    await seedShop(shopWithFixtures(database.db, folder));
    await database.close();
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
