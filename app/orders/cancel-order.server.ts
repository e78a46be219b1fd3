import type { Shop, Tx } from '../foundation/shop.server.ts';
import { cancelShipment } from '../shipping/shipments.server.ts';
import { releaseHold } from '../stock/holds.server.ts';
import { NoSuchTransition, NotCancellable, type OrderState, TooLateToCancel } from './contract.ts';
import { readStoredOrderOfCustomer } from './customer-orders.server.ts';
import { creditOrder } from './invoices/invoices.server.ts';
import { queueOrderEmail } from './order-emails.server.ts';
import { listUnits } from './order-units.server.ts';
import { listLines, type Order, supersede, transitionOrder, withLockedOrder } from './orders.server.ts';
import { readRefundBalance, refundReceipts } from './refund-order.server.ts';
import { restock } from './restock.server.ts';
import type { Selection } from './returns/contract.ts';
import {
  cancellableUnits,
  describeUnits,
  hasChanged,
  includesUnits,
  isEverything,
  selectionOf,
  unitsPaise,
  unitsRefund,
  withoutCancelled,
} from './rules.ts';
import { canTransition } from './transitions.ts';

/** A cancellation of the selected units. Without a selection, cancels all units that the actor can cancel. */
type Cancellation = {
  actor: 'shopper' | 'merchant';
  selection?: Selection | undefined;
  note?: string | undefined;
};

/**
 * Cancels one of the customer's orders, by id or number, or some of its units.
 * @throws NoSuchOrder (404), also for another customer's order; errors of {@link cancelOrder}
 */
export async function cancelOwnOrder(
  shop: Shop,
  customerId: string,
  idOrNumber: string,
  selection?: Selection,
): Promise<Order> {
  const { id } = await readStoredOrderOfCustomer(shop, customerId, idOrNumber);
  return withLockedOrder(shop, id, (tx, order) => cancelOrder(tx, order, { actor: 'shopper', selection }));
}

/**
 * Cancels an order, or some of its units before it is packed. Restocks the units, refunds what was paid for them and queues an
 * email. When the last units are cancelled, it also cancels the shipment, refunds everything and credits an issued invoice. The
 * customer can cancel before the pickup begins, the merchant also during the pickup. Idempotent for a whole order, also for
 * concurrent requests. An unpaid order that its customer cancels becomes `expired`. Its stock hold is released, and a later
 * payment is refunded.
 * @throws TooLateToCancel, NotCancellable (409, customer); NoSuchTransition (409, merchant), also if a part of a packed order is
 * selected
 */
export async function cancelOrder(tx: Tx, order: Order, cancellation: Cancellation): Promise<Order> {
  const { actor } = cancellation;
  if (order.state === 'cancelled') return order;
  if (actor === 'shopper' && order.placedAt === null) return cancelUnpaid(tx, order);
  const note = cancellation.note?.trim() || null;
  const lines = await listLines(tx, order.id);
  const units = await listUnits(tx, order.id);
  const selection =
    cancellation.selection ?? (actor === 'shopper' ? cancellableUnits(lines, units) : undefined);
  const isDone = cancellation.selection === undefined && units.some(({ state }) => state === 'cancelled');
  // If everything that the customer can cancel is cancelled already, treat a request without a selection as a repeat of the
  // earlier request.
  if (actor === 'shopper' && isDone && selection?.length === 0) return order;
  if (actor === 'shopper') assertCancellable(order, cancellableUnits(lines, units), selection ?? []);
  const open = selectionOf(units.filter(({ state }) => canTransition(state, 'cancelled', 'shopper')));
  // Reject the request if the page offered a different number of units than can be cancelled now, for example because the request
  // was sent twice.
  if (selection && hasChanged(open, selection)) throw NoSuchTransition();
  const isWhole = selection === undefined || isEverything(withoutCancelled(lines, units), selection);
  // A part can only be cancelled before packing, because the invoice of a packed order covers all its units.
  const from: OrderState[] | undefined = isWhole ? undefined : ['placed'];
  const updated = await transitionOrder(tx, order, { from, to: 'cancelled', actor, note, selection });
  if (!updated) throw actor === 'shopper' ? TooLateToCancel() : NoSuchTransition();
  const refundPaise = isWhole
    ? await settleCancelledOrder(tx, updated)
    : await refundUnits(tx, updated, unitsPaise(lines, selection));
  await restock(tx, updated, { state: 'cancelled' });
  const part = isWhole ? null : describeUnits(lines, selection);
  await queueOrderEmail(tx, updated, { kind: 'cancelled', by: actor, note, refundPaise, part });
  return updated;
}

/** @throws TooLateToCancel or NotCancellable (409) unless the customer can cancel all selected units */
function assertCancellable(order: Order, cancellable: Selection, selection: Selection): void {
  if (!canTransition(order.state, 'cancelled', 'shopper')) throw TooLateToCancel();
  if (cancellable.length === 0) throw NotCancellable();
  if (!includesUnits(cancellable, selection)) throw NotCancellable();
}

/** Cancels the shipment, credits the invoice and refunds everything. Returns the refunded amount in paise. */
async function settleCancelledOrder(tx: Tx, order: Order): Promise<number> {
  await cancelShipment(tx, order.id);
  await creditOrder(tx, order, 'cancelled');
  const { refundPaise } = await refundReceipts(tx, order, { reason: 'The order was cancelled.' });
  return refundPaise;
}

/**
 * Refunds cancelled units, but not the delivery charge, because the order has other units. Returns the refunded amount in paise.
 */
async function refundUnits(tx: Tx, order: Order, pricePaise: number): Promise<number> {
  const { refundablePaise } = await readRefundBalance(tx, order.id);
  const amountPaise = unitsRefund(pricePaise, { refundablePaise, keptDeliveryPaise: order.shippingPaise });
  const reason = 'Part of the order was cancelled.';
  const { refundPaise } = await refundReceipts(tx, order, { amountPaise, reason });
  return refundPaise;
}

/** Cancels an unpaid order, even after its stock hold has expired. Changes nothing if the order is already superseded. */
async function cancelUnpaid(tx: Tx, order: Order): Promise<Order> {
  if (order.supersededAt !== null) return order;
  const note = 'Cancelled before it was paid for.';
  await transitionOrder(tx, order, { to: 'expired', actor: 'shopper', note });
  await releaseHold(tx, order.id);
  return supersede(tx, order.id);
}
