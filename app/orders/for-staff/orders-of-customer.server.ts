import { and, count, desc, eq, inArray, isNotNull, max } from 'drizzle-orm';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { toOrderViews } from '../order-views.server.ts';
import { orders } from '../tables.server.ts';
import type { ExportedOrder, OrderOfCustomer } from './contract.ts';

const maxOrders = 50;

/**
 * Counts the placed orders of each of these customers, and finds the time of the latest. Omits customers without placed orders.
 */
export async function countPlacedOrders(
  shop: Shop,
  customerIds: readonly string[],
): Promise<Map<string | null, { count: number; lastAt: Date | null }>> {
  const rows = await shop.db
    .select({ customerId: orders.customerId, count: count(), lastAt: max(orders.placedAt) })
    .from(orders)
    .where(and(inArray(orders.customerId, [...customerIds]), isNotNull(orders.placedAt)))
    .groupBy(orders.customerId);
  return new Map(rows.map(({ customerId, ...ordered }) => [customerId, ordered]));
}

/** Lists the customer's newest orders, at most 50, and counts all orders of the customer. Includes unpaid orders. */
export async function readOrdersOf(
  shop: Shop,
  customerId: string,
): Promise<{ orders: OrderOfCustomer[]; orderCount: number }> {
  const rows = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxOrders);
  return {
    orders: rows.map(({ id, number, state, totalPaise, placedAt, createdAt }) => ({
      id,
      number,
      state,
      total: toRupees(totalPaise),
      at: (placedAt ?? createdAt).toISOString(),
    })),
    orderCount: await countOrdersOf(shop, customerId),
  };
}

/** Counts all orders of a customer, including unpaid orders. */
export async function countOrdersOf(shop: Shop, customerId: string): Promise<number> {
  return shop.db.$count(orders, eq(orders.customerId, customerId));
}

/** Lists all data of the customer's orders, newest first, for the export of the customer's personal data. */
export async function exportOrdersOf(shop: Shop, customerId: string): Promise<ExportedOrder[]> {
  const rows = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const views = await toOrderViews(shop, rows);
  // Omit `mayCancel`, `mayReturn` and the invoice's path, which expires within the hour, because they are not personal data.
  return views.map(({ label_url, mayCancel, mayReturn, ...order }) => order);
}
