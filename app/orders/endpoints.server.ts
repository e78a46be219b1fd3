import { z } from '@hono/zod-openapi';
import { Profile } from '../customers/contract.ts';
import { shopper } from '../customers/signed-in.server.ts';
import { ImageRejected, ImagesBusy } from '../foundation/files/images.server.ts';
import { endpoint, router } from '../foundation/http/endpoint.server.ts';
import { cancelOwnOrder } from './cancel-order.server.ts';
import {
  CancelInput,
  MoneyEvent,
  NoSuchOrder,
  NoSuchTransition,
  NotCancellable,
  NotReturnable,
  Order,
  OrderChanged,
  ShipmentStatus,
  TooLateToCancel,
} from './contract.ts';
import {
  listMoneyEvents,
  listOrdersOfCustomer,
  readOrderOfCustomer,
  readOrderStatus,
  saveOrderAddress,
} from './customer-orders.server.ts';
import { toOrderView } from './order-views.server.ts';
import {
  NoSuchPhoto,
  PhotosChanged,
  PhotoTooLarge,
  ReturnAnswer,
  ReturnInput,
  ReturnPhoto,
  TooManyPhotos,
} from './returns/contract.ts';
import { answerReturnQuestion, requestReturn } from './returns/return-order.server.ts';
import { addReturnPhoto, removeReturnPhoto } from './returns/return-photos.server.ts';

/** A whole number in the query of a URL. Only digits are valid, because `Number` also accepts an empty text, `0x10` and `1e3`. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'A whole number, please.')
  .transform(Number);

const maxOrders = 50;
const OrdersQuery = z.object({
  limit: wholeNumber
    .pipe(z.number().min(1, 'At least 1, please.').max(maxOrders, `At most ${maxOrders} at a time, please.`))
    .default(maxOrders),
  offset: wholeNumber.pipe(z.number().max(1_000_000, 'That is past the end.')).default(0),
});

const byIdOrNumber = 'By its id or its number.';
const ownOrder = { access: shopper, params: z.object({ id: z.string().max(60) }) };

/** Endpoints for the signed-in customer's orders. */
export const orderEndpoints = router('Orders', [
  endpoint({
    id: 'listOrders',
    method: 'get',
    path: '/order/',
    summary: 'List the shopper’s own orders, newest first',
    description:
      'Excludes orders that were never paid; includes one whose payment is pending. `X-Total-Count` is the number of orders on all pages; `Link` has the address of the next page.',
    access: shopper,
    query: OrdersQuery,
    response: z.array(Order),
    async run({ shop, customer, query: { limit, offset }, c }) {
      const { orders, total } = await listOrdersOfCustomer(shop, customer.id, { limit, offset });
      c.header('X-Total-Count', String(total));
      if (offset + limit < total)
        c.header('Link', `</api/order/?limit=${limit}&offset=${offset + limit}>; rel="next"`);
      return orders;
    },
  }),
  endpoint({
    id: 'getOrder',
    method: 'get',
    path: '/order/{id}',
    summary: 'Read one of the shopper’s own orders',
    description: byIdOrNumber,
    ...ownOrder,
    response: Order,
    problems: [NoSuchOrder],
    run: ({ shop, customer, params }) => readOrderOfCustomer(shop, customer.id, params.id),
  }),
  endpoint({
    id: 'saveOrderAddress',
    method: 'post',
    path: '/order/{id}/save-address',
    summary: 'Save the address of one of the shopper’s own orders in the profile',
    description: `${byIdOrNumber} Fills empty fields only. Returns the profile, which stays as it is if its name or a part of its address differs. Idempotent.`,
    ...ownOrder,
    response: Profile,
    problems: [NoSuchOrder],
    run: ({ shop, customer, params }) => saveOrderAddress(shop, customer.id, params.id),
  }),
  endpoint({
    id: 'getOrderStatus',
    method: 'get',
    path: '/shipment/status/{id}',
    summary: 'Read the status history of one of the shopper’s own orders',
    description: byIdOrNumber,
    ...ownOrder,
    response: ShipmentStatus,
    problems: [NoSuchOrder],
    run: ({ shop, customer, params }) => readOrderStatus(shop, customer.id, params.id),
  }),
  endpoint({
    id: 'listPayments',
    method: 'get',
    path: '/payment/mine',
    summary: 'List the shopper’s payments and refunds, newest first',
    description: 'Covers the hundred newest orders.',
    access: shopper,
    response: z.array(MoneyEvent),
    run: ({ shop, customer }) => listMoneyEvents(shop, customer.id),
  }),
  endpoint({
    id: 'cancelOrder',
    method: 'post',
    path: '/shipment/cancle/{id}',
    summary: 'Cancel one of the shopper’s own orders',
    description: `${byIdOrNumber} Possible until the courier’s pickup. Without a body, cancels everything that can be cancelled; with items, before packing, these items. Stock is released and money refunded. Called again without a body, it answers the same and does nothing more.`,
    ...ownOrder,
    body: CancelInput,
    bodyMayBeEmpty: true,
    response: OrderChanged,
    problems: [NoSuchOrder, TooLateToCancel, NotCancellable, NoSuchTransition],
    async run({ shop, customer, params, body }) {
      const order = await cancelOwnOrder(shop, customer.id, params.id, body.items);
      const isWhole = order.state === 'cancelled' || order.state === 'expired';
      const message = isWhole
        ? `Your order ${order.number} is cancelled.`
        : `Part of your order ${order.number} is cancelled.`;
      return { success: true as const, message, order: await toOrderView(shop, order) };
    },
  }),
  endpoint({
    id: 'requestReturn',
    method: 'post',
    path: '/shipment/return/{id}',
    summary: 'Request the return of one of the shopper’s own orders',
    description: `${byIdOrNumber} Possible within seven full days of delivery by default. The shop decides and emails the shopper. The body is optional; without items, requests everything that can be returned. Called again, it answers the same.`,
    ...ownOrder,
    body: ReturnInput,
    bodyMayBeEmpty: true,
    response: OrderChanged,
    problems: [NoSuchOrder, NotReturnable, PhotosChanged],
    async run({ shop, customer, params, body }) {
      const order = await requestReturn(shop, customer.id, params.id, body);
      const message = `We have received your return request for order ${order.number}, and will write to you.`;
      return { success: true as const, message, order: await toOrderView(shop, order) };
    },
  }),
  endpoint({
    id: 'addReturnPhoto',
    method: 'post',
    path: '/shipment/return/{id}/photos',
    summary: 'Upload a photograph for a return of one of the shopper’s own orders',
    description: `${byIdOrNumber} The body is the file, of at most 10 MB. Idempotent per \`Idempotency-Key\`, a random UUID, which becomes the photograph’s id. It is deleted after a day unless a return names it.`,
    ...ownOrder,
    headers: z.object({ 'idempotency-key': z.uuid() }),
    takesFile: true,
    response: ReturnPhoto,
    problems: [
      NoSuchOrder,
      NotReturnable,
      TooManyPhotos,
      PhotosChanged,
      ImageRejected,
      PhotoTooLarge,
      ImagesBusy,
    ],
    run: ({ shop, customer, params, headers, c }) =>
      addReturnPhoto(shop, customer.id, {
        idOrNumber: params.id,
        id: headers['idempotency-key'].toLowerCase(),
        request: c.req.raw,
      }),
  }),
  endpoint({
    id: 'removeReturnPhoto',
    method: 'delete',
    path: '/shipment/return/{id}/photos/{photo}',
    summary: 'Delete a photograph before its return is requested',
    description: byIdOrNumber,
    access: shopper,
    params: ownOrder.params.extend({ photo: z.uuid() }),
    response: z.object({ success: z.literal(true) }),
    problems: [NoSuchOrder, NoSuchPhoto],
    async run({ shop, customer, params }) {
      await removeReturnPhoto(shop, customer.id, { idOrNumber: params.id, id: params.photo.toLowerCase() });
      return { success: true as const };
    },
  }),
  endpoint({
    id: 'answerReturnQuestion',
    method: 'post',
    path: '/order/{id}/return/answer',
    summary: 'Answer the shop’s question about a return of one of the shopper’s own orders',
    description: byIdOrNumber,
    ...ownOrder,
    body: ReturnAnswer,
    response: OrderChanged,
    problems: [NoSuchOrder, NotReturnable, PhotosChanged],
    async run({ shop, customer, params, body }) {
      const order = await answerReturnQuestion(shop, customer.id, params.id, body.answer, body.photos);
      const message = 'Thank you. We have your answer.';
      return { success: true as const, message, order: await toOrderView(shop, order) };
    },
  }),
]);
