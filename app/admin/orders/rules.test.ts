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
] as const)('parses the text “%s” as the amount %s [F-132]', ([text, rupees]) => {
  expect(parseRupees(text)).toBe(rupees);
});

it('formats the age of an order as minutes, hours or days', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatAge('2026-11-21T11:48:00Z', now)).toBe('12 min');
  expect(formatAge('2026-11-21T09:10:00Z', now)).toBe('2 h');
  expect(formatAge('2026-11-20T11:00:00Z', now)).toBe('1 day');
  expect(formatAge('2026-11-22T11:00:00Z', now)).toBe('just now');
});

it('offers staff only the states that an order may change to [F-131]', () => {
  expect(manualTransitions('placed')).toEqual([]);
  expect(manualTransitions('shipped')).toEqual([
    'out_for_delivery',
    'delivered',
    'rto',
    'returned_to_seller',
  ]);
  expect(manualTransitions('delivered')).toEqual([]);
});

it('describes the next step of an order [F-131 F-133]', () => {
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
] as const)('labels an order of %s paid by %s as “%s” [F-131]', ([placedAt, paymentMethod, text]) => {
  expect(paymentLabel({ placedAt, paymentMethod })).toBe(text);
});

it('shows cash to collect only for a COD order that is not delivered or cancelled [F-132]', () => {
  const cash = { paymentMethod: 'COD', state: 'shipped', total: 450 } as const;
  expect(dueLabel(cash)).toBe('₹450 to be collected on delivery.');
  expect(dueLabel({ ...cash, state: 'cancelled' })).toBe('No payment received.');
  expect(dueLabel({ ...cash, paymentMethod: 'Online' })).toBe('No payment received.');
});
