/** Runs the benches: `npm run bench`, `npm run bench -- --seconds 20 --only orders --cpu-prof`. See README.md. */
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { command } from '../tests/engines.ts';
import { freePort, startPostgres } from '../tests/postgres-server.ts';
import { scratchFolder, sweepScratch } from '../tests/scratch.ts';
import { measureFloor } from './floor.ts';
import { measureAdding, measureOrders, measureOrdersOfOnePiece } from './orders.ts';
import { type Row, reportOf } from './report.ts';
import { openShopUnderTest, type Place } from './shop-under-test.ts';
import { admitShoppers } from './shoppers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    shoppers: { type: 'string', default: '16' },
    /** Only what has this in its name. */
    only: { type: 'string', default: '' },
    /** A PostgreSQL server of one's own, whose database is empty and may be filled. */
    database: { type: 'string' },
    'cpu-prof': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const lanes = Number(values.shoppers);

/** What is measured, in this order. */
const benches = [
  { what: 'orders, cash on delivery, whole', measure: measureOrders },
  { what: 'orders of one and the same piece', measure: measureOrdersOfOnePiece },
  { what: 'pieces put into the cart', measure: measureAdding },
];

sweepScratch();
const dataDir = scratchFolder('bench');
const server = values.database === undefined ? await startPostgres() : undefined;
try {
  if (server) await command(server.urlOf('postgres'), 'create database bench');
  const databaseUrl = values.database ?? server?.urlOf('bench');
  const place: Place = { dataDir, port: await freePort(), databaseUrl };
  const profiling = values['cpu-prof']
    ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve('build', 'bench-profile')}`]
    : [];
  say(`${lanes} shoppers at once, ${seconds} s each, ${inWords()} …`);
  const shop = await openShopUnderTest(place, profiling);
  try {
    const shoppers = await admitShoppers(place, { count: lanes, stock: 1_000_000 });
    const floor = await measureFloor({ lanes, seconds });
    const rows: Row[] = [];
    for (const { what, measure } of benches.filter(({ what }) => what.includes(values.only)))
      rows.push({ what, figures: await measure(shop, { shoppers, seconds }) });
    say(`\n${reportOf(floor, rows)}\n`);
  } finally {
    await shop.stop();
  }
} finally {
  await server?.stop();
  rmSync(dataDir, { recursive: true });
}

function inWords(): string {
  const { length } = os.cpus();
  const where = server ? 'PostgreSQL of our own, which does not wait for the disk' : 'the PostgreSQL given';
  return `${length} processors for shop, database and shoppers together, ${where}`;
}

function say(words: string) {
  process.stdout.write(`${words}\n`);
}
