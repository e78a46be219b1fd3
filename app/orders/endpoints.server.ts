import { createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { forSignedIn, notSignedInResponse, type VisitorEnv } from '../customers/signed-in.server.ts';
import { createRouter, errorResponses, ProblemAnswer, respond } from '../foundation/http/http.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { MoneyEvent, Order, OrderChanged, ReturnInput, ShipmentStatus } from './contract.ts';
import { listMoneyEvents } from './money-events.server.ts';
import { listOrdersOfCustomer, readOrderOfCustomer, readOrderStatus } from './own-orders.server.ts';
import { requestReturn } from './returns/return-order.server.ts';
import { toOrderDetail } from './shown-orders.server.ts';

const tags = ['Orders'];

/** Digits only: `Number` would also read an empty text, `0x10` and `1e3`. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'A whole number, please.')
  .transform(Number);

const mostOrders = 50;
const Window = z.object({
  limit: wholeNumber
    .pipe(
      z.number().min(1, 'At least 1, please.').max(mostOrders, `At most ${mostOrders} at a time, please.`),
    )
    .default(mostOrders),
  offset: wholeNumber.pipe(z.number().max(1_000_000, 'That is past the end.')).default(0),
});

const Named = z.object({ id: z.string().max(60) });
const byName = 'By its id or its number.';
const refusedNamed = { ...notSignedInResponse, 400: errorResponses[400], 404: errorResponses[404] };

const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemAnswer } },
});

/** An empty body is none, also where it is announced as JSON. */
const mayBeBare = createMiddleware(async (c, next) => {
  if ((await c.req.text()) === '') c.req.raw.headers.delete('content-type');
  await next();
});

/** What a shopper asks about their own orders. */
export const orders = createRouter<VisitorEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/order/',
      tags,
      summary: 'The shopper’s own orders, newest first',
      description:
        'Without those that were never paid; one that still waits for its payment is there. The header `X-Total-Count` tells how many there are; `Link` leads to the next window.',
      ...forSignedIn,
      request: { query: Window },
      responses: { 200: respond('Orders', z.array(Order)), ...notSignedInResponse, 400: errorResponses[400] },
    }),
    async (c) => {
      const { limit, offset } = c.req.valid('query');
      const window = await listOrdersOfCustomer(c.get('shop'), c.get('visitor').id, { limit, offset });
      c.header('X-Total-Count', String(window.total));
      if (offset + limit < window.total)
        c.header('Link', `</api/order/?limit=${limit}&offset=${offset + limit}>; rel="next"`);
      return c.json(window.orders, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/order/{id}',
      tags,
      summary: 'One of the shopper’s own orders',
      description: byName,
      ...forSignedIn,
      request: { params: Named },
      responses: { 200: respond('The order', Order), ...refusedNamed },
    }),
    async (c) =>
      c.json(await readOrderOfCustomer(c.get('shop'), c.get('visitor').id, c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/shipment/status/{id}',
      tags,
      summary: 'Where one of the shopper’s own orders is',
      description: byName,
      ...forSignedIn,
      request: { params: Named },
      responses: { 200: respond('Its latest state, and all that happened', ShipmentStatus), ...refusedNamed },
    }),
    async (c) =>
      c.json(await readOrderStatus(c.get('shop'), c.get('visitor').id, c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/payment/mine',
      tags,
      summary: 'What came in from the shopper and what went back, newest first',
      description: 'Of the hundred newest orders.',
      ...forSignedIn,
      responses: { 200: respond('Payments and refunds', z.array(MoneyEvent)), ...notSignedInResponse },
    }),
    async (c) => c.json(await listMoneyEvents(c.get('shop'), c.get('visitor').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/shipment/cancle/{id}',
      tags,
      summary: 'Cancel one of the shopper’s own orders',
      description: `${byName} Until somebody comes to fetch it. Its pieces go back to the shelf, and its money goes back; called again, it answers the same and does nothing more.`,
      ...forSignedIn,
      request: { params: Named },
      responses: {
        200: respond('It is cancelled.', OrderChanged),
        ...refusedNamed,
        409: refused('It is on its way already.'),
      },
    }),
    async (c) => {
      const shop = c.get('shop');
      const { id: name } = c.req.valid('param');
      const order = await cancelOrder(shop, { actor: 'shopper', customerId: c.get('visitor').id, name });
      const message = `Your order ${order.number} is cancelled.`;
      return c.json({ success: true as const, message, order: await toOrderDetail(shop, order) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/shipment/return/{id}',
      tags,
      summary: 'Ask to give one of the shopper’s own orders back',
      description: `${byName} Within seven full days of its delivery, unless the owner has said otherwise. The shop decides and writes. The body may be left out; called again, it answers the same.`,
      middleware: [forSignedIn.middleware, mayBeBare] as const,
      security: forSignedIn.security,
      request: {
        params: Named,
        body: { required: false, content: { 'application/json': { schema: ReturnInput } } },
      },
      responses: {
        200: respond('The wish is noted.', OrderChanged),
        ...refusedNamed,
        409: refused('It has not arrived, or too long ago.'),
      },
    }),
    async (c) => {
      const shop = c.get('shop');
      const { id: name } = c.req.valid('param');
      // Without a body there is nothing that the schema could fill in.
      const wanted = ReturnInput.parse(c.req.valid('json') ?? {});
      const order = await requestReturn(shop, c.get('visitor').id, name, wanted);
      const message = `We know that you wish to return your order ${order.number}, and write to you.`;
      return c.json({ success: true as const, message, order: await toOrderDetail(shop, order) }, 200);
    },
  );
