import { readCart } from '../cart/cart.server.ts';
import { readSettings } from '../content/content.server.ts';
import { readProfile } from '../customers/profile/profile.server.ts';
import { consume } from '../foundation/http/rate-limit.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { NoSuchOrder } from '../orders/contract.ts';
import { extendOrder, findOrderOfCustomer, toOrder } from '../orders/customer-orders.server.ts';
import { readHeldSeconds } from '../orders/order-limits.server.ts';
import { listLines, type Order, toPlacedOrder } from '../orders/orders.server.ts';
import { paymentTitleOf } from '../payments/payment-title.ts';
import {
  createPayment,
  findPayment,
  listPendingPayments,
  setPendingAttempt,
} from '../payments/payments.server.ts';
import { type PaymentProvider, ProviderRejected, ProviderUnavailable } from '../payments/provider.ts';
import { renewHold } from '../stock/holds.server.ts';
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
import { addMinutes, placeOrder } from './place-order.server.ts';
import { heldMinutesLeft } from './rules.ts';

/**
 * Begins an online payment: the cart becomes an order that waits for it, its pieces are held, and the provider opens an
 * order of its own. The same press again answers the same. Throws what `placeOrder` throws, `already-paid` and
 * `order-closed` (409) for a press that was done with before, `bank-unavailable` (503), `too-many` (429).
 */
export async function createPaymentOrder(
  shop: Shop,
  provider: PaymentProvider,
  customerId: string,
  { input, key }: { input: PaymentOrderInput; key: string | undefined },
): Promise<PaymentOrder> {
  await consume(shop, `create-order:${customerId}`, { limit: 10, seconds: 60 });
  const details = await detailsOf(shop, customerId, input);
  const { order, lines } = await placeOrder(shop, customerId, {
    details,
    method: 'Online',
    key,
  });
  if (order.placedAt !== null) throw AlreadyPaid().with({ order: toPlacedOrder(order, lines) });
  const { expiresAt, state } = order;
  if (state !== 'pending_payment' || expiresAt === null || expiresAt <= shop.clock.now()) throw OrderClosed();

  const { id: reference, number: receipt, totalPaise: amountPaise, shipTo } = order;
  if ((await listPendingPayments(shop, [reference])).size > 0)
    throw PaymentUndecided().with({ orderId: reference });
  const providerOrderId = await createPayment(shop, provider, { reference, receipt, amountPaise }).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
      shop.log.error({ order: receipt, err: error }, 'the provider opened no order');
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

/** What is ordered, and where it goes; `amount` is what the shopper saw as the total. */
async function detailsOf(
  shop: Shop,
  customerId: string,
  { amount, orderDetails }: PaymentOrderInput,
): Promise<OrderDetails> {
  // Of the profile only what a form brings: an order keeps its address also when the account is gone.
  const details = orderDetails ?? {
    shippingInfo: DeliveryForm.parse(await readProfile(shop, customerId)),
  };
  const total = amount ?? details.total;
  // Of two totals that differ one at least is not the cart's.
  if (details.total !== undefined && details.total !== total)
    throw CartChanged().with({ cart: await readCart(shop, customerId) });
  return { ...details, total };
}

/**
 * The popup says that it was paid. The signature is checked against the order's number that the shop itself keeps, and
 * the provider is asked what has come in. Answers the placed order, or that the bank is not sure yet. Throws
 * `no-such-order` (404), also for another's; `invalid-payment-signature` (400); `payment-failed`, `payment-returned` (409).
 */
export async function verifyPayment(
  shop: Shop,
  provider: PaymentProvider,
  customerId: string,
  proof: VerifyPaymentInput,
): Promise<Placed | PaymentPending> {
  const { razorpay_order_id, razorpay_payment_id: paymentId, razorpay_signature: signature } = proof;
  const payment = await findPayment(shop, { provider: provider.name, providerOrderId: razorpay_order_id });
  if (!payment || payment.providerOrderId === null) throw NoSuchOrder();
  const order = await findOrderOfCustomer(shop, customerId, payment.reference);
  if (!provider.isGenuine({ orderId: payment.providerOrderId, paymentId, signature }))
    throw InvalidPaymentSignature();

  const outcome = await settle(shop, provider, payment.providerOrderId, paymentId);
  if (outcome === 'refunded') throw PaymentReturned();
  if (outcome === 'failed') throw PaymentFailed();
  if (outcome === 'placed')
    return placedResponse(shop, await findOrderOfCustomer(shop, customerId, order.id));
  // The provider has signed for it, so it counts as pending until the provider decides.
  await setPendingAttempt(shop, payment.id, paymentId);
  return {
    success: false,
    state: 'waiting',
    message:
      'The bank has not confirmed the payment yet. We place the order as soon as it does, and write to you.',
    orderId: order.id,
  };
}

async function settle(shop: Shop, provider: PaymentProvider, providerOrderId: string, paymentId: string) {
  try {
    const attempts = await provider.listPayments(providerOrderId);
    const attempt = attempts.find(({ id }) => id === paymentId);
    if (!attempt) return 'waiting';
    const outcome = await confirmPayment(shop, provider, attempt);
    if (outcome !== 'waiting') return outcome;
    return attempt.status === 'failed' || attempt.status === 'refunded' ? attempt.status : 'waiting';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
    // The webhook or the reconciler will tell.
    shop.log.warn({ providerOrderId, err: error }, 'the provider could not confirm a payment');
    return 'waiting';
  }
}

async function placedResponse(shop: Shop, order: Order): Promise<Placed> {
  return {
    success: true,
    message: 'Payment successful & order placed!',
    order: await toOrder(shop, order),
  };
}

/**
 * Holds the stock while the popup is open, for no longer than the limits allow. Throws `no-such-order` (404), also for
 * another's, and `order-closed` (409) when they are put aside no more.
 */
export function renewPayment(shop: Shop, customerId: string, orderId: string): Promise<HoldRenewed> {
  return inTransaction(shop, async (tx) => {
    const { createdAt } = await findOrderOfCustomer(tx, customerId, orderId);
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
