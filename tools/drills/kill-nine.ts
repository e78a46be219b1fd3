import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { command } from '../../tests/engine/databases.ts';
import { freePort, startPostgres } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import { openShopUnderTest, type Place, type ShopUnderTest } from '../bench/shop-under-test.ts';
import { admitShoppers } from '../bench/shoppers.ts';
import { audit } from './books.ts';
import { type Crowd, gather } from './crowd.ts';
import { type Drill, type Finding, requested, timeInWords } from './drill.ts';

const { rounds, shoppers: shopperCount, only } = requested;

/** Until then it should be open again, in milliseconds. */
const longestStart = 15_000;

/** One round's length lies between these, in milliseconds: sometimes nobody has been answered yet. */
const [shortest, longest] = [50, 2500];

type Outcome = { place: string; crowd: Crowd; slowestOpenMs: number; orders: number; wrong: string[] };

/** Rounds of opening, ordering and killing, and then a look into the books. */
async function drill(name: string, place: Place): Promise<Outcome> {
  const first = await openShopUnderTest(place);
  await first.stop();
  const shoppers = await admitShoppers(place, { count: shopperCount, stock: 100_000 });
  const crowd = gather(shoppers);
  let slowestOpenMs = 0;
  const open = async (): Promise<ShopUnderTest> => {
    const shop = await openShopUnderTest(place);
    slowestOpenMs = Math.max(slowestOpenMs, shop.openedInMs);
    return shop;
  };
  for (let round = 1; round <= rounds; round++) {
    const shop = await open();
    const ordering = crowd.order(shop.url);
    await new Promise((resolve) => setTimeout(resolve, randomInt(shortest, longest)));
    await Promise.all([shop.kill(), ordering]);
  }
  const last = await open();
  await crowd.finish(last.url);
  await last.kill();
  const { orders, wrong } = await audit(place, crowd.presses);
  return { place: name, crowd, slowestOpenMs, orders, wrong: [...crowd.wrong, ...wrong] };
}

async function drillEmbedded(): Promise<Outcome> {
  const dataDir = scratchFolder('drill');
  try {
    return await drill('embedded', { dataDir, port: await freePort() });
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function drillPostgres(): Promise<Outcome> {
  const dataDir = scratchFolder('drill');
  const server = await startPostgres();
  try {
    await command(server.urlOf('postgres'), 'create database drill');
    return await drill('PostgreSQL', { dataDir, port: await freePort(), databaseUrl: server.urlOf('drill') });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

const drills: [name: string, drill: () => Promise<Outcome>][] = [
  ['PostgreSQL', drillPostgres],
  ['embedded', drillEmbedded],
];

function findingsOf({ place, crowd: { presses }, slowestOpenMs, orders, wrong }: Outcome): Finding[] {
  const acknowledged = presses.filter(({ orderId }) => orderId !== undefined);
  const again = acknowledged.filter(({ tries }) => tries > 1);
  const figure = `${rounds + 1} kills, ${presses.length} presses of Pay, ${acknowledged.length} acknowledged, ${again.length} pressed again, ${orders} orders`;
  return [
    // Where nobody could order, nothing is proved.
    {
      what: `${place}: nothing acknowledged is lost or twice`,
      figure,
      holds: wrong.length === 0 && orders > 0,
    },
    {
      what: `${place}: it opens again`,
      figure: `slowest ${timeInWords(slowestOpenMs)}`,
      holds: slowestOpenMs <= longestStart,
    },
    ...[...new Set(wrong)].map((text) => ({ what: `${place}: ${text}`, figure: '', holds: false })),
  ];
}

/**
 * Kills the promise that was never tried: that an order which was acknowledged is kept, whatever happens. The built shop
 * runs in a process of its own, people order from it, and it is ended by kill -9 at random moments, round after round.
 */
export const killNine: Drill = {
  name: 'kill-nine',
  async run() {
    const found: Finding[] = [];
    for (const [name, run] of drills) if (name.includes(only)) found.push(...findingsOf(await run()));
    return found;
  },
};
