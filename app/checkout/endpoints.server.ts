import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { forSignedIn, notSignedInResponse } from '../customers/signed-in.server.ts';
import { createRouter, errorResponses, ProblemAnswer, respond } from '../foundation/http/http.server.ts';
import { NoSuchCall, Problem } from '../foundation/http/problem.ts';
import { toPlacedOrder } from '../orders/orders.server.ts';
import { storeWebhook } from '../payments/webhooks.server.ts';
import type { ServicesEnv } from './checkout-services.server.ts';
import {
  CashOnly,
  CashOrder,
  HoldRenewed,
  IdempotencyKey,
  OrderReference,
  PaymentOrder,
  PaymentOrderInput,
  PaymentPending,
  Placed,
  VerifyPaymentInput,
} from './contract.ts';
import { createPaymentOrder, renewPayment, verifyPayment } from './pay-online.server.ts';
import { placeOrder } from './place-order.server.ts';

const tags = ['Checkout'];
const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemAnswer } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const headers = z.object({ 'idempotency-key': IdempotencyKey.optional() });
const keyInText =
  'An `Idempotency-Key` makes the same call again, at once or later, answer the same order; without one the cart’s version does.';

const smallEnough: MiddlewareHandler<ServicesEnv> = bodyLimit({ maxSize: 256 * 1024 });
const NotSigned = () => new Problem('not-signed', 401, 'That is not signed by the provider.');

/** The counter's calls. */
export const checkout = createRouter<ServicesEnv>()
  .openapi(
    createRoute({
      method: 'post',
      path: '/checkout/',
      tags,
      summary: 'Order the cart, to be paid in cash at the door',
      description: `Lines, prices and stock are the shop’s. \`total\` and \`productDetails\` tell what the shopper saw: if that is not what the cart holds now, nothing is ordered. ${keyInText}`,
      ...forSignedIn,
      request: { headers, ...body(CashOrder) },
      responses: {
        200: respond('The order is placed.', Placed),
        ...notSignedInResponse,
        400: errorResponses[400],
        409: refused(
          'The cart is empty or has changed (`cart` has it), cash is not taken, or the key was used.',
        ),
      },
    }),
    async (c) => {
      const { orderDetails: details } = c.req.valid('json');
      if (details.paymentMethod === 'Online') {
        throw CashOnly(undefined, [{ field: 'orderDetails.paymentMethod', message: CashOnly().message }]);
      }
      const key = c.req.valid('header')['idempotency-key'];
      const { order, lines } = await placeOrder(c.get('shop'), c.get('visitor').id, {
        details,
        method: 'COD',
        key,
      });
      return c.json(
        {
          success: true as const,
          message: 'COD Order placed successfully!',
          order: toPlacedOrder(order, lines),
        },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/payment/create-order',
      tags,
      summary: 'Begin to pay the cart online',
      description: `The pieces are held for fifteen minutes, unless the owner has said otherwise. \`amount\`, in rupees, is what the shopper saw; the answer’s \`order.amount\` is what is charged, in paise. Without \`orderDetails\` the order goes to the profile’s address. ${keyInText}`,
      ...forSignedIn,
      request: { headers, ...body(PaymentOrderInput) },
      responses: {
        200: respond('What the popup needs', PaymentOrder),
        ...notSignedInResponse,
        400: errorResponses[400],
        409: refused('The cart is empty or has changed (`cart` has it), or this order is paid or over.'),
        429: errorResponses[429],
        503: refused('The bank does not answer. The same call may be made again.'),
      },
    }),
    async (c) => {
      const key = c.req.valid('header')['idempotency-key'];
      const press = { wanted: c.req.valid('json'), key };
      const { provider } = c.get('services');
      return c.json(await createPaymentOrder(c.get('shop'), provider, c.get('visitor').id, press), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/payment/verify-order',
      tags,
      summary: 'Tell the shop what the popup gave back',
      description:
        'May be called again. The order is placed also without it, as soon as the bank tells the shop. `orderDetails` is ignored: the order was frozen when the payment began.',
      ...forSignedIn,
      request: body(VerifyPaymentInput),
      responses: {
        200: respond('The order is paid and placed.', Placed),
        202: respond('The bank is not sure yet.', PaymentPending),
        ...notSignedInResponse,
        400: { ...errorResponses[400], description: 'The signature is not the bank’s.' },
        404: errorResponses[404],
        409: refused('The payment failed, or the money goes back.'),
      },
    }),
    async (c) => {
      const { provider, worker } = c.get('services');
      const told = await verifyPayment(c.get('shop'), provider, c.get('visitor').id, c.req.valid('json'));
      if (told.success) return c.json(told, 200);
      worker.wake();
      return c.json(told, 202);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/payment/renew',
      tags,
      summary: 'Keep the pieces aside while the popup is open',
      description: 'An hour in all at most.',
      ...forSignedIn,
      request: body(OrderReference),
      responses: {
        200: respond('Until when they are held now', HoldRenewed),
        ...notSignedInResponse,
        400: errorResponses[400],
        404: errorResponses[404],
        409: refused('They are held no more.'),
      },
    }),
    async (c) => {
      const { orderId } = c.req.valid('json');
      return c.json(await renewPayment(c.get('shop'), c.get('visitor').id, orderId), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/payment/webhook/{provider}',
      tags,
      summary: 'For the payment provider: something has happened',
      description:
        'The body is signed as it stands: `x-razorpay-signature` is its HMAC-SHA-256, `x-razorpay-event-id` its own name. It is stored, and handled afterwards, once.',
      middleware: smallEnough,
      request: { params: z.object({ provider: z.string().max(40) }) },
      responses: {
        200: respond('It is stored.', z.object({ success: z.literal(true) })),
        401: refused('It is not signed by the provider.'),
        404: errorResponses[404],
        413: refused('It is too large.'),
      },
    }),
    async (c) => {
      const { provider, worker } = c.get('services');
      if (c.req.valid('param').provider !== provider.name) throw NoSuchCall();
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      if (!(await storeWebhook(c.get('shop'), provider, bytes, c.req.raw.headers))) throw NotSigned();
      worker.wake();
      return c.json({ success: true as const }, 200, { 'cache-control': 'no-store' });
    },
  );
