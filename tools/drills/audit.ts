import { createServices } from '../../app/checkout/checkout-services.server.ts';
import type { RootShop } from '../../app/foundation/shop.server.ts';
import { createPretendServices } from '../../sandbox/sandbox.server.ts';
import { type ShopLocation, withShopDatabase } from '../bench/shop-under-test.ts';
import {
  countMoneyFaults,
  countPendingOrders,
  type DrillOrder,
  listDrillOrders,
  listStockBalances,
} from './queries.ts';
import type { OrderAttempt } from './simulated-shoppers.ts';

/** Later than the payment of any order of the drill can arrive, in milliseconds. */
export const auditDelayMs = 3 * 3_600_000;
const maxWorkerRuns = 200;

export type Audit = { orders: number; placed: number; faults: string[] };

/** Audits the database of a stopped shop, with the clock three hours later. */
export function audit(location: ShopLocation, attempts: readonly OrderAttempt[]): Promise<Audit> {
  return withShopDatabase(location, (shop) => auditShop(shop, attempts), auditDelayMs);
}

/**
 * Runs the worker until no order waits for its payment, and returns the faults that are left: an acknowledged order that is
 * lost or there twice, a unit that is lost or held, and money that does not match its order.
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
      ...(await findStockFaults(shop)),
      ...(await findMoneyFaults(shop)),
    ],
  };
}

/** The pretend bank's webhooks fail, so the worker must ask the bank for each payment. */
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

/** An acknowledged order must be stored as it was acknowledged, and a rejected one must not be stored. */
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
  return orders.flatMap(({ number, state, keys, isPlaced, emails }) => [
    ...(keys.length === 1 ? [] : [`${number} has ${keys.length} idempotency keys`]),
    ...(state === 'pending_payment' ? [`${number} still waits for its payment`] : []),
    ...(emails === (isPlaced ? 1 : 0) ? [] : [`${number}, ${state}, has ${emails} confirmation emails`]),
  ]);
}

async function findStockFaults(shop: RootShop): Promise<string[]> {
  const balances = await listStockBalances(shop);
  return balances.flatMap(({ variantId, onHand, held, moved, holds, soldByMovements, soldByOrders }) => [
    ...(onHand === moved ? [] : [`${variantId}: ${onHand} on hand, ${moved} by its movements`]),
    ...(held === 0 && holds === 0 ? [] : [`${variantId}: ${held} held, ${holds} by its holds`]),
    ...(soldByMovements === soldByOrders
      ? []
      : [`${variantId}: ${soldByMovements} sold by its movements, ${soldByOrders} by its orders`]),
  ]);
}

async function findMoneyFaults(shop: RootShop): Promise<string[]> {
  const { unknownPayments, unsettledOrders } = await countMoneyFaults(shop);
  return [
    ...(unknownPayments === 0 ? [] : [`the bank captured ${unknownPayments} payments without a receipt`]),
    ...(unsettledOrders === 0 ? [] : [`${unsettledOrders} orders differ from the money received for them`]),
  ];
}
