import { describe, expect, it } from 'vitest';
import { type OrderedItem, type OrderState, orderStates } from './contract.ts';
import {
  canCancelPart,
  cancelTerms,
  headlineOf,
  itemsText,
  returnedItemText,
  returnOutcome,
  unitFacts,
  unitLabels,
} from './messages.ts';
import type { ReturnRequest } from './returns/contract.ts';
import { stateLabels } from './rules.ts';
import { statusHistoryOf } from './status-history.ts';

const price = 450;

/** Creates an order item with the given number of units in each state. */
function item(line: number, units: Partial<Record<OrderState, number>>): OrderedItem {
  const states = orderStates
    .map((state) => [state, units[state] ?? 0] as const)
    .filter(([, count]) => count > 0);
  const qnty = states.reduce((sum, [, units]) => sum + units, 0);
  return {
    ...{
      line,
      proId: `TB-${line}`,
      productName: 'Khadi Stole',
      image: null,
      mrp: null,
      sizeLabel: null,
      qnty,
    },
    ...{ productPriceAfterDiscount: price, priceAfterQnty: price * qnty },
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
  ])('are named if only a part of the order is in their state: %j', ([units, labels, facts]) => {
    const order = { orderItems: [item(0, units), item(1, { delivered: 1, return_rejected: 1 })] };
    expect(unitLabels(order, item(0, units))).toEqual(labels);
    expect(unitFacts(order, item(0, units))).toEqual(facts);
    // The headline shows the state of the whole order.
    expect(unitLabels({ orderItems: [cancelled, item(1, { cancelled: 1 })] }, cancelled)).toEqual([]);
  });
});

it('keeps the delivery day in the headline after a part was declined', () => {
  const at = (day: number) => new Date(`2026-11-${day}T10:40:00Z`);
  const changes = [
    { state: 'delivered' as const, note: null, lines: null, at: at(18) },
    { state: 'return_rejected' as const, note: null, lines: [{ position: 0, quantity: 1 }], at: at(20) },
  ];
  const statusHistory = statusHistoryOf(changes, { scans: [], lines: [], now: at(21) });
  const order = { state: 'delivered' as const, promisedBy: null, paymentPending: false, statusHistory };
  expect(headlineOf(order).text).toBe('Delivered on Wed, 18 Nov');
  expect(headlineOf(order, item(0, { return_rejected: 1 }))).toEqual({
    text: 'Return Declined on Fri, 20 Nov',
    tone: 'due',
  });
  expect(headlineOf(order, item(0, { delivered: 1, return_rejected: 1 })).text).toBe(
    'Delivered on Wed, 18 Nov',
  );
});

it('lists items with their sizes', () => {
  const suit = { productName: 'Indigo Suit', sizeLabel: 'M', qnty: 2 };
  expect(itemsText([{ productName: 'Khadi Stole', qnty: 1 }, suit])).toBe(
    '1 × Khadi Stole, 2 × Indigo Suit, size M',
  );
});

describe('the choice of items to cancel', () => {
  it('is offered only if several units of a placed order can be cancelled', () => {
    const cases: [OrderState, OrderedItem[]][] = [
      ['placed', [item(0, { placed: 2 })]],
      ['placed', [item(0, { placed: 1 }), item(1, { placed: 1 })]],
      ['placed', [item(0, { placed: 1, cancelled: 1 })]],
      ['packed', [item(0, { packed: 2 })]],
      ['pending_payment', [item(0, { pending_payment: 2 })]],
    ];
    const offered = cases.map(([state, orderItems]) => canCancelPart({ state, orderItems }));
    expect(offered).toEqual([true, true, false, false, false]);
  });

  const inCash = {
    ...{ state: 'placed' as const, orderItems: [item(0, { placed: 2 })], paymentMethod: 'COD' as const },
    ...{ codAmount: 949.9, total: 949.9, shipping_charges: 49.9, refunds: [] },
  };
  const paid = { ...inCash, paymentMethod: 'Online' as const, codAmount: 0 };
  const refund = { amount: 449.9, reason: 'A flaw', state: 'sent' as const, at: '2026-11-21T10:00:00Z' };
  const goesBack = (amount: string) =>
    `Your ${amount} will be refunded the way you paid, and will reach you within 7–10 working days after we send it.`;

  it('states the amount left to pay on delivery', () => {
    expect(cancelTerms(inCash, [{ line: 0, qnty: 1 }])).toBe(
      'You haven’t paid yet. You will pay ₹499.90 at the door for the rest.',
    );
    expect(cancelTerms(inCash, [{ line: 0, qnty: 2 }])).toBe('You haven’t paid yet, so no refund is due.');
  });

  it('states the refund: the price of the chosen units, or all that was paid for the last units, minus earlier refunds', () => {
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
  ])('names an item by whether it is approved (%s) and accepted (%s)', ([approved, accepted, text]) => {
    expect(returnedItemText({ ...stole, approved, accepted })).toBe(text);
  });

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
  ])('says how far it is, and nothing about money: %#', ([shown, text]) => {
    expect(returnOutcome(order, shown)).toBe(text);
  });
});
