import { expect, it } from 'vitest';
import { dueLabel, formatAge, manualTransitions, nextStepLabel, parseRupees, paymentLabel } from './rules.ts';

it.for([
  ['1,250.50', 1250.5],
  ['₹ 24,800', 24_800],
  ['0', 0],
  ['1.234', undefined],
  ['-5', undefined],
  ['', undefined],
  ['1e3', undefined],
] as const)('the text “%s” is read as the amount %s [F-132]', ([text, rupees]) => {
  expect(parseRupees(text)).toBe(rupees);
});

it('the age of an order is written in minutes, hours or days', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatAge('2026-11-21T11:48:00Z', now)).toBe('12 min');
  expect(formatAge('2026-11-21T09:10:00Z', now)).toBe('2 h');
  expect(formatAge('2026-11-20T11:00:00Z', now)).toBe('1 day');
  expect(formatAge('2026-11-22T11:00:00Z', now)).toBe('just now');
});

it('staff may choose only the states that an order can change to [F-131]', () => {
  expect(manualTransitions('placed')).toEqual([]);
  const afterShipping = ['out_for_delivery', 'delivered', 'rto', 'returned_to_seller'];
  expect(manualTransitions('shipped')).toEqual(afterShipping);
  expect(manualTransitions('delivered')).toEqual([]);
});

it('the next step of an order is described to staff [F-131 F-133]', () => {
  const order = { state: 'packed' as const, isToInspect: false, shipments: [] };
  expect(nextStepLabel(order)).toContain('ship it now');
  const refused = { direction: 'out' as const, isCancelled: false, failureReason: 'No such pincode' };
  expect(nextStepLabel({ ...order, shipments: [refused] })).toContain('did not accept');
  expect(nextStepLabel({ ...order, state: 'returned', isToInspect: true })).toContain('Please check it');
  expect(nextStepLabel({ ...order, state: 'returned_to_seller' })).toContain('has been checked');
});

it.for([
  [null, 'Online', 'not paid'],
  ['2026-11-21T12:00:00Z', 'Online', 'paid online'],
  ['2026-11-21T12:00:00Z', 'COD', 'cash on delivery'],
] as const)(
  'the payment of an order placed at %s with the method %s is shown as “%s” [F-131]',
  ([placedAt, paymentMethod, text]) => {
    expect(paymentLabel({ placedAt, paymentMethod })).toBe(text);
  },
);

it('an order names cash to collect only if it is a COD order and not cancelled [F-132]', () => {
  const cash = { paymentMethod: 'COD', state: 'shipped', total: 450 } as const;
  expect(dueLabel(cash)).toBe('₹450 to be collected on delivery.');
  expect(dueLabel({ ...cash, state: 'cancelled' })).toBe('No payment received.');
  expect(dueLabel({ ...cash, paymentMethod: 'Online' })).toBe('No payment received.');
});
