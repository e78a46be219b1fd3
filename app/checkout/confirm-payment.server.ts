import { eq } from 'drizzle-orm';
import { lockCart, removeOrderedUnits } from '../cart/lock-cart.server.ts';
import { readSettings } from '../content/content.server.ts';
import { customers } from '../customers/tables.server.ts';
import { Problem } from '../foundation/http/problem.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { queueOrderEmail } from '../orders/order-emails.server.ts';
import {
  listLines,
  lockOrder,
  type Order,
  type OrderLine,
  transitionOrder,
} from '../orders/orders.server.ts';
import { orders } from '../orders/tables.server.ts';
import {
  clearPendingAttempt,
  closePayment,
  findPayment,
  insertReceipt,
  type Payment,
  queueRefund,
  setPendingAttempt,
} from '../payments/payments.server.ts';
import type { PaymentProvider, ProviderPayment } from '../payments/provider.ts';
import { sellStock } from '../stock/holds.server.ts';
import { queueConfirmation } from './order-placed-email.server.ts';
import { placementDates, stockLinesOf } from './place-order.server.ts';

/** What a payment has come to. `unknown` is no payment of this shop's; `waiting` has brought no money yet. */
export type PaymentOutcome = 'placed' | 'refunded' | 'waiting' | 'unknown';

/**
 * A payment comes back: from the popup, by a webhook, or because the provider was asked. All three come here, in any
 * order and any number of times, and the first that brings money settles it: the order is placed, or, where it cannot
 * be any more, the money goes back.
 */
export async function confirmPayment(
  shop: Shop,
  provider: PaymentProvider,
  reportedPayment: ProviderPayment,
): Promise<PaymentOutcome> {
  const payment = await findPayment(shop, {
    provider: provider.name,
    providerOrderId: reportedPayment.orderId,
  });
  if (!payment) return 'unknown';
  const { id: attemptId, status } = reportedPayment;
  if (status === 'authorized') await setPendingAttempt(shop, payment.id, attemptId);
  if (status === 'failed' || status === 'refunded') await clearPendingAttempt(shop, payment.id, attemptId);
  // Outside of any transaction, and safe to be asked again.
  const paid = status === 'authorized' ? await provider.capture(reportedPayment) : reportedPayment;
  if (paid.status !== 'captured') return 'waiting';
  const outcome = await inTransaction(shop, (tx) => settle(tx, payment, paid));
  shop.wakeEmailWorker();
  return outcome;
}

async function settle(tx: Tx, payment: Payment, paid: ProviderPayment): Promise<PaymentOutcome> {
  const owner = await ownerOf(tx, payment.reference);
  // The cart first, as the counter does: two who lock in different orders would wait for each other.
  if (owner !== null) await lockCart(tx, owner);
  const order = await lockOrder(tx, payment.reference);
  if (!order) throw new Error(`the order ${payment.reference} of payment ${payment.id} is gone`);
  const receipt = await insertReceipt(tx, payment, paid);
  if (!receipt) return order.placedAt === null ? 'refunded' : 'placed';

  const refund = async (reason: string): Promise<PaymentOutcome> => {
    const { amountPaise } = paid;
    await queueRefund(tx, { receiptId: receipt.id, amountPaise, reason });
    await queueOrderEmail(tx, order, { kind: 'refund', amountPaise, reason, isCash: false });
    return 'refunded';
  };
  if (paid.amountPaise !== payment.amountPaise || paid.currency !== payment.currency) {
    tx.log.error({ payment: payment.id, order: order.number }, 'a payment came in another amount than asked');
    return refund('The amount that came was not the amount of the order.');
  }
  await closePayment(tx, payment.id);
  if (order.state !== 'pending_payment' && (order.state !== 'expired' || order.supersededAt !== null)) {
    return refund(whyTooLate(order));
  }
  const lines = await listLines(tx, order.id);
  if (!(await soldTo(tx, order, lines))) {
    return refund(
      'Your payment came after the time for which the piece was put aside, and somebody else has it now.',
    );
  }
  const settings = await readSettings(tx);
  const placed = await transitionOrder(
    tx,
    order.id,
    { from: ['pending_payment', 'expired'], to: 'placed', actor: 'bank' },
    { ...placementDates(tx.clock.now(), settings), expiresAt: null },
  );
  if (!placed) throw new Error(`the locked order ${order.number} was moved by somebody else`);
  if (order.customerId !== null) await removeOrderedUnits(tx, order.customerId, stockLinesOf(lines));
  await queueConfirmation(tx, { order: placed, lines }, settings);
  return 'placed';
}

/** Why a payment that came too late is refunded: visible to the shopper. */
function whyTooLate({ placedAt, supersededReason }: Order): string {
  if (placedAt !== null) return 'The order was paid already, so this second payment goes back.';
  return supersededReason === 'new-order'
    ? 'The payment came after you had begun a new order.'
    : 'The payment came after you had cancelled the order.';
}

/** Whose order it is, and their account stays until the transaction has ended; `null` when it was deleted. */
async function ownerOf(tx: Tx, orderId: string): Promise<string | null> {
  const [owner] = await tx.db
    .select({ id: customers.id })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId))
    .for('key share', { of: customers });
  return owner?.id ?? null;
}

/** Sells what was held; or, if it is held no more, what is still there. False when it is not. */
async function soldTo(tx: Tx, order: Order, lines: readonly OrderLine[]): Promise<boolean> {
  try {
    // What is held for this very order. What the shopper is paying for by now, in another one, stays aside for that.
    await sellStock(tx, stockLinesOf(lines), { reference: order.number, holder: order.id });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.name === 'not-enough-stock') return false;
    throw error;
  }
}
