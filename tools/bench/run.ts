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
import { measureCold, measureTyping, measureWarm, reads, sizeOf } from './reads.ts';
import { formatReport, formatTable, type Row } from './report.ts';
import { measureHeavy, readPlans } from './scale.ts';
import { openShopUnderTest, type ShopLocation, type ShopUnderTest } from './shop-under-test.ts';
import { prepareShopForLoad } from './shoppers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    shoppers: { type: 'string', default: '16' },
    /** Only what has this in its name. */
    only: { type: 'string', default: '' },
    /** Compares a catalogue of so many products with one of a thousand, and does nothing else. */
    products: { type: 'string' },
    /** A PostgreSQL server of one's own, whose database is empty and may be filled. */
    database: { type: 'string' },
    'cpu-prof': { type: 'boolean', default: false },
    /** Fetches Lighthouse, and asks it. */
    lighthouse: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const concurrency = Number(values.shoppers);
/** Each of them places only a few orders, as the limits allow. */
const shopperCount = 40 * concurrency;
const ordinary = 1000;

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
  print(`${concurrency} shoppers at once, ${seconds} s each, ${ordinary} products, ${inText()} …`);
  const profiling = values['cpu-prof']
    ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve('build', 'bench-profile')}`]
    : [];
  await withShop(location, [], () => createProducts(location, ordinary));
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
    const { what, path: address } = read;
    const [cached, uncached] = [`${what}, cached`, `${what}, uncached`];
    if (![cached, uncached].some(isRequested)) continue;
    const bytes = await sizeOf(shop, address);
    const floor = await measureReadBaseline(load, bytes);
    const rows: Row[] = [];
    if (isRequested(cached)) rows.push({ label: cached, result: await measureWarm(shop, load, address) });
    if (isRequested(uncached)) rows.push({ label: uncached, result: await measureCold(shop, load, address) });
    print(`\n${formatReport(floor, rows, `floor: bare node:http, ${bytes} bytes`)}`);
    const products = 'products' in read ? read.products : 0;
    for (const { label, result } of products > 0 ? rows : [])
      print(
        `${label}: ${((1000 * (result.cpuMs ?? Number.NaN)) / products).toFixed(1)} µs of the processor for each product`,
      );
    print(`The shop's process holds ${shop.memoryMb()} MB.`);
  }
  const typing = 'search as you type, 1,000 words';
  if (isRequested(typing)) {
    const input = listSearchInputs(1000);
    const floor = await measureReadBaseline(
      load,
      await sizeOf(shop, '/api/product/search?query=ikat&limit=8'),
    );
    const figures = await measureTyping(shop, load, input);
    print(`\n${formatReport(floor, [{ label: typing, result: figures }])}`);
  }
  const [after] = [shop.memoryMb(), await new Promise((resolve) => setTimeout(resolve, 10_000))];
  print(
    `\nAfter all this reading the shop's process holds ${after} MB, ten seconds later ${shop.memoryMb()} MB.`,
  );
}

async function measureOrdering(location: ShopLocation, shop: ShopUnderTest) {
  const benches = [
    { what: 'whole orders, cash on delivery', measure: measureOrders },
    { what: 'orders of one and the same product', measure: measureOrdersOfOneProduct },
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
    const head = ['', 'largest paint ms', 'quiet after ms', 'shift', 'script kB', 'all kB'];
    print(`\nFirst views on a slow phone${lite ? ', with Save-Data' : ''}\n${formatTable([head, ...rows])}`);
  }
  const inputs = [...(await measureInputs(shop.url))].map(([what, ms]) => [what, ms.toFixed(0)]);
  print(
    `\nPresses on the slow phone\n${formatTable([['', 'until the page shows an answer, ms'], ...inputs])}`,
  );
  if (!values.lighthouse) return;
  const marks = runLighthouse(shop.url);
  for (const [what, mark] of marks ?? [['Lighthouse', 'could not be fetched']]) print(`${what}: ${mark}`);
}

async function measureNavigation(shop: ShopUnderTest) {
  if (!isRequested('next page')) return;
  const rows = [...(await measureNextPages(shop.url))].map(([what, { heading, image }]) => [
    ...[what, heading.toFixed(0), image.toFixed(0)],
  ]);
  print(`\nThe next page on the slow phone\n${formatTable([['', 'heading ms', 'picture ms'], ...rows])}`);
}

async function compareSizes(location: ShopLocation, count: number) {
  print(`${ordinary} products, then ${count}, each response uncached, nothing else running, ${inText()} …`);
  await withShop(location, [], () => createProducts(location, ordinary));
  const few = await withShop(location, [], (shop) => measureHeavy(location, shop));
  await withShop(location, [], () => createProducts(location, count));
  const many = await withShop(location, [], async (shop) => {
    const medians = await measureHeavy(location, shop);
    print(`With ${count} products the shop's process holds ${shop.memoryMb()} MB.`);
    return medians;
  });
  const rows = [...few].map(([what, ms]) => {
    const later = many.get(what) ?? 0;
    return [what, ms.toFixed(1), later.toFixed(1), (later / ms).toFixed(1)];
  });
  print(`\n${formatTable([['median ms', String(ordinary), String(count), 'times'], ...rows])}`);
  const file = path.resolve('build', 'bench-plans.txt');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await readPlans(location));
  print(`\nThe database's plans are in ${file}`);
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

function inText(): string {
  const { length } = os.cpus();
  const where = server ? 'PostgreSQL of our own, which does not wait for the disk' : 'the PostgreSQL given';
  return `${length} processors for shop, database and shoppers together, ${where}`;
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
}
