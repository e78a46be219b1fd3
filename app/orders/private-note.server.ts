import { and, eq } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { orders } from './tables.server.ts';

/**
 * The merchant notes something for themselves. `before` is what stood there when they began to write: where that has
 * changed, or there is no such order, nothing is written and the answer is false.
 */
export async function savePrivateNote(
  shop: Shop,
  orderId: string,
  { privateNote, before }: { privateNote: string; before: string },
): Promise<boolean> {
  const written = await shop.db
    .update(orders)
    .set({ privateNote })
    .where(and(eq(orders.id, orderId), eq(orders.privateNote, before)))
    .returning({ id: orders.id });
  return written.length > 0;
}
