import type { OrderState } from './contract.ts';

/** The actors of transitions. */
export const actors = ['shopper', 'merchant', 'courier', 'bank', 'clock'] as const;
export type Actor = (typeof actors)[number];

type Move = { from: OrderState; to: OrderState; by: readonly Actor[] };

const carried: readonly Actor[] = ['merchant', 'courier'];

/**
 * The allowed transitions of an order and their actors. The use cases refuse all others, and so does the database, whose
 * `order_transitions` has the same rows. Couriers skip scans, so delivery may skip states, but never goes back.
 */
export const transitions: readonly Move[] = [
  { from: 'pending_payment', to: 'placed', by: ['bank'] },
  { from: 'pending_payment', to: 'expired', by: ['clock', 'shopper'] },
  { from: 'expired', to: 'placed', by: ['bank'] },

  { from: 'placed', to: 'packed', by: ['merchant'] },
  { from: 'placed', to: 'cancelled', by: ['shopper', 'merchant'] },
  { from: 'packed', to: 'cancelled', by: ['shopper', 'merchant'] },
  { from: 'out_for_pickup', to: 'cancelled', by: ['merchant'] },

  { from: 'packed', to: 'out_for_pickup', by: carried },
  { from: 'packed', to: 'shipped', by: carried },
  { from: 'packed', to: 'out_for_delivery', by: carried },
  { from: 'packed', to: 'delivered', by: carried },
  { from: 'out_for_pickup', to: 'shipped', by: carried },
  { from: 'out_for_pickup', to: 'out_for_delivery', by: carried },
  { from: 'out_for_pickup', to: 'delivered', by: carried },
  { from: 'shipped', to: 'out_for_delivery', by: carried },
  { from: 'shipped', to: 'delivered', by: carried },
  { from: 'out_for_delivery', to: 'delivered', by: carried },

  { from: 'shipped', to: 'rto', by: carried },
  { from: 'out_for_delivery', to: 'rto', by: carried },
  { from: 'shipped', to: 'returned_to_seller', by: carried },
  { from: 'out_for_delivery', to: 'returned_to_seller', by: carried },
  { from: 'rto', to: 'returned_to_seller', by: carried },
  { from: 'returned_to_seller', to: 'refunded', by: ['merchant'] },

  { from: 'delivered', to: 'return_requested', by: ['shopper'] },
  { from: 'return_requested', to: 'return_approved', by: ['merchant'] },
  { from: 'return_requested', to: 'return_rejected', by: ['merchant'] },
  { from: 'return_approved', to: 'return_picked', by: carried },
  { from: 'return_approved', to: 'returned', by: carried },
  { from: 'return_picked', to: 'returned', by: carried },
  { from: 'returned', to: 'refunded', by: ['merchant'] },
];

export function canTransition(from: OrderState, to: OrderState, actor: Actor): boolean {
  return transitions.some((move) => move.from === from && move.to === to && move.by.includes(actor));
}

/** Lists the states from which this actor may change an order to `to`. */
export function statesBefore(to: OrderState, actor: Actor): OrderState[] {
  return transitions.filter((move) => move.to === to && move.by.includes(actor)).map(({ from }) => from);
}
