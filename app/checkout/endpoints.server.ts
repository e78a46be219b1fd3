import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { shopper } from '../customers/signed-in.server.ts';
import { type Access, endpoint, router } from '../foundation/http/endpoint.server.ts';
import { NoSuchEndpoint, problem, TooLarge, TooManyRequests } from '../foundation/http/problem.ts';
import { NoSuchOrder } from '../orders/contract.ts';
import { toPlacedOrder } from '../orders/orders.server.ts';
import { storeWebhook } from '../payments/webhooks.server.ts';
import { NotEnoughStock } from '../stock/contract.ts';
import type { Services, ServicesEnv } from './checkout-services.server.ts';
import {
  AlreadyPaid,
  BankUnavailable,
  CartChanged,
  CartEmpty,
  CashLimit,
  CashOnly,
  CashOrder,
  CodRefused,
  HoldRenewed,
  HoldTimeUsed,
  IdempotencyKey,
  InvalidAddress,
  InvalidPaymentSignature,
  KeyReused,
  OrderClosed,
  OrderReference,
  PaymentFailed,
  PaymentOrder,
  PaymentOrderInput,
  PaymentPending,
  PaymentReturned,
  PaymentUndecided,
  Placed,
  UnpaidLimit,
  VerifyPaymentInput,
} from './contract.ts';
import { createPaymentOrder, renewPayment, verifyPayment } from './pay-online.server.ts';
import { placeOrder } from './place-order.server.ts';

const headers = z.object({ 'idempotency-key': IdempotencyKey.optional() });
const keyInText =
  'An `Idempotency-Key` makes the same request again, at once or later, answer the same order; without one the cart’s version does.';

const NotSigned = problem('not-signed', 401, 'That is not signed by the provider.');

const servicesOf = (c: Context<ServicesEnv>) => c.get('services');

/** A shopper who pays by one of the payment services. */
const payer: Access<Awaited<ReturnType<typeof shopper.caller>> & { services: Services }> = {
  ...shopper,
  caller: async (c: Context<ServicesEnv>) => ({ ...(await shopper.caller(c)), services: servicesOf(c) }),
};

/** The payment provider, whose signature of the body is checked by the use case. */
const paymentProvider: Access<{ services: Services }> = {
  security: [],
  problems: [NotSigned],
  caller: (c: Context<ServicesEnv>) => ({ services: servicesOf(c) }),
};

export const checkoutEndpoints = router('Checkout', [
  endpoint({
    id: 'placeCodOrder',
    method: 'post',
    path: '/checkout/',
    summary: 'Place an order of the cart, to be paid in cash on delivery',
    description: `Lines, prices and stock are the shop’s. \`total\` and \`productDetails\` tell what the shopper saw: if that is not what the cart holds now, nothing is ordered. ${keyInText}`,
    access: shopper,
    headers,
    body: CashOrder,
    response: Placed,
    problems: [
      CashOnly,
      InvalidAddress,
      CartEmpty,
      CartChanged,
      NotEnoughStock,
      CodRefused,
      CashLimit,
      KeyReused,
      PaymentUndecided,
    ],
    async run({ shop, customer, headers, body: { orderDetails: details } }) {
      if (details.paymentMethod === 'Online')
        throw CashOnly(undefined, [{ field: 'orderDetails.paymentMethod', message: CashOnly.text }]);
      const input = { details, method: 'COD', key: headers['idempotency-key'] } as const;
      const { order, lines } = await placeOrder(shop, customer.id, input);
      return {
        success: true as const,
        message: 'COD Order placed successfully!',
        order: toPlacedOrder(order, lines),
      };
    },
  }),
  endpoint({
    id: 'createPaymentOrder',
    method: 'post',
    path: '/payment/create-order',
    summary: 'Begin to pay the cart online',
    description: `The stock is held for fifteen minutes, unless the owner has said otherwise. \`amount\`, in rupees, is what the shopper saw; the answer’s \`order.amount\` is what is charged, in paise. Without \`orderDetails\` the order goes to the profile’s address. ${keyInText}`,
    access: payer,
    headers,
    body: PaymentOrderInput,
    response: PaymentOrder,
    problems: [
      InvalidAddress,
      CartEmpty,
      CartChanged,
      NotEnoughStock,
      UnpaidLimit,
      HoldTimeUsed,
      KeyReused,
      AlreadyPaid,
      OrderClosed,
      PaymentUndecided,
      TooManyRequests,
      BankUnavailable,
    ],
    run({ shop, customer, services, headers, body }) {
      const press = { input: body, key: headers['idempotency-key'] };
      return createPaymentOrder(shop, services.provider, customer.id, press);
    },
  }),
  endpoint({
    id: 'verifyPayment',
    method: 'post',
    path: '/payment/verify-order',
    summary: 'Verify a payment with what the popup returned',
    description:
      'May be called again. The order is placed also without it, as soon as the bank tells the shop. `orderDetails` is ignored: the order was frozen when the payment began. 202 while the bank is not sure yet.',
    access: payer,
    body: VerifyPaymentInput,
    response: Placed,
    otherResponses: { 202: PaymentPending },
    problems: [InvalidPaymentSignature, NoSuchOrder, PaymentFailed, PaymentReturned],
    async run({ shop, customer, services: { provider, worker }, body, c }) {
      const verified = await verifyPayment(shop, provider, customer.id, body);
      if (verified.success) return verified;
      worker.wake();
      return c.json(verified, 202);
    },
  }),
  endpoint({
    id: 'renewPaymentHold',
    method: 'post',
    path: '/payment/renew',
    summary: 'Extend the hold on the stock while the popup is open',
    description: 'An hour in all at most.',
    access: shopper,
    body: OrderReference,
    response: HoldRenewed,
    problems: [NoSuchOrder, OrderClosed],
    run: ({ shop, customer, body }) => renewPayment(shop, customer.id, body.orderId),
  }),
  endpoint({
    id: 'receivePaymentWebhook',
    method: 'post',
    path: '/payment/webhook/{provider}',
    summary: 'Receive a webhook event of the payment provider',
    description:
      'The body is signed as it stands: `x-razorpay-signature` is its HMAC-SHA-256, `x-razorpay-event-id` its own name. It is stored, and handled afterwards, once.',
    middleware: bodyLimit({ maxSize: 256 * 1024 }),
    access: paymentProvider,
    params: z.object({ provider: z.string().max(40) }),
    response: z.object({ success: z.literal(true) }),
    problems: [NoSuchEndpoint, TooLarge],
    async run({ shop, services: { provider, worker }, params, c }) {
      if (params.provider !== provider.name) throw NoSuchEndpoint();
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      if (!(await storeWebhook(shop, provider, bytes, c.req.raw.headers))) throw NotSigned();
      worker.wake();
      return { success: true as const };
    },
  }),
]);
