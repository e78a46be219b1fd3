import { days, noonInIndia } from '../foundation/clock.ts';
import { dayAndTime, shortDay, timeOfDay } from '../foundation/indian-dates.ts';
import { formatRupees, toPaise, toRupees } from '../foundation/money.ts';
import { refundTime } from '../payments/payment-facts.ts';
import * as urls from '../urls.ts';
import type { Order, OrderedItem, OrderItem, OrderState, PlacedOrder, StatusEntry } from './contract.ts';
import type { ReturnedItem, ReturnRequest } from './returns/contract.ts';
import { type ChosenItems, itemsPaise, itemText, stateLabels, unitsRefund } from './rules.ts';
import { statesBeforeDelivery, statesInTransit, statesOfReturnToSender } from './transitions.ts';
import { unpaidOrderText } from './unpaid-text.ts';

/** The label of an order's state, and the colour of the dot beside the label. `due` is indigo. */
type Headline = { text: string; tone: 'due' | 'henna' | 'madder' };

type OrderProgress = Pick<Order, 'state' | 'statusHistory' | 'promisedBy' | 'paymentPending'>;

/**
 * Returns the headline of an order's current state, or of an item whose units all have one state. Courier scans and units in
 * another state do not change the headline.
 */
export function headlineOf(order: OrderProgress, item?: Pick<OrderedItem, 'units'>): Headline {
  const { statusHistory, promisedBy, paymentPending } = order;
  const state = item?.units.length === 1 && item.units[0] ? item.units[0].state : order.state;
  const latest =
    statusHistory.findLast((entry) => entry.state === state) ??
    statusHistory.findLast((entry) => entry.state !== null);
  const on = (text: string) => (latest ? `${text} on ${latest.day}, ${latest.date}` : text);
  const tone = toneOf(state);
  if (state === 'pending_payment')
    return { text: paymentPending ? 'Waiting for the bank' : 'Not paid yet', tone };
  if (state === 'expired') return { text: stateLabels[state], tone };
  if (statesBeforeDelivery.includes(state)) {
    const expectedDay = promisedDay(promisedBy, latest);
    return { text: expectedDay ? `Delivery by ${expectedDay}` : stateLabels[state], tone };
  }
  if (statesOfReturnToSender.includes(state) && latest)
    return { text: `${stateLabels[state]} since ${latest.day}, ${latest.date}`, tone };
  return { text: on(stateLabels[state]), tone };
}

/** Returns the colour of the dot beside a state, or beside a courier's scan, which has no state. */
export function toneOf(state: OrderState | null): Headline['tone'] {
  if (state === 'cancelled' || state === 'expired') return 'madder';
  return state === 'delivered' || state === 'refunded' ? 'henna' : 'due';
}

/** Returns the promised day. If no day was promised, returns the day seven days after the order reached its current state. */
function promisedDay(promisedBy: string | null, latest: StatusEntry | undefined): string | undefined {
  // Use noon in India, so that the time is on the promised day.
  if (promisedBy !== null) return shortDay(noonInIndia(promisedBy));
  return latest && shortDay(new Date(Date.parse(latest.at) + days(7)));
}

const nextSteps: Partial<Record<OrderState, string>> = {
  placed: 'We will pack it next, and email you when it is on its way.',
  packed: 'It is packed. The courier will collect it next.',
  out_for_pickup: 'The courier is on the way to collect it.',
  shipped: 'The courier is bringing it to you.',
  out_for_delivery: 'The courier is on the way to your door.',
  delivered: 'It has arrived.',
  rto: 'The courier could not deliver it, and is bringing it back to us.',
  returned_to_seller: 'The courier could not deliver it, and it is back with us.',
};

/**
 * Describes the next step of an order, the refunds of a cancelled order, or why an unpaid order was not placed. Returns undefined
 * for a return, for a refunded order and for an order that waits for its payment, because the page has other notices for these.
 */
export function nextStepOf(
  order: Pick<Order, 'state' | 'codAmount' | 'refunds' | 'supersededReason'>,
): string | undefined {
  const { state, codAmount, refunds } = order;
  if (state === 'expired') return Object.values(unpaidOrderText(order)).join(' ');
  if (state === 'cancelled') return `${refunds.map(refundText).join('. ') || 'There is nothing to pay'}.`;
  const cash =
    statesInTransit.includes(state) && codAmount > 0 ? ` Please have ${formatRupees(codAmount)} ready.` : '';
  return nextSteps[state] && nextSteps[state] + cash;
}

type OrderAsides = Pick<Order, 'state' | 'paymentPending' | 'expiresAt' | 'refunds' | 'returnableUntil'> & {
  /** `returnableQnty` is the number of units that the customer can return after a change of mind. */
  orderItems: readonly Pick<Order['orderItems'][number], 'returnableQnty'>[];
};

/** Lists details for the order list: the end of an unpaid order's stock hold, refunds, and the end of the return period. */
export function orderFacts(order: OrderAsides): string[] {
  const { state, paymentPending, expiresAt, refunds, orderItems, returnableUntil } = order;
  const mayReturn = orderItems.some((item) => item.returnableQnty > 0);
  const isHeld = state === 'pending_payment' && !paymentPending && expiresAt !== null;
  return [
    ...(isHeld ? [`Held until ${timeOfDay(Date.parse(expiresAt))}`] : []),
    ...refunds.map(refundText),
    ...(mayReturn && returnableUntil !== null
      ? [`Return till ${dayAndTime(new Date(returnableUntil))}`]
      : []),
  ];
}

/** Returns `Refund of ₹3,250 sent`, or `… in progress` while the refund's state is `asked`. */
export function refundText({ amount, state }: Pick<Order['refunds'][number], 'amount' | 'state'>): string {
  return `Refund of ${formatRupees(amount)} ${state === 'asked' ? 'in progress' : 'sent'}`;
}

/**
 * States of units that will be delivered or were delivered. Such units need no label of their own, because the order's headline
 * describes them.
 */
const usualStates: readonly OrderState[] = [...statesBeforeDelivery, 'delivered'];

/**
 * Lists the cancelled or returned units of an item. Returns an empty list if all units of the order have the same state, because
 * the order's headline then describes them.
 */
function otherUnits({ orderItems }: Pick<Order, 'orderItems'>, item: OrderedItem): OrderedItem['units'] {
  const states = new Set(orderItems.flatMap(({ units }) => units.map(({ state }) => state)));
  return states.size > 1 ? item.units.filter(({ state }) => !usualStates.includes(state)) : [];
}

/**
 * Labels the cancelled or returned units of an item, such as `Return Initiated`, or `1 cancelled` if the item has other units
 * too. Returns an empty list if all units of the order have the same state.
 */
export function unitLabels(order: Pick<Order, 'orderItems'>, item: OrderedItem): string[] {
  return otherUnits(order, item).map(({ status, qnty }) =>
    qnty === item.qnty ? status : `${qnty} ${status.toLowerCase()}`,
  );
}

/**
 * Ends of sentences such as `1 of 2 is back with us`, by the state of the units. For other states, the sentence ends with the
 * label of the state.
 */
const unitConditions: Partial<Record<OrderState, string>> = {
  return_requested: 'requested for return',
  return_approved: 'approved for return',
  return_rejected: 'not approved for return',
  return_picked: 'on the way back to us',
  returned: 'back with us',
  refunded: 'returned',
  rto: 'on the way back to us',
  returned_to_seller: 'back with us',
};

/**
 * Describes the cancelled or returned units of an item in sentences, such as `1 of 2 is cancelled`. Returns an empty list if all
 * units of the item have the same state, because the item's headline then describes them.
 */
export function unitFacts(order: Pick<Order, 'orderItems'>, item: OrderedItem): string[] {
  if (item.units.length === 1) return [];
  return otherUnits(order, item).map(
    ({ state, status, qnty }) =>
      `${qnty} of ${item.qnty} ${qnty === 1 ? 'is' : 'are'} ${unitConditions[state] ?? status.toLowerCase()}`,
  );
}

/** Lists items with their quantities: `1 × Khadi Stole, 2 × Indigo Suit, size M`. */
export function itemsText(
  items: readonly { productName: string; sizeLabel?: string | null; qnty: number }[],
): string {
  return items
    .map(({ productName, sizeLabel, qnty }) => itemText({ name: productName, sizeLabel, quantity: qnty }))
    .join(', ');
}

/** Names an item of a return with the merchant's decision: `1 × Khadi Stole: return approved`. */
export function returnedItemText(item: ReturnedItem): string {
  const outcome = returnedItemOutcome(item);
  return outcome ? `${itemsText([item])}: ${outcome}` : itemsText([item]);
}

function returnedItemOutcome({ approved, accepted, qnty }: ReturnedItem): string | undefined {
  const it = qnty === 1 ? 'it' : 'them';
  if (approved === null) return undefined;
  if (!approved) return 'return declined';
  if (accepted === null) return 'return approved';
  return accepted ? 'return accepted' : `we have checked ${it} and could not accept the return`;
}

/**
 * States the progress of a return. Mentions no refunds, because only the order's list of refunds says which refunds were made.
 */
export function returnOutcome(
  { state, userId }: { state: OrderState; userId: { email: string } },
  { approved, isOpen, items, question, answer }: ReturnRequest,
): string {
  if (approved === null)
    return question !== null && answer === null
      ? 'We have a question before we decide.'
      : `We will look at it and write to you at ${userId.email}.`;
  if (!approved) return 'We could not approve your return.';
  if (isOpen)
    return state === 'returned'
      ? 'We have received your return. We will check it and write to you.'
      : 'We have approved your return.';
  return items.some(({ accepted }) => accepted)
    ? 'We have received your return and checked it.'
    : 'We have received your return and checked it, but we could not accept it.';
}

/** Returns the message that more photographs were chosen than can be added. */
export function leftOutPhotosText({ max, count }: { max: number; count: number }): string {
  const limit = max === 1 ? '1 photograph' : `${max} photographs`;
  return `You can add up to ${limit}, so ${count} of those you chose ${count === 1 ? 'was' : 'were'} not added.`;
}

/**
 * True if the order has several units, so that the customer can choose which to cancel. A packed or unpaid order can only be
 * cancelled as a whole.
 */
export function canCancelPart({ state, orderItems }: Pick<Order, 'state' | 'orderItems'>): boolean {
  const open = orderItems.flatMap(({ units }) => units.filter((each) => each.state === 'placed'));
  return state === 'placed' && open.reduce((sum, { qnty }) => sum + qnty, 0) > 1;
}

type CancelledOrder = Pick<
  Order,
  'state' | 'orderItems' | 'paymentMethod' | 'codAmount' | 'total' | 'shipping_charges' | 'refunds'
>;

/** States what a cancellation of these items means for the customer's money. Without items, states it for the whole order. */
export function cancelTerms(order: CancelledOrder, items?: ChosenItems): string {
  const { state, orderItems, paymentMethod, codAmount, total, shipping_charges, refunds } = order;
  if (state === 'pending_payment')
    return 'We have not received a payment for this order. If one still arrives, we will refund it.';
  const chosenOf = new Map(items?.map(({ line, qnty }) => [line, qnty]));
  const isWhole = orderItems.every(({ line, units }) => {
    const open = units.reduce((sum, each) => sum + (each.state === 'cancelled' ? 0 : each.qnty), 0);
    return !items || (chosenOf.get(line) ?? 0) === open;
  });
  const pricePaise = itemsPaise(orderItems, items ?? []);
  if (paymentMethod === 'COD')
    return isWhole
      ? 'You haven’t paid yet, so no refund is due.'
      : `You haven’t paid yet. You will pay ${formatRupees(toRupees(toPaise(codAmount) - pricePaise))} at the door for the rest.`;
  const refundablePaise = refunds.reduce((sum, { amount }) => sum - toPaise(amount), toPaise(total));
  // The delivery charge is refunded only when the last units are cancelled.
  const keptDeliveryPaise = toPaise(shipping_charges);
  const refundPaise = isWhole
    ? refundablePaise
    : unitsRefund(pricePaise, { refundablePaise, keptDeliveryPaise });
  if (refundPaise <= 0) return 'Your payment has already been refunded.';
  return `Your ${formatRupees(toRupees(refundPaise))} will be refunded the way you paid, and will reach you ${refundTime}.`;
}

/** Returns the heading of the delivery address: `Delivering to` before the delivery, otherwise `Delivery address`. */
export function addressTitleOf({ state }: Pick<Order, 'state'>): string {
  const isGoingThere = state === 'pending_payment' || statesBeforeDelivery.includes(state);
  return isGoingThere ? 'Delivering to' : 'Delivery address';
}

/**
 * Returns the amount to pay for an order in rupees. It is the total minus the price of units that were cancelled while others
 * were not.
 */
export function payable({ total, cancelledAmount }: { total: number; cancelledAmount: number }): number {
  return toRupees(toPaise(total) - toPaise(cancelledAmount));
}

/** True if the history contains a delivery, even if the state has changed since. */
export function wasDelivered({ statusHistory }: Pick<Order, 'statusHistory'>): boolean {
  return statusHistory.some(({ state }) => state === 'delivered');
}

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
