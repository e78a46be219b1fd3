import type { OrderState } from './contract.ts';

/** The actors of transitions. */
export const actors = ['shopper', 'merchant', 'courier', 'bank', 'clock'] as const;
export type Actor = (typeof actors)[number];

type Transition = { from: OrderState; to: OrderState; actors: readonly Actor[] };

const carried: readonly Actor[] = ['merchant', 'courier'];

/**
 * The allowed transitions of an order and their actors. The use cases refuse all others, and so does the database, whose
 * `order_transitions` has the same rows. Couriers skip scans, so delivery may skip states, but never goes back.
 */
export const transitions: readonly Transition[] = [
  { from: 'pending_payment', to: 'placed', actors: ['bank'] },
  { from: 'pending_payment', to: 'expired', actors: ['clock', 'shopper'] },
  { from: 'expired', to: 'placed', actors: ['bank'] },

  { from: 'placed', to: 'packed', actors: ['merchant'] },
  { from: 'placed', to: 'cancelled', actors: ['shopper', 'merchant'] },
  { from: 'packed', to: 'cancelled', actors: ['shopper', 'merchant'] },
  { from: 'out_for_pickup', to: 'cancelled', actors: ['merchant'] },

  { from: 'packed', to: 'out_for_pickup', actors: carried },
  { from: 'packed', to: 'shipped', actors: carried },
  { from: 'packed', to: 'out_for_delivery', actors: carried },
  { from: 'packed', to: 'delivered', actors: carried },
  { from: 'out_for_pickup', to: 'shipped', actors: carried },
  { from: 'out_for_pickup', to: 'out_for_delivery', actors: carried },
  { from: 'out_for_pickup', to: 'delivered', actors: carried },
  { from: 'shipped', to: 'out_for_delivery', actors: carried },
  { from: 'shipped', to: 'delivered', actors: carried },
  { from: 'out_for_delivery', to: 'delivered', actors: carried },

  { from: 'shipped', to: 'rto', actors: carried },
  { from: 'out_for_delivery', to: 'rto', actors: carried },
  { from: 'shipped', to: 'returned_to_seller', actors: carried },
  { from: 'out_for_delivery', to: 'returned_to_seller', actors: carried },
  { from: 'rto', to: 'returned_to_seller', actors: carried },
  { from: 'returned_to_seller', to: 'refunded', actors: ['merchant'] },

  { from: 'delivered', to: 'return_requested', actors: ['shopper'] },
  { from: 'return_requested', to: 'return_approved', actors: ['merchant'] },
  { from: 'return_requested', to: 'return_rejected', actors: ['merchant'] },
  { from: 'return_approved', to: 'return_picked', actors: carried },
  { from: 'return_approved', to: 'returned', actors: carried },
  { from: 'return_picked', to: 'returned', actors: carried },
  { from: 'returned', to: 'refunded', actors: ['merchant'] },
];

export function canTransition(from: OrderState, to: OrderState, actor: Actor): boolean {
  return transitions.some((move) => move.from === from && move.to === to && move.actors.includes(actor));
}

/** Lists the states from which this actor may change an order to `to`. */
export function statesBefore(to: OrderState, actor: Actor): OrderState[] {
  return transitions.filter((move) => move.to === to && move.actors.includes(actor)).map(({ from }) => from);
}
