import { z } from '@hono/zod-openapi';
import { endpoint, router } from '../../foundation/http/endpoint.server.ts';
import {
  NoSuchCourier,
  NoSuchOrder,
  NoSuchRefund,
  NoSuchTransition,
  ReasonNeeded,
  RefundNeeded,
  RefundTooMuch,
  TooLateToCancel,
} from '../../orders/contract.ts';
import { AdminOrder } from '../../orders/for-staff/contract.ts';
import { listOrders } from '../../orders/for-staff/list-orders.server.ts';
import { Printouts, readPrintouts } from '../../orders/for-staff/printouts.server.ts';
import { readOrder } from '../../orders/for-staff/read-order.server.ts';
import { NoSuchShipment } from '../../shipping/contract.ts';
import { ChangedSinceRead, listRows } from '../layout/contract.ts';
import { FreshFactorRequired } from '../sign-in/contract.ts';
import { staff } from '../sign-in/for-staff.server.ts';
import {
  CancelOrderInput,
  DecideReturnInput,
  InspectReturnInput,
  NoteInput,
  OrderList,
  OrdersQuery,
  PackedOrders,
  PackOrdersInput,
  RefundInput,
  SettleRefundInput,
  ShipOrderInput,
  TransitionInput,
} from './contract.ts';
import {
  cancelOrderAsStaff,
  decideReturnAsStaff,
  inspectReturnAsStaff,
  packOrderAsStaff,
  packOrdersAsStaff,
  recallShipmentAsStaff,
  refundOrderAsStaff,
  retryRefundAsStaff,
  retryShipmentAsStaff,
  saveNoteAsStaff,
  settleRefundAsStaff,
  shipOrderAsStaff,
  updateShipmentAsStaff,
} from './order-actions.server.ts';

const PrintoutsQuery = z.strictObject({
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

const params = z.object({ id: z.uuid('There is no such order.') });
const shipmentParams = params.extend({ shipment: z.uuid('There is no such parcel.') });
const refundParams = params.extend({ refund: z.uuid('There is no such refund.') });
const noTransition = [NoSuchOrder, NoSuchTransition];

/** Orders, from packing to the last refund. What moves money asks for a fresh second factor. */
export const adminOrderEndpoints = router('Admin: orders', [
  endpoint({
    id: 'listOrdersForStaff',
    method: 'get',
    path: '/admin/orders',
    summary: 'List the orders, newest first',
    access: staff(),
    query: OrdersQuery,
    response: OrderList,
    run: ({ shop, query }) => listOrders(shop, { ...query, limit: listRows }),
  }),
  endpoint({
    id: 'listPrintouts',
    method: 'get',
    path: '/admin/printouts',
    summary: 'Read the packing slips and invoices of these orders, to be printed',
    access: staff(),
    query: PrintoutsQuery,
    response: Printouts,
    run: ({ shop, query }) => readPrintouts(shop, query.ids),
  }),
  endpoint({
    id: 'getOrderForStaff',
    method: 'get',
    path: '/admin/orders/{id}',
    summary: 'Read one order',
    access: staff(),
    params,
    response: AdminOrder,
    problems: [NoSuchOrder],
    run: ({ shop, params }) => readOrder(shop, params.id),
  }),
  endpoint({
    id: 'packOrders',
    method: 'post',
    path: '/admin/orders/pack',
    summary: 'Pack several orders; one that cannot be packed does not hold up the others',
    access: staff(),
    body: PackOrdersInput,
    response: PackedOrders,
    run: ({ shop, staff, body }) => packOrdersAsStaff(shop, staff, body.ids),
  }),
  endpoint({
    id: 'packOrder',
    method: 'post',
    path: '/admin/orders/{id}/pack',
    summary: 'Pack an order and issue its invoice',
    access: staff(),
    params,
    response: AdminOrder,
    problems: noTransition,
    run: ({ shop, staff, params }) => packOrderAsStaff(shop, staff, params.id),
  }),
  endpoint({
    id: 'shipOrder',
    method: 'post',
    path: '/admin/orders/{id}/ship',
    summary: 'Ship an order by a courier, or by other means',
    access: staff(),
    params,
    body: ShipOrderInput,
    response: AdminOrder,
    problems: [...noTransition, NoSuchCourier],
    run: ({ shop, staff, params, body }) => shipOrderAsStaff(shop, staff, params.id, body),
  }),
  endpoint({
    id: 'recallShipment',
    method: 'post',
    path: '/admin/orders/{id}/recall',
    summary: 'Recall a shipment from its courier before it is picked up',
    access: staff(),
    params,
    response: AdminOrder,
    problems: noTransition,
    run: ({ shop, staff, params }) => recallShipmentAsStaff(shop, staff, params.id),
  }),
  endpoint({
    id: 'updateShipment',
    method: 'post',
    path: '/admin/orders/{id}/shipment',
    summary: 'Update how far a shipment is, where no courier does',
    access: staff(),
    params,
    body: TransitionInput,
    response: AdminOrder,
    problems: noTransition,
    run: ({ shop, staff, params, body }) => updateShipmentAsStaff(shop, staff, params.id, body),
  }),
  endpoint({
    id: 'cancelOrderForStaff',
    method: 'post',
    path: '/admin/orders/{id}/cancel',
    summary: 'Cancel an order, release its stock and refund its money',
    description: 'Where money is refunded, the second factor must be fresh.',
    access: staff(),
    params,
    body: CancelOrderInput,
    response: AdminOrder,
    problems: [...noTransition, TooLateToCancel, FreshFactorRequired],
    run: ({ shop, staff, params, body }) => cancelOrderAsStaff(shop, staff, params.id, body.note),
  }),
  endpoint({
    id: 'decideReturn',
    method: 'post',
    path: '/admin/orders/{id}/return',
    summary: 'Approve or decline a return, or note that it was received',
    access: staff(),
    params,
    body: DecideReturnInput,
    response: AdminOrder,
    problems: [...noTransition, ReasonNeeded],
    run: ({ shop, staff, params, body }) => decideReturnAsStaff(shop, staff, params.id, body),
  }),
  endpoint({
    id: 'savePrivateNote',
    method: 'put',
    path: '/admin/orders/{id}/note',
    summary: 'Save the staff’s private note on an order',
    access: staff(),
    params,
    body: NoteInput,
    response: AdminOrder,
    problems: [NoSuchOrder, ChangedSinceRead],
    run: ({ shop, staff, params, body }) => saveNoteAsStaff(shop, staff, params.id, body),
  }),
  endpoint({
    id: 'retryShipment',
    method: 'post',
    path: '/admin/orders/{id}/shipments/{shipment}/retry',
    summary: 'Retry a shipment that the courier refused',
    access: staff(),
    params: shipmentParams,
    response: AdminOrder,
    problems: [...noTransition, NoSuchShipment],
    run: ({ shop, staff, params }) => retryShipmentAsStaff(shop, staff, params.id, params.shipment),
  }),
  endpoint({
    id: 'refundOrder',
    method: 'post',
    path: '/admin/orders/{id}/refund',
    summary: 'Refund an order, in whole or in part',
    access: staff({ fresh: true }),
    params,
    body: RefundInput,
    response: AdminOrder,
    problems: [...noTransition, ReasonNeeded, RefundTooMuch],
    run: ({ shop, staff, params, body }) => refundOrderAsStaff(shop, staff, params.id, body),
  }),
  endpoint({
    id: 'settleRefund',
    method: 'post',
    path: '/admin/orders/{id}/refunds/{refund}/settle',
    summary: 'Note that a refund was paid by hand',
    access: staff({ fresh: true }),
    params: refundParams,
    body: SettleRefundInput,
    response: AdminOrder,
    problems: [NoSuchOrder, NoSuchRefund, ReasonNeeded],
    run: ({ shop, staff, params, body }) =>
      settleRefundAsStaff(shop, staff, params.id, params.refund, body.text),
  }),
  endpoint({
    id: 'retryRefund',
    method: 'post',
    path: '/admin/orders/{id}/refunds/{refund}/retry',
    summary: 'Retry a refund that the bank refused',
    access: staff({ fresh: true }),
    params: refundParams,
    response: AdminOrder,
    problems: [NoSuchOrder, NoSuchRefund],
    run: ({ shop, staff, params }) => retryRefundAsStaff(shop, staff, params.id, params.refund),
  }),
  endpoint({
    id: 'inspectReturn',
    method: 'post',
    path: '/admin/orders/{id}/inspect',
    summary: 'Inspect a return: restock what is resellable and refund the money',
    access: staff({ fresh: true }),
    params,
    body: InspectReturnInput,
    response: AdminOrder,
    problems: [...noTransition, ReasonNeeded, RefundNeeded, RefundTooMuch],
    run: ({ shop, staff, params, body }) => inspectReturnAsStaff(shop, staff, params.id, body),
  }),
]);
