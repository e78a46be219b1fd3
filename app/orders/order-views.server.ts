import { readCachedSettings, readSettings } from '../content/content.server.ts';
import { toRupees } from '../foundation/money.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { listRefunds, type RefundRow } from '../payments/ledger.server.ts';
import { listPendingPayments } from '../payments/payments.server.ts';
import { listShipments } from '../shipping/shipments.server.ts';
import type { OrderedItem, OrderItem, OrderRefund, Order as OrderView, PlacedOrder } from './contract.ts';
import { draftTaxPaise } from './invoices/invoice-draft.server.ts';
import { findInvoicesOf } from './invoices/invoices.server.ts';
import { listUnitsOf, type OrderUnits } from './order-units.server.ts';
import { listHistory, listLinesOf, type Order, type OrderLine } from './orders.server.ts';
import type { ReturnRequest } from './returns/contract.ts';
import { listReturns, toReturnRequest } from './returns/returns.server.ts';
import {
  cancellableUnits,
  codPaise,
  isInReturnPeriod,
  quantityOf,
  returnableUnits,
  returnableUntil,
  stateLabels,
  withoutCancelled,
} from './rules.ts';
import { statusHistoryOf } from './status-history.ts';

/** Converts orders to the responses for their customer, in the sequence of `rows`. Runs a fixed number of statements. */
export async function toOrderViews(shop: Shop, rows: readonly Order[]): Promise<OrderView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const settings = await readSettings(shop);
  const { returnDays, returns: rules } = settings;
  const linesOf = await listLinesOf(shop, ids);
  const historyOf = Map.groupBy(await listHistory(shop, ids), ({ orderId }) => orderId);
  const shipmentsOf = Map.groupBy(await listShipments(shop, ids), ({ reference }) => reference);
  const refundsOf = Map.groupBy(await listRefunds(shop, ids), ({ reference }) => reference);
  const returnsOf = Map.groupBy(await listReturns(shop, ids), ({ orderId }) => orderId);
  const unitsOf = await listUnitsOf(shop, ids);
  const unpaidIds = rows.filter(({ state }) => state === 'pending_payment').map(({ id }) => id);
  const pendingPayments = await listPendingPayments(shop, unpaidIds);
  const invoiceOf = await findInvoicesOf(shop, ids);
  const now = shop.clock.now();

  return rows.map((order) => {
    const { id, deliveredAt } = order;
    const lines = linesOf.get(id) ?? [];
    const shipments = shipmentsOf.get(id) ?? [];
    const delivery = shipments.find((each) => each.direction === 'out' && each.cancelledAt === null);
    const trackUrl = delivery?.trackUrl ?? null;
    // Omit scans that report a step of the shipment, because the history already contains the step as a state of the order.
    const scans = shipments.flatMap((shipment) => shipment.scans.filter(({ step }) => step === null));
    const units = unitsOf.get(id) ?? [];
    const requests = returnsOf.get(id) ?? [];
    const returns = requests.map((request) => toReturnRequest(shop, request, { lines, viewer: 'owner' }));
    const isReturnable =
      isInReturnPeriod(order, returnDays, now) && requests.every(({ closedAt }) => closedAt !== null);
    const invoice = invoiceOf.get(id);
    const taxPaise = invoice ? invoice.taxPaise : draftTaxPaise(billOf({ order, lines, units }), settings);
    const orderItems = toOrderedItems(toPlacedOrder(order, lines).orderItems, { lines, units, isReturnable });
    return {
      ...toPlacedOrder(order, lines),
      orderItems,
      ...(taxPaise !== undefined && { includedGst: toRupees(taxPaise) }),
      paymentPending: pendingPayments.has(id),
      placedAt: order.placedAt?.toISOString() ?? null,
      deliveredAt: deliveredAt?.toISOString() ?? null,
      statusHistory: statusHistoryOf(historyOf.get(id) ?? [], { scans, lines, now }),
      tracking_info: trackUrl === null ? null : { tracking_data: { track_url: trackUrl } },
      label_url: invoice?.path ?? null,
      mrpTotal: toRupees(mrpTotalOf(lines)),
      codAmount: toRupees(codPaise(order)),
      mayCancel:
        order.state === 'pending_payment' || orderItems.some(({ cancellableQnty }) => cancellableQnty > 0),
      mayReturn: orderItems.some(({ claimableQnty }) => claimableQnty > 0),
      returnableUntil: deliveredAt && returnableUntil(deliveredAt, returnDays).toISOString(),
      returnReasons: orderItems.some(({ claimableQnty }) => claimableQnty > 0) ? rules.reasons : [],
      return: latestReturnOf(returns),
      returns,
      refunds: (refundsOf.get(id) ?? []).map(toRefund),
    };
  });
}

export async function toOrderView(shop: Shop, order: Order): Promise<OrderView> {
  const [view] = await toOrderViews(shop, [order]);
  if (!view) throw new Error(`failed to convert order ${order.number}`);
  return view;
}

/**
 * Converts an order to the response of a checkout. Includes the GST only while no unit is packed or cancelled, because it can
 * then be computed from `lines` without a query for the invoice or the units.
 */
export async function toCheckoutOrder(
  shop: Shop,
  order: Order,
  lines: readonly OrderLine[],
): Promise<PlacedOrder> {
  const isUnchanged =
    order.cancelledPaise === 0 && (order.state === 'placed' || order.state === 'pending_payment');
  const taxPaise = isUnchanged
    ? draftTaxPaise({ order, lines }, await readCachedSettings(shop, 'settings'))
    : undefined;
  return {
    ...toPlacedOrder(order, lines),
    ...(taxPaise !== undefined && { includedGst: toRupees(taxPaise) }),
  };
}

/**
 * Returns an order with the lines to pay for: without the units that were cancelled while others were not. An order that was
 * cancelled as a whole keeps its lines and its total.
 */
function billOf(sold: { order: Order; lines: readonly OrderLine[]; units: readonly OrderUnits[] }) {
  const { order, lines, units } = sold;
  return { order, lines: order.cancelledPaise === 0 ? lines : withoutCancelled(lines, units) };
}

export function toRefund({ amountPaise, reason, createdAt, sentAt, doneAt }: RefundRow): OrderRefund {
  const state = doneAt ? 'done' : sentAt ? 'sent' : 'asked';
  return { amount: toRupees(amountPaise), reason, state, at: createdAt.toISOString() };
}

function latestReturnOf(returns: readonly ReturnRequest[]): OrderView['return'] {
  const latest = returns.at(-1);
  if (!latest) return null;
  const { reason, note, requestedAt, approved, decision, inspected } = latest;
  return { reason, note, requestedAt, approved, decision, inspected };
}

type ItemContext = {
  lines: readonly OrderLine[];
  units: readonly OrderUnits[];
  /** True if the order is in its return period and has no open return. */
  isReturnable: boolean;
};

/** Adds to each item the states of its units, and the numbers of units that can be cancelled or returned now. */
export function toOrderedItems(
  items: readonly OrderItem[],
  { lines, units, isReturnable }: ItemContext,
): OrderedItem[] {
  const cancellable = cancellableUnits(lines, units);
  const returnable = isReturnable ? returnableUnits(lines, units, { isClaim: false }) : [];
  const claimable = isReturnable ? returnableUnits(lines, units, { isClaim: true }) : [];
  return items.map((item, line) => ({
    ...item,
    line,
    units: itemUnitsOf(units.filter(({ position }) => position === line)),
    cancellableQnty: quantityOf(cancellable, line),
    returnableQnty: quantityOf(returnable, line),
    claimableQnty: quantityOf(claimable, line),
  }));
}

function itemUnitsOf(rows: readonly OrderUnits[]): OrderedItem['units'] {
  return [...Map.groupBy(rows, ({ state }) => state)].map(([state, ofState]) => ({
    state,
    status: stateLabels[state],
    qnty: ofState.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}

/**
 * Returns the total of the lines at MRP, in paise. Uses the selling price of a product whose MRP is unknown or below that price.
 */
function mrpTotalOf(lines: readonly OrderLine[]): number {
  return lines.reduce(
    (sum, { mrpPaise, pricePaise, quantity }) => sum + Math.max(mrpPaise ?? 0, pricePaise) * quantity,
    0,
  );
}

/**
 * Converts an order to the fields that every response with an order contains. `paymentPending` is false; callers with a pending
 * payment set it to true.
 */
export function toPlacedOrder(order: Order, lines: readonly OrderLine[]): PlacedOrder {
  return {
    _id: order.id,
    channel_order_id: order.number,
    orderItems: lines.map((line) => ({
      proId: line.productId,
      productName: line.name,
      image: line.image,
      mrp: line.mrpPaise === null ? null : toRupees(line.mrpPaise),
      qnty: line.quantity,
      productPriceAfterDiscount: toRupees(line.pricePaise),
      priceAfterQnty: toRupees(line.pricePaise * line.quantity),
      sizeLabel: line.sizeLabel,
    })),
    subtotal: toRupees(order.subtotalPaise),
    taxes: toRupees(order.taxPaise),
    shipping_charges: toRupees(order.shippingPaise),
    total: toRupees(order.totalPaise),
    cancelledAmount: toRupees(order.cancelledPaise),
    paymentMethod: order.paymentMethod,
    state: order.state,
    userId: order.shipTo,
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt?.toISOString() ?? null,
    promisedBy: order.promisedBy,
    ...(order.supersededReason !== null && { supersededReason: order.supersededReason }),
    paymentPending: false,
  };
}
