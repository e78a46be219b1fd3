import { expect, it } from 'vitest';
import {
  blankWindow,
  checked,
  checkoutPage,
  evening,
  minutes,
  order,
  payInput,
  proof,
  withCheckoutBrowser,
} from '../../../tests/doubles/checkout-page.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { askingBankMessage, signInToAskMessage } from './messages.ts';
import { payOnline } from './pay-online.ts';
import { currentAttempt } from './payment-attempt.ts';
import type { PopupResult } from './popup.ts';

withCheckoutBrowser();
const online = payInput('Online');
const heldUntil = evening + minutes(15);

/** Pays online in a window that closes with this result. */
function payWith(result: PopupResult, page = checkoutPage()) {
  page.popup.resolve(result);
  return payOnline(page.tools, online, blankWindow());
}

it('returns the order of a verified payment [S-PAY-15]', async () => {
  expect(await payWith({ outcome: 'paid', proof })).toEqual({ kind: 'placed', order });
});

it('returns a notice with the end of the hold if the window was closed [S-PAY-19]', async () => {
  expect(await payWith({ outcome: 'closed' })).toMatchObject({
    kind: 'notice',
    notice: { title: 'Payment not completed.', heldUntil },
  });
});

it.each([
  ['pending', checked('pending'), { isPending: true, orderId: 'order-1' }],
  ['failed', checked('failed'), { title: 'Payment failed.', heldUntil }],
] as const)(
  'asks the bank about a payment whose window was closed: %s [S-PAY-18]',
  async (_, known, notice) => {
    const page = checkoutPage();
    page.tools.api.checkPayment.mockResolvedValue(known);
    expect(await payWith({ outcome: 'closed' }, page)).toMatchObject({ kind: 'notice', notice });
  },
);

it('shows the order if the payment was made before its window was closed [S-PAY-18]', async () => {
  const page = checkoutPage();
  page.tools.api.checkPayment.mockResolvedValue(checked('placed'));
  expect(await payWith({ outcome: 'closed' }, page)).toEqual({ kind: 'placed', order });
});

it.each([
  [new RequestFailed('No answer.'), askingBankMessage('order-1')],
  [new RequestFailed('Please login.', 401), signInToAskMessage],
])('says nothing about money while the bank cannot be asked: %s', async (failure, notice) => {
  const page = checkoutPage();
  page.tools.api.checkPayment.mockRejectedValue(failure);
  expect(await payWith({ outcome: 'closed' }, page)).toEqual({ kind: 'notice', notice });
});

it('pays with the same key after a failed payment [S-PAY-06]', async () => {
  const first = checkoutPage();
  expect(await payWith({ outcome: 'failed', text: 'No funds.' }, first)).toMatchObject({
    kind: 'notice',
    notice: { title: 'Payment failed.', heldUntil },
  });
  const second = checkoutPage();
  expect(await payWith({ outcome: 'paid', proof }, second)).toEqual({ kind: 'placed', order });
  const [key, repeated] = [first, second].map(({ tools }) => tools.api.createPaymentOrder.mock.lastCall?.[0]);
  expect(repeated).toBe(key);
});

it('closes the blank window if the payment cannot be created', async () => {
  const { tools } = checkoutPage();
  const blank = blankWindow();
  tools.api.createPaymentOrder.mockRejectedValue(new RequestFailed('No answer.'));
  expect(await payOnline(tools, online, blank)).toMatchObject({ notice: { offers: ['again'] } });
  expect(blank.close).toHaveBeenCalledOnce();
});

it('offers to verify again after a lost response to a signed payment [S-PAY-18]', async () => {
  const page = checkoutPage();
  page.tools.api.verifyPayment.mockRejectedValue(new RequestFailed('No answer.'));
  expect(await payWith({ outcome: 'paid', proof }, page)).toMatchObject({
    kind: 'notice',
    notice: { isPending: true, offers: ['verify'] },
  });
  expect(page.tools.getState().signed).toMatchObject({ proof, orderId: 'order-1' });
});

it('offers to login, and warns against a second payment, if the customer was signed out while paying', async () => {
  const page = checkoutPage();
  page.tools.api.verifyPayment.mockRejectedValue(new RequestFailed('Please login.', 401, 'not-signed-in'));
  expect(await payWith({ outcome: 'paid', proof }, page)).toMatchObject({
    kind: 'notice',
    notice: { isPending: true, offers: ['login'], text: expect.stringContaining('do not pay again') },
  });
  expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isReportedPaid: true });
});

it('opens the page of an order whose payment is pending [S-PAY-18]', async () => {
  const page = checkoutPage();
  page.tools.api.verifyPayment.mockResolvedValue({
    ...{ success: false, state: 'waiting', message: '', orderId: 'order-1' },
  });
  expect(await payWith({ outcome: 'late', proof }, page)).toEqual({ kind: 'open-order', orderId: 'order-1' });
});
