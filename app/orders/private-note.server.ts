import { and, eq } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { orders } from './tables.server.ts';

/**
 * Sets the merchant's private note of an order. Returns false and changes nothing if the stored note differs from
 * `before`, or if the order does not exist.
 */
export async function savePrivateNote(
  shop: Shop,
  orderId: string,
  { privateNote, before }: { privateNote: string; before: string },
): Promise<boolean> {
  const updated = await shop.db
    .update(orders)
    .set({ privateNote })
    .where(and(eq(orders.id, orderId), eq(orders.privateNote, before)))
    .returning({ id: orders.id });
  return updated.length > 0;
}
