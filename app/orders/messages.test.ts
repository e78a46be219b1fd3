import { describe, expect, it } from 'vitest';
import { timeOfDay } from '../foundation/indian-dates.ts';
import type { OrderState } from './contract.ts';
import {
  addressTitleOf,
  headlineOf,
  leftOutPhotosText,
  nextStepOf,
  orderFacts,
  orderPath,
  refundText,
  wasDelivered,
} from './messages.ts';
import { type StateChange, statusHistoryOf } from './status-history.ts';

const at = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T10:40:00Z`);
const now = at(21);

function order(promisedBy: string | null, ...entries: [state: OrderState, day: number][]) {
  const states: StateChange[] = entries.map(([state, day]) => ({
    state,
    note: null,
    lines: null,
    at: at(day),
  }));
  const state: OrderState = entries.at(-1)?.[0] ?? 'placed';
  return {
    state,
    promisedBy,
    statusHistory: statusHistoryOf(states, { scans: [], lines: [], now }),
    paymentPending: false,
  };
}

describe('the headline of an order', () => {
  it.each([
    [order('2026-11-09', ['placed', 2], ['cancelled', 2]), 'Cancelled on Mon, 2 Nov', 'madder'],
    [order('2026-11-18', ['placed', 11], ['delivered', 18]), 'Delivered on Wed, 18 Nov', 'henna'],
    [order('2026-11-28', ['placed', 21]), 'Delivery by Sat, 28 Nov', 'due'],
  ])('shows the day and the tone of the state $state [S-ORD-08 S-ORD-09 S-ORD-10]', (shown, text, tone) => {
    expect(headlineOf(shown)).toEqual({ text, tone });
  });

  it('shows the latest state, not a later unknown courier status [S-ORD-07]', () => {
    const states = [
      { state: 'placed' as const, note: null, lines: null, at: at(11) },
      { state: 'delivered' as const, note: null, lines: null, at: at(18) },
    ];
    const scans = [{ description: 'Survey sent', location: null, at: at(19) }];
    const history = statusHistoryOf(states, { scans, lines: [], now });
    const scanned = { ...order('2026-11-18', ['delivered', 18]), statusHistory: history };
    expect(headlineOf(scanned).text).toBe('Delivered on Wed, 18 Nov');
  });

  it.each([
    [order(null, ['placed', 11], ['packed', 14]), 'Delivery by Sat, 21 Nov', 'a week after the latest entry'],
    [order('2026-11-18', ['placed', 11], ['shipped', 15]), 'Delivery by Wed, 18 Nov', 'the promised day'],
    [order('2027-01-02', ['placed', 21]), 'Delivery by Sat, 2 Jan 2027', 'the year of another year'],
    [order(null, ['return_requested', 19]), 'Return Initiated on Thu, 19 Nov', 'the day of the request'],
    [order(null, ['return_rejected', 19]), 'Return Declined on Thu, 19 Nov', 'the day of the decision'],
    [order(null, ['rto', 19]), 'Coming Back to Us since Thu, 19 Nov', 'the day of the change'],
    [order(null, ['refunded', 19]), 'Refunded on Thu, 19 Nov', 'the day of the refund'],
    [order(null, ['pending_payment', 19]), 'Not paid yet', 'no day'],
    [order(null, ['expired', 19]), 'Not paid', 'no day'],
    [{ ...order(null, ['pending_payment', 19]), paymentPending: true }, 'Waiting for the bank', 'no day'],
  ])('of the state $state is “%s”, with %s [S-ORD-10 S-ORD-11 Q-078]', (shown, text) => {
    expect(headlineOf(shown).text).toBe(text);
  });
});

it.each([
  [undefined, 'This order was not paid for in time, so it was not placed. If your bank'],
  ['cancelled', 'You cancelled this order before it was paid for. If your bank'],
  ['new-order', 'This order was not paid for, and you have started a newer one. If your bank'],
] as const)('states why an unpaid order was not placed: %s', (supersededReason, text) => {
  const unpaid = { state: 'expired' as const, codAmount: 0, refunds: [], supersededReason };
  expect(nextStepOf(unpaid)).toContain(text);
});

it.each([
  [{ max: 6, count: 2 }, 'You can add up to 6 photographs, so 2 of those you chose were not added.'],
  [{ max: 1, count: 1 }, 'You can add up to 1 photograph, so 1 of those you chose was not added.'],
])('states how many photographs were not added: %o', (leftOut, text) => {
  expect(leftOutPhotosText(leftOut)).toBe(text);
});

describe('the details of an order in the list', () => {
  const delivered = {
    ...{ state: 'delivered' as const, paymentPending: false, expiresAt: null },
    ...{ refunds: [], orderItems: [{ returnableQnty: 0 }], returnableUntil: null },
  };

  it('show the end of an unpaid order’s hold, unless a payment is pending', () => {
    const expiresAt = '2026-11-21T18:18:00.000Z';
    const unpaid = { ...delivered, state: 'pending_payment' as const, expiresAt };
    expect(orderFacts(unpaid)).toEqual([`Held until ${timeOfDay(Date.parse(expiresAt))}`]);
    expect(orderFacts({ ...unpaid, paymentPending: true })).toEqual([]);
  });

  const refund = { reason: 'Cancelled', at: now.toISOString(), amount: 3250 };

  it('show refunds, as “in progress” until they are sent [S-ORD-08]', () => {
    expect(orderFacts({ ...delivered, refunds: [{ ...refund, state: 'done' }] })).toEqual([
      'Refund of ₹3,250 sent',
    ]);
    expect(refundText({ amount: 3250, state: 'asked' })).toBe('Refund of ₹3,250 in progress');
  });

  it('show the end of the return period while units can be returned [S-ODT-16]', () => {
    const unreturnable = { ...delivered, returnableUntil: '2026-11-25T10:40:00.000Z' };
    const returnable = { ...unreturnable, orderItems: [{ returnableQnty: 1 }] };
    expect(orderFacts(returnable)).toEqual(['Return till 25 Nov, 4:10 pm']);
    expect(orderFacts(unreturnable)).toEqual([]);
  });
});

it('counts an order as delivered once its history contains a delivery [S-ODT-17]', () => {
  expect(wasDelivered(order(null, ['placed', 11], ['shipped', 12]))).toBe(false);
  expect(wasDelivered(order(null, ['placed', 11], ['delivered', 12], ['return_requested', 13]))).toBe(true);
});

describe('the path of an order line [S-ORD-02]', () => {
  const item = (proId: string, sizeLabel: string | null) => ({
    ...{ proId, sizeLabel, productName: '', image: null, mrp: null },
    ...{ qnty: 1, productPriceAfterDiscount: 1, priceAfterQnty: 1 },
  });
  const small = item('TB-SUT-001', 'S');

  it('contains the order’s id, and the size if the order has several sizes of the product', () => {
    const pathWith = (...items: (typeof small)[]) => orderPath({ _id: 'abc', orderItems: items }, small);
    expect(pathWith(small)).toBe('/orderdetail/TB-SUT-001?order=abc');
    expect(pathWith(small, item('TB-SUT-001', 'M'))).toBe('/orderdetail/TB-SUT-001?order=abc&size=S');
  });
});

it('titles the address of an open order “Delivering to”, and of a closed order “Delivery address”', () => {
  const closed = ['cancelled', 'expired', 'returned_to_seller'] as const;
  for (const state of ['placed', 'pending_payment'] as const)
    expect(addressTitleOf({ state }), state).toBe('Delivering to');
  for (const state of closed) expect(addressTitleOf({ state }), state).toBe('Delivery address');
});
