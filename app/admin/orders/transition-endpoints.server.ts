import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { body, ofOrder, orderAnswers, tags } from './action-endpoint.server.ts';
import {
  CancelOrderInput,
  DecideReturnInput,
  NoteInput,
  PackedOrders,
  PackOrdersInput,
  ShipOrderInput,
  TransitionInput,
} from './contract.ts';
import {
  cancelOrderAsStaff,
  decideReturnAsStaff,
  packOrderAsStaff,
  packOrdersAsStaff,
  recallShipmentAsStaff,
  retryShipmentAsStaff,
  saveNoteAsStaff,
  shipOrderAsStaff,
  updateShipmentAsStaff,
} from './order-actions.server.ts';

/** What the staff do with orders, money aside. */
export const orderTransitionEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/pack',
      tags,
      summary: 'Packs several; what cannot be packed does not hold up the others',
      ...forStaff,
      request: { body: body(PackOrdersInput) },
      responses: {
        200: respond('What became of each', PackedOrders),
        400: errorResponses[400],
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await packOrdersAsStaff(c.get('shop'), c.get('staff'), c.req.valid('json').ids), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/pack',
      tags,
      summary: 'It is packed, and its invoice is issued',
      ...forStaff,
      request: { params: ofOrder },
      responses: orderAnswers,
    }),
    async (c) => c.json(await packOrderAsStaff(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/hand-over',
      tags,
      summary: 'Gives it to a courier, or to somebody else who carries it',
      ...forStaff,
      request: { params: ofOrder, body: body(ShipOrderInput) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await shipOrderAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/take-back',
      tags,
      summary: 'Takes the parcel back from its courier before it has left',
      ...forStaff,
      request: { params: ofOrder },
      responses: orderAnswers,
    }),
    async (c) =>
      c.json(await recallShipmentAsStaff(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/move',
      tags,
      summary: 'Says how far it is, where no courier does',
      ...forStaff,
      request: { params: ofOrder, body: body(TransitionInput) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await updateShipmentAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/cancel',
      tags,
      summary: 'Cancels it; its pieces and its money go back',
      description: 'Where money goes back, the second factor must be fresh.',
      ...forStaff,
      request: { params: ofOrder, body: body(CancelOrderInput) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        await cancelOrderAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json').note),
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/return',
      tags,
      summary: 'Decides about a wish to return it',
      ...forStaff,
      request: { params: ofOrder, body: body(DecideReturnInput) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await decideReturnAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/orders/{id}/note',
      tags,
      summary: 'What the staff note for themselves',
      ...forStaff,
      request: { params: ofOrder, body: body(NoteInput) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await saveNoteAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/parcels/{parcel}/ask-again',
      tags,
      summary: 'Has the courier asked once more about a parcel that it refused',
      ...forStaff,
      request: { params: ofOrder.extend({ parcel: z.uuid('There is no such parcel.') }) },
      responses: orderAnswers,
    }),
    async (c) => {
      const { id, parcel: shipment } = c.req.valid('param');
      return c.json(await retryShipmentAsStaff(c.get('shop'), c.get('staff'), id, shipment), 200);
    },
  );
