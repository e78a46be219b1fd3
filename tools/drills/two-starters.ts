import path from 'node:path';
import { freePort } from '../../tests/engine/postgres-server.ts';
import { type ShopLocation, withShopDatabase } from '../bench/shop-under-test.ts';
import { findDifferences } from './audit.ts';
import type { Drill, Finding } from './drill.ts';
import { onPostgres } from './locations.ts';
import { startProcesses } from './processes.ts';
import { countSeeded } from './queries.ts';

const rounds = 3;
const starters = 3;

/** Several shops start on one empty database at the same time, as on several machines. */
export const twoStarters: Drill = {
  name: 'two-starters',
  run: () =>
    onPostgres(async ({ dataDir }, createDatabase) => {
      const start = async (database: string, count: number) => {
        const databaseUrl = await createDatabase(database);
        const locations: ShopLocation[] = [];
        for (let number = 1; number <= count; number++) {
          const folder = path.join(dataDir, `${database}-${number}`);
          locations.push({ dataDir: folder, port: await freePort(), databaseUrl });
        }
        return startTogether(locations);
      };
      const alone = await start('alone', 1);
      const together: Opened[] = [];
      for (let round = 1; round <= rounds; round++) together.push(await start(`together_${round}`, starters));
      const isSame = together.every(({ seeded }) => seeded === alone.seeded);
      return [
        {
          promise: 'several shops that start at once on an empty database seed it once',
          measured: `${rounds} times ${starters} at once, ${together.map(({ open }) => open).join(', ')} open; ${alone.seeded}, ${isSame ? 'as one alone' : 'only when alone'}`,
          holds: isSame && together.every(({ open }) => open === starters),
        },
        ...together.slice(-1).map(({ integrity }) => integrity),
      ];
    }),
};

/** The number of shops that responded, the rows that they seeded, and the result of the integrity check. */
type Opened = { open: number; seeded: string; integrity: Finding };

async function startTogether(locations: readonly ShopLocation[]): Promise<Opened> {
  const shops = await Promise.all(locations.map((location) => startProcesses(location, {})));
  try {
    const [location] = locations;
    if (!location) throw new Error('There is no shop to start.');
    const { migrations, products, reviews, tiles } = await withShopDatabase(location, countSeeded);
    const responses = await Promise.all(shops.map(({ url }) => fetch(`${url}/Sarees`)));
    return {
      open: responses.filter(({ status }) => status === 200).length,
      seeded: `${migrations} migrations, ${products} products, ${reviews} reviews, ${tiles} tiles`,
      integrity: await withShopDatabase(location, findDifferences),
    };
  } finally {
    await Promise.all(shops.map(({ stop }) => stop()));
  }
}
