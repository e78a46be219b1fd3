import { readSettings } from '../content/content.server.ts';
import { toRupees } from '../foundation/money.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { listRefunds, type RefundRow } from '../payments/ledger.server.ts';
import { listPendingPayments } from '../payments/payments.server.ts';
import { listShipments } from '../shipping/shipments.server.ts';
import type { OrderRefund, Order as OrderView, ReturnRequest } from './contract.ts';
import { signedInvoicePathsOf } from './invoices/invoices.server.ts';
import {
  listHistory,
  listLinesOf,
  listReturns,
  type Order,
  type OrderLine,
  toPlacedOrder,
} from './orders.server.ts';
import { canCancel, canReturn, codPaise, returnableUntil } from './rules.ts';
import { statusHistoryOf } from './status-history.ts';
import type { orderReturns } from './tables.server.ts';

/** Converts orders to the response for their customer, in the sequence of `rows`, with a fixed number of statements. */
export async function toOrderViews(shop: Shop, rows: readonly Order[]): Promise<OrderView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { returnDays } = await readSettings(shop);
  const linesOf = await listLinesOf(shop, ids);
  const historyOf = Map.groupBy(await listHistory(shop, ids), ({ orderId }) => orderId);
  const shipmentsOf = Map.groupBy(await listShipments(shop, ids), ({ reference }) => reference);
  const refundsOf = Map.groupBy(await listRefunds(shop, ids), ({ reference }) => reference);
  const returnOf = new Map((await listReturns(shop, ids)).map((request) => [request.orderId, request]));
  const unpaidIds = rows.filter(({ state }) => state === 'pending_payment').map(({ id }) => id);
  const pendingPayments = await listPendingPayments(shop, unpaidIds);
  const invoiceOf = await signedInvoicePathsOf(shop, ids);
  const now = shop.clock.now();

  return rows.map((order) => {
    const { id, deliveredAt } = order;
    const lines = linesOf.get(id) ?? [];
    const shipments = shipmentsOf.get(id) ?? [];
    const delivery = shipments.find((each) => each.direction === 'out' && each.cancelledAt === null);
    const trackUrl = delivery?.trackUrl ?? null;
    // Omit scans that report a step: the history contains the order's states instead.
    const scans = shipments.flatMap((shipment) => shipment.scans.filter(({ step }) => step === null));
    const request = returnOf.get(id);
    return {
      ...toPlacedOrder(order, lines),
      paymentPending: pendingPayments.has(id),
      placedAt: order.placedAt?.toISOString() ?? null,
      deliveredAt: deliveredAt?.toISOString() ?? null,
      statusHistory: statusHistoryOf(historyOf.get(id) ?? [], scans, now),
      tracking_info: trackUrl === null ? null : { tracking_data: { track_url: trackUrl } },
      label_url: invoiceOf.get(id) ?? null,
      mrpTotal: toRupees(mrpTotalOf(lines)),
      codAmount: toRupees(codPaise(order)),
      mayCancel: canCancel(order),
      mayReturn: canReturn(order, returnDays, now),
      returnableUntil: deliveredAt && returnableUntil(deliveredAt, returnDays).toISOString(),
      return: request ? { ...toReturnRequest(request), inspected: request.resellable !== null } : null,
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

export function toReturnRequest(row: typeof orderReturns.$inferSelect): ReturnRequest {
  const { reason, note, requestedAt, approved, decision } = row;
  return { reason, note, requestedAt: requestedAt.toISOString(), approved, decision };
}

/** Returns the total of the lines at MRP, in paise. Uses the price of a product whose MRP is unknown or below the price. */
function mrpTotalOf(lines: readonly OrderLine[]): number {
  return lines.reduce(
    (sum, { mrpPaise, pricePaise, quantity }) => sum + Math.max(mrpPaise ?? 0, pricePaise) * quantity,
    0,
  );
}
