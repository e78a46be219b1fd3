import { describe, expect, it, vi } from 'vitest';
import {
  blankWindow,
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
import { pay, verifyAgain } from './pay.ts';
import { currentAttempt } from './payment-attempt.ts';

const [cash, online] = [payInput('COD'), payInput('Online')];
const lost = () => new RequestFailed('No answer.');
const refusal = (status: number, problem: string, fields: { field: string; message: string }[] = []) =>
  new RequestFailed(`In words: ${problem}.`, status, problem, fields);

const { hasDraft } = withCheckoutBrowser();

/** Lets a press come to its outcome, with the second that the spinner shows. */
async function settle(pressed: Promise<void>) {
  await vi.advanceTimersByTimeAsync(1001);
  await pressed;
}

/** Presses Pay Now for an online payment, and waits until its window is open. */
async function opened(page = checkoutPage(), blank = blankWindow()) {
  const pressed = pay(page.tools, online, blank);
  await vi.advanceTimersByTimeAsync(0);
  return { ...page, blank, pressed };
}

/** The bank has signed, and the shop answers as `verify` does. */
async function paid(
  verify: () => ReturnType<ReturnType<typeof checkoutPage>['tools']['api']['verifyPayment']>,
) {
  const page = await opened();
  page.tools.api.verifyPayment.mockImplementation(verify);
  page.popup.resolve({ outcome: 'paid', proof });
  await settle(page.pressed);
  return page;
}

describe('a cash order', () => {
  it('is placed, and its page opens once the spinner has shown for a second [S-PAY-03 S-PAY-05]', async () => {
    const { tools, shown } = checkoutPage();
    const pressed = pay(tools, cash, undefined);
    await vi.advanceTimersByTimeAsync(999);
    expect(tools.showOrder).toHaveBeenCalledWith(order);
    expect(tools.openOrder).not.toHaveBeenCalled();
    expect(shown.stages.at(-1)).toEqual({ at: 'asking' });
    await settle(pressed);
    expect(tools.api.placeCodOrder).toHaveBeenCalledExactlyOnceWith(expect.any(String), cash.details);
    expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
    expect(hasDraft()).toBe(false);
    expect(tools.refreshCart).toHaveBeenCalledOnce();
    expect(currentAttempt()).toBeUndefined();
    expect(shown).toMatchObject({ notice: undefined, stages: [{}, { at: 'asking' }, { at: 'rest' }] });
    expect(tools.loadProvider).not.toHaveBeenCalled();
  });

  it('waits for the changes of the cart that are under way', async () => {
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

  it('is asked for once, however often the button is pressed [S-PAY-03]', async () => {
    const { tools } = checkoutPage();
    await settle(Promise.all([1, 2].map(() => pay(tools, cash, undefined))).then(() => {}));
    expect(tools.api.placeCodOrder).toHaveBeenCalledOnce();
    await settle(pay(tools, cash, undefined));
    expect(tools.api.placeCodOrder).toHaveBeenCalledTimes(2);
  });
});

describe('an answer that was lost', () => {
  it('is said, and the next press has the same key [S-PAY-06 S-PAY-19]', async () => {
    const { tools, shown } = checkoutPage();
    tools.api.placeCodOrder.mockRejectedValueOnce(lost());
    await settle(pay(tools, cash, undefined));
    expect(shown.notice).toMatchObject({ title: 'Something went wrong!', offers: ['again'] });
    expect(shown.notice?.text).toContain('whether your order was placed');
    expect(hasDraft()).toBe(true);
    await settle(pay(tools, cash, undefined));
    const [first, second] = tools.api.placeCodOrder.mock.calls.map(([key]) => key);
    expect(second).toBe(first);
    expect(tools.openOrder).toHaveBeenCalledOnce();
  });

  it('that is no response of the shop counts as one [S-PAY-19]', async () => {
    const { tools, shown } = checkoutPage();
    tools.api.placeCodOrder.mockRejectedValueOnce(new TypeError('broken'));
    await settle(pay(tools, cash, undefined));
    expect(shown.notice?.text).toContain('whether your order was placed');
  });

  it.each(['order-closed', 'key-reused'])(
    'a key that is done with (%s) makes room for a new one, once',
    async (problem) => {
      const { tools, shown } = checkoutPage();
      tools.api.placeCodOrder.mockRejectedValue(refusal(409, problem));
      await settle(pay(tools, cash, undefined));
      const keys = tools.api.placeCodOrder.mock.calls.map(([key]) => key);
      expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
      expect(shown.notice).toMatchObject({ text: `In words: ${problem}.` });
    },
  );
});

describe('a press that the shop refuses', () => {
  const refused = async (failure: RequestFailed, blank = blankWindow()) => {
    const page = checkoutPage();
    page.tools.api.createPaymentOrder.mockRejectedValue(failure);
    await settle(pay(page.tools, online, blank));
    expect(page.tools.openPopup).not.toHaveBeenCalled();
    expect(page.shown.stages.at(-1)).toEqual({ at: 'rest' });
    return { ...page, blank, notice: page.shown.notice };
  };

  it.each([
    [refusal(401, 'not-signed-in'), 'Please login to place order!', ['login']],
    [refusal(503, 'bank-unavailable'), undefined, ['again', 'cash']],
    [refusal(500, 'broken'), 'Something went wrong!', ['again']],
    [lost(), 'Something went wrong!', ['again']],
    [refusal(409, 'unpaid-limit'), undefined, []],
    [refusal(409, 'cod-refused'), undefined, []],
    [refusal(429, 'too-many'), undefined, []],
  ])(
    'says why and what can be done, and closes the window: %s [S-PAY-19 S-ERR-01 S-ERR-02]',
    async (failure, title, offers) => {
      const { notice, blank, tools } = await refused(failure);
      expect(notice).toMatchObject({ offers });
      expect(notice?.title).toBe(title);
      expect(blank.close).toHaveBeenCalledOnce();
      expect(tools.refreshCart).not.toHaveBeenCalled();
      expect(tools.onFields).not.toHaveBeenCalled();
    },
  );

  it.each(['cart-changed', 'cart-empty'])('shows the cart as it is now (%s) [S-CHK-03]', async (problem) => {
    const { tools, notice } = await refused(refusal(409, problem));
    expect(tools.refreshCart).toHaveBeenCalledOnce();
    expect(notice).toEqual({ text: `In words: ${problem}.`, offers: [] });
  });

  it('names the fields of the form by their own names, after the second of the spinner', async () => {
    const page = checkoutPage();
    const fields = [{ field: 'orderDetails.shippingInfo.city', message: 'Please name the city.' }];
    page.tools.api.placeCodOrder.mockRejectedValue(refusal(400, 'invalid-address', fields));
    const pressed = pay(page.tools, cash, undefined);
    await vi.advanceTimersByTimeAsync(999);
    expect(page.tools.onFields).not.toHaveBeenCalled();
    await settle(pressed);
    const named = [{ field: 'city', message: 'Please name the city.' }];
    expect(page.tools.onFields).toHaveBeenCalledExactlyOnceWith('In words: invalid-address.', named);
    expect(page.shown.notice).toBeUndefined();
  });

  it('opens the order that is paid already, and the next press is another attempt', async () => {
    const page = await opened();
    page.popup.resolve({ outcome: 'closed' });
    await settle(page.pressed);
    page.tools.api.createPaymentOrder.mockRejectedValue(refusal(409, 'already-paid'));
    await settle(pay(page.tools, online, blankWindow()));
    expect(page.tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
    expect(currentAttempt()).toBeUndefined();
    expect(page.shown.notice).toBeUndefined();
  });

  it('says so where the paid order is not known here', async () => {
    const { tools, notice } = await refused(refusal(409, 'already-paid'));
    expect(notice).toEqual({ text: 'In words: already-paid.', offers: [] });
    expect(tools.openOrder).not.toHaveBeenCalled();
  });

  it('waits for the bank where an earlier payment is undecided [S-PAY-18]', async () => {
    const undecided = new RequestFailed('', 409, 'payment-undecided', [], { orderId: 'order-0' });
    expect((await refused(undecided)).notice).toMatchObject({
      isPending: true,
      orderId: 'order-0',
      offers: [],
    });
  });

  it('begins no payment whose window cannot be loaded [S-CHK-05]', async () => {
    const { tools, shown } = checkoutPage();
    tools.loadProvider.mockRejectedValue(new RequestFailed('Blocked.', 0, 'script-blocked'));
    await settle(pay(tools, online, undefined));
    expect(tools.api.createPaymentOrder).not.toHaveBeenCalled();
    expect(shown.notice).toEqual({ text: 'Blocked.', offers: ['again', 'cash'] });
  });
});

describe('the window of the bank', () => {
  it('opens for the order, and the pieces are held while it is open [S-PAY-09]', async () => {
    const { tools, shown, blank } = await opened();
    expect(tools.api.createPaymentOrder).toHaveBeenCalledExactlyOnceWith(expect.any(String), online.details);
    expect(tools.openPopup).toHaveBeenCalledExactlyOnceWith(payment, blank);
    expect(tools.loadProvider).not.toHaveBeenCalled();
    expect(shown.stages.at(-1)).toMatchObject({
      at: 'paying',
      isOpen: true,
      heldUntil: evening + minutes(15),
    });
    expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isPaid: false });
  });

  it.each([
    [null, 'pretend-bank', false],
    [undefined, 'razorpay', true],
  ] as const)('that was opened as %s by %s is open: %s [S-PAY-09]', async (blank, provider, isOpen) => {
    const page = checkoutPage();
    page.tools.api.createPaymentOrder.mockResolvedValue({ ...payment, provider });
    void pay(page.tools, online, blank);
    await vi.advanceTimersByTimeAsync(0);
    expect(page.shown.stages.at(-1)).toMatchObject({ at: 'paying', isOpen });
    expect(page.tools.loadProvider).toHaveBeenCalledTimes(blank === undefined ? 1 : 0);
  });

  it.each([
    [{ outcome: 'closed' }, 'Payment not completed.', 'Nothing was charged.'],
    [{ outcome: 'failed' }, 'Payment failed.', 'The bank did not take the payment. Nothing was charged.'],
    [
      { outcome: 'failed', text: 'No funds.' },
      'Payment failed.',
      'The bank did not take the payment: No funds.',
    ],
  ] as const)(
    'ends with %j: said, with the time of the hold, and nothing is verified [S-PAY-09 S-PAY-19]',
    async (answer, title, text) => {
      const { tools, shown, popup, pressed } = await opened();
      popup.resolve(answer);
      await settle(pressed);
      const heldUntil = evening + minutes(15);
      expect(shown.notice).toEqual({ title, text, heldUntil, offers: ['again', 'cash'] });
      expect(shown.stages.slice(-2)).toEqual([{ at: 'asking' }, { at: 'rest' }]);
      expect(tools.api.verifyPayment).not.toHaveBeenCalled();
      expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isPaid: false });
    },
  );

  it('pays the same order when it was closed and is opened again [S-PAY-06]', async () => {
    const { tools, popup, pressed } = await opened();
    popup.resolve({ outcome: 'closed' });
    await settle(pressed);
    await settle(pay(tools, online, blankWindow()));
    const keys = tools.api.createPaymentOrder.mock.calls.map(([key]) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it.each(['paid', 'late'] as const)(
    'says %s: the shop gets the proof and shows the order [S-PAY-15 S-PAY-18]',
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

  it('asks for a longer hold every 30 s once half of it is over, and shows what it got [S-PAY-09]', async () => {
    const { tools, shown, popup, pressed } = await opened();
    await vi.advanceTimersByTimeAsync(minutes(7));
    expect(tools.api.renewHold).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(minutes(0.5));
    expect(tools.api.renewHold).toHaveBeenCalledExactlyOnceWith('order-1');
    expect(shown.stages.at(-1)).toMatchObject({ at: 'paying', heldUntil: evening + minutes(22.5) });
    await vi.advanceTimersByTimeAsync(minutes(7));
    expect(tools.api.renewHold).toHaveBeenCalledOnce();
    popup.resolve({ outcome: 'closed' });
    await settle(pressed);
    expect(shown.notice).toMatchObject({ heldUntil: evening + minutes(22.5) });
    await vi.advanceTimersByTimeAsync(minutes(60));
    expect(tools.api.renewHold).toHaveBeenCalledOnce();
  });

  it('asks again after 30 s where a hold could not be renewed, and shows the time that is left', async () => {
    const page = checkoutPage();
    page.tools.api.renewHold.mockRejectedValue(lost());
    const { shown } = await opened(page);
    await vi.advanceTimersByTimeAsync(minutes(8));
    expect(page.tools.api.renewHold).toHaveBeenCalledTimes(2);
    expect(shown.stages.at(-1)).toMatchObject({ at: 'paying', heldUntil: evening + minutes(15) });
  });

  it('a renewal that comes after the window was closed does not open it again', async () => {
    const page = checkoutPage();
    const renewed = Promise.withResolvers<Awaited<ReturnType<typeof page.tools.api.renewHold>>>();
    page.tools.api.renewHold.mockReturnValue(renewed.promise);
    const { popup, pressed, shown } = await opened(page);
    await vi.advanceTimersByTimeAsync(minutes(8));
    popup.resolve({ outcome: 'closed' });
    await settle(pressed);
    renewed.resolve({ success: true, expiresAt: payment.expiresAt });
    await vi.advanceTimersByTimeAsync(0);
    expect(shown.stages.at(-1)).toEqual({ at: 'rest' });
  });
});

describe('a signed payment', () => {
  it('that comes after the hold is verified like any other [S-PAY-15]', async () => {
    const page = checkoutPage();
    page.tools.api.renewHold.mockRejectedValue(refusal(409, 'order-closed'));
    const { popup, pressed } = await opened(page);
    await vi.advanceTimersByTimeAsync(minutes(20));
    popup.resolve({ outcome: 'paid', proof });
    await settle(pressed);
    expect(page.tools.api.verifyPayment).toHaveBeenCalledExactlyOnceWith(proof);
    expect(page.tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
  });

  it('that the bank has not decided about opens the order, and stays the attempt [S-PAY-18]', async () => {
    const { tools, shown } = await paid(async () => ({
      success: false,
      state: 'waiting',
      message: '',
      orderId: 'order-1',
    }));
    expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
    expect(tools.showOrder).not.toHaveBeenCalled();
    expect(hasDraft()).toBe(true);
    expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isPaid: false });
    expect(shown.notice).toBeUndefined();
  });

  it.each([lost(), refusal(500, 'broken')])(
    'whose confirmation was lost (%s) can be asked about again, and is not paid twice [S-PAY-19]',
    async (failure) => {
      const { tools, shown } = await paid(() => Promise.reject(failure));
      expect(shown.notice).toMatchObject({ isPending: true, offers: ['verify'] });
      expect(shown.notice?.text).toContain('Please do not pay again.');
      expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isPaid: true });
      tools.api.verifyPayment.mockResolvedValue({ success: true, message: '', order });
      await settle(verifyAgain(tools));
      expect(tools.api.verifyPayment.mock.calls).toEqual([[proof], [proof]]);
      expect(tools.openOrder).toHaveBeenCalledExactlyOnceWith('order-1');
      expect(currentAttempt()).toBeUndefined();
    },
  );

  it('whose shopper was signed out meanwhile leads to the login, and stays paid [S-ERR-01]', async () => {
    const { shown } = await paid(() => Promise.reject(refusal(401, 'not-signed-in')));
    expect(shown.notice).toMatchObject({ isPending: true, offers: ['login'] });
    expect(shown.notice?.text).toContain('Please do not pay again.');
    expect(currentAttempt()).toMatchObject({ isPaid: true });
  });

  it('that failed at the bank after all can be made again, with the same key [S-PAY-19]', async () => {
    const { shown } = await paid(() => Promise.reject(refusal(409, 'payment-failed')));
    expect(shown.notice).toMatchObject({ title: 'Payment failed.', heldUntil: evening + minutes(15) });
    expect(currentAttempt()).toMatchObject({ orderId: 'order-1', isPaid: false });
  });

  it('that goes back shows the cart, and the next press is another attempt [S-PAY-19]', async () => {
    const { tools, shown } = await paid(() => Promise.reject(refusal(409, 'payment-returned')));
    expect(shown.notice).toEqual({
      title: 'Something went wrong!',
      text: 'In words: payment-returned.',
      offers: [],
    });
    expect(tools.refreshCart).toHaveBeenCalledOnce();
    expect(currentAttempt()).toBeUndefined();
  });

  it('with a wrong signature says where the money is, and stays the attempt [S-ERR-02]', async () => {
    const { tools, shown } = await paid(() => Promise.reject(refusal(400, 'invalid-payment-signature')));
    expect(shown.notice?.text).toContain('the money goes back in five to seven working days');
    expect(shown.notice).toMatchObject({ offers: [] });
    expect(tools.refreshCart).not.toHaveBeenCalled();
    expect(currentAttempt()).toMatchObject({ isPaid: true });
  });

  it('is not asked about while there is none', async () => {
    const { tools, shown } = checkoutPage();
    await settle(verifyAgain(tools));
    expect(tools.api.verifyPayment).not.toHaveBeenCalled();
    expect(shown.notice).toBeUndefined();
  });
});
