import { expect, it } from 'vitest';
import { dueTime } from './rules.ts';

const night = { from: 21, until: 8 };
const at = (indianTime: string) => new Date(`2026-11-27T${indianTime}:00+05:30`);

const noon = { from: 13, until: 15 };

it.each([
  ['20:59', night, '2026-11-27T20:59'],
  ['21:00', night, '2026-11-28T08:00'],
  ['23:30', night, '2026-11-28T08:00'],
  ['00:10', night, '2026-11-27T08:00'],
  ['07:59', night, '2026-11-27T08:00'],
  ['08:00', night, '2026-11-27T08:00'],
  ['14:20', noon, '2026-11-27T15:00'],
  ['16:00', noon, '2026-11-27T16:00'],
  ['03:00', null, '2026-11-27T03:00'],
])('the email about an order at %s in India, with the quiet hours %j, is due at %s', (time, quiet, due) => {
  expect(dueTime('order-placed', quiet, at(time))).toEqual(new Date(`${due}:00+05:30`));
});

it('a payment at night is emailed at once', () => {
  expect(dueTime('payment-received', night, at('23:30'))).toEqual(at('23:30'));
});
