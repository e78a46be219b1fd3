import { expect, it } from 'vitest';
import { payable } from '../../orders/messages.ts';
import {
  acceptedAmount,
  cancelledRefund,
  dueLabel,
  inspectionErrors,
  inspectionOf,
  manualTransitions,
  nextStepLabel,
  outcomeLabel,
  paymentLabel,
} from './rules.ts';

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
  expect(nextStepLabel({ ...order, state: 'returned', isToInspect: true })).toContain('Please check them');
  expect(nextStepLabel({ ...order, state: 'returned_to_seller' })).toContain('have been checked');
});

it('the payment of an order is shown as not paid, paid online or cash on delivery [F-131]', () => {
  const placedAt = '2026-11-21T12:00:00Z';
  expect(paymentLabel({ placedAt: null, paymentMethod: 'Online' })).toBe('not paid');
  expect(paymentLabel({ placedAt, paymentMethod: 'Online' })).toBe('paid online');
  expect(paymentLabel({ placedAt, paymentMethod: 'COD' })).toBe('cash on delivery');
});

it('an order shows the cash to collect only if it is a COD order and not cancelled [F-132]', () => {
  const cash = { paymentMethod: 'COD', state: 'shipped', total: 450 } as const;
  expect(dueLabel(cash)).toBe('₹450 to be collected on delivery.');
  expect(dueLabel({ ...cash, state: 'cancelled' })).toBe('No payment received.');
  expect(dueLabel({ ...cash, paymentMethod: 'Online' })).toBe('No payment received.');
  // The amount to pay does not include cancelled units.
  expect(payable({ total: 1000.1, cancelledAmount: 99.95 })).toBe(900.15);
});

const line = (position: number, rupees: number) => ({
  ...{ line: position, proId: `TB-STO-00${position}`, productName: 'Khadi Stole', image: null, mrp: null },
  ...{ qnty: 3, productPriceAfterDiscount: rupees, priceAfterQnty: rupees * 3, sizeLabel: null },
  ...{ units: [], cancellableQnty: 3, returnableQnty: 0, claimableQnty: 0, hsn: null },
});
const lines = [line(0, 450.1), line(1, 99.95)];

it.for([
  [{ approved: null, accepted: null, resellable: null }, ''],
  [{ approved: false, accepted: null, resellable: null }, 'declined'],
  [{ approved: true, accepted: null, resellable: null }, 'approved'],
  [{ approved: true, accepted: true, resellable: true }, 'taken back, good'],
  [{ approved: true, accepted: false, resellable: false }, 'not taken back'],
] as const)('a return item with the decision %o is described as “%s” [F-133]', ([state, text]) => {
  const item = { line: 0, productName: 'Khadi Stole', sizeLabel: null, qnty: 1 };
  expect(outcomeLabel({ ...item, ...state })).toBe(text);
});

it('the refund of a return is the price of the accepted units and the delivery charge, up to the refundable amount [F-132]', () => {
  const accepted = [2, 1].map((qnty, at) => ({ line: at, qnty }));
  const withCharge = { delivery: 99, keptDelivery: 0 };
  const refund = (refundableAmount: number, charge = withCharge) =>
    acceptedAmount({ lines, refundableAmount }, charge, accepted);
  expect(refund(5000)).toBe(1099.15);
  expect(refund(1000)).toBe(1000);
  const withKeptCharge = { delivery: 0, keptDelivery: 99 };
  expect(refund(5000, withKeptCharge)).toBe(1000.15);
  expect(refund(1000, withKeptCharge)).toBe(901);
  expect(refund(50, withKeptCharge)).toBe(0);
  expect(acceptedAmount({ lines, refundableAmount: 5000 }, withCharge, [])).toBe(0);
});

it('an inspection needs the condition of each accepted item, and a valid refund [F-133]', () => {
  const units = [{ state: 'returned_to_seller', status: 'Returned to seller', qnty: 1 }] as const;
  const undelivered = { lines: [{ ...line(0, 450), units: [...units] }], returns: [], refundableAmount: 450 };
  const errors = (input: string | undefined, condition: string) =>
    inspectionErrors(inspectionOf(undelivered, { refused: [], input }), (name) =>
      name === 'condition.0' ? condition : '',
    );
  expect(errors(undefined, 'good')).toEqual({});
  expect(errors('0', '')).toEqual({ 'condition.0': 'Please choose good or damaged.' });
  const amount = 'Please enter an amount in rupees, at most ₹450.';
  for (const input of ['450.01', 'all', '']) expect(errors(input, 'good')).toEqual({ amount });
});

it('the inspection of a return needs a reason if an item is not accepted or nothing is refunded [F-133]', () => {
  const item = { productName: 'Khadi Stole', sizeLabel: null, qnty: 1, accepted: null, resellable: null };
  const items = [0, 1].map((at) => ({ ...item, line: at, approved: true }));
  const request = {
    ...{ id: '', reason: '', note: '', requestedAt: '', items, photos: [], approved: true, decision: null },
    ...{ question: null, answer: null, inspected: false, isOpen: true, isClaim: false },
    ...{ delivery: 0, keptDelivery: 0 },
  };
  const order = { lines, returns: [request], refundableAmount: 5000 };
  const errors = (refused: number[], input: string | undefined, reason: string) =>
    inspectionErrors(inspectionOf(order, { refused, input }), (name) => (name === 'text' ? reason : 'good'));
  expect(inspectionOf(order, { refused: [1], input: undefined })).toMatchObject({
    owed: 450.1,
    amount: 450.1,
  });
  expect(errors([], undefined, '')).toEqual({});
  const text = 'Please tell the shopper the reason.';
  for (const [refused, input] of [
    [[1], undefined],
    [[], '0'],
  ] as const)
    expect([errors([...refused], input, ' '), errors([...refused], input, 'It was worn.')]).toEqual([
      { text },
      {},
    ]);
});

it('the refund of a cancellation is the price of the cancelled units, or the refundable amount if the whole order is cancelled [F-132]', () => {
  const two = [{ line: 1, qnty: 2 }];
  const refund = (refundableAmount: number, items?: typeof two) =>
    cancelledRefund({ lines, refundableAmount, shipping: 99 }, items);
  expect(refund(1700, two)).toBe(199.9);
  expect(refund(199, two)).toBe(100);
  expect(refund(1700)).toBe(1700);
});
