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
])('allows in the table what the groups of states mean: %s', ([, states, to, actor]) => {
  expect(statesBefore(to, actor).toSorted()).toEqual(states.toSorted());
});

it('delivers from each state before the delivery, once the order is packed', () => {
  expect(['placed', ...statesBefore('delivered', 'courier')]).toEqual(statesBeforeDelivery);
});

it('brings back each order that is dispatched and not delivered', () => {
  expect([...statesBefore('returned_to_seller', 'courier'), 'returned_to_seller']).toEqual(undeliveredStates);
});

it('separates unpaid orders from placed orders, and these from delivered orders', () => {
  const groups = [unpaidStates, statesBeforeDispatch, undeliveredStates].flat();
  expect(orderStates.filter((state) => !groups.includes(state))).toEqual([
    ...['delivered', 'cancelled'],
    ...['return_requested', 'return_approved', 'return_rejected', 'return_picked', 'returned', 'refunded'],
  ]);
  expect(new Set(groups).size).toBe(groups.length);
});
