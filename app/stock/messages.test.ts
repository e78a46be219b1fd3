import { expect, it } from 'vitest';
import { heldMessage } from './messages.ts';

it.each([
  ['2026-11-22T08:50:00.000Z', '2:20 pm'],
  ['2026-11-22T06:35:00.000Z', '12:05 pm'],
  ['2026-11-22T18:35:00.000Z', '12:05 am'],
])('states the end of a stock hold in India’s time: %s is %s', (heldUntil, time) => {
  const text = `This piece is being paid for right now. It may be available again after ${time}.`;
  expect(heldMessage(heldUntil)).toBe(text);
  expect(heldMessage(Date.parse(heldUntil))).toBe(text);
});

it('includes the size of the held variant in the message', () => {
  expect(heldMessage('2026-11-22T08:50:00.000Z', 'M')).toBe(
    'Size M is being paid for right now. It may be available again after 2:20 pm.',
  );
});
