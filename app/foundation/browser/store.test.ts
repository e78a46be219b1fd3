import { expect, it } from 'vitest';
import { createStore } from './store.ts';

it('calls a listener of a store after each write, until the listener is unsubscribed', () => {
  const store = createStore(1);
  const received: number[] = [];
  const stop = store.subscribe(() => received.push(store.read()));
  store.write(2);
  store.write(3);
  stop();
  store.write(4);
  expect(received).toEqual([2, 3]);
  expect(store.read()).toBe(4);
});
