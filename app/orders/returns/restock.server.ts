import { and, eq, isNull } from 'drizzle-orm';
import type { Shop } from '../../foundation/shop.server.ts';
import { receiveStock } from '../../stock/stock.server.ts';
import { listLines, type Order } from '../orders.server.ts';
import { orders } from '../tables.server.ts';

/** Puts an order's pieces back on the shelf: once, however often it is asked. The order is locked. */
export async function restock(inside: Shop, order: Order, reason: string): Promise<boolean> {
  const first = await inside.db
    .update(orders)
    .set({ restockedAt: inside.clock.now() })
    .where(and(eq(orders.id, order.id), isNull(orders.restockedAt)))
    .returning({ id: orders.id });
  if (first.length === 0) return false;
  const lines = await listLines(inside, order.id);
  const parcel = lines.map(({ variantId, quantity }) => ({ variantId, change: quantity }));
  await receiveStock(inside, parcel, reason, order.number);
  return true;
}
