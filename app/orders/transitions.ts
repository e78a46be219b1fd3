import type { OrderState } from './contract.ts';

/** The actors of transitions. */
export const actors = ['shopper', 'merchant', 'courier', 'bank', 'clock'] as const;
export type Actor = (typeof actors)[number];

type Transition = { from: OrderState; to: OrderState; actors: readonly Actor[] };

const merchantOrCourier: readonly Actor[] = ['merchant', 'courier'];

/**
 * The allowed transitions of an order and their actors. The database rejects all other pairs of states, because its table
 * `order_transitions` contains the same pairs. A courier may omit scans, so a transition may skip states. An order never
 * returns to an earlier state.
 */
export const transitions: readonly Transition[] = [
  { from: 'pending_payment', to: 'placed', actors: ['bank'] },
  { from: 'pending_payment', to: 'expired', actors: ['clock', 'shopper'] },
  { from: 'expired', to: 'placed', actors: ['bank'] },

  { from: 'placed', to: 'packed', actors: ['merchant'] },
  { from: 'placed', to: 'cancelled', actors: ['shopper', 'merchant'] },
  { from: 'packed', to: 'cancelled', actors: ['shopper', 'merchant'] },
  { from: 'out_for_pickup', to: 'cancelled', actors: ['merchant'] },

  { from: 'packed', to: 'out_for_pickup', actors: merchantOrCourier },
  { from: 'packed', to: 'shipped', actors: merchantOrCourier },
  { from: 'packed', to: 'out_for_delivery', actors: merchantOrCourier },
  { from: 'packed', to: 'delivered', actors: merchantOrCourier },
  { from: 'out_for_pickup', to: 'shipped', actors: merchantOrCourier },
  { from: 'out_for_pickup', to: 'out_for_delivery', actors: merchantOrCourier },
  { from: 'out_for_pickup', to: 'delivered', actors: merchantOrCourier },
  { from: 'shipped', to: 'out_for_delivery', actors: merchantOrCourier },
  { from: 'shipped', to: 'delivered', actors: merchantOrCourier },
  { from: 'out_for_delivery', to: 'delivered', actors: merchantOrCourier },

  { from: 'shipped', to: 'rto', actors: merchantOrCourier },
  { from: 'out_for_delivery', to: 'rto', actors: merchantOrCourier },
  { from: 'shipped', to: 'returned_to_seller', actors: merchantOrCourier },
  { from: 'out_for_delivery', to: 'returned_to_seller', actors: merchantOrCourier },
  { from: 'rto', to: 'returned_to_seller', actors: merchantOrCourier },
  { from: 'returned_to_seller', to: 'refunded', actors: ['merchant'] },

  { from: 'delivered', to: 'return_requested', actors: ['shopper'] },
  { from: 'return_requested', to: 'return_approved', actors: ['merchant'] },
  { from: 'return_requested', to: 'return_rejected', actors: ['merchant'] },
  { from: 'return_approved', to: 'return_picked', actors: merchantOrCourier },
  { from: 'return_approved', to: 'returned', actors: merchantOrCourier },
  { from: 'return_picked', to: 'returned', actors: merchantOrCourier },
  { from: 'returned', to: 'refunded', actors: ['merchant'] },
];

export function canTransition(from: OrderState, to: OrderState, actor: Actor): boolean {
  return transitions.some((each) => each.from === from && each.to === to && each.actors.includes(actor));
}

/** Lists the states from which this actor may change an order to `to`. */
export function statesBefore(to: OrderState, actor: Actor): OrderState[] {
  return transitions.filter((each) => each.to === to && each.actors.includes(actor)).map(({ from }) => from);
}
