import { z } from 'zod';
import type { Tx } from '../shop.server.ts';
import { events } from '../tables.server.ts';

const id = z.string();
const event = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), payload: z.object(shape) });

/** An event about which staff can be notified by email. Its payload contains only ids, counts and amounts in paise. */
export const ShopEvent = z.discriminatedUnion('kind', [
  event('order-placed', { orderId: id }),
  /** `amountPaise`: the price of the units to return. Missing in events that were recorded before this field existed. */
  event('return-requested', { orderId: id, amountPaise: z.int().optional() }),
  event('payment-received', { orderId: id, amountPaise: z.int() }),
  event('payment-to-check', { orderId: id, amountPaise: z.int() }),
  event('stock-low', { variantId: id, unitsLeft: z.int() }),
  event('review-waits', { reviewId: id }),
  event('message-waits', { messageId: id }),
  event('email-failed', { emailId: id }),
  event('webhook-failed', { provider: id, eventId: id }),
  event('refund-failed', { refundId: id, amountPaise: z.int() }),
  event('shipment-failed', { shipmentId: id, orderId: id }),
  event('backup-old', { days: z.int() }),
]);
export type ShopEvent = z.infer<typeof ShopEvent>;

/** Inserts events in the caller's transaction. The notification worker handles them after the commit. */
export async function recordEvent(tx: Tx, ...occurred: readonly ShopEvent[]): Promise<void> {
  if (occurred.length === 0) return;
  const now = tx.clock.now();
  const rows = occurred.map((event) => ({ ...event, createdAt: now, nextTryAt: now }));
  await tx.db.insert(events).values(rows).execute();
}
