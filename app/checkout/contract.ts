import { z } from '@hono/zod-openapi';
import { AddressInput } from '../foundation/address/contract.ts';
import { problem } from '../foundation/http/problem.ts';
import { PlacedOrder, paymentMethods } from '../orders/contract.ts';
import { undecidedText } from '../orders/unpaid-text.ts';
import { providerNames, refundTime } from '../payments/payment-facts.ts';

const { shape } = AddressInput;

/**
 * The delivery form. `checkDelivery` validates the required fields and their formats by country, and names each invalid field.
 */
export const DeliveryForm = z
  .object({
    country: shape.country.default(''),
    firstName: shape.firstName.default(''),
    lastName: shape.lastName.default(''),
    address: shape.address.default(''),
    apartment: shape.apartment.default(''),
    city: shape.city.default(''),
    state: shape.state.default(''),
    phone: shape.phone.default(''),
    pincode: shape.pincode.default(''),
  })
  .openapi('DeliveryForm');
export type DeliveryForm = z.infer<typeof DeliveryForm>;

const notAnAmount = 'Please enter an amount in rupees.';

/** A cart line with the values that the shopper saw. Used only to detect changes of the cart, never to charge. */
const SeenProduct = z.object({
  proId: z.string().max(60).optional(),
  _id: z.string().max(60).optional(),
  size: z.string().max(60).nullish(),
  quantity: z.number().optional(),
  price: z.number().optional(),
});

export const OrderDetails = z
  .object({
    productDetails: z.array(SeenProduct).max(100).optional(),
    shippingInfo: DeliveryForm,
    /** True to save the address in the profile. Has no effect if the profile contains another name or address. */
    saveAddress: z.boolean('This is yes or no.').optional(),
    subtotal: z.number(notAnAmount).optional(),
    taxes: z.number(notAnAmount).optional(),
    shippingCost: z.number(notAnAmount).optional(),
    total: z.number(notAnAmount).optional(),
    paymentMethod: z.enum(paymentMethods, 'Please choose how to pay.').optional(),
  })
  .openapi('OrderDetails');
export type OrderDetails = z.infer<typeof OrderDetails>;

export const Placed = z
  .object({ success: z.literal(true), message: z.string(), order: PlacedOrder })
  .openapi('Placed');
export type Placed = z.infer<typeof Placed>;

export const CashOrder = z.object({ orderDetails: OrderDetails }).openapi('CashOrder');

/** `amount` is the total in rupees that the shopper saw. Without `orderDetails`, the order uses the profile's address. */
export const PaymentOrderInput = z
  .object({ amount: z.number(notAnAmount).optional(), orderDetails: OrderDetails.optional() })
  .openapi('PaymentOrderInput');
export type PaymentOrderInput = z.infer<typeof PaymentOrderInput>;

/** The data that opens the provider's payment popup. */
export const PaymentOrder = z
  .object({
    success: z.literal(true),
    /** The order at the payment provider. The amount is in paise. */
    order: z.object({ id: z.string(), amount: z.number().int(), currency: z.string() }),
    /** The public key of the payment provider. */
    keyId: z.string(),
    provider: z.enum(providerNames),
    /** Title of the payment popup. */
    title: z.string(),
    /** The shopper's contact details, as far as the shop knows them. */
    prefill: z.object({
      name: z.string().optional(),
      email: z.string().optional(),
      contact: z.string().optional(),
    }),
    /** Id of the pending order in the shop. */
    orderId: z.string(),
    /** ISO timestamp at which the hold on the order's stock ends. */
    expiresAt: z.string(),
  })
  .openapi('PaymentOrder');
export type PaymentOrder = z.infer<typeof PaymentOrder>;

const notComplete = 'The bank’s answer is not complete.';
const providerToken = z.string(notComplete).regex(/^[\w-]{1,200}$/, notComplete);

/**
 * Result of the provider's payment popup. The field `orderDetails` of the specification is ignored, because the order is stored
 * already.
 */
export const VerifyPaymentInput = z
  .object({
    razorpay_order_id: providerToken,
    razorpay_payment_id: providerToken,
    razorpay_signature: providerToken,
    orderDetails: z.unknown().optional(),
  })
  .openapi('VerifyPaymentInput');
export type VerifyPaymentInput = z.infer<typeof VerifyPaymentInput>;

/**
 * Response to the result of the payment popup if its signature is valid, but the provider has not confirmed the payment yet. A
 * webhook or a poll of the provider reports later whether the payment has succeeded.
 */
export const PaymentPending = z
  .object({
    success: z.literal(false),
    state: z.literal('waiting'),
    message: z.string(),
    orderId: z.string(),
  })
  .openapi('PaymentPending');
export type PaymentPending = z.infer<typeof PaymentPending>;

export const OrderReference = z
  .strictObject({ orderId: z.uuid('There is no such order.') })
  .openapi('OrderReference');

/** The order whose payment is checked. Without an id, the shopper's unpaid order is checked. */
export const PaymentCheckInput = z
  .strictObject({ orderId: z.uuid('There is no such order.').optional() })
  .openapi('PaymentCheckInput');

/**
 * State of a payment at the provider. `pending`: the provider has not decided yet. `unknown`: the provider could not be asked.
 * `returned`: the money is refunded. `over`: the order can no longer be paid.
 */
export const PaymentCheck = z
  .object({
    success: z.literal(true),
    payment: z.enum(['not-begun', 'pending', 'unknown', 'failed', 'returned', 'over', 'placed']),
    /** The order of the payment; null if the customer has no unpaid order. */
    order: PlacedOrder.nullable(),
  })
  .openapi('PaymentCheck');
export type PaymentCheck = z.infer<typeof PaymentCheck>;

export const HoldRenewed = z
  .object({ success: z.literal(true), expiresAt: z.string() })
  .openapi('HoldRenewed');
export type HoldRenewed = z.infer<typeof HoldRenewed>;

/** The `Idempotency-Key` header. The browser generates a key for each new order. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\w-]{8,128}$/, 'A key has 8 to 128 letters, digits and hyphens.');

export const CartEmpty = problem('cart-empty', 409, 'Your cart is empty.');
/** A problem whose response contains the current cart as `cart`. */
export const CartChanged = problem(
  'cart-changed',
  409,
  'Your cart has changed since you opened this page, so nothing was ordered. Please check it once more.',
);
export const CodRefused = problem('cod-refused', 409, 'Cash on delivery is not available for this order.');
export const UnpaidLimit = problem(
  'unpaid-limit',
  409,
  'This is more than we can reserve for an unpaid order. Please order in smaller parts: pay for one, then order the rest, or write to us.',
);
export const HoldTimeUsed = problem(
  'hold-time-used',
  409,
  'We have reserved these pieces for you for the longest time that we allow in a day. Please try again tomorrow, or write to us.',
);
export const CashLimit = problem(
  'cash-limit',
  409,
  'We cannot take another cash-on-delivery order from you at the moment. Please pay for this one online, or write to us.',
);
export const KeyReused = problem(
  'key-reused',
  409,
  'We could not place this order. Please press Pay Now again.',
);
export const InvalidAddress = problem('invalid-address', 400, 'Please check the marked fields.');
export const CashOnly = problem(
  'cash-only',
  400,
  'This endpoint takes cash on delivery only. To pay online, call payment/create-order.',
);
/** A problem whose response contains the order as `order`. */
export const AlreadyPaid = problem('already-paid', 409, 'This order has already been paid.');
export const OrderClosed = problem(
  'order-closed',
  409,
  'This order can no longer be paid for. To order again, please press Pay Now.',
);
/** A problem whose response contains the order's id as `orderId`. */
export const PaymentUndecided = problem(
  'payment-undecided',
  409,
  `Your bank has not answered yet about the payment of your last order. ${undecidedText} Please do not pay again.`,
);
export const BankUnavailable = problem(
  'bank-unavailable',
  503,
  'We cannot reach the bank at the moment, so the payment has not started. Please try again in a minute.',
);
export const InvalidPaymentSignature = problem(
  'invalid-payment-signature',
  400,
  'The payment signature is invalid. Nothing was changed.',
);
export const PaymentFailed = problem(
  'payment-failed',
  409,
  'The bank did not take the payment. Please try again, or choose another way to pay.',
);
export const PaymentReturned = problem(
  'payment-returned',
  409,
  `We could not use this payment, so we are refunding it. The money reaches you ${refundTime}. Please look at My Orders before you order again.`,
);
