import { createServices } from '../../app/checkout/checkout-services.server.ts';
import type { RootShop } from '../../app/foundation/shop.server.ts';
import { checkIntegrity } from '../../app/operations/integrity-check.server.ts';
import { createPretendServices } from '../../sandbox/sandbox.server.ts';
import { type ShopLocation, withShopDatabase } from '../bench/shop-under-test.ts';
import type { Finding } from './drill.ts';
import { countLeftOvers, countPendingOrders, type DrillOrder, listDrillOrders } from './queries.ts';
import type { OrderAttempt } from './simulated-shoppers.ts';

/** Clock offset of the audit in milliseconds. After this time, no payment of a drill's order can arrive. */
export const auditDelayMs = 3 * 3_600_000;
const maxWorkerRuns = 200;

export type Audit = { orders: number; placed: number; faults: string[] };

/** Audits the database of a stopped shop, with the clock three hours later. */
export function audit(location: ShopLocation, attempts: readonly OrderAttempt[]): Promise<Audit> {
  return withShopDatabase(location, (shop) => auditShop(shop, attempts), auditDelayMs);
}

/**
 * Runs the worker until no payment is pending. Returns the remaining faults. A fault is an acknowledged order that is lost or
 * stored twice, a unit that is still held, or a payment that only the pretend bank has recorded.
 */
export async function auditShop(shop: RootShop, attempts: readonly OrderAttempt[]): Promise<Audit> {
  await runWorker(shop);
  const orders = await listDrillOrders(shop);
  return {
    orders: orders.length,
    placed: orders.filter(({ isPlaced }) => isPlaced).length,
    faults: [
      ...faultsOfAttempts(attempts, orders),
      ...faultsOfOrders(orders),
      ...(await findLeftOvers(shop)),
    ],
  };
}

/** Runs the worker. The pretend bank's webhooks fail, so the worker must request the status of each payment. */
async function runWorker(shop: RootShop): Promise<void> {
  const { worker } = createServices(
    shop,
    createPretendServices(shop, () => Promise.reject(new TypeError('fetch failed'))),
  );
  for (let run = 0; run < maxWorkerRuns; run++) {
    await worker.runOnce();
    if ((await countPendingOrders(shop)) === 0) return;
  }
}

/** Checks that each acknowledged order is stored as it was acknowledged, and that no rejected order is stored. */
function faultsOfAttempts(attempts: readonly OrderAttempt[], orders: readonly DrillOrder[]): string[] {
  const byKey = new Map(orders.flatMap((order) => order.keys.map((key) => [key, order] as const)));
  return attempts.flatMap(({ key, orderId, placed, rejected, tryCount }) => {
    const order = byKey.get(key);
    if (rejected !== undefined)
      return order ? [`${order.number} is stored, but was rejected with ${rejected}`] : [];
    if (orderId === undefined) return [`an attempt got no response in ${tryCount} tries`];
    if (!order) return [`the acknowledged order ${orderId} is lost`];
    if (order.id !== orderId) return [`one key has two orders: ${order.id} and ${orderId}`];
    if (!placed) return [];
    const acknowledged = Object.fromEntries(placed.orderItems.map(({ proId, qnty }) => [proId, qnty]));
    const isSame =
      Object.keys(acknowledged).length === Object.keys(order.lines).length &&
      Object.entries(acknowledged).every(([product, quantity]) => order.lines[product] === quantity);
    return [
      ...(order.isPlaced ? [] : [`${order.number} was acknowledged as placed, but is ${order.state}`]),
      ...(isSame ? [] : [`${order.number} has other lines than were acknowledged`]),
    ];
  });
}

function faultsOfOrders(orders: readonly DrillOrder[]): string[] {
  return orders.flatMap(({ number, state, keys, isPlaced, emails, events }) => [
    ...(keys.length === 1 ? [] : [`${number} has ${keys.length} idempotency keys`]),
    ...(state === 'pending_payment' ? [`${number} still waits for its payment`] : []),
    ...(emails === (isPlaced ? 1 : 0) ? [] : [`${number}, ${state}, has ${emails} confirmation emails`]),
    ...(events === (isPlaced ? 1 : 0) ? [] : [`${number}, ${state}, has ${events} order-placed events`]),
  ]);
}

/** Checks that no unit is held, because every order of the drill has ended. */
async function findLeftOvers(shop: RootShop): Promise<string[]> {
  const { heldUnits, unknownPayments } = await countLeftOvers(shop);
  return [
    ...(heldUnits === 0 ? [] : [`${heldUnits} units are still held`]),
    ...(unknownPayments === 0 ? [] : [`the bank captured ${unknownPayments} payments without a receipt`]),
  ];
}

/** Wraps a drill: the returned function runs it, then the integrity check on its shop, whose result is the last finding. */
export const checked =
  <Location extends ShopLocation, More extends unknown[]>(
    work: (location: Location, ...more: More) => Promise<Finding[]>,
  ) =>
  async (location: Location, ...more: More): Promise<Finding[]> => [
    ...(await work(location, ...more)),
    await withShopDatabase(location, findDifferences),
  ];

/** Runs the integrity check. The finding names at most three differences. */
export async function findDifferences({ db, config }: RootShop): Promise<Finding> {
  let count = 0;
  const named: string[] = [];
  const { orders } = await checkIntegrity(db, ({ difference }) => {
    if (++count <= 3) named.push(difference);
  });
  const result = count === 0 ? 'no difference' : `${count} differences: ${named.join('; ')}`;
  return {
    promise: `${config.databaseUrl === undefined ? 'embedded' : 'PostgreSQL'}: stock, money and invoices agree line by line`,
    measured: `${orders} orders; ${result}`,
    holds: count === 0,
  };
}
