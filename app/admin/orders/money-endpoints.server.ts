import { createRoute, z } from '@hono/zod-openapi';
import { createRouter } from '../../foundation/http/http.server.ts';
import { forFreshStaff } from '../sign-in/for-staff.server.ts';
import { body, ofOrder, orderAnswers, tags } from './action-endpoint.server.ts';
import { InspectReturnInput, RefundInput, SettleRefundInput } from './contract.ts';
import {
  inspectReturnAsStaff,
  refundOrderAsStaff,
  retryRefundAsStaff,
  settleRefundAsStaff,
} from './order-actions.server.ts';

/** What moves an order's money: the second factor must be fresh. */
export const orderMoney = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/refund',
      tags,
      summary: 'Gives money back, all of it or a part',
      ...forFreshStaff,
      request: { params: ofOrder, body: body(RefundInput) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await refundOrderAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/refunds/{refund}/settle',
      tags,
      summary: 'Cash has been given back by hand',
      ...forFreshStaff,
      request: {
        params: ofOrder.extend({ refund: z.uuid('There is no such refund.') }),
        body: body(SettleRefundInput),
      },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id, refund } = c.req.valid('param');
      const { words: text } = c.req.valid('json');
      return c.json(await settleRefundAsStaff(c.get('shop'), c.get('staff'), id, refund, text), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/refunds/{refund}/ask-again',
      tags,
      summary: 'Has the bank asked once more for a refund that it refused',
      ...forFreshStaff,
      request: { params: ofOrder.extend({ refund: z.uuid('There is no such refund.') }) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id, refund } = c.req.valid('param');
      return c.json(await retryRefundAsStaff(c.get('shop'), c.get('staff'), id, refund), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/judge',
      tags,
      summary: 'What came back has been looked at: sound pieces go to the shelf, and the money goes back',
      ...forFreshStaff,
      request: { params: ofOrder, body: body(InspectReturnInput) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await inspectReturnAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  );
