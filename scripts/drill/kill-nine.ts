/**
 * Kills the promise that was never tried: that an order which was acknowledged is kept, whatever happens. The built shop
 * runs in a process of its own, people order from it, and it is ended by kill -9 at random moments, round after round.
 * `npm run drill -- --rounds 20`.
 */
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tableOf } from '../../bench/report.ts';
import { openShopUnderTest, type Place, type ShopUnderTest } from '../../bench/shop-under-test.ts';
import { admitShoppers } from '../../bench/shoppers.ts';
import { command } from '../../tests/engines.ts';
import { freePort, startPostgres } from '../../tests/postgres-server.ts';
import { scratchFolder, sweepScratch } from '../../tests/scratch.ts';
import { audit } from './books.ts';
import { type Crowd, gather } from './crowd.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    shoppers: { type: 'string', default: '8' },
    /** `embedded` or `PostgreSQL`; both unless given. */
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const shopperCount = Number(values.shoppers);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds should be a whole number from 1.');

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

function rowOf({ place, crowd: { presses }, slowestOpenMs, orders, wrong }: Outcome): string[] {
  const acknowledged = presses.filter(({ orderId }) => orderId !== undefined);
  const again = acknowledged.filter(({ tries }) => tries > 1);
  return [
    place,
    String(rounds + 1),
    String(presses.length),
    String(acknowledged.length),
    String(again.length),
    String(orders),
    (slowestOpenMs / 1000).toFixed(1),
    String(wrong.length),
  ];
}

sweepScratch();
const outcomes: Outcome[] = [];
for (const [name, run] of drills) if (name.includes(values.only)) outcomes.push(await run());
const head = ['', 'kills', 'presses', 'acknowledged', 'pressed again', 'orders', 'slowest start s', 'wrong'];
process.stdout.write(`\n${tableOf([head, ...outcomes.map(rowOf)])}\n\n`);
for (const { place, wrong } of outcomes)
  for (const words of new Set(wrong)) process.stdout.write(`${place}: ${words}\n`);

const nothingDone = outcomes.some(({ orders }) => orders === 0);
if (nothingDone) process.stdout.write('Somewhere nobody could order: that proves nothing.\n');
const failed = outcomes.length === 0 || nothingDone || outcomes.some(({ wrong }) => wrong.length > 0);
process.stdout.write(failed ? 'Failed.\n' : 'Nothing was lost, and nothing is there twice.\n');
process.exitCode = failed ? 1 : 0;
