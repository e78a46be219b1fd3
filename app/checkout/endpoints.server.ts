import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { shopper } from '../customers/signed-in.server.ts';
import { type Access, endpoint, router } from '../foundation/http/endpoint.server.ts';
import { NoSuchEndpoint, problem, TooLarge, TooManyRequests } from '../foundation/http/problem.ts';
import { NoSuchOrder } from '../orders/contract.ts';
import { toCheckoutOrder } from '../orders/order-views.server.ts';
import { storeWebhook } from '../payments/webhooks.server.ts';
import { assertNoOpenPayment, checkPayment } from './check-payment.server.ts';
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
  PaymentCheck,
  PaymentCheckInput,
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
import { createPaymentOrder, renewPaymentHold, verifyPayment } from './pay-online.server.ts';
import { placeOrder } from './place-order.server.ts';

const headers = z.object({ 'idempotency-key': IdempotencyKey.optional() });
const keyDescription =
  'Idempotent per `Idempotency-Key`: a repeated request returns the same order. Without the header, the cart’s version is the key.';

const NotSigned = problem('not-signed', 401, 'That is not signed by the provider.');

const servicesOf = (c: Context<ServicesEnv>) => c.get('services');

/** Access for signed-in shoppers. Adds {@link Services} to the arguments of an endpoint's `run`. */
const payer: Access<Awaited<ReturnType<typeof shopper.caller>> & { services: Services }> = {
  ...shopper,
  caller: async (c: Context<ServicesEnv>) => ({ ...(await shopper.caller(c)), services: servicesOf(c) }),
};

/** Access for the payment provider. The endpoint's `run` verifies the provider's signature of the body. */
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
    summary: 'Place a cash-on-delivery order for the cart',
    description: `Uses the shop’s own lines, prices and stock. \`total\` and \`productDetails\` are what the shopper saw; if the cart differs, responds 409 and orders nothing. ${keyDescription}`,
    access: payer,
    headers,
    body: CashOrder,
    response: Placed,
    problems: [
      CashOnly,
      InvalidAddress,
      CartEmpty,
      CartChanged,
      CodRefused,
      CashLimit,
      KeyReused,
      AlreadyPaid,
      PaymentUndecided,
    ],
    async run({ shop, customer, services, headers, body: { orderDetails: details } }) {
      if (details.paymentMethod === 'Online')
        throw CashOnly(undefined, [{ field: 'orderDetails.paymentMethod', message: CashOnly.text }]);
      await assertNoOpenPayment(shop, services.provider, customer.id);
      const input = { details, method: 'COD', key: headers['idempotency-key'] } as const;
      const { order, lines } = await placeOrder(shop, customer.id, input);
      return {
        success: true as const,
        message: 'COD Order placed successfully!',
        order: await toCheckoutOrder(shop, order, lines),
      };
    },
  }),
  endpoint({
    id: 'createPaymentOrder',
    method: 'post',
    path: '/payment/create-order',
    summary: 'Start an online payment for the cart',
    description: `Holds the stock for fifteen minutes by default. \`amount\` is the total that the shopper saw, in rupees; \`order.amount\` in the response is the charge, in paise. Without \`orderDetails\` the order uses the profile’s address. ${keyDescription}`,
    access: payer,
    headers,
    body: PaymentOrderInput,
    response: PaymentOrder,
    problems: [
      InvalidAddress,
      CartEmpty,
      CartChanged,
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
      const request = { input: body, key: headers['idempotency-key'] };
      return createPaymentOrder(shop, services.provider, customer.id, request);
    },
  }),
  endpoint({
    id: 'verifyPayment',
    method: 'post',
    path: '/payment/verify-order',
    summary: 'Verify a payment with what the popup returned',
    description:
      'Idempotent. The provider’s webhook places the order even without this call. Responds 202 while the payment is pending. `orderDetails` is ignored, because the order was stored when the payment started.',
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
    id: 'checkPayment',
    method: 'post',
    path: '/payment/check',
    summary: 'Ask the payment provider about an unpaid order',
    description:
      'Places the order if it is paid. `payment` says what the provider knows. Without `orderId`, checks the shopper’s unpaid order; `order` is null if there is none. May be repeated every few seconds.',
    access: payer,
    body: PaymentCheckInput,
    response: PaymentCheck,
    problems: [NoSuchOrder, TooManyRequests],
    run: ({ shop, customer, services, body }) =>
      checkPayment(shop, services.provider, customer.id, body.orderId),
  }),
  endpoint({
    id: 'renewPaymentHold',
    method: 'post',
    path: '/payment/renew',
    summary: 'Extend the hold on the stock while the popup is open',
    description: 'Each variant can be held for one hour a day by default.',
    access: shopper,
    body: OrderReference,
    response: HoldRenewed,
    problems: [NoSuchOrder, OrderClosed],
    run: ({ shop, customer, body }) => renewPaymentHold(shop, customer.id, body.orderId),
  }),
  endpoint({
    id: 'receivePaymentWebhook',
    method: 'post',
    path: '/payment/webhook/{provider}',
    summary: 'Receive a webhook event of the payment provider',
    description:
      '`x-razorpay-signature` is the HMAC-SHA-256 of the raw body, `x-razorpay-event-id` the id of the event. The event is stored, and handled once, in the background.',
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
