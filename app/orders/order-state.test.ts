import { describe, expect, it } from 'vitest';
import { type OrderState, orderStates } from './contract.ts';
import { deriveState } from './order-state.ts';

/** The states of step 3 of the decision, first to last. */
const steps = `
  return_requested return_approved return_picked returned
  pending_payment expired placed packed out_for_pickup shipped out_for_delivery rto returned_to_seller
  delivered refunded return_rejected`
  .trim()
  .split(/\s+/);

describe('the state of an order', () => {
  it.for([...orderStates])('is `%s` if all units are in this state', (state) => {
    expect(deriveState([state])).toBe(state);
    expect(deriveState([state, state, state])).toBe(state);
  });

  it.for([...orderStates])(
    'has one value for units in the state `%s` and units in any other state',
    (one) => {
      for (const other of orderStates) {
        const rest = [one, other].filter((state) => state !== 'cancelled');
        const expected =
          rest.length === 0 ? 'cancelled' : steps.find((step) => rest.some((state) => state === step));
        expect(deriveState([one, other]), other).toBe(expected);
        expect(deriveState([other, one]), other).toBe(expected);
      }
    },
  );

  it.for<[units: OrderState[], order: OrderState]>([
    [['cancelled', 'placed'], 'placed'],
    [['cancelled', 'refunded'], 'refunded'],
    [['delivered', 'return_requested'], 'return_requested'],
    [['delivered', 'returned', 'return_approved'], 'return_approved'],
    [['delivered', 'refunded'], 'delivered'],
    [['delivered', 'return_rejected', 'cancelled'], 'delivered'],
    [['refunded', 'return_rejected'], 'refunded'],
    [['delivered', 'returned_to_seller'], 'returned_to_seller'],
  ])('of units in the states %j is `%s`', ([units, order]) => {
    expect(deriveState(units)).toBe(order);
  });

  it('is not defined without units', () => {
    expect(() => deriveState([])).toThrow('an order without units has no state');
  });
});
