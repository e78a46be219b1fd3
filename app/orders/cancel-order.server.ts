import type { Shop, Tx } from '../foundation/shop.server.ts';
import { cancelShipment } from '../shipping/shipments.server.ts';
import { releaseHold } from '../stock/holds.server.ts';
import { NoSuchTransition, NotCancellable, type OrderState, TooLateToCancel } from './contract.ts';
import { readStoredOrderOfCustomer } from './customer-orders.server.ts';
import { creditOrder } from './invoices/invoices.server.ts';
import { queueOrderEmail } from './order-emails.server.ts';
import { listUnits, type OrderUnits } from './order-units.server.ts';
import {
  listLines,
  type Order,
  type OrderLine,
  supersede,
  transitionOrder,
  withLockedOrder,
} from './orders.server.ts';
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

/**
 * Cancels one of the customer's orders, by id or number, or some of its units, before the pickup begins. Without a selection,
 * cancels everything that the customer can cancel. An unpaid order becomes `expired`: its stock hold is released, and a later
 * payment is refunded. Idempotent without a selection, also for concurrent requests.
 * @throws NoSuchOrder (404), also for another customer's order; TooLateToCancel or NotCancellable (409)
 */
export async function cancelOwnOrder(
  shop: Shop,
  customerId: string,
  idOrNumber: string,
  selection?: Selection,
): Promise<Order> {
  const { id } = await readStoredOrderOfCustomer(shop, customerId, idOrNumber);
  return withLockedOrder(shop, id, async (tx, order) => {
    if (order.state === 'cancelled') return order;
    if (order.placedAt === null) return cancelUnpaid(tx, order);
    const [lines, units] = [await listLines(tx, id), await listUnits(tx, id)];
    const cancellable = cancellableUnits(lines, units);
    const isRepeated = cancellable.length === 0 && units.some(({ state }) => state === 'cancelled');
    if (isRepeated && !selection) return order;
    if (!canTransition(order.state, 'cancelled', 'shopper')) throw TooLateToCancel();
    if (cancellable.length === 0 || !includesUnits(cancellable, selection ?? [])) throw NotCancellable();
    const cancelled = await cancelUnits(tx, order, {
      ...{ actor: 'shopper', lines, units, note: null },
      selection: selection ?? cancellable,
    });
    if (!cancelled) throw TooLateToCancel();
    return cancelled;
  });
}

/**
 * Cancels an order for the merchant, also during the pickup, or some of its units before it is packed. Returns `unchanged` if the
 * order is already cancelled.
 * @throws NoSuchTransition (409), also if a part of a packed order is selected
 */
export async function cancelOrder(
  tx: Tx,
  order: Order,
  { selection, note }: { selection?: Selection | undefined; note?: string | undefined },
): Promise<Order | 'unchanged'> {
  if (order.state === 'cancelled') return 'unchanged';
  const [lines, units] = [await listLines(tx, order.id), await listUnits(tx, order.id)];
  const input = { actor: 'merchant', lines, units, selection, note: note?.trim() || null } as const;
  const cancelled = await cancelUnits(tx, order, input);
  if (!cancelled) throw NoSuchTransition();
  return cancelled;
}

type Cancellation = {
  actor: 'shopper' | 'merchant';
  lines: readonly OrderLine[];
  units: readonly OrderUnits[];
  /** The whole order if undefined. */
  selection: Selection | undefined;
  note: string | null;
};

/**
 * Restocks the cancelled units, refunds what was paid for them and queues an email. If the order has no other units, also cancels
 * the shipment, refunds everything and credits an issued invoice. Returns undefined if the state does not allow the cancellation.
 * @throws NoSuchTransition (409) if the number of units that can be cancelled now differs from the number that the page offered
 */
async function cancelUnits(
  tx: Tx,
  order: Order,
  { actor, lines, units, selection, note }: Cancellation,
): Promise<Order | undefined> {
  const open = selectionOf(units.filter(({ state }) => canTransition(state, 'cancelled', 'shopper')));
  if (selection && hasChanged(open, selection)) throw NoSuchTransition();
  const isWhole = selection === undefined || isEverything(withoutCancelled(lines, units), selection);
  // A part can only be cancelled before packing, because the invoice of a packed order covers all its units.
  const from: OrderState[] | undefined = isWhole ? undefined : ['placed'];
  const updated = await transitionOrder(tx, order, { from, to: 'cancelled', actor, note, selection });
  if (!updated) return undefined;
  const refundPaise = isWhole
    ? await settleCancelledOrder(tx, updated)
    : await refundUnits(tx, updated, unitsPaise(lines, selection));
  await restock(tx, updated, { state: 'cancelled' });
  const part = isWhole ? null : describeUnits(lines, selection);
  await queueOrderEmail(tx, updated, { kind: 'cancelled', by: actor, note, refundPaise, part });
  return updated;
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
