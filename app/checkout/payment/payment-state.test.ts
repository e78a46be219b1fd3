import { describe, expect, it } from 'vitest';
import type { PaymentMessage } from './messages.ts';
import { idleState, type PaymentAction, type PaymentState, paymentReducer } from './payment-state.ts';

const popup = {
  result: Promise.resolve({ outcome: 'closed' } as const),
  open: () => true,
  close: () => {},
};
const signed = {
  proof: { razorpay_order_id: 'bank-1', razorpay_payment_id: 'paid-1', razorpay_signature: 'signed' },
  ...{ orderId: 'order-1', heldUntil: 900 },
};
const notice: PaymentMessage = { title: 'Payment failed.', text: 'No funds.', offers: ['again'] };

const request: PaymentAction = { type: 'request' };
const startPaying: PaymentAction = { type: 'pay', popup, isOpen: true, heldUntil: 900 };
const renew: PaymentAction = { type: 'renew', heldUntil: 1800 };
const confirm: PaymentAction = { type: 'confirm', signed };
const end: PaymentAction = { type: 'end', notice };

const reach = (...actions: PaymentAction[]): PaymentState => actions.reduce(paymentReducer, idleState);

const states = {
  idle: idleState,
  requesting: reach(request),
  paying: reach(request, startPaying),
  confirming: reach(request, startPaying, confirm),
};

describe('the payment state', () => {
  it.each([
    ['request', 'requesting', request],
    ['request', 'paying', request],
    ['request', 'confirming', request],
    ['pay', 'idle', startPaying],
    ['pay', 'confirming', startPaying],
    ['renew', 'idle', renew],
    ['renew', 'requesting', renew],
    ['renew', 'confirming', renew],
    ['confirm', 'requesting', confirm],
    ['confirm', 'confirming', confirm],
    ['notify', 'requesting', { type: 'notify', notice }],
    ['update', 'paying', { type: 'update', notice }],
  ] as const)('is not changed by the action `%s` in the stage `%s`', (_, stage, action) => {
    expect(paymentReducer(states[stage], action)).toBe(states[stage]);
  });

  it('has no notice about the last order after the next order begins', () => {
    expect(reach(request, end, request).notice).toBeUndefined();
  });

  it('replaces its notice with an equal notice after the action `notify`, but not after `update`', () => {
    const shown = reach(request, end);
    const equal = { ...notice };
    expect(paymentReducer(shown, { type: 'update', notice: equal })).toBe(shown);
    expect(paymentReducer(shown, { type: 'notify', notice: equal }).notice).toBe(equal);
  });
});
