import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { Profile } from '../customers/contract.ts';
import { readProfile, saveAddress } from '../customers/profile/profile.server.ts';
import { addressToSave } from '../customers/rules.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { toRupees } from '../foundation/money.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { listReceipts, listRefunds } from '../payments/ledger.server.ts';
import { type MoneyEvent, NoSuchOrder, type Order as OrderView, type ShipmentStatus } from './contract.ts';
import { toOrderView, toOrderViews, toRefund } from './order-views.server.ts';
import type { Order } from './orders.server.ts';
import { orders } from './tables.server.ts';

/** Lists the customer's orders, newest first, and their total number. Omits unpaid orders that can no longer be paid. */
export async function listOrdersOfCustomer(
  shop: Shop,
  customerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ orders: OrderView[]; total: number }> {
  const now = sqlTime(shop.clock.now());
  const isPlacedOrPayable = sql`(${orders.state} <> 'pending_payment' or ${orders.expiresAt} > ${now})`;
  const isListed = and(eq(orders.customerId, customerId), ne(orders.state, 'expired'), isPlacedOrPayable);
  const total = await shop.db.$count(orders, isListed);
  const rows = await shop.db
    .select()
    .from(orders)
    .where(isListed)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  return { orders: await toOrderViews(shop, rows), total };
}

/** Reads one of the customer's orders by id or number. @throws NoSuchOrder (404), also for another customer's order */
export async function readOrderOfCustomer(
  shop: Shop,
  customerId: string,
  idOrNumber: string,
): Promise<OrderView> {
  const order = await readStoredOrderOfCustomer(shop, customerId, idOrNumber);
  const maySaveAddress = order.state === 'placed' && (await isAddressNew(shop, customerId, order));
  return { ...(await toOrderView(shop, order)), ...(maySaveAddress && { maySaveAddress }) };
}

/** True for the customer's first placed order, if its address can be saved in the profile. */
async function isAddressNew(shop: Shop, customerId: string, { id, shipTo }: Order): Promise<boolean> {
  if (!addressToSave(await readProfile(shop, customerId), shipTo)) return false;
  const wasPlaced = sql`${orders.placedAt} is not null`;
  const isEarlier = and(eq(orders.customerId, customerId), ne(orders.id, id), wasPlaced);
  return (await shop.db.select({ id: orders.id }).from(orders).where(isEarlier).limit(1)).length === 0;
}

/**
 * Saves the address of the customer's order in the profile; see {@link saveAddress}. Idempotent.
 * @throws NoSuchOrder (404), also for another customer's order
 */
export function saveOrderAddress(shop: Shop, customerId: string, idOrNumber: string): Promise<Profile> {
  return inTransaction(shop, async (tx) => {
    const { shipTo } = await readStoredOrderOfCustomer(tx, customerId, idOrNumber);
    return saveAddress(tx, customerId, shipTo);
  });
}

/**
 * Reads the status of one of the customer's orders by id or number. @throws NoSuchOrder (404), also for another customer's order
 */
export async function readOrderStatus(
  shop: Shop,
  customerId: string,
  idOrNumber: string,
): Promise<ShipmentStatus> {
  const order = await toOrderView(shop, await readStoredOrderOfCustomer(shop, customerId, idOrNumber));
  const { state, statusHistory, tracking_info, promisedBy } = order;
  // Skip an entry about units that are in another state than the order. For example, the last entry may say that an inspection
  // declined a part of a return.
  const latest = statusHistory.findLast((entry) => entry.state === state || entry.state === null);
  const status = latest?.status ?? '';
  return { success: true, status, state, statusHistory, tracking_info, promisedBy };
}

/**
 * Reads one of the customer's orders by id or number, as it is stored.
 * @throws NoSuchOrder (404), also for another customer's order
 */
export async function readStoredOrderOfCustomer(shop: Shop, customerId: string, idOrNumber: string) {
  const isThisOrder = or(
    sql`${orders.id}::text = ${idOrNumber.toLowerCase()}`,
    eq(orders.number, idOrNumber.toUpperCase()),
  );
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.customerId, customerId), isThisOrder));
  if (!order) throw NoSuchOrder();
  return order;
}

/** Finds the customer's unpaid order. A customer has at most one, because a new order supersedes it. */
export async function findUnpaidOrder(shop: Shop, customerId: string): Promise<Order | undefined> {
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.customerId, customerId), eq(orders.state, 'pending_payment')))
    .limit(1);
  return order;
}

/** Sets the expiry of the customer's unpaid order. Returns undefined if the order does not exist or can no longer be paid. */
export async function extendOrder(
  tx: Tx,
  customerId: string,
  id: string,
  until: Date,
): Promise<Order | undefined> {
  const [extended] = await tx.db
    .update(orders)
    .set({ expiresAt: until })
    .where(
      and(
        eq(orders.id, id),
        eq(orders.customerId, customerId),
        eq(orders.state, 'pending_payment'),
        sql`${orders.expiresAt} > ${sqlTime(tx.clock.now())}`,
      ),
    )
    .returning();
  return extended;
}

/** Maximum number of the customer's newest orders whose payments and refunds are listed. */
const maxOrders = 100;

/** Lists the payments and refunds of the customer's newest orders, newest first. Covers at most {@link maxOrders} orders. */
export async function listMoneyEvents(shop: Shop, customerId: string): Promise<MoneyEvent[]> {
  const rows = await shop.db
    .select({ id: orders.id, number: orders.number, paymentMethod: orders.paymentMethod })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxOrders);
  const ids = rows.map(({ id }) => id);
  const received = Map.groupBy(await listReceipts(shop, ids), ({ reference }) => reference);
  const refunded = Map.groupBy(await listRefunds(shop, ids), ({ reference }) => reference);
  const events = rows.flatMap(({ id, number, paymentMethod }): MoneyEvent[] => {
    const order = { orderId: id, channel_order_id: number, paymentMethod };
    const payments = (received.get(id) ?? []).map(({ amountPaise, at }) => ({
      ...order,
      kind: 'payment' as const,
      amount: toRupees(amountPaise),
      state: 'received' as const,
      reason: null,
      at: at.toISOString(),
    }));
    const refunds = (refunded.get(id) ?? []).map((refund) => ({
      ...order,
      kind: 'refund' as const,
      ...toRefund(refund),
    }));
    return [...payments, ...refunds];
  });
  return events.toSorted((a, b) => b.at.localeCompare(a.at));
}
