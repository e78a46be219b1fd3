import type { OrderState } from './contract.ts';

/** Units in one state. Inspected units that stay `returned` were accepted without a refund, or were restocked. */
type Units = { state: OrderState; inspectedAt?: Date | null };

/**
 * All states, in the sequence in which a state of some units determines the state of their order: states in which the merchant
 * or the courier has to act on a return, states before the delivery, and final states. `inspected` are `returned` units for which
 * nothing is left to do. An order is `cancelled` only if all its units are cancelled.
 */
export const statePrecedence: readonly (OrderState | 'inspected')[] = [
  ...(['return_requested', 'return_approved', 'return_picked', 'returned'] as const),
  ...(['pending_payment', 'expired', 'placed', 'packed', 'out_for_pickup'] as const),
  ...(['shipped', 'out_for_delivery', 'rto', 'returned_to_seller'] as const),
  ...(['delivered', 'refunded', 'inspected', 'return_rejected', 'cancelled'] as const),
];

/** Derives the state of an order from its units, of which there must be at least one. */
export function deriveState(units: readonly Units[]): OrderState {
  const steps = units.map(({ state, inspectedAt }) =>
    state === 'returned' && inspectedAt ? 'inspected' : state,
  );
  const derived = statePrecedence.find((step) => steps.includes(step));
  if (derived === undefined) throw new Error('an order without units has no state');
  return derived === 'inspected' ? 'returned' : derived;
}
