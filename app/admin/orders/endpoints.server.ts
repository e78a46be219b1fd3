import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { AdminOrder, OrderList, OrdersQuery } from './contract.ts';
import { listOrders } from './list-orders.server.ts';
import { orderMoney } from './money-endpoints.server.ts';
import { Printouts, readPrintouts } from './print/printouts.server.ts';
import { readOrder } from './read-order.server.ts';
import { orderTransitionEndpoints } from './transition-endpoints.server.ts';

const tags = ['Back office: orders'];

const PapersAsked = z.object({
  ids: z
    .string()
    .max(2000)
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(z.uuid('There is no such order.'))
        .min(1, 'Of which orders?')
        .max(50, 'Please print at most 50 at a time.'),
    )
    .openapi({ type: 'string', example: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11' }),
});

/** What the staff read of orders. */
const ordersRead = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders',
      tags,
      summary: 'Orders, the newest first',
      ...forStaff,
      request: { query: OrdersQuery },
      responses: { 200: respond('Orders', OrderList), 400: errorResponses[400], ...staffErrorResponses },
    }),
    async (c) => c.json(await listOrders(c.get('shop'), c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/papers',
      tags,
      summary: 'What is printed for these orders: packing slips and invoices',
      ...forStaff,
      request: { query: PapersAsked },
      responses: {
        200: respond('Slips and invoices', Printouts),
        400: errorResponses[400],
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await readPrintouts(c.get('shop'), c.req.valid('query').ids), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders/{id}',
      tags,
      summary: 'All of one order',
      ...forStaff,
      request: { params: z.object({ id: z.uuid('There is no such order.') }) },
      responses: {
        200: respond('The order', AdminOrder),
        400: errorResponses[400],
        404: errorResponses[404],
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await readOrder(c.get('shop'), c.req.valid('param').id), 200),
  );

/** Orders, from acceptance to the last refund. */
export const adminOrders = createRouter()
  .route('/', ordersRead)
  .route('/', orderTransitionEndpoints)
  .route('/', orderMoney);
