import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import { command } from '../../tests/engine/databases.ts';
import { freePort, startPostgres } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import { besideTheShop, type Place } from '../bench/shop-under-test.ts';
import type { Drill } from './drill.ts';
import { openMany } from './many.ts';

const rounds = 3;
const starters = 3;

const Seeded = z.object({
  pieces: z.coerce.number(),
  reviews: z.coerce.number(),
  tiles: z.coerce.number(),
  migrations: z.coerce.number(),
});

/** Several processes, as on several machines, open one empty database in the same moment. */
export const twoStarters: Drill = {
  name: 'two-starters',
  async run() {
    const server = await startPostgres();
    const seed = async (name: string, count: number) => {
      await command(server.urlOf('postgres'), `create database ${name}`);
      return startTogether(server.urlOf(name), count);
    };
    try {
      const alone = await seed('alone', 1);
      const together: Opened[] = [];
      for (let round = 1; round <= rounds; round++) together.push(await seed(`together_${round}`, starters));
      const open = together.map((one) => one.open);
      const isSame = together.every(({ found }) => found === alone.found);
      return [
        {
          what: 'several that start at once on an empty database furnish it once',
          figure: `${rounds} times ${starters} at once, ${open.join(', ')} open; ${alone.found}, ${isSame ? 'as one alone' : 'alone'}`,
          holds: isSame && open.every((count) => count === starters),
        },
      ];
    } finally {
      await server.stop();
    }
  },
};

/** How many opened, and what they found. */
type Opened = { open: number; found: string };

async function startTogether(databaseUrl: string, count: number): Promise<Opened> {
  const places: Place[] = [];
  for (let at = 0; at < count; at++)
    places.push({ dataDir: scratchFolder('drill'), port: await freePort(), databaseUrl });
  const shops = await Promise.all(places.map((place) => openMany(place, {})));
  try {
    const [place] = places;
    if (!place) throw new Error('nobody started');
    const [read] = await besideTheShop(place, async ({ db }) =>
      readRows(
        Seeded,
        await db.execute(sql`select (select count(*) from products) as pieces,
          (select count(*) from reviews) as reviews, (select count(*) from tiles) as tiles,
          (select count(*) from drizzle.__drizzle_migrations) as migrations`),
      ),
    );
    const responses = await Promise.all(shops.map(({ url }) => fetch(`${url}/Sarees`)));
    return {
      open: responses.filter(({ status }) => status === 200).length,
      found: `${read?.migrations} migrations, ${read?.pieces} pieces, ${read?.reviews} reviews, ${read?.tiles} tiles`,
    };
  } finally {
    await Promise.all(shops.map(({ stop }) => stop()));
    for (const { dataDir } of places) rmSync(dataDir, { recursive: true });
  }
}
