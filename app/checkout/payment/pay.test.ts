import { describe, expect, it, vi } from 'vitest';
import {
  blankWindow,
  checked,
  checkoutPage,
  evening,
  minutes,
  order,
  payInput,
  payment,
  proof,
  withCheckoutBrowser,
} from '../../../tests/doubles/checkout-page.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { askingBankMessage, signInToCheckMessage } from './messages.ts';
import { pay, verifyAgain } from './pay.ts';
import type { PayTools } from './pay-tools.ts';
import { currentAttempt } from './payment-attempt.ts';

const [cash, online] = [payInput('COD'), payInput('Online')];
const lost = () => new RequestFailed('No answer.');
type Fields = { field: string; message: string }[];
const problemResponse = (status: number, problem: string, fields: Fields = []) =>
  new RequestFailed(`In words: ${problem}.`, status, problem, fields);

const { hasDraft } = withCheckoutBrowser();

/** Waits until the call has ended and the spinner has been shown for a second. */
async function settle(pressed: Promise<void>) {
  await vi.advanceTimersByTimeAsync(1001);
  await pressed;
}

/** Starts an online payment and waits until the payment window is open. */
async function opened(page = checkoutPage(), blank = blankWindow()) {
  const pressed = pay(page.tools, online, blank);
  await vi.advanceTimersByTimeAsync(0);
  return { ...page, blank, pressed };
}

/** Pays in the payment popup. `verify` replaces the API's response to the verification. */
async function paid(verify: () => ReturnType<PayTools['api']['verifyPayment']>) {
  const page = await opened();
  page.tools.api.verifyPayment.mockImplementation(verify);
  page.popup.resolve({ outcome: 'paid', proof });
  await settle(page.pressed);
  return page;
}

describe('pressing Pay Now for a cash order', () => {
  it('places a cash order, and opens its page after the spinner has been shown for a second [S-PAY-03 S-PAY-05]', async () => {
    const { tools, shown } = checkoutPage();
    const pressed = pay(tools, cash, undefined);
    await vi.advanceTimersByTimeAsync(999);
    expect(tools.showOrder).toHaveBeenCalledWith(order);
    expect(tools.openOrder).not.toHaveBeenCalled();
    expect(shown.stages.at(-1)).toEqual({ at: 'requesting' });
    await settle(pressed);
    expect(tools.api.placeCodOrder).toHaveBeenCalledExactlyOnceWith(expect.any(String), cash.details);
    expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
    expect(hasDraft()).toBe(false);
    expect(tools.refreshCart).toHaveBeenCalledOnce();
    expect(currentAttempt()).toBeUndefined();
    expect(shown).toMatchObject({ notice: undefined, stages: [{}, { at: 'requesting' }, { at: 'idle' }] });
    expect(tools.loadProvider).not.toHaveBeenCalled();
  });

  it('waits for pending changes of the cart before placing the order', async () => {
    const { tools } = checkoutPage();
    const change = Promise.withResolvers<void>();
    const afterCartChanges = <T>(work: () => Promise<T>) => change.promise.then(work);
    const pressed = pay({ ...tools, afterCartChanges }, cash, undefined);
    await vi.advanceTimersByTimeAsync(5000);
    expect(tools.api.placeCodOrder).not.toHaveBeenCalled();
    change.resolve();
    await settle(pressed);
    expect(tools.api.placeCodOrder).toHaveBeenCalledOnce();
  });
});

describe('the checkout page, after a lost or outdated request,', () => {
  it.each([lost(), new TypeError('broken')])(
    'shows a notice, and sends the same key again for the same order: %s [S-PAY-06 S-PAY-19]',
    async (error) => {
      const { tools, shown } = checkoutPage();
      tools.api.placeCodOrder.mockRejectedValueOnce(error);
      await settle(pay(tools, cash, undefined));
      expect(shown.notice).toMatchObject({ title: 'Something went wrong!', offers: ['again'] });
      expect(shown.notice?.text).toContain('whether your order was placed');
      expect(hasDraft()).toBe(true);
      await settle(pay(tools, cash, undefined));
      const [first, second] = tools.api.placeCodOrder.mock.calls.map(([key]) => key);
      expect(second).toBe(first);
      expect(tools.openOrder).toHaveBeenCalledOnce();
    },
  );

  it.each(['order-closed', 'key-reused'])(
    'sends the order again, with a new key, after `%s`',
    async (problem) => {
      const { tools, shown } = checkoutPage();
      tools.api.placeCodOrder.mockRejectedValue(problemResponse(409, problem));
      await settle(pay(tools, cash, undefined));
      const keys = tools.api.placeCodOrder.mock.calls.map(([key]) => key);
      expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
      expect(shown.notice).toMatchObject({ text: `In words: ${problem}.` });
    },
  );
});

describe('the checkout page, if no order can be placed,', () => {
  const refused = async (failure: RequestFailed, blank = blankWindow()) => {
    const page = checkoutPage();
    page.tools.api.createPaymentOrder.mockRejectedValue(failure);
    await settle(pay(page.tools, online, blank));
    expect(page.tools.openPopup).not.toHaveBeenCalled();
    expect(page.shown.stages.at(-1)).toEqual({ at: 'idle' });
    return { ...page, blank, notice: page.shown.notice };
  };

  it.each([
    [problemResponse(401, 'not-signed-in'), 'Please login to place order!', ['login']],
    [problemResponse(503, 'bank-unavailable'), undefined, ['again', 'cash']],
    [problemResponse(500, 'broken'), 'Something went wrong!', ['again']],
    [lost(), 'Something went wrong!', ['again']],
    [problemResponse(409, 'unpaid-limit'), undefined, []],
    [problemResponse(409, 'cod-refused'), undefined, []],
    [problemResponse(429, 'too-many'), undefined, []],
  ])(
    'closes the payment window and shows what the customer can do next: %s [S-PAY-19 S-ERR-01 S-ERR-02]',
    async (failure, title, offers) => {
      const { notice, blank, tools } = await refused(failure);
      expect(notice).toMatchObject({ offers });
      expect(notice?.title).toBe(title);
      expect(blank.close).toHaveBeenCalledOnce();
      expect(tools.refreshCart).not.toHaveBeenCalled();
      expect(tools.onFields).not.toHaveBeenCalled();
    },
  );

  it.each(['cart-changed', 'cart-empty'])('reads the cart again after `%s` [S-CHK-03]', async (problem) => {
    const { tools, notice } = await refused(problemResponse(409, problem));
    expect(tools.refreshCart).toHaveBeenCalledOnce();
    expect(notice).toEqual({ text: `In words: ${problem}.`, offers: [] });
  });

  it('marks the invalid form fields after the spinner has ended', async () => {
    const page = checkoutPage();
    const fields = [{ field: 'orderDetails.shippingInfo.city', message: 'Please name the city.' }];
    page.tools.api.placeCodOrder.mockRejectedValue(problemResponse(400, 'invalid-address', fields));
    const pressed = pay(page.tools, cash, undefined);
    await vi.advanceTimersByTimeAsync(999);
    expect(page.tools.onFields).not.toHaveBeenCalled();
    await settle(pressed);
    const named = [{ field: 'city', message: 'Please name the city.' }];
    expect(page.tools.onFields).toHaveBeenCalledExactlyOnceWith(named);
    expect(page.shown.notice).toBeUndefined();
  });

  it('opens the order’s page and clears the stored order attempt if the order is already paid', async () => {
    const page = await opened();
    page.popup.resolve({ outcome: 'closed' });
    await settle(page.pressed);
    page.tools.api.createPaymentOrder.mockRejectedValue(problemResponse(409, 'already-paid'));
    await settle(pay(page.tools, online, blankWindow()));
    expect(page.tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
    expect(currentAttempt()).toBeUndefined();
    expect(page.shown.notice).toBeUndefined();
  });

  it('shows a notice if the order is already paid, but this browser does not know the order’s id', async () => {
    const { tools, notice } = await refused(problemResponse(409, 'already-paid'));
    expect(notice).toEqual({ text: 'In words: already-paid.', offers: [] });
    expect(tools.openOrder).not.toHaveBeenCalled();
  });

  it('shows the notice about a pending payment if the result of an earlier payment is not known yet [S-PAY-18]', async () => {
    const undecided = new RequestFailed('', 409, 'payment-undecided', [], { orderId: 'order-0' });
    const notice = { isPending: true, orderId: 'order-0', offers: [] };
    expect((await refused(undecided)).notice).toMatchObject(notice);
  });

  it('starts no payment if the provider’s script cannot be loaded [S-CHK-05]', async () => {
    const { tools, shown } = checkoutPage();
    tools.loadProvider.mockRejectedValue(new RequestFailed('Blocked.', 0, 'script-blocked'));
    await settle(pay(tools, online, undefined));
    expect(tools.api.createPaymentOrder).not.toHaveBeenCalled();
    expect(shown.notice).toEqual({ text: 'Blocked.', offers: ['again', 'cash'] });
  });
});

const chargeText =
  'If your bank shows a charge, either this order is placed or the money is returned to you, usually within 7–10 working days.';

const declined = 'The bank did not take the payment';

describe('an online payment', () => {
  it('opens the payment window of the order, and shows the end of the stock hold [S-PAY-09]', async () => {
    const { tools, shown, blank } = await opened();
    expect(tools.api.createPaymentOrder).toHaveBeenCalledExactlyOnceWith(expect.any(String), online.details);
    expect(tools.openPopup).toHaveBeenCalledExactlyOnceWith(payment, blank);
    expect(tools.loadProvider).not.toHaveBeenCalled();
    const heldUntil = evening + minutes(15);
    expect(shown.stages.at(-1)).toMatchObject({ at: 'paying', isOpen: true, heldUntil });
    expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isReportedPaid: false });
  });

  it.each([
    [
      'waits for a click to open the pretend bank if the browser has blocked its window',
      null,
      'pretend-bank',
    ],
    ['opens Razorpay’s popup, but no browser window', undefined, 'razorpay'],
  ] as const)('%s [S-PAY-09]', async (_, blank, provider) => {
    const page = checkoutPage();
    page.tools.api.createPaymentOrder.mockResolvedValue({ ...payment, provider });
    void pay(page.tools, online, blank);
    await vi.advanceTimersByTimeAsync(0);
    expect(page.shown.stages.at(-1)).toMatchObject({ at: 'paying', isOpen: provider === 'razorpay' });
    expect(page.tools.loadProvider).toHaveBeenCalledTimes(provider === 'razorpay' ? 1 : 0);
  });

  it.each([
    [{ outcome: 'failed' }, 'Payment failed.', `This payment did not go through. ${chargeText}`],
    [{ outcome: 'failed', text: 'No funds.' }, 'Payment failed.', `${declined}: No funds. ${chargeText}`],
  ] as const)(
    'is not verified after the result %j, and a notice shows the end of the stock hold [S-PAY-09 S-PAY-19]',
    async (outcome, title, text) => {
      const { tools, shown, popup, pressed } = await opened();
      popup.resolve(outcome);
      await settle(pressed);
      const heldUntil = evening + minutes(15);
      expect(shown.notice).toMatchObject({ title, text, heldUntil, offers: ['again', 'cash'] });
      expect(shown.stages.slice(-2)).toEqual([{ at: 'confirming' }, { at: 'idle' }]);
      expect(tools.api.verifyPayment).not.toHaveBeenCalled();
      expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isReportedPaid: false });
    },
  );

  it.each([
    [
      'has not begun',
      async () => checked('not-begun'),
      { title: 'Payment not completed.', text: chargeText },
    ],
    ['is pending', async () => checked('pending'), { isPending: true, orderId: 'order-1' }],
    [
      'has failed',
      async () => checked('failed'),
      { title: 'Payment failed.', heldUntil: evening + minutes(15) },
    ],
    ['has placed the order', async () => checked('placed'), undefined],
    [
      'is unknown because the shop does not respond',
      () => Promise.reject(lost()),
      askingBankMessage('order-1'),
    ],
    [
      'is unknown because the session has ended',
      () => Promise.reject(problemResponse(401, 'not-signed-in')),
      signInToCheckMessage,
    ],
  ])(
    'is checked after the payment window was closed, and the page shows that the payment %s [S-PAY-18]',
    async (_, check, notice) => {
      const { tools, shown, popup, pressed } = await opened();
      tools.api.checkPayment.mockImplementation(check);
      popup.resolve({ outcome: 'closed' });
      await settle(pressed);
      if (notice) expect(shown.notice).toMatchObject(notice);
      else expect(shown.notice).toBeUndefined();
      expect(tools.openOrder).toHaveBeenCalledTimes(notice ? 0 : 1);
    },
  );

  it.each(['paid', 'late'] as const)(
    'is verified after the result "%s", and the order’s page opens [S-PAY-15 S-PAY-18]',
    async (outcome) => {
      const { tools, popup, pressed } = await opened();
      popup.resolve({ outcome, proof });
      await settle(pressed);
      expect(tools.api.verifyPayment).toHaveBeenCalledExactlyOnceWith(proof);
      expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
      expect(hasDraft()).toBe(false);
      expect(currentAttempt()).toBeUndefined();
    },
  );

  it('renews the stock hold after half of its time, and shows its new end [S-PAY-09]', async () => {
    const { tools, shown, popup, pressed } = await opened();
    await vi.advanceTimersByTimeAsync(minutes(7));
    expect(tools.api.renewHold).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(minutes(0.5));
    expect(tools.api.renewHold).toHaveBeenCalledExactlyOnceWith('order-1');
    expect(shown.stages.at(-1)).toMatchObject({ at: 'paying', heldUntil: evening + minutes(22.5) });
    await vi.advanceTimersByTimeAsync(minutes(7));
    expect(tools.api.renewHold).toHaveBeenCalledOnce();
    popup.resolve({ outcome: 'failed' });
    await settle(pressed);
    expect(shown.notice).toMatchObject({ heldUntil: evening + minutes(22.5) });
    await vi.advanceTimersByTimeAsync(minutes(60));
    expect(tools.api.renewHold).toHaveBeenCalledOnce();
  });

  it('renews the stock hold again 30 s after a failed renewal', async () => {
    const page = checkoutPage();
    page.tools.api.renewHold.mockRejectedValue(lost());
    const { shown } = await opened(page);
    await vi.advanceTimersByTimeAsync(minutes(8));
    expect(page.tools.api.renewHold).toHaveBeenCalledTimes(2);
    expect(shown.stages.at(-1)).toMatchObject({ at: 'paying', heldUntil: evening + minutes(15) });
  });

  it('ignores the response to a renewal of the stock hold after the payment window was closed', async () => {
    const page = checkoutPage();
    const renewed = Promise.withResolvers<Awaited<ReturnType<typeof page.tools.api.renewHold>>>();
    page.tools.api.renewHold.mockReturnValue(renewed.promise);
    const { popup, pressed, shown } = await opened(page);
    await vi.advanceTimersByTimeAsync(minutes(8));
    popup.resolve({ outcome: 'closed' });
    await settle(pressed);
    renewed.resolve({ success: true, expiresAt: payment.expiresAt });
    await vi.advanceTimersByTimeAsync(0);
    expect(shown.stages.at(-1)).toEqual({ at: 'idle' });
  });
});

describe('the checkout page, verifying a payment,', () => {
  it('opens the order’s page and keeps the stored order attempt if the payment is pending [S-PAY-18]', async () => {
    const waiting = { success: false, state: 'waiting', message: '', orderId: 'order-1' } as const;
    const { tools, shown } = await paid(async () => waiting);
    expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
    expect(tools.showOrder).not.toHaveBeenCalled();
    expect(hasDraft()).toBe(true);
    expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isReportedPaid: false });
    expect(shown.notice).toBeUndefined();
  });

  it.each([lost(), problemResponse(500, 'broken')])(
    'can verify the payment again after a failed verification, without a second payment: %s [S-PAY-19]',
    async (failure) => {
      const { tools, shown } = await paid(() => Promise.reject(failure));
      expect(shown.notice).toMatchObject({ isPending: true, offers: ['verify'] });
      expect(shown.notice?.text).toContain('Please do not pay again.');
      expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isReportedPaid: true });
      tools.api.verifyPayment.mockResolvedValue({ success: true, message: '', order });
      await settle(verifyAgain(tools));
      expect(tools.api.verifyPayment.mock.calls).toEqual([[proof], [proof]]);
      expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
      expect(currentAttempt()).toBeUndefined();
    },
  );

  it.each([
    [
      'shows that the payment failed and keeps the order attempt after `payment-failed` [S-PAY-19]',
      problemResponse(409, 'payment-failed'),
      { title: 'Payment failed.', heldUntil: evening + minutes(15) },
      { orderId: 'order-1', isReportedPaid: false },
    ],
    [
      'promises to place the order or to refund, and keeps the order attempt, after a wrong signature [S-ERR-02]',
      problemResponse(400, 'invalid-payment-signature'),
      { text: expect.stringContaining('A refund reaches you within 7–10 working days'), offers: [] },
      { isReportedPaid: true },
    ],
    [
      'asks the customer to login and keeps the signed payment after the session has ended [S-ERR-01]',
      problemResponse(401, 'not-signed-in'),
      { isPending: true, offers: ['login'], text: expect.stringContaining('Please do not pay again.') },
      { isReportedPaid: true },
    ],
  ])('%s', async (_, failure, notice, attempt) => {
    const { tools, shown } = await paid(() => Promise.reject(failure));
    expect(shown.notice).toMatchObject(notice);
    expect(tools.refreshCart).not.toHaveBeenCalled();
    expect(currentAttempt()).toMatchObject(attempt);
  });

  it('reads the cart again and clears the stored order attempt after `payment-returned` [S-PAY-19]', async () => {
    const { tools, shown } = await paid(() => Promise.reject(problemResponse(409, 'payment-returned')));
    const text = 'In words: payment-returned.';
    expect(shown.notice).toEqual({ title: 'Something went wrong!', text, offers: [] });
    expect(tools.refreshCart).toHaveBeenCalledOnce();
    expect(currentAttempt()).toBeUndefined();
  });

  it('sends no request if there is no signed payment', async () => {
    const { tools, shown } = checkoutPage();
    await settle(verifyAgain(tools));
    expect(tools.api.verifyPayment).not.toHaveBeenCalled();
    expect(shown.notice).toBeUndefined();
  });
});
