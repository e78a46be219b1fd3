import { describe, expect, it } from 'vitest';
import { orderStates } from './contract.ts';
import { canCancel, canReturn, codPaise, parsePhone, returnableUntil, stateLabels } from './rules.ts';

const deliveredAt = new Date('2026-11-20T16:10:00.123+05:30');
const afterDelivery = (ms: number) => new Date(deliveredAt.getTime() + ms);
const sevenDays = 7 * 24 * 60 * 60 * 1000;

describe('the labels of the states', () => {
  it('labels the states as specified [S-ORD-11]', () => {
    const specified = ['placed', 'out_for_pickup', 'delivered', 'return_requested', 'cancelled'] as const;
    const labels = ['Order Placed', 'Out for Pickup', 'Delivered', 'Return Initiated', 'Cancelled'];
    expect(specified.map((state) => stateLabels[state])).toEqual(labels);
  });

  it('labels every state differently', () => {
    expect(new Set(Object.values(stateLabels)).size).toBe(orderStates.length);
  });
});

describe('a cancellation', () => {
  it('allows a cancellation only in the states before the pickup [S-ODT-14 S-ODT-15]', () => {
    const cancellable = orderStates.filter((state) => canCancel({ state }));
    expect(cancellable).toEqual(['pending_payment', 'placed', 'packed']);
  });
});

describe('the amount that the courier collects', () => {
  it('returns 0 to collect for an order that is prepaid, cancelled or sent back undelivered', () => {
    const order = { paymentMethod: 'COD' as const, totalPaise: 45_000 };
    const uncollected = orderStates.filter((state) => codPaise({ ...order, state }) === 0);
    expect(uncollected).toEqual(['cancelled', 'rto', 'returned_to_seller']);
    expect(codPaise({ ...order, state: 'placed' })).toBe(45_000);
    expect(codPaise({ ...order, state: 'placed', paymentMethod: 'Online' })).toBe(0);
  });
});

describe('a return', () => {
  it('allows a return until seven full days have passed since the delivery [S-ODT-16 S-CONST-07]', () => {
    const order = { state: 'delivered' as const, deliveredAt };
    expect(canReturn(order, 7, deliveredAt)).toBe(true);
    expect(canReturn(order, 7, afterDelivery(sevenDays - 1))).toBe(true);
    expect(canReturn(order, 7, afterDelivery(sevenDays))).toBe(false);
    expect(returnableUntil(deliveredAt, 7)).toEqual(afterDelivery(sevenDays));
  });

  it('allows a return only in the state `delivered` [S-ODT-16]', () => {
    const returnable = orderStates.filter((state) => canReturn({ state, deliveredAt }, 7, deliveredAt));
    expect(returnable).toEqual(['delivered']);
    expect(canReturn({ state: 'delivered', deliveredAt: null }, 7, deliveredAt)).toBe(false);
  });
});

it.for([
  ['98290 00000', '9829000000'],
  ['+91 98290-00000', '9829000000'],
  ['098290 00000', '9829000000'],
  ['4711', '4711'],
  ['99', undefined],
  ['TB1001', undefined],
  ['Meera', undefined],
] as const)('searches for %s as the phone number %s [F-130]', ([q, digits]) => {
  expect(parsePhone(q)).toBe(digits);
});
