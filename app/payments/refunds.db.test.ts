import { describe, expect, onTestFinished, vi } from 'vitest';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import { pretendBankPayments } from '../../sandbox/tables.server.ts';
import { whileLocked } from '../../tests/engine/locked-rows.ts';
import { shopperWith, shopWithBank, stole } from '../../tests/fixtures/checkout.ts';
import { readRefund } from '../../tests/fixtures/payments.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { handleEvent } from '../checkout/payment-worker/payment-worker.server.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { queueRefund } from './payments.server.ts';
import { type PaymentProvider, ProviderRejected, ProviderUnavailable } from './provider.ts';
import { retryRefund, sendRefunds, settleRefund } from './refunds.server.ts';
import { receipts, refunds } from './tables.server.ts';

const minute = 60_000;

/** Creates a paid order. Returns its receipt, and `orderRefund`, which queues a refund of this receipt. */
async function paidOrder(shop: TestShop) {
  const bank = shopWithBank(shop);
  const meera = await shopperWith(shop, bank.app, 'meera.new', stole);
  const payment = await meera.startPayment();
  const { outcome: _, ...proof } = await payAtBank(shop, payment.order.id, 'pay', false);
  await meera.post('/payment/verify-order', proof);
  const [receipt] = await shop.db.select().from(receipts);
  if (!receipt) throw new Error('no receipt');
  const orderRefund = (amountPaise = receipt.amountPaise) =>
    queueRefund(shop, { receiptId: receipt.id, amountPaise, reason: 'a thread was loose' });
  return { ...bank, payment, receipt, orderRefund };
}

/** The pretend bank's id of a refund. */
const bankIdOf = (id: string) => `rfnd_${id.replaceAll('-', '')}`;

/** Creates a provider that rejects each refund request with this error. */
const failing = (provider: PaymentProvider, error: Error) => {
  return { ...provider, refund: () => Promise.reject(error) };
};

/** Records the errors that are logged until the test ends. */
function watchErrors(shop: TestShop) {
  const errors = vi.spyOn(shop.log, 'error');
  onTestFinished(() => errors.mockRestore());
  return errors;
}

const readRefundedAtBank = async (shop: TestShop) => {
  const [payment] = await shop.db.select().from(pretendBankPayments);
  return payment?.refundedPaise;
};

describe('the refund worker', () => {
  it('sends a queued refund, and marks it as done when a webhook event confirms the refund', async ({
    shop,
  }) => {
    const { worker, receipt, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    await worker.runOnce();
    const sent = { tries: 1, sentAt: expect.any(Date), doneAt: null, failedAt: null };
    expect(await readRefund(shop, id)).toMatchObject(sent);
    expect(await readRefundedAtBank(shop)).toBe(receipt.amountPaise);
    shop.clock.advance(5000);
    await worker.runOnce();
    expect((await readRefund(shop, id)).doneAt).not.toBeNull();
  });

  it('sends a refund again after a lost response, without refunding the money twice', async ({ shop }) => {
    const { worker, provider, receipt, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const refund: PaymentProvider['refund'] = async (input) => {
      await provider.refund(input);
      throw new ProviderUnavailable('no response');
    };
    expect(await sendRefunds(shop, { ...provider, refund })).toBe(0);
    expect(await readRefund(shop, id)).toMatchObject({ tries: 1, sentAt: null, lastError: 'no response' });
    shop.clock.advance(minute);
    expect(await sendRefunds(shop, provider)).toBe(1);
    await worker.runOnce();
    expect(await readRefundedAtBank(shop)).toBe(receipt.amountPaise);
    const done = { tries: 2, failedAt: null, doneAt: expect.any(Date) };
    expect(await readRefund(shop, id)).toMatchObject(done);
  });

  it.for(['accepts', 'rejects'] as const)(
    'keeps a refund marked as done if the provider %s the request after a webhook event has confirmed the refund',
    async (answer, { shop }) => {
      const { provider, orderRefund } = await paidOrder(shop);
      const { id } = await orderRefund();
      const refund: PaymentProvider['refund'] = async (input) => {
        const response = await provider.refund(input);
        await settleRefund(shop, { refundId: response.id, receipt: input.key, status: 'processed' });
        if (answer === 'rejects') throw new ProviderRejected('no such refund');
        return response;
      };
      await sendRefunds(shop, { ...provider, refund });
      const done = { doneAt: shop.clock.now(), failedAt: null, lastError: null };
      expect(await readRefund(shop, id)).toMatchObject({ ...done, providerRefundId: bankIdOf(id) });
      shop.clock.advance(24 * 60 * minute);
      expect(await sendRefunds(shop, provider)).toBe(0);
    },
  );

  it('retries a refund after 1, 5, 30, 120 and 720 minutes if no response arrives', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const refund = vi.fn(() => Promise.reject(new ProviderUnavailable('away')));
    const away: PaymentProvider = { ...provider, refund };
    await sendRefunds(shop, away);
    for (const [before, minutes] of [1, 5, 30, 120, 720].entries()) {
      shop.clock.advance(minutes * minute - 1);
      await sendRefunds(shop, away);
      expect(refund).toHaveBeenCalledTimes(before + 1);
      shop.clock.advance(1);
      await sendRefunds(shop, away);
      expect(refund).toHaveBeenCalledTimes(before + 2);
    }
    const failed = { tries: 6, sentAt: null, lastError: 'away', failedAt: shop.clock.now() };
    expect(await readRefund(shop, id)).toMatchObject(failed);
    shop.clock.advance(24 * 60 * minute);
    await sendRefunds(shop, away);
    expect(refund).toHaveBeenCalledTimes(6);
  });

  it.for([
    ['processed', 1, { lastError: null, failedAt: null, providerRefundId: 'rfnd_1' }],
    ['failed', 0, { lastError: 'refund rfnd_1 failed at the provider', sentAt: null, doneAt: null }],
  ] as const)(
    'marks a refund as %s at once if the provider’s response says so',
    async ([status, sent, columns], { shop }) => {
      const { provider, receipt, orderRefund } = await paidOrder(shop);
      const { id } = await orderRefund();
      const refund = vi.fn(async () => ({ id: 'rfnd_1', status }));
      shop.clock.advance(minute);
      expect(await sendRefunds(shop, { ...provider, refund })).toBe(sent);
      const { providerPaymentId: paymentId, amountPaise } = receipt;
      expect(refund).toHaveBeenCalledExactlyOnceWith({ key: id, paymentId, amountPaise });
      const now = shop.clock.now();
      const times = status === 'processed' ? { sentAt: now, doneAt: now } : { failedAt: now };
      expect(await readRefund(shop, id)).toMatchObject({ ...columns, ...times });
    },
  );

  it('sends at most twenty refunds per run, oldest first, and none of another provider', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const ids: string[] = [];
    for (let paise = 101; paise <= 121; paise++) {
      ids.push((await orderRefund(paise)).id);
      shop.clock.advance(1);
    }
    expect(await sendRefunds(shop, { ...provider, name: 'razorpay' })).toBe(0);
    expect(await sendRefunds(shop, provider)).toBe(20);
    expect((await readRefund(shop, ids[20] ?? '')).sentAt).toBeNull();
    expect(await sendRefunds(shop, provider)).toBe(1);
  });

  it.for(['by the provider’s id', 'by its key, even before it was sent'] as const)(
    'marks a refund as failed if a webhook event reports the failure, and finds the refund %s',
    async (foundBy, { shop }) => {
      const { worker, provider, orderRefund } = await paidOrder(shop);
      const { id } = await orderRefund();
      const isByKey = foundBy.startsWith('by its key');
      if (!isByKey) await worker.runOnce();
      const entity = { id: bankIdOf(id), receipt: isByKey ? id : null };
      const body = JSON.stringify({ event: 'refund.failed', payload: { refund: { entity } } });
      await handleEvent(shop, provider, body);
      const lastError = 'The provider says that it failed.';
      const failed = { doneAt: null, failedAt: expect.any(Date), lastError };
      expect(await readRefund(shop, id)).toMatchObject(failed);
      shop.clock.advance(24 * 60 * minute);
      expect(await sendRefunds(shop, provider)).toBe(0);
    },
  );

  it('logs a failed refund request, retries it unless the provider has rejected it, and accepts a confirmation even after a rejection', async ({
    shop,
  }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id: refund } = await orderRefund();
    const errors = watchErrors(shop);
    const [away, refused] = [new ProviderUnavailable('away'), new ProviderRejected('no')];
    for (const err of [away, refused]) {
      await sendRefunds(shop, failing(provider, err));
      shop.clock.advance(minute);
    }
    const text = 'failed to send a refund';
    expect(errors.mock.calls).toEqual([
      [{ refund, tries: 1, failed: false, err: away }, text],
      [{ refund, tries: 2, failed: true, err: refused }, text],
    ]);
    expect(await readRefund(shop, refund)).toMatchObject({ failedAt: expect.any(Date), lastError: 'no' });
    shop.clock.advance(24 * 60 * minute);
    expect(await sendRefunds(shop, provider)).toBe(0);
    await settleRefund(shop, { refundId: 'rfnd_1', receipt: refund, status: 'processed' });
    const now = shop.clock.now();
    const done = { sentAt: now, doneAt: now, failedAt: null, lastError: null };
    expect(await readRefund(shop, refund)).toMatchObject(done);
  });

  it('ignores the reported failure of an unknown refund, or of a refund that is already done', async ({
    shop,
  }) => {
    const { worker, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    await worker.runOnce();
    for (const receipt of [undefined, 'another'])
      await settleRefund(shop, { refundId: 'rfnd_other', receipt, status: 'failed' });
    expect((await readRefund(shop, id)).failedAt).toBeNull();
    const reported = { refundId: bankIdOf(id), receipt: id };
    await settleRefund(shop, { ...reported, status: 'processed' });
    const done = await readRefund(shop, id);
    shop.clock.advance(minute);
    await settleRefund(shop, { ...reported, status: 'failed' });
    expect(await readRefund(shop, id)).toEqual(done);
  });

  it('marks only the confirmed refund as done, and logs an error only for a refund that is reported as failed', async ({
    shop,
  }) => {
    const { orderRefund } = await paidOrder(shop);
    const [paid, failed] = [await orderRefund(1), await orderRefund(2)];
    const errors = watchErrors(shop);
    for (let times = 0; times < 2; times++)
      await settleRefund(shop, { refundId: 'rfnd_1', receipt: paid.id, status: 'processed' });
    expect((await readRefund(shop, paid.id)).doneAt).not.toBeNull();
    expect(await readRefund(shop, failed.id)).toMatchObject({ doneAt: null, providerRefundId: null });
    expect(errors).not.toHaveBeenCalled();
    await settleRefund(shop, { refundId: 'rfnd_2', receipt: failed.id, status: 'failed' });
    const text = 'refund failed at the provider';
    expect(errors).toHaveBeenCalledExactlyOnceWith({ refund: failed.id }, text);
  });

  it('does not overwrite the next worker’s result after its own lease has expired', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const refund = async () => {
      shop.clock.advance(2 * minute);
      await sendRefunds(shop, failing(provider, new ProviderUnavailable('away')));
      throw new ProviderRejected('the slow one was refused');
    };
    await sendRefunds(shop, { ...provider, refund });
    expect(await readRefund(shop, id)).toMatchObject({ tries: 2, failedAt: null, lastError: 'away' });
  });

  it('sends a failed refund again when staff retry it, unless the provider had accepted the refund before it failed', async ({
    shop,
  }) => {
    const { payment, provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const retry = (reference = payment.orderId) =>
      inTransaction(shop, (tx) => retryRefund(tx, { reference, refundId: id }));
    expect(await retry()).toBe(false);
    await sendRefunds(shop, failing(provider, new ProviderRejected('no')));
    expect(await retry('another order')).toBe(false);
    expect(await retry()).toBe(true);
    expect(await readRefund(shop, id)).toMatchObject({ failedAt: null, nextTryAt: shop.clock.now() });
    expect(await sendRefunds(shop, provider)).toBe(1);
    await settleRefund(shop, { refundId: bankIdOf(id), receipt: id, status: 'failed' });
    expect(await retry()).toBe(false);
  });

  it('skips a refund that another worker has locked', async ({ ownShop, world, skip }) => {
    if (world.engine === 'embedded') skip();
    const { provider, orderRefund } = await paidOrder(ownShop);
    await orderRefund();
    expect(await whileLocked(ownShop, refunds, () => sendRefunds(ownShop, provider))).toBe(0);
    expect(await sendRefunds(ownShop, provider)).toBe(1);
  });

  it('sends each of two refunds once if several workers run at the same time', async ({ ownShop }) => {
    const { provider, receipt, orderRefund } = await paidOrder(ownShop);
    const half = Math.floor(receipt.amountPaise / 2);
    await orderRefund(half);
    await orderRefund(receipt.amountPaise - half);
    await Promise.all([1, 2, 3].map(() => sendRefunds(ownShop, provider)));
    expect(await readRefundedAtBank(ownShop)).toBe(receipt.amountPaise);
    for (const refund of await ownShop.db.select().from(refunds)) expect(refund.tries).toBe(1);
  });
});
