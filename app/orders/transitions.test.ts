import { expect, it } from 'vitest';
import { type OrderState, orderStates } from './contract.ts';
import {
  type Actor,
  backStates,
  statesAwaitingPickup,
  statesBefore,
  statesBeforeDelivery,
  statesBeforeDispatch,
  statesInTransit,
  undeliveredStates,
  unpaidStates,
} from './transitions.ts';

it.for<[string, readonly OrderState[], OrderState, Actor]>([
  ['a payment places an order that is unpaid', unpaidStates, 'placed', 'bank'],
  ['the merchant cancels an order before its dispatch', statesBeforeDispatch, 'cancelled', 'merchant'],
  ['a courier takes over an order that awaits its pickup', statesAwaitingPickup, 'shipped', 'courier'],
  ['a courier turns back with an order in transit', statesInTransit, 'rto', 'courier'],
  ['the merchant refunds what came back', backStates, 'refunded', 'merchant'],
])('each group contains exactly the states in which the table allows that %s', ([, states, to, actor]) => {
  expect(statesBefore(to, actor).toSorted()).toEqual(states.toSorted());
});

it('the group “before delivery” contains each state from which an order can be delivered, and “undelivered” each from which it can come back', () => {
  expect(['placed', ...statesBefore('delivered', 'courier')]).toEqual(statesBeforeDelivery);
  const comingBack = [...statesBefore('returned_to_seller', 'courier'), 'returned_to_seller'];
  expect(comingBack).toEqual(undeliveredStates);
});

it('no state is in two of the groups “unpaid”, “before dispatch” and “undelivered”', () => {
  const groups = [unpaidStates, statesBeforeDispatch, undeliveredStates].flat();
  expect(orderStates.filter((state) => !groups.includes(state))).toEqual([
    ...['delivered', 'cancelled'],
    ...['return_requested', 'return_approved', 'return_rejected', 'return_picked', 'returned', 'refunded'],
  ]);
  expect(new Set(groups).size).toBe(groups.length);
});
