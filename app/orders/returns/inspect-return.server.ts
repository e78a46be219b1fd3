import { eq } from 'drizzle-orm';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { NoSuchOrder, NoSuchTransition, type OrderState } from '../contract.ts';
import { queueOrderEmail } from '../order-emails.server.ts';
import { lockOrder, type Order, transitionOrder } from '../orders.server.ts';
import { readReceived, refundReceipts } from '../refund-order.server.ts';
import { orderReturns } from '../tables.server.ts';
import { restock } from './restock.server.ts';

/** It came back without ever having arrived. */
const neverArrived: readonly OrderState[] = ['shipped', 'out_for_delivery', 'rto', 'returned_to_seller'];

/**
 * The merchant has it in their hands again: what was returned, or what could not be delivered. Marked again, it stays
 * as it is. Throws `no-such-order` (404), `no-such-transition` (409).
 */
export async function receiveReturn(shop: Shop, orderId: string): Promise<Order> {
  return inTransaction(shop, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw NoSuchOrder();
    const to = neverArrived.includes(order.state) ? 'returned_to_seller' : 'returned';
    if (order.state === to) return order;
    const moved = await transitionOrder(tx, orderId, { to, actor: 'merchant' });
    if (!moved) throw NoSuchTransition();
    return moved;
  });
}

export type Inspection = {
  /** Fit to be sold again: only then it goes back to the shelf. */
  resellable: boolean;
  /** What goes back of the money, in paise, where the merchant has decided for less than all that is left. */
  amountPaise?: number;
  /** For the shopper, beside the money: why it is less. */
  words?: string;
};

/**
 * The merchant has looked at what came back: sound pieces go to the shelf, once, and the money goes back. An order that
 * nobody had paid for yet stays where it is. Judged again, nothing changes. Throws `no-such-order` (404),
 * `no-such-transition`, `refund-too-much` (409).
 */
export async function inspectReturn(
  shop: Shop,
  orderId: string,
  { resellable, amountPaise, words: text }: Inspection,
): Promise<Order> {
  const inspected = await inTransaction(shop, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw NoSuchOrder();
    if (order.state === 'refunded') return order;
    if (order.state !== 'returned' && order.state !== 'returned_to_seller') throw NoSuchTransition();
    await tx.db.update(orderReturns).set({ resellable }).where(eq(orderReturns.orderId, orderId));
    const { receivedPaise } = await readReceived(tx, orderId);
    const why = text?.trim() || whyItGoesBack(order.state);
    const { backPaise, isCash } = await refundReceipts(tx, order, { amountPaise, reason: why });
    if (resellable) await restock(tx, order, order.state);
    if (backPaise > 0)
      await queueOrderEmail(tx, order, { kind: 'refund', amountPaise: backPaise, why, isCash });
    if (receivedPaise === 0) return order;
    const refunded = await transitionOrder(tx, orderId, { to: 'refunded', actor: 'merchant' });
    if (!refunded) throw NoSuchTransition();
    return refunded;
  });
  shop.wakeEmailWorker();
  return inspected;
}

function whyItGoesBack(state: OrderState): string {
  return state === 'returned'
    ? 'What you returned has arrived here.'
    : 'Your order could not be delivered and came back to us.';
}
