/** Runs the benches: `npm run bench`, `npm run bench -- --seconds 20 --only orders --cpu-prof`. See README.md. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runStatement } from '../../tests/engine/databases.ts';
import { freePort, startPostgres } from '../../tests/engine/postgres-server.ts';
import { makeTempFolder, removeStaleTempFolders } from '../../tests/engine/temp-folder.ts';
import { measureBaseline, measureReadBaseline } from './baseline.ts';
import { createProducts, listSearchInputs } from './catalogue.ts';
import { measureInputs } from './inputs.ts';
import { measureNextPages } from './next-page.ts';
import { measureAdding, measureOrders, measureOrdersOfOneProduct } from './orders.ts';
import { measureFirstViews, runLighthouse } from './pages.ts';
import { measureCached, measureTyping, measureUncached, reads, sizeOf } from './reads.ts';
import { formatReport, formatTable, type Row } from './report.ts';
import { measureHeavyRequests, readPlans } from './scale.ts';
import { openShopUnderTest, type ShopLocation, type ShopUnderTest } from './shop-under-test.ts';
import { prepareShopForLoad } from './shoppers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    shoppers: { type: 'string', default: '16' },
    /** Runs only benches whose name contains this text. */
    only: { type: 'string', default: '' },
    /** Runs only the comparison between a catalogue of this size and one of 1,000 products. */
    products: { type: 'string' },
    /** URL of an empty PostgreSQL database, which the bench fills. Without a URL, the bench starts a server. */
    database: { type: 'string' },
    'cpu-prof': { type: 'boolean', default: false },
    /** Also installs and runs Lighthouse. */
    lighthouse: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const concurrency = Number(values.shoppers);
/** Number of shoppers. Because of the order limits, each shopper places only a few orders. */
const shopperCount = 40 * concurrency;
const usualProducts = 1000;

removeStaleTempFolders();
const dataDir = makeTempFolder('bench');
const server = values.database === undefined ? await startPostgres() : undefined;
try {
  if (server) await runStatement(server.urlOf('postgres'), 'create database bench');
  const databaseUrl = values.database ?? server?.urlOf('bench');
  const location: ShopLocation = { dataDir, port: await freePort(), databaseUrl };
  if (values.products === undefined) await measureAll(location);
  else await compareSizes(location, Number(values.products));
} finally {
  await server?.stop();
  rmSync(dataDir, { recursive: true });
}

async function measureAll(location: ShopLocation) {
  print(
    `${concurrency} shoppers at once, ${seconds} s each, ${usualProducts} products, ${describeMachine()}…`,
  );
  const profiling = values['cpu-prof']
    ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve('build', 'bench-profile')}`]
    : [];
  await withShop(location, [], () => createProducts(location, usualProducts));
  await withShop(location, profiling, async (shop) => {
    print(`A second start took ${(shop.openedInMs / 1000).toFixed(2)} s until the shop was ready.`);
    await measureReading(shop);
    await measureOrdering(location, shop);
    await measurePages(shop);
    await measureNavigation(shop);
  });
}

async function measureReading(shop: ShopUnderTest) {
  const load = { concurrency, seconds };
  for (const read of reads) {
    const { what, path: url } = read;
    const [cached, uncached] = [`${what}, cached`, `${what}, uncached`];
    if (![cached, uncached].some(isRequested)) continue;
    const bytes = await sizeOf(shop, url);
    const floor = await measureReadBaseline(load, bytes);
    const rows: Row[] = [];
    if (isRequested(cached)) rows.push({ label: cached, result: await measureCached(shop, load, url) });
    if (isRequested(uncached)) rows.push({ label: uncached, result: await measureUncached(shop, load, url) });
    print(`\n${formatReport(floor, rows, `floor: bare node:http, ${bytes} bytes`)}`);
    const products = 'products' in read ? read.products : 0;
    for (const { label, result } of products > 0 ? rows : [])
      print(
        `${label}: ${((1000 * (result.cpuMs ?? Number.NaN)) / products).toFixed(1)} µs of CPU time per product`,
      );
    print(`The shop's process uses ${shop.memoryMb()} MB.`);
  }
  const typing = 'search as you type, 1,000 inputs';
  if (isRequested(typing)) {
    const input = listSearchInputs(1000);
    const floor = await measureReadBaseline(
      load,
      await sizeOf(shop, '/api/product/search?query=ikat&limit=8'),
    );
    const result = await measureTyping(shop, load, input);
    print(`\n${formatReport(floor, [{ label: typing, result }])}`);
  }
  const after = shop.memoryMb();
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  print(`\nAfter these reads, the shop's process uses ${after} MB, ten seconds later ${shop.memoryMb()} MB.`);
}

async function measureOrdering(location: ShopLocation, shop: ShopUnderTest) {
  const benches = [
    { what: 'orders, cash on delivery', measure: measureOrders },
    { what: 'orders of the same product', measure: measureOrdersOfOneProduct },
    { what: 'units added to the cart', measure: measureAdding },
  ].filter(({ what }) => isRequested(what));
  if (benches.length === 0) return;
  const shoppers = await prepareShopForLoad(location, { count: shopperCount, stock: 1_000_000 });
  const floor = await measureBaseline({ concurrency, seconds });
  const rows: Row[] = [];
  for (const { what, measure } of benches)
    rows.push({ label: what, result: await measure(shop, { shoppers, concurrency, seconds }) });
  print(`\n${formatReport(floor, rows)}`);
}

async function measurePages(shop: ShopUnderTest) {
  if (!isRequested('first views')) return;
  for (const lite of [false, true]) {
    const views = await measureFirstViews(shop.url, lite);
    const kB = (bytes: number) => (bytes / 1000).toFixed(0);
    const rows = [...views].map(([what, { largestPaint, lastLongTaskEnd, shift, script, total }]) => [
      ...[what, largestPaint.toFixed(0), lastLongTaskEnd.toFixed(0), shift.toFixed(3), kB(script), kB(total)],
    ]);
    const head = ['', 'largest paint ms', 'last long task ms', 'shift', 'script kB', 'total kB'];
    print(`\nFirst views on a slow phone${lite ? ', with Save-Data' : ''}\n${formatTable([head, ...rows])}`);
  }
  const inputs = [...(await measureInputs(shop.url))].map(([what, ms]) => [what, ms.toFixed(0)]);
  print(`\nPresses on the slow phone\n${formatTable([['', 'until the next frame, ms'], ...inputs])}`);
  if (!values.lighthouse) return;
  const scores = runLighthouse(shop.url);
  for (const [what, score] of scores ?? [['Lighthouse', 'could not be installed']])
    print(`${what}: ${score}`);
}

async function measureNavigation(shop: ShopUnderTest) {
  if (!isRequested('next page')) return;
  const rows = [...(await measureNextPages(shop.url))].map(([what, { heading, image }]) => [
    ...[what, heading.toFixed(0), image.toFixed(0)],
  ]);
  print(`\nThe next page on the slow phone\n${formatTable([['', 'heading ms', 'image ms'], ...rows])}`);
}

async function compareSizes(location: ShopLocation, count: number) {
  print(
    `${usualProducts} products, then ${count}, each response uncached, nothing else running, ${describeMachine()}…`,
  );
  await withShop(location, [], () => createProducts(location, usualProducts));
  const few = await withShop(location, [], (shop) => measureHeavyRequests(location, shop));
  await withShop(location, [], () => createProducts(location, count));
  const many = await withShop(location, [], async (shop) => {
    const medians = await measureHeavyRequests(location, shop);
    print(`With ${count} products, the shop's process uses ${shop.memoryMb()} MB.`);
    return medians;
  });
  const rows = [...few].map(([what, ms]) => {
    const later = many.get(what) ?? 0;
    return [what, ms.toFixed(1), later.toFixed(1), (later / ms).toFixed(1)];
  });
  print(`\n${formatTable([['median ms', String(usualProducts), String(count), 'ratio'], ...rows])}`);
  const file = path.resolve('build', 'bench-plans.txt');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await readPlans(location));
  print(`\nThe database's plans are in ${file}.`);
}

async function withShop<Result>(
  location: ShopLocation,
  nodeOptions: readonly string[],
  work: (shop: ShopUnderTest) => Promise<Result>,
): Promise<Result> {
  const shop = await openShopUnderTest(location, nodeOptions);
  try {
    return await work(shop);
  } finally {
    await shop.stop();
  }
}

function isRequested(what: string): boolean {
  return what.includes(values.only);
}

function describeMachine(): string {
  const { length } = os.cpus();
  const database = server ? 'PostgreSQL without fsync' : 'the given PostgreSQL';
  return `${length} processors for shop, database and shoppers, ${database}`;
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
}
