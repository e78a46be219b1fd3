import type { OrderState } from './contract.ts';

export const actors = ['shopper', 'merchant', 'courier', 'bank', 'clock'] as const;
export type Actor = (typeof actors)[number];

const merchantOrCourier: readonly Actor[] = ['merchant', 'courier'];

const rows: readonly { to: OrderState; from: readonly OrderState[]; actors: readonly Actor[] }[] = [
  { to: 'placed', from: ['pending_payment', 'expired'], actors: ['bank'] },
  { to: 'expired', from: ['pending_payment'], actors: ['clock', 'shopper'] },

  { to: 'packed', from: ['placed'], actors: ['merchant'] },
  { to: 'cancelled', from: ['placed', 'packed'], actors: ['shopper', 'merchant'] },
  { to: 'cancelled', from: ['out_for_pickup'], actors: ['merchant'] },

  { to: 'out_for_pickup', from: ['packed'], actors: merchantOrCourier },
  { to: 'shipped', from: ['packed', 'out_for_pickup'], actors: merchantOrCourier },
  { to: 'out_for_delivery', from: ['packed', 'out_for_pickup', 'shipped'], actors: merchantOrCourier },
  {
    to: 'delivered',
    from: ['packed', 'out_for_pickup', 'shipped', 'out_for_delivery'],
    actors: merchantOrCourier,
  },
  { to: 'rto', from: ['shipped', 'out_for_delivery'], actors: merchantOrCourier },
  { to: 'returned_to_seller', from: ['shipped', 'out_for_delivery', 'rto'], actors: merchantOrCourier },

  { to: 'return_requested', from: ['delivered'], actors: ['shopper'] },
  { to: 'return_approved', from: ['return_requested'], actors: ['merchant'] },
  { to: 'return_rejected', from: ['return_requested', 'returned'], actors: ['merchant'] },
  { to: 'return_picked', from: ['return_approved'], actors: merchantOrCourier },
  { to: 'returned', from: ['return_approved', 'return_picked'], actors: merchantOrCourier },
  { to: 'refunded', from: ['returned_to_seller', 'returned'], actors: ['merchant'] },
];

/**
 * The allowed transitions of an order, each with its actors. The database rejects all other pairs of states, because its table
 * `order_transitions` contains the same pairs. Orders may skip states, because a courier may omit scans. Orders never go back to
 * an earlier state.
 */
export const transitions = rows.flatMap(({ from, ...row }) => from.map((state) => ({ ...row, from: state })));

/** States of an online order that is not placed, because no payment was received. */
export const unpaidStates: readonly OrderState[] = ['pending_payment', 'expired'];

/** States of a packed order that the courier has not picked up. In these states, no shipped email has been queued yet. */
export const statesAwaitingPickup: readonly OrderState[] = ['packed', 'out_for_pickup'];

/** States of a placed order that the shop has not handed to the courier, packed or not. */
export const statesBeforeDispatch: readonly OrderState[] = ['placed', ...statesAwaitingPickup];

export const statesInTransit: readonly OrderState[] = ['shipped', 'out_for_delivery'];

export const statesBeforeDelivery: readonly OrderState[] = [...statesBeforeDispatch, ...statesInTransit];

/** States of an order that the courier could not deliver: on the way back to the shop, or back at the shop. */
export const statesOfReturnToSender: readonly OrderState[] = ['rto', 'returned_to_seller'];

/** States of an order that was dispatched but not delivered: on the way to the customer, on the way back to the shop, or back at the shop. */
export const undeliveredStates: readonly OrderState[] = [...statesInTransit, ...statesOfReturnToSender];

/** States of a cash order whose cash was not collected and will not be collected. */
export const uncollectedStates: readonly OrderState[] = ['cancelled', ...statesOfReturnToSender];

/** States of units that came back to the shop, because they were returned or not delivered. The shop inspects such units. */
export const backStates: readonly OrderState[] = ['returned', 'returned_to_seller'];

/**
 * States that the sales figures count as returned: approved returns and undelivered orders, even if the units are not back yet.
 */
export const returnedStates: readonly OrderState[] = [
  ...(['return_approved', 'return_picked', 'returned', 'refunded'] as const),
  ...statesOfReturnToSender,
];

/** States of a delivery that staff may set by hand, the nearest first, because some shipments have no tracking events. */
export const manualStates = [
  'out_for_pickup',
  'shipped',
  'out_for_delivery',
  'delivered',
  'rto',
  'returned_to_seller',
] as const satisfies readonly OrderState[];
export type ManualState = (typeof manualStates)[number];

export function canTransition(from: OrderState, to: OrderState, actor: Actor): boolean {
  return statesBefore(to, actor).includes(from);
}

/** Lists the states from which this actor may change an order to `to`. */
export function statesBefore(to: OrderState, actor: Actor): OrderState[] {
  return transitions.filter((each) => each.to === to && each.actors.includes(actor)).map(({ from }) => from);
}
