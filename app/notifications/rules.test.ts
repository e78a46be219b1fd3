import { expect, it } from 'vitest';
import { dueTime } from './rules.ts';

const night = { from: 21, until: 8 };
const at = (indianTime: string) => new Date(`2026-11-27T${indianTime}:00+05:30`);

it.each([
  ['20:59', '2026-11-27T20:59:00+05:30'],
  ['21:00', '2026-11-28T08:00:00+05:30'],
  ['23:30', '2026-11-28T08:00:00+05:30'],
  ['00:10', '2026-11-27T08:00:00+05:30'],
  ['07:59', '2026-11-27T08:00:00+05:30'],
  ['08:00', '2026-11-27T08:00:00+05:30'],
])('an order at %s in India is due for an email at %s if the quiet hours are from 21 to 8', (time, due) => {
  expect(dueTime('order-placed', night, at(time))).toEqual(new Date(due));
});

it('quiet hours within a day end on the same day', () => {
  const noon = { from: 13, until: 15 };
  expect(dueTime('order-placed', noon, at('14:20'))).toEqual(at('15:00'));
  expect(dueTime('order-placed', noon, at('16:00'))).toEqual(at('16:00'));
});

it('a payment at night is emailed at once', () => {
  expect(dueTime('payment-received', night, at('23:30'))).toEqual(at('23:30'));
});

it('an order is emailed at once if there are no quiet hours', () => {
  expect(dueTime('order-placed', null, at('03:00'))).toEqual(at('03:00'));
});
