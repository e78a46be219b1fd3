import type { OrderState } from './contract.ts';

/**
 * Units in one state. `inspectedAt` shows whether `returned` units are inspected, because some units keep this state after the
 * inspection: accepted units without a refund, and units that were restocked although they were not accepted.
 */
type Units = { state: OrderState; inspectedAt?: Date | null };

/**
 * All states in the sequence of their precedence: an order has the first of these states that any of its units has. So an order
 * is `cancelled` only if all its units are cancelled. First come states of a return in which the merchant or the courier has to
 * act. Then come states before the delivery, and last come final states. `inspected` means `returned` units that are already
 * inspected.
 */
export const statePrecedence: readonly (OrderState | 'inspected')[] = [
  ...(['return_requested', 'return_approved', 'return_picked', 'returned'] as const),
  ...(['pending_payment', 'expired', 'placed', 'packed', 'out_for_pickup'] as const),
  ...(['shipped', 'out_for_delivery', 'rto', 'returned_to_seller'] as const),
  ...(['delivered', 'refunded', 'inspected', 'return_rejected', 'cancelled'] as const),
];

/** Derives the state of an order from the states of its units. The order must have at least one unit. */
export function deriveState(units: readonly Units[]): OrderState {
  const steps = units.map(({ state, inspectedAt }) =>
    state === 'returned' && inspectedAt ? 'inspected' : state,
  );
  const derived = statePrecedence.find((step) => steps.includes(step));
  if (derived === undefined) throw new Error('an order without units has no state');
  return derived === 'inspected' ? 'returned' : derived;
}
