import { eq } from 'drizzle-orm';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { NoSuchTransition, type OrderState, ReasonNeeded, RefundNeeded } from '../contract.ts';
import { queueOrderEmail } from '../order-emails.server.ts';
import { listReturns, type Order, transitionOrder, withLockedOrder } from '../orders.server.ts';
import { readRefundBalance, refundReceipts } from '../refund-order.server.ts';
import { orderReturns } from '../tables.server.ts';
import { restock } from './restock.server.ts';

/** States of an order that was shipped but not delivered. */
const undeliveredStates: readonly OrderState[] = ['shipped', 'out_for_delivery', 'rto', 'returned_to_seller'];

/**
 * Marks a return, or an undelivered order, as received by the merchant. Returns `unchanged` if it is marked already.
 * @throws NoSuchOrder (404); NoSuchTransition (409)
 */
export async function receiveReturn(shop: Shop, orderId: string): Promise<Order | 'unchanged'> {
  return withLockedOrder(shop, orderId, async (tx, order) => {
    const to = undeliveredStates.includes(order.state) ? 'returned_to_seller' : 'returned';
    if (order.state === to) return 'unchanged';
    const updated = await transitionOrder(tx, orderId, { to, actor: 'merchant' });
    if (!updated) throw NoSuchTransition();
    return updated;
  });
}

export type Inspection = {
  /** True if the products can be sold again. Only resellable products are restocked. */
  resellable: boolean;
  /** The refund in paise. If undefined, everything that has not been refunded yet. */
  amountPaise?: number;
  /** Reason shown to the customer. Required for a return without a refund. */
  text?: string;
};

/**
 * Records the inspection of a returned or undelivered order. Restocks resellable products once, and refunds the order. A
 * return that is not refunded stays `returned`, and the reason is emailed to the customer. An order that was never paid
 * keeps its state. Returns `unchanged` if the inspection is recorded already, or if there is nothing to record.
 * @throws NoSuchOrder (404); NoSuchTransition, RefundTooMuch, RefundTooSmall (409); RefundNeeded (409) for a paid undelivered order without
 * a refund; ReasonNeeded (400) for a return without a refund and without a reason
 */
export async function inspectReturn(
  shop: Shop,
  orderId: string,
  { resellable, amountPaise, text }: Inspection,
): Promise<Order | 'unchanged'> {
  return withLockedOrder(shop, orderId, async (tx, order) => {
    if (order.state === 'refunded') return 'unchanged';
    if (order.state !== 'returned' && order.state !== 'returned_to_seller') throw NoSuchTransition();
    const [request] = await listReturns(tx, [orderId]);
    if (request && request.resellable !== null) return 'unchanged';
    await tx.db.update(orderReturns).set({ resellable }).where(eq(orderReturns.orderId, orderId));
    const { receivedPaise, refundedPaise } = await readRefundBalance(tx, orderId);
    const reason = text?.trim() || undefined;
    const refundNote = reason ?? refundReason(order.state);
    const { refundPaise, isCash } = await refundReceipts(tx, order, { amountPaise, reason: refundNote });
    const isRestocked = resellable && (await restock(tx, order, order.state));
    const refund = { kind: 'refund', amountPaise: refundPaise, reason: refundNote, isCash } as const;
    if (refundPaise > 0) await queueOrderEmail(tx, order, refund);
    if (receivedPaise === 0) return request || isRestocked ? order : 'unchanged';
    if (refundedPaise + refundPaise === 0) {
      await declineRefund(tx, order, request, reason);
      return order;
    }
    const refunded = await transitionOrder(tx, orderId, { to: 'refunded', actor: 'merchant' });
    if (!refunded) throw NoSuchTransition();
    return refunded;
  });
}

/** Queues the email that nothing is refunded. Appends the reason to the decision, which the order page shows. */
async function declineRefund(
  tx: Tx,
  order: Order,
  request: typeof orderReturns.$inferSelect | undefined,
  reason: string | undefined,
): Promise<void> {
  if (!request) throw RefundNeeded();
  if (reason === undefined)
    throw ReasonNeeded(undefined, [{ field: 'text', message: ReasonNeeded().message }]);
  const decision = [request.decision, reason].filter(Boolean).join('\n');
  await tx.db.update(orderReturns).set({ decision }).where(eq(orderReturns.orderId, order.id));
  await queueOrderEmail(tx, order, { kind: 'return-not-refunded', reason });
}

function refundReason(state: OrderState): string {
  return state === 'returned'
    ? 'What you returned has arrived here.'
    : 'Your order could not be delivered and came back to us.';
}
