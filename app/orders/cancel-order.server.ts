import type { Shop, Tx } from '../foundation/shop.server.ts';
import { abandonShipment } from '../shipping/shipments.server.ts';
import { releaseHold } from '../stock/holds.server.ts';
import { NoSuchTransition, TooLateToCancel } from './contract.ts';
import { findOrderOfCustomer } from './customer-orders.server.ts';
import { queueOrderEmail } from './order-emails.server.ts';
import { type Order, supersede, transitionOrder, withLockedOrder } from './orders.server.ts';
import { refundReceipts } from './refund-order.server.ts';
import { restock } from './returns/restock.server.ts';

/** The actor of a cancellation. A customer names their own order by id or number. The merchant names any order by id. */
type Canceller =
  | { actor: 'shopper'; customerId: string; idOrNumber: string }
  | { actor: 'merchant'; orderId: string; note?: string };

/**
 * Cancels an order: restocks its products, refunds its payments, cancels its shipment and queues an email. The customer can
 * cancel before the pickup begins, the merchant also during the pickup. Idempotent, also for concurrent requests. An unpaid
 * order that its customer cancels becomes `expired`, and its hold is released; a later payment is refunded.
 * @throws NoSuchOrder (404), also for another customer's order; TooLateToCancel (409, customer); NoSuchTransition (409,
 * merchant)
 */
export async function cancelOrder(shop: Shop, canceller: Canceller): Promise<Order> {
  const id =
    canceller.actor === 'shopper'
      ? (await findOrderOfCustomer(shop, canceller.customerId, canceller.idOrNumber)).id
      : canceller.orderId;
  return withLockedOrder(shop, id, async (tx, order) => {
    if (order.state === 'cancelled') return order;
    if (canceller.actor === 'shopper' && order.placedAt === null) return cancelUnpaid(tx, order);
    return cancelPlaced(tx, order, canceller);
  });
}

async function cancelPlaced(tx: Tx, order: Order, canceller: Canceller): Promise<Order> {
  const note = canceller.actor === 'merchant' ? canceller.note?.trim() || null : null;
  const updated = await transitionOrder(tx, order.id, { to: 'cancelled', actor: canceller.actor, note });
  if (!updated) throw canceller.actor === 'shopper' ? TooLateToCancel() : NoSuchTransition();
  await abandonShipment(tx, order.id, 'out');
  const { refundPaise } = await refundReceipts(tx, updated, { reason: 'The order was cancelled.' });
  await restock(tx, updated, 'cancelled');
  await queueOrderEmail(tx, updated, { kind: 'cancelled', by: canceller.actor, note, refundPaise });
  return updated;
}

/** Cancels an unpaid order, even if its hold has expired. Changes nothing if the order is already superseded. */
async function cancelUnpaid(tx: Tx, order: Order): Promise<Order> {
  if (order.supersededAt !== null) return order;
  const note = 'cancelled before it was paid';
  await transitionOrder(tx, order.id, { to: 'expired', actor: 'shopper', note });
  await releaseHold(tx, order.id);
  return supersede(tx, order.id);
}
