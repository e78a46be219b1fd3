import { expect, it, vi } from 'vitest';
import {
  blankWindow,
  checkoutPage,
  evening,
  minutes,
  order,
  otherCart,
  payInput,
  proof,
  unpaid,
  withCheckoutBrowser,
} from '../../../tests/doubles/checkout-page.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { checkEarlierPayment, pendingOrderOf, pollPending } from './earlier-payment.ts';
import { pay } from './pay.ts';
import { attemptFor, currentAttempt, storeAttempt } from './payment-attempt.ts';

const { hasDraft } = withCheckoutBrowser();

/** Stores an attempt, and checks the payment of order-1 on a new page. The API returns `storedOrder` as order-1. */
async function reopened(storedOrder = order, { isReportedPaid = false, orderId = 'order-1' } = {}) {
  storeAttempt({ ...attemptFor('a wish'), orderId, isReportedPaid });
  const page = checkoutPage();
  page.tools.api.fetchOrder.mockResolvedValue(storedOrder);
  const check = async () => {
    const checked = checkEarlierPayment(page.tools, 'order-1');
    await vi.advanceTimersByTimeAsync(1000);
    await checked;
  };
  await check();
  return { ...page, check };
}

it.each([
  ['the order has a pending payment', unpaid({ paymentPending: true }), false],
  ['the payment was signed in this tab', unpaid(), true],
  ['the payment is pending after the hold', unpaid({ paymentPending: true, expiresAt: null }), false],
])('shows a pending payment, and keeps the attempt, if %s [S-PAY-18]', async (_, found, isReportedPaid) => {
  const { shown } = await reopened(found, { isReportedPaid });
  expect(shown.notice).toMatchObject({ isPending: true, orderId: 'order-1', offers: [] });
  expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isReportedPaid });
});

it('ignores a signed payment of another order', async () => {
  const { shown } = await reopened(unpaid(), { isReportedPaid: true, orderId: 'order-2' });
  expect(shown.notice).toMatchObject({ title: 'Payment not completed.' });
});

it('shows the hold of an unpaid order, and keeps the attempt [S-PAY-09]', async () => {
  const { shown } = await reopened(unpaid());
  expect(shown.notice).toMatchObject({
    title: 'Payment not completed.',
    heldUntil: evening + minutes(15),
  });
  expect(currentAttempt()).toMatchObject({ orderId: 'order-1' });
});

it.each([
  ['whose hold expires now', unpaid({ expiresAt: new Date(evening).toISOString() })],
  ['whose hold has no end', unpaid({ expiresAt: null })],
  ['that has expired', unpaid({ state: 'expired' })],
  ['that was cancelled', unpaid({ state: 'cancelled' })],
])('clears the stored attempt of an unpaid order %s', async (_, found) => {
  const { shown, tools } = await reopened(found);
  expect(shown.notice).toBeUndefined();
  expect(currentAttempt()).toBeUndefined();
  expect(tools.readCart).not.toHaveBeenCalled();
  expect(tools.openOrder).not.toHaveBeenCalled();
});

it('opens the placed order if the cart is empty [S-PAY-18]', async () => {
  const { tools } = await reopened();
  expect(tools.showOrder).toHaveBeenCalledExactlyOnceWith(order);
  expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
  expect(tools.storeCart).not.toHaveBeenCalled();
  expect(hasDraft()).toBe(false);
});

it('shows a notice about the placed order if the cart has other lines [S-PAY-18]', async () => {
  const { tools, shown, check } = await reopened(unpaid({ paymentPending: true }));
  tools.api.fetchOrder.mockResolvedValue(order);
  tools.readCart.mockResolvedValue(otherCart);
  await check();
  expect(shown.notice).toMatchObject({
    title: expect.stringContaining('TB1001 is placed'),
    orderId: 'order-1',
  });
  expect(shown.notice?.isPending).toBeUndefined();
  expect(tools.storeCart).toHaveBeenCalledExactlyOnceWith(otherCart);
  expect(tools.openOrder).not.toHaveBeenCalled();
  expect(currentAttempt()).toBeUndefined();
});

it('opens the placed order if the cart cannot be read', async () => {
  storeAttempt({ ...attemptFor('a wish'), orderId: 'order-1' });
  const { tools } = checkoutPage();
  tools.readCart.mockRejectedValue(new RequestFailed('No answer.'));
  const checked = checkEarlierPayment(tools, 'order-1');
  await vi.advanceTimersByTimeAsync(1000);
  await checked;
  expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
});

it('does not show an unchanged notice again, because it would take the focus', async () => {
  const { shown, check } = await reopened(unpaid());
  await check();
  expect(shown.notices).toBe(1);
});

it.each([
  ['the payment is no longer pending', unpaid({ paymentPending: true }), unpaid()],
  ['the hold has expired', unpaid(), unpaid({ state: 'expired' })],
])('updates or removes the notice if the order has changed: %s', async (_, before, after) => {
  const { tools, shown, check } = await reopened(before);
  tools.api.fetchOrder.mockResolvedValue(after);
  await check();
  expect(shown.notices).toBe(2);
});

it('keeps the stored attempt of another order', async () => {
  await reopened(unpaid({ state: 'expired' }), { orderId: 'order-2' });
  expect(currentAttempt()).toMatchObject({ orderId: 'order-2' });
});

it.each([
  [new RequestFailed('No answer.'), 'order-1', true],
  [new RequestFailed('No such order.', 404), 'order-2', true],
  [new RequestFailed('No such order.', 404), 'order-1', false],
] as const)(
  'handles the failure "%s" with a stored attempt for %s (attempt kept: %s)',
  async (failure, orderId, isKept) => {
    storeAttempt({ ...attemptFor('a wish'), orderId });
    const { tools, shown } = checkoutPage();
    tools.api.fetchOrder.mockRejectedValue(failure);
    await checkEarlierPayment(tools, 'order-1');
    expect(currentAttempt() !== undefined).toBe(isKept);
    expect(shown.notices).toBe(0);
  },
);

it('ignores an earlier payment while another payment is in progress', async () => {
  const { tools, shown } = checkoutPage();
  const response = Promise.withResolvers<typeof order>();
  tools.api.fetchOrder.mockReturnValue(response.promise);
  const checked = checkEarlierPayment(tools, 'order-1');
  void pay(tools, payInput('Online'), blankWindow());
  response.resolve(unpaid());
  await checked;
  await checkEarlierPayment(tools, 'order-1');
  expect(tools.api.fetchOrder).toHaveBeenCalledOnce();
  expect(shown.notice).toBeUndefined();
});

it('neither shows another customer’s payment on the same device nor reuses its key', async () => {
  const meera = checkoutPage();
  meera.tools.api.verifyPayment.mockRejectedValue(new RequestFailed('No answer.'));
  const pressed = pay(meera.tools, payInput('Online', 'meera'), blankWindow());
  meera.popup.resolve({ outcome: 'late', proof });
  await vi.advanceTimersByTimeAsync(1000);
  await pressed;
  expect(currentAttempt()).toMatchObject({ isReportedPaid: true });

  const asha = checkoutPage();
  asha.tools.api.fetchOrder.mockRejectedValue(new RequestFailed('No such order.', 404));
  await checkEarlierPayment(asha.tools, 'order-1');
  expect(asha.shown.notices).toBe(0);
  void pay(asha.tools, payInput('Online', 'asha'), blankWindow());
  await vi.advanceTimersByTimeAsync(0);
  const [first, second] = [meera, asha].map(({ tools }) => tools.api.createPaymentOrder.mock.lastCall?.[0]);
  expect(second).toMatch(/^\w+$/);
  expect(second).not.toBe(first);
});

it('uses a new key for another customer with the same cart and address', async () => {
  const { tools } = checkoutPage();
  tools.api.placeCodOrder.mockRejectedValue(new RequestFailed('No answer.'));
  for (const userId of ['meera', 'asha']) {
    const pressed = pay(tools, payInput('COD', userId), undefined);
    await vi.advanceTimersByTimeAsync(1001);
    await pressed;
  }
  const [first, second] = tools.api.placeCodOrder.mock.calls.map(([key]) => key);
  expect(second).toMatch(/^\w+$/);
  expect(second).not.toBe(first);
});

it('polls the order of a pending payment every four seconds until stopped [S-PAY-18]', async () => {
  const { shown } = await reopened(unpaid({ paymentPending: true }));
  const check = vi.fn<(orderId: string) => void>();
  const stop = pollPending(pendingOrderOf(shown.notice), check);
  vi.advanceTimersByTime(3999);
  expect(check).not.toHaveBeenCalled();
  vi.advanceTimersByTime(4001);
  expect(check.mock.calls).toEqual([['order-1'], ['order-1']]);
  stop?.();
  vi.advanceTimersByTime(60_000);
  expect(check).toHaveBeenCalledTimes(2);
});

it('does not poll for a notice without a pending payment', async () => {
  expect(pendingOrderOf(undefined)).toBeUndefined();
  expect(pendingOrderOf({ text: '', orderId: 'order-1', offers: [] })).toBeUndefined();
  expect(pollPending(undefined, () => {})).toBeUndefined();
});
