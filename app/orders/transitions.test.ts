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
  ['a payment can place an order', unpaidStates, 'placed', 'bank'],
  ['the merchant can cancel an order before its dispatch', statesBeforeDispatch, 'cancelled', 'merchant'],
  ['a courier can pick up an order', statesAwaitingPickup, 'shipped', 'courier'],
  ['a courier can turn back with an order', statesInTransit, 'rto', 'courier'],
  ['the merchant can refund units that came back', backStates, 'refunded', 'merchant'],
])('a group contains exactly the states in which %s', ([, states, to, actor]) => {
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
