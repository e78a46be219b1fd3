import { readCart } from '../cart/read-cart.server.ts';
import { readSettings } from '../content/content.server.ts';
import { readProfile } from '../customers/profile/profile.server.ts';
import { consume } from '../foundation/http/rate-limit.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { NoSuchOrder } from '../orders/contract.ts';
import { extendOrder, readStoredOrderOfCustomer } from '../orders/customer-orders.server.ts';
import { readHeldSeconds } from '../orders/order-limits.server.ts';
import { toCheckoutOrder } from '../orders/order-views.server.ts';
import { listLines } from '../orders/orders.server.ts';
import { undecidedText } from '../orders/unpaid-text.ts';
import { paymentTitleOf } from '../payments/payment-facts.ts';
import {
  createPayment,
  findPayment,
  listPendingPayments,
  setPendingAttempt,
} from '../payments/payments.server.ts';
import { isProviderError, type PaymentProvider } from '../payments/provider.ts';
import { renewHold } from '../stock/holds.server.ts';
import { assertNoOpenPayment } from './check-payment.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import {
  AlreadyPaid,
  BankUnavailable,
  CartChanged,
  DeliveryForm,
  type HoldRenewed,
  InvalidPaymentSignature,
  OrderClosed,
  type OrderDetails,
  PaymentFailed,
  type PaymentOrder,
  type PaymentOrderInput,
  type PaymentPending,
  PaymentReturned,
  PaymentUndecided,
  type Placed,
  type VerifyPaymentInput,
} from './contract.ts';
import { placeOrder } from './place-order.server.ts';
import { addMinutes, heldMinutesLeft } from './rules.ts';

/**
 * Places a pending order for the cart, holds its stock, and creates the order at the payment provider. Idempotent per `key`.
 * @throws the problems of {@link placeOrder}; AlreadyPaid or OrderClosed (409) for the key's order; PaymentUndecided (409) for an
 * unpaid order; BankUnavailable (503); TooManyRequests (429)
 */
export async function createPaymentOrder(
  shop: Shop,
  provider: PaymentProvider,
  customerId: string,
  { input, key }: { input: PaymentOrderInput; key: string | undefined },
): Promise<PaymentOrder> {
  await consume(shop, `create-order:${customerId}`, { limit: 10, seconds: 60 });
  const details = await detailsOf(shop, customerId, input);
  await assertNoOpenPayment(shop, provider, customerId);
  const { order, lines } = await placeOrder(shop, customerId, {
    details,
    method: 'Online',
    key,
  });
  if (order.placedAt !== null) throw AlreadyPaid().with({ order: await toCheckoutOrder(shop, order, lines) });
  const { expiresAt, state } = order;
  if (state !== 'pending_payment' || expiresAt === null || expiresAt <= shop.clock.now()) throw OrderClosed();

  const { id: reference, number: receipt, totalPaise: amountPaise, shipTo } = order;
  if ((await listPendingPayments(shop, [reference])).size > 0)
    throw PaymentUndecided().with({ orderId: reference });
  const providerOrderId = await createPayment(shop, provider, { reference, receipt, amountPaise }).catch(
    (error: unknown) => {
      if (!isProviderError(error)) throw error;
      shop.log.error({ order: receipt, err: error }, 'failed to create the order at the payment provider');
      throw BankUnavailable();
    },
  );
  return {
    success: true,
    order: { id: providerOrderId, amount: amountPaise, currency: 'INR' },
    keyId: provider.keyId,
    provider: provider.name,
    title: paymentTitleOf(await readSettings(shop)),
    prefill: {
      name: `${shipTo.firstName} ${shipTo.lastName}`,
      email: shipTo.email,
      contact: shipTo.phone,
    },
    orderId: reference,
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * Returns the order details of the request, with `amount` as the total if the request contains it. Without `orderDetails`, takes
 * the address from the profile.
 * @throws CartChanged (409) if `amount` and the total in `orderDetails` differ; NotSignedIn (401)
 */
async function detailsOf(
  shop: Shop,
  customerId: string,
  { amount, orderDetails }: PaymentOrderInput,
): Promise<OrderDetails> {
  // Copy only the delivery fields. Otherwise the order would keep other profile fields after the account is deleted.
  const details = orderDetails ?? {
    shippingInfo: DeliveryForm.parse(await readProfile(shop, customerId)),
  };
  const total = amount ?? details.total;
  // If the two totals in the request differ, at least one of them is not the cart's total.
  if (details.total !== undefined && details.total !== total)
    throw CartChanged().with({ cart: await readCart(shop, customerId) });
  return { ...details, total };
}

/**
 * Verifies the signature of a payment reported by the popup, and reads the payment from the provider. Returns the placed order,
 * or a pending result if the provider has not decided or cannot be reached.
 * @throws NoSuchOrder (404), also for an order of another customer; InvalidPaymentSignature (400); PaymentFailed or
 * PaymentReturned (409)
 */
export async function verifyPayment(
  shop: Shop,
  provider: PaymentProvider,
  customerId: string,
  input: VerifyPaymentInput,
): Promise<Placed | PaymentPending> {
  const { razorpay_order_id, razorpay_payment_id: paymentId, razorpay_signature: signature } = input;
  const payment = await findPayment(shop, { provider: provider.name, providerOrderId: razorpay_order_id });
  if (!payment || payment.providerOrderId === null) throw NoSuchOrder();
  const order = await readStoredOrderOfCustomer(shop, customerId, payment.reference);
  if (!provider.isGenuine({ orderId: payment.providerOrderId, paymentId, signature }))
    throw InvalidPaymentSignature();

  const outcome = await confirmWithProvider(shop, provider, payment.providerOrderId, paymentId);
  if (outcome === 'refunded') throw PaymentReturned();
  if (outcome === 'failed') throw PaymentFailed();
  if (outcome === 'placed') {
    const placed = await readStoredOrderOfCustomer(shop, customerId, order.id);
    const message = 'Payment successful & order placed!';
    const lines = await listLines(shop, order.id);
    return { success: true, message, order: await toCheckoutOrder(shop, placed, lines) };
  }
  // The signature is valid, so the payment counts as pending until the provider decides.
  await setPendingAttempt(shop, payment.id, paymentId);
  return {
    success: false,
    state: 'waiting',
    message: `The bank has not confirmed the payment yet. ${undecidedText}`,
    orderId: order.id,
  };
}

/**
 * Confirms the payment. If a request to the provider fails, returns `waiting`, because the webhook or the payment worker can
 * confirm the payment later.
 */
async function confirmWithProvider(
  shop: Shop,
  provider: PaymentProvider,
  providerOrderId: string,
  paymentId: string,
) {
  try {
    const attempts = await provider.listPayments(providerOrderId);
    const attempt = attempts.find(({ id }) => id === paymentId);
    if (!attempt) return 'waiting';
    const outcome = await confirmPayment(shop, provider, attempt);
    if (outcome !== 'waiting') return outcome;
    return attempt.status === 'failed' || attempt.status === 'refunded' ? attempt.status : 'waiting';
  } catch (error) {
    if (!isProviderError(error)) throw error;
    shop.log.warn({ providerOrderId, err: error }, 'failed to confirm a payment with the provider');
    return 'waiting';
  }
}

/**
 * Extends the order's expiry and its stock hold, up to the daily limit. @throws NoSuchOrder (404); OrderClosed (409) if the order
 * has ended
 */
export function renewPaymentHold(shop: Shop, customerId: string, orderId: string): Promise<HoldRenewed> {
  return inTransaction(shop, async (tx) => {
    const { createdAt } = await readStoredOrderOfCustomer(tx, customerId, orderId);
    const settings = await readSettings(tx);
    const variantIds = (await listLines(tx, orderId)).map(({ variantId }) => variantId);
    const held = await readHeldSeconds(tx, customerId, orderId);
    const until = addMinutes(tx.clock.now(), settings.holdMinutes).getTime();
    const latest = addMinutes(createdAt, heldMinutesLeft(settings, held, variantIds)).getTime();
    const expiresAt = new Date(Math.min(until, latest));
    const extended = await extendOrder(tx, customerId, orderId, expiresAt);
    if (!extended || !(await renewHold(tx, orderId, expiresAt))) throw OrderClosed();
    return { success: true, expiresAt: expiresAt.toISOString() };
  });
}
