import { expect, it, vi } from 'vitest';
import {
  blankWindow,
  checked,
  checkoutPage,
  evening,
  minutes,
  order,
  otherCart,
  payInput,
  proof,
  withCheckoutBrowser,
} from '../../../tests/doubles/checkout-page.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import type { PaymentCheck } from '../contract.ts';
import { checkEarlierPayment, watchPayment } from './earlier-payment.ts';
import { askingBankMessage, signInToCheckMessage } from './messages.ts';
import { pay } from './pay.ts';
import { attemptFor, currentAttempt, storeAttempt } from './payment-attempt.ts';

const { hasDraft } = withCheckoutBrowser();
const noOrder: PaymentCheck = { success: true, payment: 'not-begun', order: null };

/** Stores an order attempt, and checks the payment of order-1 on a new page. The bank responds with `known`. */
async function reopened(known = checked('placed'), { isReportedPaid = false, orderId = 'order-1' } = {}) {
  storeAttempt({ ...attemptFor('a wish'), orderId, isReportedPaid });
  const page = checkoutPage();
  page.tools.api.checkPayment.mockImplementation(async (id) => (id === undefined ? noOrder : known));
  const check = async (id?: string) => {
    const checking = checkEarlierPayment(page.tools, id ?? 'order-1');
    await vi.advanceTimersByTimeAsync(1000);
    await checking;
  };
  await check();
  return { ...page, check };
}

it('says after a reload that the shop is asking the bank, and prevents other orders until the bank responds [S-PAY-18]', () => {
  const { tools, shown } = checkoutPage();
  tools.api.checkPayment.mockReturnValue(Promise.withResolvers<PaymentCheck>().promise);
  void checkEarlierPayment(tools, 'order-1');
  expect(shown.notice).toMatchObject({ title: 'We are asking the bank …', isPending: true, offers: [] });
  expect(shown.notice?.text).not.toContain('charged');
});

it.each([
  ['the bank has a pending attempt', checked('pending'), false],
  ['the payment was signed in this tab, and the bank does not list it', checked('not-begun'), true],
])(
  'shows a pending payment and keeps the stored order attempt if %s [S-PAY-18]',
  async (_, known, isReportedPaid) => {
    const { shown } = await reopened(known, { isReportedPaid });
    expect(shown.notice).toMatchObject({
      isPending: true,
      orderId: 'order-1',
      watches: 'order-1',
      offers: [],
    });
    expect(shown.notice?.text).toContain('Your bank has not answered yet.');
    expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isReportedPaid });
  },
);

it('says that the shop is asking the bank while the bank cannot be reached', async () => {
  const { shown } = await reopened(checked('unknown'));
  expect(shown.notice).toEqual(askingBankMessage('order-1'));
});

it('does not show a payment as pending if only another order has a signed payment', async () => {
  const { shown } = await reopened(checked('not-begun'), { isReportedPaid: true, orderId: 'order-2' });
  expect(shown.notice).toMatchObject({ title: 'Payment not completed.' });
});

it.each([
  ['not-begun', 'Payment not completed.'],
  ['failed', 'Payment failed.'],
  ['returned', 'Your payment is being refunded.'],
] as const)(
  'offers another payment, and keeps the stock hold and the stored order attempt, if the payment is "%s" [S-PAY-09]',
  async (known, title) => {
    const { shown } = await reopened(checked(known), { isReportedPaid: known === 'failed' });
    const hold = { heldUntil: evening + minutes(15), watches: 'order-1' };
    expect(shown.notice).toMatchObject({ ...hold, title, offers: ['again', 'cash'] });
    expect(shown.notice?.isPending).toBeUndefined();
    // After a failed payment, the order attempt no longer contains a signed payment.
    expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isReportedPaid: false });
  },
);

it('says that the order has expired, offers another payment and clears the stored order attempt [S-PAY-19]', async () => {
  const { shown, tools } = await reopened(checked('over', { state: 'expired', expiresAt: null }));
  const title = 'This order was not paid for in time, so it was not placed.';
  expect(shown.notice).toMatchObject({ title, offers: ['again', 'cash'] });
  expect(shown.notice?.text).toContain('If your bank still takes the payment, we will place the order');
  expect(shown.notice?.watches).toBeUndefined();
  expect(currentAttempt()).toBeUndefined();
  expect(tools.readCart).not.toHaveBeenCalled();
  expect(tools.openOrder).not.toHaveBeenCalled();
});

it.each([
  ['cancelled', 'You cancelled this order before it was paid for.', 'Your cart has not changed. '],
  ['new-order', 'This order was not paid for, and you have started a newer one.', ''],
] as const)(
  'promises to refund a late payment of an order that was superseded for the reason `%s`',
  async (reason, title, cart) => {
    const { shown } = await reopened(checked('over', { state: 'expired', supersededReason: reason }));
    const text = `${cart}If your bank still takes the payment, we will refund it and email you.`;
    expect(shown.notice).toMatchObject({ title, text });
  },
);

it('shows no notice about a cancelled order, and clears the stored order attempt', async () => {
  const { shown } = await reopened(checked('over', { state: 'cancelled' }));
  expect(shown.notice).toBeUndefined();
  expect(currentAttempt()).toBeUndefined();
});

it('shows the payment of the newer order if another browser has superseded this order', async () => {
  storeAttempt({ ...attemptFor('a wish'), orderId: 'order-1' });
  const { tools, shown } = checkoutPage();
  tools.api.checkPayment.mockImplementation(async (id) =>
    id === 'order-1' ? checked('over', { state: 'expired' }) : checked('pending', { _id: 'order-2' }),
  );
  await checkEarlierPayment(tools, 'order-1');
  expect(shown.notice).toMatchObject({ isPending: true, orderId: 'order-2' });
});

it('shows the payment of the unpaid order in a second browser, which has stored no order attempt', async () => {
  const { tools, shown } = checkoutPage();
  tools.api.checkPayment.mockResolvedValue(checked('pending'));
  await checkEarlierPayment(tools);
  expect(tools.api.checkPayment).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(shown.notice).toMatchObject({ isPending: true, watches: 'order-1' });
});

it.each([
  ['and there is no unpaid order', async () => noOrder],
  ['and the shop does not respond', () => Promise.reject(new RequestFailed('No answer.'))],
])('shows no notice if no order attempt is stored, %s', async (_, respond) => {
  const { tools, shown } = checkoutPage();
  tools.api.checkPayment.mockImplementation(respond);
  await checkEarlierPayment(tools);
  expect(shown.notices).toBe(0);
});

it.each([
  ['is empty', async () => ({ ...otherCart, items: [] })],
  ['cannot be read', () => Promise.reject(new RequestFailed('No answer.'))],
])('opens the placed order’s page if the cart %s [S-PAY-18]', async (_, readCart) => {
  const { tools, check } = await reopened(checked('pending'));
  tools.api.checkPayment.mockResolvedValue(checked('placed'));
  tools.readCart.mockImplementation(readCart);
  await check();
  expect(tools.showOrder).toHaveBeenCalledExactlyOnceWith(order);
  expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
  expect(tools.storeCart).not.toHaveBeenCalled();
  expect(hasDraft()).toBe(false);
});

it('shows a notice about the placed order if the cart now contains other products [S-PAY-18]', async () => {
  const { tools, shown, check } = await reopened(checked('pending'));
  tools.api.checkPayment.mockResolvedValue(checked('placed'));
  tools.readCart.mockResolvedValue(otherCart);
  await check();
  const title = expect.stringContaining('TB1001 is placed');
  expect(shown.notice).toMatchObject({ title, orderId: 'order-1' });
  expect(shown.notice?.isPending).toBeUndefined();
  expect(tools.storeCart).toHaveBeenCalledExactlyOnceWith(otherCart);
  expect(tools.openOrder).not.toHaveBeenCalled();
  expect(currentAttempt()).toBeUndefined();
});

it('does not show an unchanged notice again, because a new notice takes the focus', async () => {
  const { shown, check } = await reopened(checked('not-begun'));
  const before = shown.notices;
  await check();
  expect(shown.notices).toBe(before);
});

it('keeps the stored order attempt if it is for a different order than the expired one', async () => {
  await reopened(checked('over', { state: 'expired' }), { orderId: 'order-2' });
  expect(currentAttempt()).toMatchObject({ orderId: 'order-2' });
});

it.each([
  ['keeps an order attempt and asks again if the shop does not respond', undefined, 'order-1', true],
  ['asks a signed-out customer to login, and prevents other orders', 401, 'order-1', true],
  ['keeps the order attempt of another order if the checked order is not found', 404, 'order-2', true],
  ['clears the order attempt of the checked order if this order is not found', 404, 'order-1', false],
] as const)('%s', async (_, status, orderId, isKept) => {
  storeAttempt({ ...attemptFor('a wish'), orderId });
  const { tools, shown } = checkoutPage();
  tools.api.checkPayment.mockRejectedValue(new RequestFailed('No answer.', status));
  await checkEarlierPayment(tools, 'order-1');
  expect(currentAttempt() !== undefined).toBe(isKept);
  const notice = status === 401 ? signInToCheckMessage : askingBankMessage('order-1');
  expect(shown.notice).toEqual(status === 404 ? undefined : notice);
});

it('shows no notice about an earlier payment while the customer makes another payment', async () => {
  const { tools, shown } = checkoutPage();
  const response = Promise.withResolvers<PaymentCheck>();
  tools.api.checkPayment.mockReturnValue(response.promise);
  const checking = checkEarlierPayment(tools, 'order-1');
  void pay(tools, payInput('Online'), blankWindow());
  response.resolve(checked('not-begun'));
  await checking;
  await checkEarlierPayment(tools, 'order-1');
  expect(tools.api.checkPayment).toHaveBeenCalledOnce();
  expect(shown.notice).toBeUndefined();
});

it('neither shows another customer’s payment on the same device nor reuses the key of that payment', async () => {
  const meera = checkoutPage();
  meera.tools.api.verifyPayment.mockRejectedValue(new RequestFailed('No answer.'));
  const pressed = pay(meera.tools, payInput('Online', 'meera'), blankWindow());
  meera.popup.resolve({ outcome: 'late', proof });
  await vi.advanceTimersByTimeAsync(1000);
  await pressed;
  expect(currentAttempt()).toMatchObject({ isReportedPaid: true });

  const asha = checkoutPage();
  asha.tools.api.checkPayment.mockRejectedValue(new RequestFailed('No such order.', 404));
  await checkEarlierPayment(asha.tools, 'order-1');
  expect(asha.shown.notice).toBeUndefined();
  void pay(asha.tools, payInput('Online', 'asha'), blankWindow());
  await vi.advanceTimersByTimeAsync(0);
  const [first, second] = [meera, asha].map(({ tools }) => tools.api.createPaymentOrder.mock.lastCall?.[0]);
  expect(second).toMatch(/^\w+$/);
  expect(second).not.toBe(first);
});

it.each([
  ['a pending payment every four seconds', askingBankMessage('order-1'), 4000],
  ['an unpaid order every 15 seconds', { text: '', watches: 'order-1', offers: [] }, 15_000],
])('checks %s until the page closes [S-PAY-18]', (_, notice, interval) => {
  vi.stubGlobal('document', new EventTarget());
  const check = vi.fn<(orderId: string) => void>();
  const stop = watchPayment(notice, check);
  vi.advanceTimersByTime(interval - 1);
  expect(check).not.toHaveBeenCalled();
  vi.advanceTimersByTime(interval + 1);
  expect(check.mock.calls).toEqual([['order-1'], ['order-1']]);
  stop?.();
  vi.advanceTimersByTime(60_000);
  expect(check).toHaveBeenCalledTimes(2);
});

it('checks a payment when the page becomes visible, and when the bank’s window reports a result', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'https://tanabana.example' });
  const tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  const check = vi.fn<(orderId: string) => void>();
  const report = (origin: string, source: string) =>
    tab.dispatchEvent(Object.assign(new Event('message'), { origin, data: { source } }));
  const stop = watchPayment(askingBankMessage('order-1'), check);
  page.dispatchEvent(new Event('visibilitychange'));
  report('https://elsewhere.example', 'pretend-bank');
  report('https://tanabana.example', 'an extension');
  expect(check).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(check).toHaveBeenCalledTimes(1);
  report('https://tanabana.example', 'pretend-bank');
  expect(check).toHaveBeenCalledTimes(2);
  stop?.();
  page.dispatchEvent(new Event('visibilitychange'));
  report('https://tanabana.example', 'pretend-bank');
  expect(check).toHaveBeenCalledTimes(2);
});

it('checks no payment if there is no notice or if the notice names no payment to check', () => {
  expect(watchPayment(undefined, () => {})).toBeUndefined();
  expect(watchPayment({ text: '', orderId: 'order-1', offers: [] }, () => {})).toBeUndefined();
});
