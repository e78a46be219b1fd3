import { eq } from 'drizzle-orm';
import { lockCart, removeOrderedUnits } from '../cart/cart.server.ts';
import { readSettings } from '../content/content.server.ts';
import { customers } from '../customers/tables.server.ts';
import { Problem } from '../foundation/http/problem.ts';
import { recordEvent } from '../foundation/jobs/events.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { queueConfirmation, queueOrderEmail } from '../orders/order-emails.server.ts';
import {
  listLines,
  lockOrder,
  type Order,
  type OrderLine,
  transitionOrder,
} from '../orders/orders.server.ts';
import { orders } from '../orders/tables.server.ts';
import { unpaidStates } from '../orders/transitions.ts';
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
import { stockLinesOf } from './place-order.server.ts';
import { placementDates } from './rules.ts';

/** `unknown`: the payment does not belong to this shop. `waiting`: the payment is in progress, or it has failed. */
type PaymentOutcome = 'placed' | 'refunded' | 'waiting' | 'unknown';

/**
 * Applies a payment reported by the popup, a webhook or a poll, once. Captures an authorised payment first. The first captured
 * payment of the right amount and currency places the order if possible. Every other captured payment is refunded.
 * @throws ProviderUnavailable or ProviderRejected if the capture fails
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
  // Call the provider outside of a transaction. It is safe to capture a payment twice.
  const paid = status === 'authorized' ? await provider.capture(reportedPayment) : reportedPayment;
  if (paid.status !== 'captured') return 'waiting';
  const outcome = await inTransaction(shop, (tx) => settle(tx, payment, paid));
  shop.wakeEmailWorker();
  return outcome;
}

/**
 * Confirms an order's payment attempts. Confirms captured payments first, because the first captured payment places the order and
 * later ones are refunded.
 */
export async function confirmAttempts(
  shop: Shop,
  provider: PaymentProvider,
  attempts: readonly ProviderPayment[],
): Promise<PaymentOutcome[]> {
  const isCaptured = ({ status }: ProviderPayment) => status === 'captured';
  const captured = attempts.filter(isCaptured);
  const others = attempts.filter((attempt) => !isCaptured(attempt));
  const outcomes: PaymentOutcome[] = [];
  for (const attempt of [...captured, ...others])
    outcomes.push(await confirmPayment(shop, provider, attempt));
  return outcomes;
}

/**
 * Inserts the receipt of a captured payment, unless the receipt exists. A new receipt places the order, or queues a refund and
 * its email.
 */
async function settle(tx: Tx, payment: Payment, paid: ProviderPayment): Promise<PaymentOutcome> {
  const customerId = await lockCustomer(tx, payment.reference);
  // Lock the cart before the order, as checkout does, to avoid deadlocks.
  if (customerId !== null) await lockCart(tx, customerId);
  const order = await lockOrder(tx, payment.reference);
  if (!order)
    throw new Error(`payment ${payment.id} refers to order ${payment.reference}, which does not exist`);
  const receipt = await insertReceipt(tx, payment, paid);
  if (!receipt) return order.placedAt === null ? 'refunded' : 'placed';

  const refund = async (reason: string): Promise<PaymentOutcome> => {
    const { amountPaise } = paid;
    await recordEvent(tx, { kind: 'payment-to-check', payload: { orderId: order.id, amountPaise } });
    await queueRefund(tx, { receiptId: receipt.id, amountPaise, reason });
    await queueOrderEmail(tx, order, { kind: 'refund', amountPaise, reason, isCash: false });
    return 'refunded';
  };
  if (paid.amountPaise !== payment.amountPaise || paid.currency !== payment.currency) {
    tx.log.error(
      { payment: payment.id, order: order.number },
      'payment amount or currency does not match the order',
    );
    return refund('The amount we received was not the amount of the order.');
  }
  await closePayment(tx, payment.id);
  if (order.state !== 'pending_payment' && (order.state !== 'expired' || order.supersededAt !== null)) {
    return refund(refundReasonOf(order));
  }
  const lines = await listLines(tx, order.id);
  if (!(await sellOrdered(tx, order, lines))) {
    return refund(
      'Your payment arrived after our hold had ended, and by then at least one of your pieces was no longer available.',
    );
  }
  const settings = await readSettings(tx);
  const placed = await transitionOrder(
    tx,
    order,
    { from: unpaidStates, to: 'placed', actor: 'bank' },
    { ...placementDates(tx.clock.now(), settings), expiresAt: null },
  );
  if (!placed) throw new Error(`transition of the locked order ${order.number} failed`);
  if (order.customerId !== null) await removeOrderedUnits(tx, order.customerId, stockLinesOf(lines));
  const payload = { orderId: order.id, amountPaise: paid.amountPaise };
  await recordEvent(tx, { kind: 'order-placed', payload }, { kind: 'payment-received', payload });
  await queueConfirmation(tx, { order: placed, lines }, settings);
  return 'placed';
}

/** Returns the reason of a refund, as a sentence for the shopper. The order was already paid, or is superseded. */
function refundReasonOf({ placedAt, supersededReason }: Order): string {
  if (placedAt !== null) return 'The order was already paid, so we are refunding this second payment.';
  return supersededReason === 'new-order'
    ? 'The payment arrived after you had started a new order.'
    : 'The payment arrived after you had cancelled the order.';
}

/** Locks the order's customer until the transaction ends. Returns the customer's id, or null if the account is deleted. */
async function lockCustomer(tx: Tx, orderId: string): Promise<string | null> {
  const [customer] = await tx.db
    .select({ id: customers.id })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId))
    .for('key share', { of: customers });
  return customer?.id ?? null;
}

/** Sells the held units. After the stock hold has expired, sells available units instead. Returns false if too few are left. */
async function sellOrdered(tx: Tx, order: Order, lines: readonly OrderLine[]): Promise<boolean> {
  try {
    // Release only the stock holds of this order, because the shopper may have stock holds for another order.
    await sellStock(tx, stockLinesOf(lines), { reference: order.number, holder: order.id });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.name === 'not-enough-stock') return false;
    throw error;
  }
}
