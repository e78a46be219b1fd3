import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import { toRupees } from '../foundation/money.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { listRefunds, type RefundRow } from '../payments/ledger.server.ts';
import { listPendingPayments } from '../payments/payments.server.ts';
import { shipments, trackingEvents } from '../shipping/tables.server.ts';
import type { OrderRefund, Order as OrderView } from './contract.ts';
import { signedInvoicePathsOf } from './invoices/invoices.server.ts';
import { type Order, type OrderLine, toPlacedOrder } from './orders.server.ts';
import { canCancel, canReturn, codPaise, returnableUntil } from './rules.ts';
import { statusHistoryOf } from './status-history.ts';
import { orderHistory, orderLines, orderReturns } from './tables.server.ts';

/**
 * Converts orders to the response for their customer, in the sequence of `rows`. The number of statements does not depend
 * on the number of orders.
 */
export async function toOrderViews(shop: Shop, rows: readonly Order[]): Promise<OrderView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { returnDays } = await readSettings(shop);
  const linesOf = grouped(await listLinesOf(shop, ids), ({ orderId }) => orderId);
  const historyOf = grouped(await listHistory(shop, ids), ({ orderId }) => orderId);
  const scansOf = grouped(await listScans(shop, ids), ({ reference }) => reference);
  const refundsOf = grouped(await listRefunds(shop, ids), ({ reference }) => reference);
  const trackUrlOf = new Map((await listTrackUrls(shop, ids)).map((row) => [row.reference, row.trackUrl]));
  const returnOf = new Map((await listReturns(shop, ids)).map((request) => [request.orderId, request]));
  const unpaidIds = rows.filter(({ state }) => state === 'pending_payment').map(({ id }) => id);
  const pendingPayments = await listPendingPayments(shop, unpaidIds);
  const invoiceOf = await signedInvoicePathsOf(shop, ids);
  const now = shop.clock.now();

  return rows.map((order) => {
    const { id, deliveredAt } = order;
    const lines = linesOf.get(id) ?? [];
    const trackUrl = trackUrlOf.get(id) ?? null;
    const request = returnOf.get(id);
    return {
      ...toPlacedOrder(order, lines),
      paymentPending: pendingPayments.has(id),
      placedAt: order.placedAt?.toISOString() ?? null,
      deliveredAt: deliveredAt?.toISOString() ?? null,
      statusHistory: statusHistoryOf(historyOf.get(id) ?? [], scansOf.get(id) ?? [], now),
      tracking_info: trackUrl === null ? null : { tracking_data: { track_url: trackUrl } },
      label_url: invoiceOf.get(id) ?? null,
      mrpTotal: toRupees(mrpTotalOf(lines)),
      codAmount: toRupees(codPaise(order)),
      mayCancel: canCancel(order),
      mayReturn: canReturn(order, returnDays, now),
      returnableUntil: deliveredAt && returnableUntil(deliveredAt, returnDays).toISOString(),
      return: request
        ? {
            reason: request.reason,
            note: request.note,
            requestedAt: request.requestedAt.toISOString(),
            approved: request.approved,
            decision: request.decision,
            inspected: request.resellable !== null,
          }
        : null,
      refunds: (refundsOf.get(id) ?? []).map(toRefund),
    };
  });
}

/** Converts one order to the response for its customer; see {@link toOrderViews}. */
export async function toOrderView(shop: Shop, order: Order): Promise<OrderView> {
  const [view] = await toOrderViews(shop, [order]);
  if (!view) throw new Error(`failed to convert order ${order.number}`);
  return view;
}

export function toRefund({ amountPaise, reason, createdAt, sentAt, doneAt }: RefundRow): OrderRefund {
  const state = doneAt ? 'done' : sentAt ? 'sent' : 'asked';
  return { amount: toRupees(amountPaise), reason, state, at: createdAt.toISOString() };
}

/** Returns the total of the lines at MRP, in paise. Uses the price of a product whose MRP is unknown or below the price. */
function mrpTotalOf(lines: readonly OrderLine[]): number {
  return lines.reduce(
    (sum, { mrpPaise, pricePaise, quantity }) => sum + Math.max(mrpPaise ?? 0, pricePaise) * quantity,
    0,
  );
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  return Map.groupBy(rows, keyOf);
}

function listLinesOf(shop: Shop, ids: readonly string[]) {
  return shop.db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...ids]))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
}

function listHistory(shop: Shop, ids: readonly string[]) {
  return shop.db
    .select()
    .from(orderHistory)
    .where(inArray(orderHistory.orderId, [...ids]))
    .orderBy(asc(orderHistory.id));
}

function listReturns(shop: Shop, ids: readonly string[]) {
  return shop.db
    .select()
    .from(orderReturns)
    .where(inArray(orderReturns.orderId, [...ids]));
}

/** Lists the tracking links of outgoing shipments that are not cancelled, latest last. */
function listTrackUrls(shop: Shop, ids: readonly string[]) {
  return shop.db
    .select({ reference: shipments.reference, trackUrl: shipments.trackUrl })
    .from(shipments)
    .where(
      and(
        inArray(shipments.reference, [...ids]),
        eq(shipments.direction, 'out'),
        isNull(shipments.cancelledAt),
      ),
    )
    .orderBy(asc(shipments.createdAt));
}

/** Lists the courier scans without a step, latest first. */
function listScans(shop: Shop, ids: readonly string[]) {
  return shop.db
    .select({
      reference: shipments.reference,
      text: trackingEvents.description,
      location: trackingEvents.location,
      at: trackingEvents.at,
    })
    .from(trackingEvents)
    .innerJoin(shipments, eq(shipments.id, trackingEvents.shipmentId))
    .where(and(inArray(shipments.reference, [...ids]), isNull(trackingEvents.step)))
    .orderBy(desc(trackingEvents.at), asc(trackingEvents.id));
}
