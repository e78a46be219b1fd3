import { nameAndSize } from '../catalogue/rules.ts';
import { days } from '../foundation/clock.ts';
import { toPaise } from '../foundation/money.ts';
import type { OrderState, PaymentMethod } from './contract.ts';
import type { Selection } from './returns/contract.ts';
import { backStates, canTransition, uncollectedStates } from './transitions.ts';

/** Visible labels of the states. The specification defines five of them. */
export const stateLabels: Readonly<Record<OrderState, string>> = {
  pending_payment: 'Waiting for the payment',
  expired: 'Not paid',
  placed: 'Order Placed',
  packed: 'Packed',
  out_for_pickup: 'Out for Pickup',
  shipped: 'Shipped',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  return_requested: 'Return Initiated',
  return_approved: 'Return Approved',
  return_rejected: 'Return Declined',
  return_picked: 'Return Picked Up',
  returned: 'Returned',
  refunded: 'Refunded',
  rto: 'Coming Back to Us',
  returned_to_seller: 'Back with Us',
};

export function returnableUntil(deliveredAt: Date, fullDays: number): Date {
  return new Date(deliveredAt.getTime() + days(fullDays));
}

/** True if the order was delivered and the return period has not ended. False exactly at {@link returnableUntil}. */
export function isInReturnPeriod(order: { deliveredAt: Date | null }, fullDays: number, now: Date): boolean {
  return order.deliveredAt !== null && now < returnableUntil(order.deliveredAt, fullDays);
}

/** The actions that a customer may take on the units of an order line. */
type LinePolicy = { position: number; returnable: boolean; cancellable: boolean };
type UnitsOfLine = { position: number; quantity: number; state: OrderState };

/**
 * Selects the units that the customer can return within the return period. Only delivered units can be returned. If the shop is
 * at fault (`isClaim`), the units of every line can be returned. Otherwise only the units of returnable lines can be returned.
 */
export function returnableUnits(
  lines: readonly LinePolicy[],
  units: readonly UnitsOfLine[],
  { isClaim }: { isClaim: boolean },
): Selection {
  const positions = lines.filter(({ returnable }) => isClaim || returnable).map(({ position }) => position);
  return selectionOf(
    units.filter(({ position, state }) => state === 'delivered' && positions.includes(position)),
  );
}

/**
 * Selects the units that the customer can cancel. Before packing, these are the units of cancellable lines. After packing, these
 * are all units of the order until the courier's pickup begins. A packed order with a line that is not cancellable can no longer
 * be cancelled.
 */
export function cancellableUnits(lines: readonly LinePolicy[], units: readonly UnitsOfLine[]): Selection {
  const positions = lines.filter(({ cancellable }) => cancellable).map(({ position }) => position);
  const open = units.filter(({ state }) => canTransition(state, 'cancelled', 'shopper'));
  const allowed = open.filter(({ position }) => positions.includes(position));
  const isPacked = open.some(({ state }) => state === 'packed');
  return isPacked && allowed.length < open.length ? [] : selectionOf(allowed);
}

/** Adds up the units of each line. */
export function selectionOf(units: readonly { position: number; quantity: number }[]): Selection {
  return [...Map.groupBy(units, ({ position }) => position)].map(([position, rows]) => ({
    position,
    quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}

/** Returns the lines without their cancelled units. Omits lines whose units are all cancelled. */
export function withoutCancelled<Line extends { position: number; quantity: number }>(
  lines: readonly Line[],
  units: readonly UnitsOfLine[],
): Line[] {
  return lines.flatMap((line) => {
    const ofLine = units.filter(({ position, state }) => position === line.position && state === 'cancelled');
    const quantity = ofLine.reduce((left, cancelled) => left - cancelled.quantity, line.quantity);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** True if the selection contains all units of these lines. */
export function isEverything(
  lines: readonly { position: number; quantity: number }[],
  selection: Selection,
): boolean {
  return lines.every(({ position, quantity }) => quantityOf(selection, position) === quantity);
}

export function quantityOf(selection: Selection, position: number): number {
  return selection.find((line) => line.position === position)?.quantity ?? 0;
}

export function includesUnits(all: Selection, some: Selection): boolean {
  return some.every(({ position, quantity }) => quantity <= quantityOf(all, position));
}

/** True if the number of units of a line that can be chosen differs from the number that the page offered. */
export function hasChanged(choosable: Selection, selection: Selection): boolean {
  return selection.some(({ position, of }) => of !== undefined && of !== quantityOf(choosable, position));
}

/** True for units that came back to the merchant, because they were returned or not delivered. */
export const isBack = ({ state }: { state: OrderState }) => backStates.includes(state);

export function unitsPaise(
  lines: readonly { position: number; pricePaise: number }[],
  selection: Selection,
): number {
  const priceOfLine = new Map(lines.map(({ position, pricePaise }) => [position, pricePaise]));
  return selection.reduce(
    (sum, { position, quantity }) => sum + (priceOfLine.get(position) ?? 0) * quantity,
    0,
  );
}

/** Items that are chosen in a form, with their numbers of units. */
export type ChosenItems = readonly { line: number; qnty: number }[];

/** Like {@link unitsPaise}, for an order in a response of the API. */
export function itemsPaise(
  lines: readonly { line: number; productPriceAfterDiscount: number }[],
  items: ChosenItems,
): number {
  return unitsPaise(
    lines.map((each) => ({ position: each.line, pricePaise: toPaise(each.productPriceAfterDiscount) })),
    items.map(({ line, qnty }) => ({ position: line, quantity: qnty })),
  );
}

/**
 * Returns the refund for units that are cancelled or returned, in paise. It is their price, but at most the refundable amount
 * without the delivery charge that the shop keeps. So an earlier refund, such as a refund for a flaw, lowers only the refund of
 * the last units.
 */
export function unitsRefund(
  pricePaise: number,
  { refundablePaise, keptDeliveryPaise }: { refundablePaise: number; keptDeliveryPaise: number },
): number {
  return Math.max(0, Math.min(pricePaise, refundablePaise - keptDeliveryPaise));
}

/** Names an item with its quantity: `2 × Indigo Suit, size M`. */
export function itemText(item: { name: string; sizeLabel?: string | null; quantity: number }): string {
  return `${item.quantity} × ${nameAndSize(item.name, item.sizeLabel)}`;
}

/** Describes the selected units for an email: `1 × Khadi Stole, 2 × Indigo Suit, size M`. */
export function describeUnits(
  lines: readonly { position: number; name: string; sizeLabel: string | null }[],
  selection: Selection,
): string {
  const texts = selection.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position);
    return line ? [itemText({ ...line, quantity })] : [];
  });
  return texts.join(', ');
}

/** Returns the amount to invoice and to pay, in paise: the total minus the units that were cancelled while others were not. */
export function payablePaise(order: { totalPaise: number; cancelledPaise: number }): number {
  return order.totalPaise - order.cancelledPaise;
}

type CashOrder = { paymentMethod: PaymentMethod; state: OrderState };

/**
 * True for an order that was or will be paid in cash on delivery. False for a prepaid order, and for a COD order that was
 * cancelled or sent back undelivered.
 */
export function isPaidInCash({ paymentMethod, state }: CashOrder): boolean {
  return paymentMethod === 'COD' && !uncollectedStates.includes(state);
}

/** Returns the amount that the courier collects in cash, in paise. Returns 0 for an order that is not paid in cash. */
export function codPaise(order: CashOrder & { totalPaise: number; cancelledPaise: number }): number {
  return isPaidInCash(order) ? payablePaise(order) : 0;
}

/**
 * Returns the digits of a searched phone number without the country code: `98290 00000` → `9829000000`. Returns undefined for a
 * text that is not a phone number or has less than four digits.
 */
export function parsePhone(q: string): string | undefined {
  if (!/^[+\d\s()-]+$/.test(q)) return undefined;
  const digits = q.replace(/\D/g, '').replace(/^(0|91(?=\d{10}$))/, '');
  return digits.length >= 4 ? digits : undefined;
}
