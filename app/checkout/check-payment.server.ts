import { eq } from 'drizzle-orm';
import { consume } from '../foundation/http/rate-limit.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { findUnpaidOrder, readStoredOrderOfCustomer } from '../orders/customer-orders.server.ts';
import { toCheckoutOrder } from '../orders/order-views.server.ts';
import { listLines, type Order } from '../orders/orders.server.ts';
import { orders } from '../orders/tables.server.ts';
import { findPaymentOf, setPendingAttempt } from '../payments/payments.server.ts';
import { isProviderError, type PaymentProvider } from '../payments/provider.ts';
import { confirmAttempts } from './confirm-payment.server.ts';
import { AlreadyPaid, type PaymentCheck, PaymentUndecided } from './contract.ts';

type ProviderState = Exclude<PaymentCheck['payment'], 'placed' | 'over'>;

/**
 * Asks the provider about the payment of an unpaid order. A captured payment places the order. Without an id, checks the
 * customer's unpaid order; `order` is null if the customer has none.
 * @throws NoSuchOrder (404), also for an order of another customer; TooManyRequests (429)
 */
export async function checkPayment(
  shop: Shop,
  provider: PaymentProvider,
  customerId: string,
  orderId?: string,
): Promise<PaymentCheck> {
  await consume(shop, `check-payment:${customerId}`, { limit: 60, seconds: 60 });
  return checkKnownPayment(shop, provider, customerId, orderId);
}

/**
 * Makes sure that the customer's unpaid order has no open payment, before a new order supersedes the unpaid order. Asks the
 * provider.
 * @throws AlreadyPaid (409), with the order, if the unpaid order is paid; PaymentUndecided (409) if the provider has not decided
 * or cannot be reached
 */
export async function assertNoOpenPayment(shop: Shop, provider: PaymentProvider, customerId: string) {
  const { order, payment } = await checkKnownPayment(shop, provider, customerId);
  if (!order) return;
  if (payment === 'placed') throw AlreadyPaid().with({ order });
  if (payment === 'pending' || payment === 'unknown') throw PaymentUndecided().with({ orderId: order._id });
}

async function checkKnownPayment(
  shop: Shop,
  provider: PaymentProvider,
  customerId: string,
  orderId?: string,
): Promise<PaymentCheck> {
  const orderBefore =
    orderId === undefined
      ? await findUnpaidOrder(shop, customerId)
      : await readStoredOrderOfCustomer(shop, customerId, orderId);
  if (!orderBefore) return { success: true, payment: 'not-begun', order: null };
  const isUnpaid = orderBefore.state === 'pending_payment';
  const paymentState = isUnpaid ? await readProviderState(shop, provider, orderBefore.id) : 'not-begun';
  // Read the order by its id only: the customer may have deleted the account during the request to the provider.
  const [order = orderBefore] = await shop.db.select().from(orders).where(eq(orders.id, orderBefore.id));
  const payment = paymentOf(order, paymentState, shop.clock.now());
  const placed = await toCheckoutOrder(shop, order, await listLines(shop, order.id));
  return { success: true, payment, order: { ...placed, paymentPending: payment === 'pending' } };
}

/**
 * Returns `placed` for a placed order, and `over` for an order that can no longer be paid. Otherwise returns `known`, the state
 * at the provider.
 */
export function paymentOf(
  { placedAt, state, expiresAt }: Pick<Order, 'placedAt' | 'state' | 'expiresAt'>,
  known: ProviderState,
  now: Date,
): PaymentCheck['payment'] {
  if (placedAt !== null) return 'placed';
  if (state !== 'pending_payment' || expiresAt === null || expiresAt <= now) return 'over';
  return known;
}

/** Reads an order's payment attempts from the provider and confirms them. Stores the id of a pending payment attempt. */
async function readProviderState(
  shop: Shop,
  provider: PaymentProvider,
  reference: string,
): Promise<ProviderState> {
  const payment = await findPaymentOf(shop, reference);
  if (!payment?.providerOrderId) return 'not-begun';
  // If the payment was created with another provider, this provider does not know it. The state of the payment is then `unknown`
  // if a payment attempt is pending, otherwise `not-begun`.
  if (payment.provider !== provider.name) return payment.pendingAttempt === null ? 'not-begun' : 'unknown';
  try {
    const attempts = await provider.listPayments(payment.providerOrderId);
    const outcomes = await confirmAttempts(shop, provider, attempts);
    const pending = attempts.find(({ status }) => status === 'created' || status === 'authorized');
    // If the pending payment attempt is authorised, `confirmAttempts` has already captured it or stored its id. So store only the
    // id of a `created` attempt.
    if (pending?.status === 'created') await setPendingAttempt(shop, payment.id, pending.id);
    // A payment attempt whose id was stored earlier and that the provider does not list yet is pending too.
    const isListed = attempts.some(({ id }) => id === payment.pendingAttempt);
    if (pending || (payment.pendingAttempt !== null && !isListed)) return 'pending';
    const isReturned = outcomes.includes('refunded') || attempts.some(({ status }) => status === 'refunded');
    if (isReturned) return 'returned';
    return attempts.length > 0 ? 'failed' : 'not-begun';
  } catch (error) {
    if (!isProviderError(error)) throw error;
    shop.log.warn({ payment: payment.id, err: error }, 'failed to ask the provider about a payment');
    return 'unknown';
  }
}
