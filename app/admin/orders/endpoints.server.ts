import { z } from '@hono/zod-openapi';
import { endpoint, router } from '../../foundation/http/endpoint.server.ts';
import { toPaise } from '../../foundation/money.ts';
import { cancelOrder } from '../../orders/cancel-order.server.ts';
import {
  NoSuchCourier,
  NoSuchOrder,
  NoSuchRefund,
  NoSuchTransition,
  ReasonNeeded,
  RefundNeeded,
  RefundTooMuch,
  RefundTooSmall,
  TooLateToCancel,
} from '../../orders/contract.ts';
import { AdminOrder } from '../../orders/for-staff/contract.ts';
import { listOrders } from '../../orders/for-staff/list-orders.server.ts';
import { Printouts, readPrintouts } from '../../orders/for-staff/printouts.server.ts';
import { readOrder } from '../../orders/for-staff/read-order.server.ts';
import { issueMissingCreditNote } from '../../orders/invoices/missing-credit-note.server.ts';
import { savePrivateNote } from '../../orders/orders.server.ts';
import { readRefundBalance, refundOrder, settleRefundByHand } from '../../orders/refund-order.server.ts';
import { inspectReturn } from '../../orders/returns/inspect-return.server.ts';
import { askAboutReturn, decideReturn, isApproval } from '../../orders/returns/return-order.server.ts';
import {
  advanceOrderByHand,
  cancelOrderShipment,
  packOrder,
  shipOrder,
} from '../../orders/ship-order.server.ts';
import { retryRefund } from '../../payments/refunds.server.ts';
import { NoSuchShipment } from '../../shipping/contract.ts';
import { retryShipment } from '../../shipping/shipment-worker.server.ts';
import { ChangedSinceRead, listRows } from '../layout/contract.ts';
import { staff, staffRead } from '../sign-in/staff-access.server.ts';
import {
  CancelOrderInput,
  DecideReturnInput,
  InspectReturnInput,
  NoteInput,
  OrderList,
  OrdersQuery,
  PackedOrders,
  PackOrdersInput,
  PrintoutsQuery,
  RefundInput,
  ReturnQuestionInput,
  SettleRefundInput,
  ShipOrderInput,
  TransitionInput,
} from './contract.ts';
import { orderAction, packOrders } from './order-action.server.ts';

const params = z.object({ id: z.uuid('This order does not exist.') });
const shipmentParams = params.extend({ shipment: z.uuid('This shipment does not exist.') });
const refundParams = params.extend({ refund: z.uuid('This refund does not exist.') });

/** Endpoints for orders. Actions that refund money require a fresh second factor. */
export const adminOrderEndpoints = router('Admin: orders', [
  staffRead({
    id: 'listOrdersForStaff',
    path: '/admin/orders',
    summary: 'List the orders, newest first',
    query: OrdersQuery,
    response: OrderList,
    run: ({ shop, query }) => listOrders(shop, { ...query, limit: listRows }),
  }),
  staffRead({
    id: 'listPrintouts',
    path: '/admin/printouts',
    summary: 'Read packing slips and invoices for printing',
    query: PrintoutsQuery,
    response: Printouts,
    run: ({ shop, query }) => readPrintouts(shop, query.ids),
  }),
  staffRead({
    id: 'getOrderForStaff',
    path: '/admin/orders/{id}',
    summary: 'Read one order',
    params,
    response: AdminOrder,
    problems: [NoSuchOrder],
    run: ({ shop, params }) => readOrder(shop, params.id),
  }),
  endpoint({
    id: 'packOrders',
    method: 'post',
    path: '/admin/orders/pack',
    summary: 'Pack several orders; those that cannot be packed are reported and the others are packed',
    access: staff(),
    body: PackOrdersInput,
    response: PackedOrders,
    run: ({ shop, staff, body }) => packOrders(shop, staff, body.ids),
  }),
  orderAction({
    id: 'packOrder',
    method: 'post',
    path: '/admin/orders/{id}/pack',
    audit: 'order.pack',
    summary: 'Pack an order and issue its invoice',
    params,
    problems: [NoSuchTransition],
    run: packOrder,
  }),
  orderAction({
    id: 'shipOrder',
    method: 'post',
    path: '/admin/orders/{id}/ship',
    audit: 'order.ship',
    summary: 'Ship an order with a connected courier or with another one',
    params,
    body: ShipOrderInput,
    problems: [NoSuchTransition, NoSuchCourier],
    run: (tx, order, { body }) => shipOrder(tx, order, body),
  }),
  orderAction({
    id: 'recallShipment',
    method: 'post',
    path: '/admin/orders/{id}/recall',
    audit: 'shipment.recall',
    summary: 'Cancel a shipment before its courier picks it up',
    params,
    problems: [NoSuchTransition],
    run: cancelOrderShipment,
  }),
  orderAction({
    id: 'updateShipment',
    method: 'post',
    path: '/admin/orders/{id}/shipment',
    audit: 'shipment.update',
    summary: 'Update the status of a shipment that has no courier integration',
    params,
    body: TransitionInput,
    problems: [NoSuchTransition],
    run: (tx, order, { body: { to, note } }) => advanceOrderByHand(tx, order, to, note),
  }),
  orderAction({
    id: 'cancelOrderForStaff',
    method: 'post',
    path: '/admin/orders/{id}/cancel',
    audit: 'order.cancel',
    summary: 'Cancel an order or some of its items, release the stock and refund the money',
    description: 'Requires a recently confirmed second factor if money is refunded.',
    fresh: async (tx, order) => (await readRefundBalance(tx, order.id)).refundablePaise > 0,
    params,
    body: CancelOrderInput,
    problems: [NoSuchTransition, TooLateToCancel],
    run: (tx, order, { body: { note, items } }) => cancelOrder(tx, order, { note, selection: items }),
  }),
  orderAction({
    id: 'decideReturn',
    method: 'post',
    path: '/admin/orders/{id}/return',
    audit: ({ body }) => (isApproval(body) ? 'return.approve' : 'return.decline'),
    summary: 'Approve or decline the items of a return',
    params,
    body: DecideReturnInput,
    problems: [NoSuchTransition, ReasonNeeded],
    run: (tx, order, { body }) => decideReturn(tx, order, body),
  }),
  orderAction({
    id: 'askAboutReturn',
    method: 'post',
    path: '/admin/orders/{id}/return/question',
    audit: 'return.ask',
    summary: 'Ask the shopper about a return before deciding it',
    params,
    body: ReturnQuestionInput,
    problems: [NoSuchTransition, ReasonNeeded],
    run: (tx, order, { body }) => askAboutReturn(tx, order, body.text),
  }),
  orderAction({
    id: 'issueMissingCreditNote',
    method: 'post',
    path: '/admin/orders/{id}/credit-note',
    audit: 'order.credit',
    summary: 'Issue the missing credit note of a cancelled or undelivered order',
    params,
    problems: [NoSuchTransition],
    run: issueMissingCreditNote,
  }),
  orderAction({
    id: 'savePrivateNote',
    method: 'put',
    path: '/admin/orders/{id}/note',
    audit: 'order.note',
    summary: 'Save the staff’s private note on an order',
    params,
    body: NoteInput,
    problems: [ChangedSinceRead],
    logged: ({ body }) => ({ noteLength: body.privateNote.length }),
    async run(tx, order, { body }) {
      if (!(await savePrivateNote(tx, order.id, body))) throw ChangedSinceRead();
    },
  }),
  orderAction({
    id: 'retryShipment',
    method: 'post',
    path: '/admin/orders/{id}/shipments/{shipment}/retry',
    audit: 'shipment.retry',
    summary: 'Retry a shipment that the courier refused',
    params: shipmentParams,
    problems: [NoSuchTransition, NoSuchShipment],
    logged: ({ params }) => ({ shipment: params.shipment }),
    run: (tx, order, { params }) => retryShipment(tx, { reference: order.id, shipmentId: params.shipment }),
  }),
  orderAction({
    id: 'refundOrder',
    method: 'post',
    path: '/admin/orders/{id}/refund',
    audit: 'order.refund',
    summary: 'Refund an order, in whole or in part',
    fresh: true,
    params,
    body: RefundInput,
    problems: [NoSuchTransition, ReasonNeeded, RefundTooMuch, RefundTooSmall],
    run: (tx, order, { body: { amount, reason, refundedBefore } }) =>
      refundOrder(tx, order, {
        amountPaise: toPaise(amount),
        reason,
        refundedBefore: toPaise(refundedBefore),
      }),
  }),
  orderAction({
    id: 'settleRefund',
    method: 'post',
    path: '/admin/orders/{id}/refunds/{refund}/settle',
    audit: 'refund.settle',
    summary: 'Record a refund that was paid by hand',
    description:
      'For refunds of cash payments, and for refunds that failed at the payment provider. A failed refund cannot be retried afterwards.',
    fresh: true,
    params: refundParams,
    body: SettleRefundInput,
    problems: [NoSuchRefund, ReasonNeeded],
    logged: ({ params }) => ({ refund: params.refund }),
    run: (tx, order, { params, body }) =>
      settleRefundByHand(tx, order.id, { refundId: params.refund, text: body.text }),
  }),
  orderAction({
    id: 'retryRefund',
    method: 'post',
    path: '/admin/orders/{id}/refunds/{refund}/retry',
    audit: 'refund.retry',
    summary: 'Retry a refund that the payment provider refused',
    fresh: true,
    params: refundParams,
    problems: [NoSuchRefund],
    logged: ({ params }) => ({ refund: params.refund }),
    async run(tx, order, { params }) {
      if (!(await retryRefund(tx, { reference: order.id, refundId: params.refund })))
        throw NoSuchRefund(
          'This refund cannot be tried again: it does not exist, the bank already has it, or it was paid by hand.',
        );
    },
  }),
  orderAction({
    id: 'inspectReturn',
    method: 'post',
    path: '/admin/orders/{id}/inspect',
    audit: 'return.inspect',
    summary: 'Inspect a return: restock what is resellable and refund the money',
    fresh: true,
    params,
    body: InspectReturnInput,
    problems: [NoSuchTransition, ReasonNeeded, RefundNeeded, RefundTooMuch, RefundTooSmall],
    logged: ({ body: { resellable, items } }) => ({ resellable: resellable ?? items }),
    run: (tx, order, { body: { amount, items, resellable = false, text } }) =>
      inspectReturn(tx, order, {
        ...(items
          ? { found: items.map(({ line, ...finding }) => ({ position: line, ...finding })) }
          : { resellable }),
        text,
        ...(amount !== undefined && { amountPaise: toPaise(amount) }),
      }),
  }),
]);
