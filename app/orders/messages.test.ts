import { describe, expect, it } from 'vitest';
import { timeOfDay } from '../foundation/indian-dates.ts';
import { type OrderedItem, type OrderState, orderStates } from './contract.ts';
import {
  addressTitleOf,
  canCancelPart,
  cancelTerms,
  headlineOf,
  itemsText,
  leftOutPhotosText,
  nextStepOf,
  orderFacts,
  orderPath,
  refundText,
  returnedItemText,
  returnOutcome,
  unitFacts,
  unitLabels,
  wasDelivered,
} from './messages.ts';
import type { ReturnRequest } from './returns/contract.ts';
import { stateLabels } from './rules.ts';
import { statusHistoryOf } from './status-history.ts';

const at = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T10:40:00Z`);
const now = at(21);

const change = (state: OrderState, day: number) => ({ state, note: null, lines: null, at: at(day) });

function order(promisedBy: string | null, ...entries: [state: OrderState, day: number][]) {
  const states = entries.map(([state, day]) => change(state, day));
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
    const scans = [{ description: 'Survey sent', location: null, at: at(19) }];
    const statusHistory = statusHistoryOf([change('delivered', 18)], { scans, lines: [], now });
    expect(headlineOf({ ...order('2026-11-18', ['delivered', 18]), statusHistory }).text).toBe(
      'Delivered on Wed, 18 Nov',
    );
  });

  it.each([
    [order(null, ['placed', 11], ['packed', 14]), 'Delivery by Sat, 21 Nov', 'a week after the latest entry'],
    [order('2026-11-18', ['placed', 11], ['shipped', 15]), 'Delivery by Wed, 18 Nov', 'the promised day'],
    [order('2027-01-02', ['placed', 21]), 'Delivery by Sat, 2 Jan 2027', 'the year, if it is not this year'],
    [order(null, ['return_requested', 19]), 'Return Initiated on Thu, 19 Nov', 'the day of the request'],
    [order(null, ['return_rejected', 19]), 'Return Declined on Thu, 19 Nov', 'the day of the decision'],
    [order(null, ['rto', 19]), 'Coming Back to Us since Thu, 19 Nov', 'the day of the change'],
    [order(null, ['refunded', 19]), 'Refunded on Thu, 19 Nov', 'the day of the refund'],
    [order(null, ['pending_payment', 19]), 'Not paid yet', 'no day'],
    [order(null, ['expired', 19]), 'Not paid', 'no day'],
    [{ ...order(null, ['pending_payment', 19]), paymentPending: true }, 'Waiting for the bank', 'no day'],
  ])('in the state $state is “$1” ($2) [S-ORD-10 S-ORD-11 Q-078]', (shown, text) => {
    expect(headlineOf(shown).text).toBe(text);
  });
});

it.each([
  [undefined, 'This order was not paid for in time, so it was not placed. If your bank'],
  ['cancelled', 'You cancelled this order before it was paid for. If your bank'],
  ['new-order', 'This order was not paid for, and you have started a newer one. If your bank'],
] as const)(
  'states why an unpaid order was not placed (reason stored in the order: %s)',
  (supersededReason, text) => {
    const unpaid = { state: 'expired' as const, codAmount: 0, refunds: [], supersededReason };
    expect(nextStepOf(unpaid)).toContain(text);
  },
);

it.each([
  [{ max: 6, count: 2 }, 'You can add up to 6 photographs, so 2 of those you chose were not added.'],
  [{ max: 1, count: 1 }, 'You can add up to 1 photograph, so 1 of those you chose was not added.'],
])('states how many of the chosen photographs were not added: %o', (leftOut, text) => {
  expect(leftOutPhotosText(leftOut)).toBe(text);
});

describe('the details of an order in the list of orders', () => {
  const delivered = {
    ...{ state: 'delivered' as const, paymentPending: false, expiresAt: null },
    ...{ refunds: [], orderItems: [{ returnableQnty: 0 }], returnableUntil: null },
  };

  it('show when the stock hold of an unpaid order ends, unless a payment is pending', () => {
    const expiresAt = '2026-11-21T18:18:00.000Z';
    const unpaid = { ...delivered, state: 'pending_payment' as const, expiresAt };
    expect(orderFacts(unpaid)).toEqual([`Held until ${timeOfDay(Date.parse(expiresAt))}`]);
    expect(orderFacts({ ...unpaid, paymentPending: true })).toEqual([]);
  });

  const refund = { reason: 'Cancelled', at: now.toISOString(), amount: 3250 };

  it('show refunds, and call them “in progress” until they are sent [S-ORD-08]', () => {
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

it('counts an order as delivered as soon as its history contains a delivery [S-ODT-17]', () => {
  expect(wasDelivered(order(null, ['placed', 11], ['shipped', 12]))).toBe(false);
  expect(wasDelivered(order(null, ['placed', 11], ['delivered', 12], ['return_requested', 13]))).toBe(true);
});

it('the link from an order line contains the order’s id, and the size if the order contains several sizes of the product [S-ORD-02]', () => {
  const small = { ...item(0, { placed: 1 }), proId: 'TB-SUT-001', sizeLabel: 'S' };
  const pathWith = (...orderItems: OrderedItem[]) => orderPath({ _id: 'abc', orderItems }, small);
  expect(pathWith(small)).toBe('/orderdetail/TB-SUT-001?order=abc');
  expect(pathWith(small, { ...small, sizeLabel: 'M' })).toBe('/orderdetail/TB-SUT-001?order=abc&size=S');
});

it('titles the address “Delivering to” while the order is still to be delivered, and otherwise “Delivery address”', () => {
  for (const state of ['placed', 'pending_payment'] as const)
    expect(addressTitleOf({ state }), state).toBe('Delivering to');
  for (const state of ['cancelled', 'expired', 'returned_to_seller'] as const)
    expect(addressTitleOf({ state }), state).toBe('Delivery address');
});

/** Creates an order item with the given number of units in each state. */
function item(line: number, units: Partial<Record<OrderState, number>>): OrderedItem {
  const states = orderStates
    .map((state) => [state, units[state] ?? 0] as const)
    .filter(([, count]) => count > 0);
  const qnty = states.reduce((sum, [, units]) => sum + units, 0);
  return {
    ...{ line, proId: `TB-${line}`, productName: 'Khadi Stole', image: null, mrp: null, sizeLabel: null },
    ...{ qnty, productPriceAfterDiscount: 450, priceAfterQnty: 450 * qnty },
    ...{ returnableQnty: 0, claimableQnty: 0 },
    cancellableQnty: units.placed ?? 0,
    units: states.map(([state, qnty]) => ({ state, status: stateLabels[state], qnty })),
  };
}

describe('the units of an item in the order list and on the order page', () => {
  const cancelled = item(0, { cancelled: 2 });

  it.for<[Partial<Record<OrderState, number>>, string[], string[]]>([
    [{ placed: 1, cancelled: 1 }, ['1 cancelled'], ['1 of 2 is cancelled']],
    [{ delivered: 1, return_requested: 2 }, ['2 return initiated'], ['2 of 3 are requested for return']],
    [{ cancelled: 1 }, ['Cancelled'], []],
    [{ delivered: 1, return_rejected: 1 }, ['1 return declined'], ['1 of 2 is not approved for return']],
    [{ refunded: 2 }, ['Refunded'], []],
    [{ delivered: 1 }, [], []],
  ])(
    'are labelled if they were cancelled or returned, unless all units of the order have the same state: %j',
    ([units, labels, facts]) => {
      const order = { orderItems: [item(0, units), item(1, { delivered: 1, return_rejected: 1 })] };
      expect(unitLabels(order, item(0, units))).toEqual(labels);
      expect(unitFacts(order, item(0, units))).toEqual(facts);
      // The headline shows the state of the whole order.
      expect(unitLabels({ orderItems: [cancelled, item(1, { cancelled: 1 })] }, cancelled)).toEqual([]);
    },
  );
});

it('the headline of a delivered order still shows the delivery day after the return of one unit was declined', () => {
  const changes = [
    { ...change('delivered', 18), lines: null },
    { ...change('return_rejected', 20), lines: [{ position: 0, quantity: 1 }] },
  ];
  const statusHistory = statusHistoryOf(changes, { scans: [], lines: [], now });
  const shown = { state: 'delivered' as const, promisedBy: null, paymentPending: false, statusHistory };
  const delivered = 'Delivered on Wed, 18 Nov';
  expect(headlineOf(shown).text).toBe(delivered);
  expect(headlineOf(shown, item(0, { delivered: 1, return_rejected: 1 })).text).toBe(delivered);
  const declined = { text: 'Return Declined on Fri, 20 Nov', tone: 'due' };
  expect(headlineOf(shown, item(0, { return_rejected: 1 }))).toEqual(declined);
});

it('the list of an order’s items contains their sizes', () => {
  const suit = { productName: 'Indigo Suit', sizeLabel: 'M', qnty: 2 };
  expect(itemsText([{ productName: 'Khadi Stole', qnty: 1 }, suit])).toBe(
    '1 × Khadi Stole, 2 × Indigo Suit, size M',
  );
});

describe('the choice of items to cancel', () => {
  it('is shown only if several units of a placed order can be cancelled', () => {
    const isOffered = (state: OrderState, ...orderItems: OrderedItem[]) =>
      canCancelPart({ state, orderItems });
    expect(isOffered('placed', item(0, { placed: 2 }))).toBe(true);
    expect(isOffered('placed', item(0, { placed: 1 }), item(1, { placed: 1 }))).toBe(true);
    expect(isOffered('placed', item(0, { placed: 1, cancelled: 1 }))).toBe(false);
    for (const state of ['packed', 'pending_payment'] as const)
      expect(isOffered(state, item(0, { [state]: 2 })), state).toBe(false);
  });

  const inCash = {
    ...{ state: 'placed' as const, orderItems: [item(0, { placed: 2 })], paymentMethod: 'COD' as const },
    ...{ codAmount: 949.9, total: 949.9, shipping_charges: 49.9, refunds: [] },
  };
  const paid = { ...inCash, paymentMethod: 'Online' as const, codAmount: 0 };
  const refund = { amount: 449.9, reason: 'A flaw', state: 'sent' as const, at: '2026-11-21T10:00:00Z' };
  const goesBack = (amount: string) =>
    `Your ${amount} will be refunded the way you paid, and will reach you within 7–10 working days after we send it.`;

  it('states the amount that is still to be paid on delivery', () => {
    expect(cancelTerms(inCash, [{ line: 0, qnty: 1 }])).toBe(
      'You haven’t paid yet. You will pay ₹499.90 at the door for the rest.',
    );
    expect(cancelTerms(inCash, [{ line: 0, qnty: 2 }])).toBe('You haven’t paid yet, so no refund is due.');
  });

  it('states the refund of the chosen units, or of the whole order if all units are chosen, and deducts earlier refunds', () => {
    const one = [{ line: 0, qnty: 1 }];
    expect(cancelTerms(paid, one)).toBe(goesBack('₹450'));
    expect(cancelTerms(paid, [{ line: 0, qnty: 2 }])).toBe(goesBack('₹949.90'));
    expect(cancelTerms(paid)).toBe(goesBack('₹949.90'));
    expect(cancelTerms({ ...paid, refunds: [refund] })).toBe(goesBack('₹500'));
    // The delivery charge is not refunded until all units are cancelled.
    expect(cancelTerms({ ...paid, refunds: [{ ...refund, amount: 600 }] }, one)).toBe(goesBack('₹300'));
    expect(cancelTerms({ ...paid, total: 449.9, refunds: [refund] }, one)).toBe(
      'Your payment has already been refunded.',
    );
  });
});

describe('a return', () => {
  const stole = { line: 0, productName: 'Khadi Stole', sizeLabel: null, qnty: 1 };
  const request: ReturnRequest = {
    ...{ id: '1', reason: '', note: '', requestedAt: '2026-11-21T10:00:00Z', photos: [], decision: null },
    ...{ question: null, answer: null, inspected: false, isOpen: true, approved: null },
    items: [{ ...stole, approved: null, accepted: null }],
  };
  const order = { state: 'returned' as const, userId: { email: 'meera@example.in' } };

  it.for<[boolean | null, boolean | null, string]>([
    [null, null, '1 × Khadi Stole'],
    [false, null, '1 × Khadi Stole: return declined'],
    [true, null, '1 × Khadi Stole: return approved'],
    [true, true, '1 × Khadi Stole: return accepted'],
    [true, false, '1 × Khadi Stole: we have checked it and could not accept the return'],
  ])(
    'lists an item with the result of the decision (approved: %s) and of the inspection (accepted: %s)',
    ([approved, accepted, text]) => {
      expect(returnedItemText({ ...stole, approved, accepted })).toBe(text);
    },
  );

  const closed = (accepted: boolean) => ({
    ...request,
    approved: true,
    isOpen: false,
    items: [{ ...stole, approved: true, accepted }],
  });
  it.for<[ReturnRequest, string]>([
    [request, 'We will look at it and write to you at meera@example.in.'],
    [{ ...request, question: 'Which?' }, 'We have a question before we decide.'],
    [
      { ...request, question: 'Which?', answer: 'This.' },
      'We will look at it and write to you at meera@example.in.',
    ],
    [{ ...request, approved: false, isOpen: false }, 'We could not approve your return.'],
    [{ ...request, approved: true }, 'We have received your return. We will check it and write to you.'],
    [closed(true), 'We have received your return and checked it.'],
    [closed(false), 'We have received your return and checked it, but we could not accept it.'],
  ])('has a text about its progress that names no amounts of money: “$1”', ([shown, text]) => {
    expect(returnOutcome(order, shown)).toBe(text);
  });
});
