import { eq, inArray } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { pipeline } from '../../foundation/database/pipeline.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { cashProvider, listRefunds, type RefundRow } from '../../payments/ledger.server.ts';
import { handNoteOf } from '../../payments/refunds.server.ts';
import { listCouriers, listShipments } from '../../shipping/shipments.server.ts';
import { NoSuchOrder } from '../contract.ts';
import { listInvoicesOf, readUncreditedDelivery } from '../invoices/invoices.server.ts';
import { isCreditNoteMissing } from '../invoices/missing-credit-note.server.ts';
import { isRestocked, listUnits, type OrderUnits } from '../order-units.server.ts';
import { toOrderedItems, toPlacedOrder } from '../order-views.server.ts';
import { listHistory, listLines, type Order, type OrderLine } from '../orders.server.ts';
import { readRefundBalance } from '../refund-order.server.ts';
import { deliveryOf, listReturns, type Return, toReturnRequest } from '../returns/returns.server.ts';
import { isBack, quantityOf, selectionOf } from '../rules.ts';
import { namesOf } from '../status-history.ts';
import { orders } from '../tables.server.ts';
import type { AdminOrder } from './contract.ts';

/** Reads an order for staff. @throws NoSuchOrder (404) */
export async function readOrder(shop: Shop, id: string): Promise<AdminOrder> {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw NoSuchOrder('This order does not exist.');
  const [lines, units, history, balance, refunds, shipments, returns, settings, documents, leftPaise] =
    await pipeline([
      listLines(shop, id),
      listUnits(shop, id),
      listHistory(shop, [id]).execute(),
      readRefundBalance(shop, id),
      listRefunds(shop, [id]),
      listShipments(shop, [id]),
      listReturns(shop, [id]),
      readSettings(shop),
      listInvoicesOf(shop, id),
      readUncreditedDelivery(shop, order),
    ]);
  const { refundsDelivery } = settings.returns;
  return {
    ...toAdminRow(order),
    ...toAdminItems(order, lines, units),
    ...toAdminBalance(balance),
    refunds: refunds.map(toAdminRefund),
    history: history.map(({ lines: changed, at, state, actor, note }) => ({
      ...{ state, actor, note },
      items: namesOf(lines, changed),
      at: at.toISOString(),
    })),
    shipments: shipments.map(toAdminShipment),
    returns: returns.map((request) =>
      toAdminReturn(shop, request, { lines, delivery: deliveryOf(request, { leftPaise, refundsDelivery }) }),
    ),
    isCreditNoteMissing: isCreditNoteMissing(order, documents),
    invoices: documents.map(toAdminInvoice),
    couriers: listCouriers(shop),
  };
}

function toAdminRow(order: Order) {
  const { id, number, state, paymentMethod, promisedBy, customerId, shipTo, privateNote } = order;
  return {
    ...{ id, number, state, paymentMethod, promisedBy, customerId, shipTo, privateNote },
    createdAt: order.createdAt.toISOString(),
    placedAt: order.placedAt?.toISOString() ?? null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    cancelledAmount: toRupees(order.cancelledPaise),
  };
}

/** Returns the lines of an order with the states of their units, and the sums of the lines. */
function toAdminItems(order: Order, lines: readonly OrderLine[], units: readonly OrderUnits[]) {
  const placed = toPlacedOrder(order, lines);
  // Only units that are not packed yet can be cancelled without the rest of the order.
  const unpacked = selectionOf(units.filter(({ state }) => state === 'placed'));
  return {
    lines: toOrderedItems(placed.orderItems, { lines, units, isReturnable: false }).map((item) => ({
      ...item,
      cancellableQnty: quantityOf(unpacked, item.line),
      hsn: lines[item.line]?.hsn ?? null,
    })),
    subtotal: placed.subtotal,
    shipping: placed.shipping_charges,
    total: placed.total,
    isToInspect: units.some((row) => isBack(row) && row.inspectedAt === null),
    isRestocked: isRestocked(units),
  };
}

function toAdminBalance(balance: Awaited<ReturnType<typeof readRefundBalance>>) {
  return {
    receipts: balance.receipts.map(({ provider, amountPaise, refundedPaise, at }) => ({
      provider,
      amount: toRupees(amountPaise),
      refunded: toRupees(refundedPaise),
      at: at.toISOString(),
    })),
    refundableAmount: toRupees(balance.refundablePaise),
    refundedBefore: toRupees(balance.refundedPaise),
  };
}

/**
 * Converts a return to the response for staff: with the result of its inspection, and the delivery charge that is refunded or
 * kept.
 */
function toAdminReturn(
  shop: Shop,
  request: Return,
  { lines, delivery }: { lines: readonly OrderLine[]; delivery: ReturnType<typeof deliveryOf> },
): AdminOrder['returns'][number] {
  const view = toReturnRequest(shop, request, { lines, viewer: 'staff' });
  return {
    ...view,
    items: view.items.map((item, index) => ({
      ...item,
      resellable: request.lines[index]?.resellable ?? null,
    })),
    isClaim: request.isClaim,
    delivery: toRupees(delivery.refundedPaise),
    keptDelivery: toRupees(delivery.keptPaise),
  };
}

/** Returns the order numbers of these orders by id. Omits unknown orders. */
export async function readOrderNumbers(shop: Shop, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await shop.db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map(({ id, number }) => [id, number]));
}

function toAdminInvoice(
  document: Awaited<ReturnType<typeof listInvoicesOf>>[number],
): AdminOrder['invoices'][number] {
  const { kind, cause, number, totalPaise, issuedAt, path } = document;
  return { kind, cause, number, total: toRupees(totalPaise), at: issuedAt.toISOString(), address: path };
}

function toAdminRefund(refund: RefundRow): AdminOrder['refunds'][number] {
  const isCash = refund.provider === cashProvider;
  const { doneAt, failedAt, sentAt } = refund;
  const state = doneAt ? 'done' : isCash ? 'cash' : failedAt ? 'failed' : sentAt ? 'sent' : 'waiting';
  return {
    id: refund.id,
    amount: toRupees(refund.amountPaise),
    reason: refund.reason,
    state,
    note: state === 'failed' ? refund.lastError : handNoteOf(refund),
    isRetryable: state === 'failed' && sentAt === null,
    at: refund.createdAt.toISOString(),
  };
}

function toAdminShipment(
  shipment: Awaited<ReturnType<typeof listShipments>>[number],
): AdminOrder['shipments'][number] {
  return {
    id: shipment.id,
    number: shipment.details.number,
    direction: shipment.direction,
    courier: shipment.courier,
    carrier: shipment.carrier,
    awb: shipment.awb,
    trackUrl: shipment.trackUrl,
    labelUrl: shipment.labelUrl,
    step: shipment.step,
    expectedOn: shipment.expectedOn,
    createdAt: shipment.createdAt.toISOString(),
    isCancelled: shipment.cancelledAt !== null,
    failureReason: shipment.failedAt ? (shipment.lastError ?? 'The courier gave no reason.') : null,
    scans: shipment.scans.map(({ description, location, at }) => ({
      description,
      location,
      at: at.toISOString(),
    })),
  };
}
