import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openShopUnderTest, type ShopLocation, type ShopUnderTest } from '../bench/shop-under-test.ts';
import { prepareShopForLoad } from '../bench/shoppers.ts';
import { audit, checked } from './audit.ts';
import { type Drill, type Finding, formatTime, requested } from './drill.ts';
import { onEmbedded, onPostgres } from './locations.ts';
import { simulateShoppers } from './simulated-shoppers.ts';

const { rounds, shoppers: shopperCount, only } = requested;

/** Maximum time in milliseconds until the shop is open again. */
const maxOpenMs = 15_000;
/** Lengths of a round in milliseconds. In the shortest round, no order is acknowledged. */
const [minRoundMs, maxRoundMs] = [50, 2500];

/** Opens the shop, lets shoppers order, and kills it, round after round. Then audits its database. */
async function drill(engine: string, location: ShopLocation): Promise<Finding[]> {
  await (await openShopUnderTest(location)).stop();
  const simulation = simulateShoppers(
    await prepareShopForLoad(location, { count: shopperCount, stock: 100_000 }),
  );
  let slowestOpenMs = 0;
  const open = async (): Promise<ShopUnderTest> => {
    const shop = await openShopUnderTest(location);
    slowestOpenMs = Math.max(slowestOpenMs, shop.openedInMs);
    return shop;
  };
  for (let round = 1; round <= rounds; round++) {
    const shop = await open();
    const ordering = simulation.order(shop.url);
    await wait(randomInt(minRoundMs, maxRoundMs));
    await Promise.all([shop.kill(), ordering]);
  }
  const last = await open();
  await simulation.finish(last.url);
  await last.kill();
  const audited = await audit(location, simulation.attempts);
  const faults = new Set([...simulation.faults, ...audited.faults]);
  const acknowledged = simulation.acknowledged();
  const retried = acknowledged.filter(({ tryCount }) => tryCount > 1);
  return [
    {
      promise: `${engine}: no acknowledged order is lost or duplicated`,
      measured: `${rounds + 1} kills, ${simulation.attempts.length} orders sent, ${acknowledged.length} acknowledged, ${retried.length} after a retry, ${audited.orders} stored`,
      // Without an order the drill proves nothing.
      holds: faults.size === 0 && audited.orders > 0,
    },
    {
      promise: `${engine}: it opens again`,
      measured: `slowest ${formatTime(slowestOpenMs)}`,
      holds: slowestOpenMs <= maxOpenMs,
    },
    ...[...faults].map((fault) => ({ promise: `${engine}: ${fault}`, measured: '', holds: false })),
  ];
}

/** The drill kills the built shop at random moments while shoppers order. Every acknowledged order must be stored once. */
export const killNine: Drill = {
  name: 'kill-nine',
  async run() {
    const findings: Finding[] = [];
    if ('PostgreSQL'.includes(only))
      findings.push(...(await onPostgres(checked((location) => drill('PostgreSQL', location)))));
    if ('embedded'.includes(only))
      findings.push(...(await onEmbedded(checked((location) => drill('embedded', location)))));
    return findings;
  },
};
