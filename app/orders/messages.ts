import { days } from '../foundation/clock.ts';
import { formatRupees } from '../foundation/money.ts';
import * as urls from '../urls.ts';
import type { Order, OrderItem, OrderState, PlacedOrder, StatusEntry } from './contract.ts';
import { dayAndTime, shortDay, timeOfDay } from './days.ts';
import { stateLabels } from './rules.ts';

/** The label of an order's state and the colour of the dot beside it; `due` is indigo. */
type Headline = { text: string; tone: 'due' | 'henna' | 'madder' };

/** The states of an order between placement and delivery. */
export const statesBeforeDelivery: readonly OrderState[] = [
  'placed',
  'packed',
  'out_for_pickup',
  'shipped',
  'out_for_delivery',
];

type OrderProgress = Pick<Order, 'state' | 'statusHistory' | 'promisedBy' | 'paymentPending'>;

/** Returns the headline of an order in its current state. A courier scan that changes no state does not change the headline. */
export function headlineOf({ state, statusHistory, promisedBy, paymentPending }: OrderProgress): Headline {
  const latest = statusHistory.findLast((entry) => entry.state !== null);
  const on = (text: string) => (latest ? `${text} on ${latest.day}, ${latest.date}` : text);
  if (state === 'pending_payment')
    return { text: paymentPending ? 'Waiting for the bank' : 'Not paid yet', tone: 'due' };
  if (state === 'expired') return { text: 'Not paid', tone: 'madder' };
  if (state === 'cancelled') return { text: on('Cancelled'), tone: 'madder' };
  if (state === 'delivered') return { text: on('Delivered'), tone: 'henna' };
  if (statesBeforeDelivery.includes(state)) {
    const expectedDay = promisedDay(promisedBy, latest);
    return { text: expectedDay ? `Delivery by ${expectedDay}` : stateLabels[state], tone: 'due' };
  }
  return { text: on(stateLabels[state]), tone: state === 'refunded' ? 'henna' : 'due' };
}

/** Returns the promised day. Without a promised day, returns the day seven days after the latest state change. */
function promisedDay(promisedBy: string | null, latest: StatusEntry | undefined): string | undefined {
  // Noon in India falls on the promised day.
  if (promisedBy !== null) return shortDay(new Date(`${promisedBy}T12:00:00+05:30`));
  return latest && shortDay(new Date(Date.parse(latest.at) + days(7)));
}

const nextSteps: Partial<Record<OrderState, string>> = {
  expired: 'It was not paid in time, so it was not placed.',
  placed: 'We pack it next, and write to you when it leaves.',
  packed: 'It is packed. The courier collects it next.',
  out_for_pickup: 'The courier is on the way to collect it.',
  shipped: 'The courier is bringing it to you.',
  out_for_delivery: 'The courier brings it to your door next.',
  delivered: 'It has arrived.',
  rto: 'The courier could not deliver it, and is bringing it back to us.',
  returned_to_seller: 'The courier could not deliver it, and it is back with us.',
};

/**
 * Describes the next step of an order, or the refunds of a cancelled order. Returns undefined for a return, a refund and
 * an order that is pending payment, for which the page has other notices.
 */
export function nextStepOf(order: Pick<Order, 'state' | 'codAmount' | 'refunds'>): string | undefined {
  const { state, codAmount, refunds } = order;
  if (state === 'cancelled') return `${refunds.map(refundText).join('. ') || 'Nothing is to be paid'}.`;
  const isWithCourier = state === 'shipped' || state === 'out_for_delivery';
  const cash = isWithCourier && codAmount > 0 ? ` Please have ${formatRupees(codAmount)} ready.` : '';
  return nextSteps[state] && nextSteps[state] + cash;
}

type OrderAsides = Pick<Order, 'state' | 'paymentPending' | 'expiresAt' | 'refunds' | 'returnableUntil'> & {
  /** `mayReturn` is the number of units that can be returned for a change of mind. */
  orderItems: readonly Pick<Order['orderItems'][number], 'mayReturn'>[];
};

/** Lists details for the order list: the end of an unpaid order's hold, refunds, and the end of the return period. */
export function orderFacts(order: OrderAsides): string[] {
  const { state, paymentPending, expiresAt, refunds, orderItems, returnableUntil } = order;
  const mayReturn = orderItems.some((item) => item.mayReturn > 0);
  const isHeld = state === 'pending_payment' && !paymentPending && expiresAt !== null;
  return [
    ...(isHeld ? [`Held until ${timeOfDay(Date.parse(expiresAt))}`] : []),
    ...refunds.map(refundText),
    ...(mayReturn && returnableUntil !== null
      ? [`Return till ${dayAndTime(new Date(returnableUntil))}`]
      : []),
  ];
}

/** Returns `Refund of ₹3,250 sent`, or `… on its way` while the refund's state is `asked`. */
export function refundText({ amount, state }: Pick<Order['refunds'][number], 'amount' | 'state'>): string {
  return `Refund of ${formatRupees(amount)} ${state === 'asked' ? 'on its way' : 'sent'}`;
}

/** True if the history contains a delivery, even if the state has changed since. */
export function wasDelivered({ statusHistory }: Pick<Order, 'statusHistory'>): boolean {
  return statusHistory.some(({ state }) => state === 'delivered');
}

/** Returns the size, quantity and unit price of an order line. */
export function sizeAndPrice({ sizeLabel, qnty, productPriceAfterDiscount }: OrderItem): string {
  const price = `${qnty} × ${formatRupees(productPriceAfterDiscount)}`;
  return sizeLabel === null ? price : `Size ${sizeLabel}, ${price}`;
}

/** Returns the path of an order line's page. Adds the size if the order contains the product in several sizes. */
export function orderPath(
  { _id, orderItems }: Pick<PlacedOrder, '_id' | 'orderItems'>,
  { proId, sizeLabel }: { proId: string; sizeLabel: string | null },
): string {
  const query = new URLSearchParams({ order: _id });
  const isOnly = orderItems.filter((item) => item.proId === proId).length === 1;
  if (!isOnly && sizeLabel !== null) query.set('size', sizeLabel);
  return `${urls.orderDetail}/${encodeURIComponent(proId)}?${query}`;
}
