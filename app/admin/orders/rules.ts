import { formatRupees, toPaise, toRupees } from '../../foundation/money.ts';
import type { OrderState } from '../../orders/contract.ts';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { type ChosenItems, isBack, itemsPaise, stateLabels, unitsRefund } from '../../orders/rules.ts';
import {
  canTransition,
  type ManualState,
  manualStates,
  statesAwaitingPickup,
  statesBeforeDelivery,
} from '../../orders/transitions.ts';
import { parseRupees } from '../layout/numbers.ts';

/** Returns how an order is paid. An order that is not placed is `not paid`, because a payment would have placed it. */
export function paymentLabel({ placedAt, paymentMethod }: Pick<AdminOrder, 'placedAt' | 'paymentMethod'>) {
  if (placedAt === null) return 'not paid';
  return paymentMethod === 'COD' ? 'cash on delivery' : 'paid online';
}

/** Returns the text for an order without a payment: the cash that is still to be collected, or that no payment was received. */
export function dueLabel({
  paymentMethod,
  state,
  total,
}: Pick<AdminOrder, 'paymentMethod' | 'state' | 'total'>) {
  return paymentMethod === 'COD' && statesBeforeDelivery.includes(state)
    ? `${formatRupees(total)} to be collected on delivery.`
    : 'No payment received.';
}

/** True if the order is packed but the courier has not collected it yet. */
export const isAwaitingPickup = (state: OrderState) => statesAwaitingPickup.includes(state);

/** True if a return is approved and has not arrived at the shop yet. */
export const isAwaitingReturn = (state: OrderState) => canTransition(state, 'returned', 'merchant');

type Line = AdminOrder['lines'][number];
type ReturnOfOrder = AdminOrder['returns'][number];
type NamedItem = { productName: string; sizeLabel: string | null; qnty: number };

/**
 * Returns the states of an order line's units: `1 Cancelled, 2 Delivered`. Empty if every unit of the order has the order's
 * state.
 */
export function unitsLabel({ lines, state }: Pick<AdminOrder, 'lines' | 'state'>, { units }: Line): string {
  if (lines.every((line) => line.units.every((each) => each.state === state))) return '';
  return units.map(({ qnty, state }) => `${qnty} ${stateLabels[state]}`).join(', ');
}

/**
 * Returns the result of a return item: the decision, and after the inspection whether the shop took it back. Empty before the
 * decision.
 */
export function outcomeLabel({ approved, accepted, resellable }: ReturnOfOrder['items'][number]): string {
  if (approved === null) return '';
  if (!approved) return 'declined';
  if (accepted === null) return 'approved';
  return accepted ? `taken back, ${resellable ? 'good' : 'damaged'}` : 'not taken back';
}

/** Lists the items that came back and are not inspected yet, with their return if they belong to one. */
export function itemsToInspect({ lines, returns }: Pick<AdminOrder, 'lines' | 'returns'>): {
  items: (NamedItem & { line: number })[];
  request?: ReturnOfOrder;
} {
  const request = returns.find(({ isOpen }) => isOpen);
  if (request) return { items: request.items.filter(({ approved }) => approved), request };
  const items = lines.flatMap(({ units, ...line }) => {
    const back = units.filter(({ state }) => state === 'returned_to_seller');
    return back.length > 0 ? [{ ...line, qnty: back.reduce((sum, { qnty }) => sum + qnty, 0) }] : [];
  });
  return { items };
}

function refundOf(pricePaise: number, refundableAmount: number, keptDelivery: number): number {
  const limits = { refundablePaise: toPaise(refundableAmount), keptDeliveryPaise: toPaise(keptDelivery) };
  return toRupees(unitsRefund(pricePaise, limits));
}

/** Returns the refund for the accepted items of a return, in rupees. Computes the same amount as the server. */
export function acceptedAmount(
  { lines, refundableAmount }: Pick<AdminOrder, 'lines' | 'refundableAmount'>,
  { delivery, keptDelivery }: Pick<ReturnOfOrder, 'delivery' | 'keptDelivery'>,
  accepted: ChosenItems,
): number {
  if (accepted.length === 0) return 0;
  return refundOf(itemsPaise(lines, accepted) + toPaise(delivery), refundableAmount, keptDelivery);
}

/**
 * Returns the items to inspect, the items whose lines are not in `refused`, and the refund in rupees. `owed` is the refund that
 * the form proposes. `value` is the text of the amount field: `input`, or by default `owed`. `amount` is the parsed text, or
 * undefined if the text is not an amount.
 */
export function inspectionOf(
  order: Pick<AdminOrder, 'lines' | 'returns' | 'refundableAmount'>,
  { refused, input }: { refused: readonly number[]; input: string | undefined },
) {
  const { refundableAmount } = order;
  const { items, request } = itemsToInspect(order);
  const accepted = items.filter(({ line }) => !refused.includes(line));
  const owed = request ? acceptedAmount(order, request, accepted) : refundableAmount;
  const value = input ?? String(owed);
  const amount = refundableAmount > 0 ? parseRupees(value) : 0;
  return { items, request, accepted, owed, value, amount, refundableAmount };
}
export type Inspection = ReturnType<typeof inspectionOf>;

/** Returns error messages for an inspection by field name. `text` returns the value of a field. */
export function inspectionErrors(
  { items, request, accepted, amount, refundableAmount }: Inspection,
  text: (name: string) => string,
): Record<string, string> {
  const conditions = accepted.map(({ line }) => `condition.${line}`).filter((name) => text(name) === '');
  const isReasonNeeded = request && (accepted.length < items.length || amount === 0);
  return {
    ...Object.fromEntries(conditions.map((name) => [name, 'Please choose good or damaged.'])),
    ...((amount === undefined || amount > refundableAmount) && {
      amount: `Please enter an amount in rupees, at most ${formatRupees(refundableAmount)}.`,
    }),
    ...(isReasonNeeded && text('text').trim() === '' && { text: 'Please tell the shopper the reason.' }),
  };
}

/**
 * Returns the refund of a cancellation, in rupees. For the whole order, this is the refundable amount. For `items`, it is their
 * price, but at most the refundable amount without the delivery charge.
 */
export function cancelledRefund(
  { lines, refundableAmount, shipping }: Pick<AdminOrder, 'lines' | 'refundableAmount' | 'shipping'>,
  items: ChosenItems | undefined,
): number {
  return items ? refundOf(itemsPaise(lines, items), refundableAmount, shipping) : refundableAmount;
}

export const causeLabels: Readonly<Record<NonNullable<AdminOrder['invoices'][number]['cause']>, string>> = {
  cancelled: 'cancelled after packing',
  undelivered: 'not delivered',
  returned: 'returned',
  refund: 'refund',
};

/** Lists the states that staff may set by hand, the next state first. */
export function manualTransitions(state: OrderState): ManualState[] {
  return manualStates.filter((to) => canTransition(state, to, 'merchant'));
}

type ShownOrder = {
  state: OrderState;
  isToInspect: boolean;
  shipments: readonly { direction: 'out' | 'back'; isCancelled: boolean; failureReason: string | null }[];
};

/** Texts that describe the next step, by order state. Omits states whose next step depends on the shipment or the inspection. */
const nextSteps: Partial<Record<OrderState, string>> = {
  pending_payment: 'The shopper is paying. Please wait until the payment is confirmed.',
  expired:
    'The order was not paid. If a payment still arrives, the shop places the order or refunds the payment automatically.',
  placed: 'Get the items ready and press Pack. The invoice is then issued.',
  shipped: 'The order is on its way to the shopper.',
  out_for_delivery: 'The order is out for delivery.',
  return_requested: 'The shopper wants to return items. Please approve or decline.',
  return_approved: 'The return is approved. Please wait until the items arrive.',
  return_rejected: 'The return is declined. There is nothing to do.',
  return_picked: 'The return is on its way to you.',
  rto: 'The order could not be delivered and is coming back to you.',
};

/** Finds the shipment to the customer. Returns undefined if there is none or the shipment is cancelled. */
export const outboundShipment = ({ shipments }: ShownOrder) =>
  shipments.find(({ direction, isCancelled }) => direction === 'out' && !isCancelled);

export function nextStepLabel(order: ShownOrder): string {
  const { state } = order;
  if (isAwaitingPickup(state)) {
    const out = outboundShipment(order);
    if (out?.failureReason)
      return 'The courier did not accept the shipment. Try again, or cancel the shipment.';
    return out ? 'The courier will collect the order.' : 'The order is packed. Please ship it now.';
  }
  if (order.isToInspect) return 'The items have come back. Please check them.';
  if (isBack(order)) return 'The items have come back and have been checked. There is nothing to do.';
  return nextSteps[state] ?? `The order is ${stateLabels[state].toLowerCase()}. There is nothing to do.`;
}
