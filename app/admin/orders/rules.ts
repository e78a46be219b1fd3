import { formatDay } from '../../foundation/clock.ts';
import { formatRupees } from '../../foundation/money.ts';
import type { OrderState } from '../../orders/contract.ts';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { statesBeforeDelivery } from '../../orders/messages.ts';
import { canTransition } from '../../orders/transitions.ts';

/** Parses an amount: `1,250.50` → 1250.5. Returns undefined for other texts. */
export function parseRupees(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

const day = 24 * 60 * 60 * 1000;

/** Formats the time since `at` for a list: `12 min`, `3 h`, `5 days`. */
export function formatAge(at: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - Date.parse(at));
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  if (ms < day) return `${Math.floor(minutes / 60)} h`;
  const days = Math.floor(ms / day);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Formats a date: `2026-11-21` → `21 November 2026`. */
export function formatDateInIndia(date: string): string {
  return formatDay(new Date(`${date}T12:00:00+05:30`));
}

/** Returns how an order is paid for. Only a paid or a cash order is ever placed. */
export function paymentLabel({ placedAt, paymentMethod }: Pick<AdminOrder, 'placedAt' | 'paymentMethod'>) {
  if (placedAt === null) return 'not paid';
  return paymentMethod === 'COD' ? 'cash on delivery' : 'paid online';
}

/** Returns the text for an order without a payment. */
export function dueLabel({
  paymentMethod,
  state,
  total,
}: Pick<AdminOrder, 'paymentMethod' | 'state' | 'total'>) {
  return paymentMethod === 'COD' && statesBeforeDelivery.includes(state)
    ? `${formatRupees(total)} to be collected at the door.`
    : 'Nothing has come in.';
}

/** True if the order is packed and the courier has not collected it. */
export const isAwaitingPickup = (state: OrderState) => state === 'packed' || state === 'out_for_pickup';

/** True if a return has not arrived yet. */
export const isAwaitingReturn = (state: OrderState) => canTransition(state, 'returned', 'merchant');

const byHand = [
  'out_for_pickup',
  'shipped',
  'out_for_delivery',
  'delivered',
  'rto',
  'returned_to_seller',
] as const;

/** Lists the states that staff may set, the nearest first. */
export function manualTransitions(state: OrderState): (typeof byHand)[number][] {
  return byHand.filter((to) => canTransition(state, to, 'merchant'));
}

type ShownOrder = {
  state: OrderState;
  isToInspect: boolean;
  shipments: readonly { direction: 'out' | 'back'; isCancelled: boolean; failureReason: string | null }[];
};

const settled: Partial<Record<OrderState, string>> = {
  pending_payment: 'The shopper is at the bank. Nothing to do until the money is here.',
  expired: 'It was never paid. If money still comes, the shop places it or sends the money back by itself.',
  placed: 'Put the pieces together and press Pack: the invoice is issued then.',
  shipped: 'It is on its way.',
  out_for_delivery: 'It arrives today.',
  delivered: 'It has arrived. Nothing to do.',
  cancelled: 'It was cancelled. Nothing to do.',
  return_requested: 'The shopper wants to give it back. Please decide.',
  return_approved: 'It is to come back.',
  return_rejected: 'The return was declined. Nothing to do.',
  return_picked: 'It is on its way back to you.',
  refunded: 'The money went back. Nothing to do.',
  rto: 'It could not be delivered, and comes back to you.',
};

/** Finds the shipment to the customer. Returns undefined if there is none, or if it is cancelled. */
export const outboundShipment = ({ shipments }: ShownOrder) =>
  shipments.find(({ direction, isCancelled }) => direction === 'out' && !isCancelled);

/** Returns a sentence about the next step of an order. */
export function nextStepLabel(order: ShownOrder): string {
  const { state } = order;
  if (isAwaitingPickup(state)) {
    const out = outboundShipment(order);
    if (out?.failureReason) return 'The courier refused the parcel. Ask once more, or take it back.';
    return out ? 'The courier is to fetch it.' : 'It is packed. Now give it to somebody who carries it.';
  }
  if (order.isToInspect) return 'It is here again. Look at it, and say whether it may be sold again.';
  return settled[state] ?? 'It is here again, and was looked at.';
}
