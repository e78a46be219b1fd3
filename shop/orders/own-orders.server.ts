import { and, eq, or, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { NoSuchOrder, type PlacedOrder } from './contract.ts';
import { listLines, type Order, toPlacedOrder } from './orders.server.ts';
import { orders } from './tables.server.ts';

/** One of the shopper's own orders, by its id or its number. Throws `no-such-order` (404), also for another's. */
export async function readOwnOrder(shop: Shop, customerId: string, name: string): Promise<PlacedOrder> {
  return showOrder(shop, await findOwn(shop, customerId, name));
}

export async function findOwn(shop: Shop, customerId: string, name: string): Promise<Order> {
  const called = or(sql`${orders.id}::text = ${name.toLowerCase()}`, eq(orders.number, name.toUpperCase()));
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.customerId, customerId), called));
  if (!order) throw NoSuchOrder();
  return order;
}

export async function showOrder(shop: Shop, order: Order): Promise<PlacedOrder> {
  return toPlacedOrder(order, await listLines(shop, order.id));
}

/**
 * Gives the shopper's unpaid order time until then. `undefined` when it waits for no payment any more, or its time is
 * over.
 */
export async function extendOrder(
  inside: Shop,
  customerId: string,
  id: string,
  until: Date,
): Promise<Order | undefined> {
  const now = inside.clock.now().toISOString();
  const [extended] = await inside.db
    .update(orders)
    .set({ expiresAt: until })
    .where(
      and(
        eq(orders.id, id),
        eq(orders.customerId, customerId),
        eq(orders.state, 'pending_payment'),
        sql`${orders.expiresAt} > ${now}::timestamptz`,
      ),
    )
    .returning();
  return extended;
}
