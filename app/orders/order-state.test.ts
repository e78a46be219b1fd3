import { describe, expect, it } from 'vitest';
import { orderStates } from './contract.ts';
import { deriveState } from './order-state.ts';

/**
 * The states of units in the sequence of the list in docs/order-units.md. `inspected` means returned units that were inspected.
 */
const steps = `
  return_requested return_approved return_picked returned
  pending_payment expired placed packed out_for_pickup shipped out_for_delivery rto returned_to_seller
  delivered refunded inspected return_rejected`
  .trim()
  .split(/\s+/);

const inspectedAt = new Date('2026-11-21T10:00:00Z');
/** Creates order units in this state. */
const units = (step: string) =>
  step === 'inspected'
    ? { state: 'returned' as const, inspectedAt }
    : { state: orderStates.find((state) => state === step) ?? 'placed', inspectedAt: null };

describe('the state of an order', () => {
  it('is not defined for an order without units', () => {
    expect(() => deriveState([])).toThrow('an order without units has no state');
  });

  it.for([...orderStates])('is `%s` if all units are in this state', (state) => {
    expect(deriveState([units(state)])).toBe(state);
    expect(deriveState([{ state, inspectedAt }, units(state), { state }])).toBe(state);
  });

  it.for([...steps, 'cancelled'])(
    'follows the list in docs/order-units.md if one unit is `%s` and another unit is in any state',
    (one) => {
      for (const other of [...steps, 'cancelled']) {
        const rest = [one, other].filter((step) => step !== 'cancelled');
        const first = steps.find((step) => rest.includes(step)) ?? 'cancelled';
        const expected = first === 'inspected' ? 'returned' : first;
        expect(deriveState([units(one), units(other)]), other).toBe(expected);
        expect(deriveState([units(other), units(one)]), other).toBe(expected);
      }
    },
  );
});
