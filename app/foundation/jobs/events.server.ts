import type { Tx } from '../shop.server.ts';
import { events } from '../tables.server.ts';

/** An event that the staff may hear of. Its payload holds ids, counts and amounts in paise only. */
export type ShopEvent =
  | { kind: 'order-placed' | 'return-requested'; payload: { orderId: string } }
  | { kind: 'payment-received' | 'payment-to-check'; payload: { orderId: string; amountPaise: number } }
  | { kind: 'stock-low'; payload: { variantId: string; unitsLeft: number } }
  | { kind: 'review-waits'; payload: { reviewId: string } }
  | { kind: 'message-waits'; payload: { messageId: string } }
  | { kind: 'email-failed'; payload: { emailId: string } }
  | { kind: 'webhook-failed'; payload: { provider: string; eventId: string } }
  | { kind: 'refund-failed'; payload: { refundId: string; amountPaise: number } }
  | { kind: 'shipment-failed'; payload: { shipmentId: string; orderId: string } };

/** Inserts events in the caller's transaction. The notification worker reads them after the commit. */
export async function recordEvent(tx: Tx, ...occurred: readonly ShopEvent[]): Promise<void> {
  if (occurred.length === 0) return;
  const now = tx.clock.now();
  const rows = occurred.map((event) => ({ ...event, createdAt: now, nextTryAt: now }));
  await tx.db.insert(events).values(rows).execute();
}
