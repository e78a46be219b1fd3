import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../foundation/shop.server.ts';
import { receiveStock } from '../../stock/stock.server.ts';
import { listLines, type Order } from '../orders.server.ts';
import { orders } from '../tables.server.ts';

/** Adds the order's units back to the stock. The order must be locked. Returns false if they are restocked already. */
export async function restock(tx: Tx, order: Order, reason: string): Promise<boolean> {
  const marked = await tx.db
    .update(orders)
    .set({ restockedAt: tx.clock.now() })
    .where(and(eq(orders.id, order.id), isNull(orders.restockedAt)))
    .returning({ id: orders.id });
  if (marked.length === 0) return false;
  const lines = await listLines(tx, order.id);
  const stockLines = lines.map(({ variantId, quantity }) => ({ variantId, change: quantity }));
  await receiveStock(tx, stockLines, reason, order.number);
  return true;
}
