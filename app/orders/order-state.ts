import type { OrderState } from './contract.ts';

/**
 * All states, in the sequence in which a state of some units determines the state of their order: states in which the merchant
 * or the courier has to act on a return, states before the delivery, and final states. An order is `cancelled` only if all its
 * units are cancelled.
 */
export const statePrecedence: readonly OrderState[] = [
  ...(['return_requested', 'return_approved', 'return_picked', 'returned'] as const),
  ...(['pending_payment', 'expired', 'placed', 'packed', 'out_for_pickup'] as const),
  ...(['shipped', 'out_for_delivery', 'rto', 'returned_to_seller'] as const),
  ...(['delivered', 'refunded', 'return_rejected', 'cancelled'] as const),
];

/** Derives the state of an order from the states of its units, of which there must be at least one. */
export function deriveState(states: readonly OrderState[]): OrderState {
  const derived = statePrecedence.find((state) => states.includes(state));
  if (derived === undefined) throw new Error('an order without units has no state');
  return derived;
}
