import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { whileLocked } from '../../tests/engine/locked-rows.ts';
import { shopperWith, shopWithBank, stole } from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { handleEvent } from '../checkout/payment-worker/payment-worker.server.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { queueRefund } from './payments.server.ts';
import { payAtBank } from './pretend-bank.server.ts';
import { webhookSecret } from './pretend-bank-webhooks.server.ts';
import { type PaymentProvider, ProviderRejected, ProviderUnavailable } from './provider.ts';
import { retryRefund, sendRefunds, settleRefund } from './refunds.server.ts';
import { sign } from './signature.server.ts';
import { pretendBankPayments, receipts, refunds } from './tables.server.ts';
import { handleWebhooks } from './webhooks.server.ts';

const minute = 60_000;

/** A paid order, and its money. */
async function paidOrder(shop: TestShop) {
  const bank = shopWithBank(shop);
  const meera = await shopperWith(shop, bank.app, 'meera.new', stole);
  const begun = await meera.startPayment();
  const { outcome: _, ...proof } = await payAtBank(shop, begun.order.id, 'pay', false);
  await meera.post('/payment/verify-order', proof);
  const [receipt] = await shop.db.select().from(receipts);
  if (!receipt) throw new Error('no money came in');
  const orderRefund = (amountPaise = receipt.amountPaise) =>
    queueRefund(shop, { receiptId: receipt.id, amountPaise, reason: 'a thread was loose' });
  return { ...bank, begun, receipt, orderRefund };
}

async function readRefund(shop: TestShop, id: string) {
  const [refund] = await shop.db.select().from(refunds).where(eq(refunds.id, id));
  if (!refund) throw new Error('the refund is gone');
  return refund;
}

/** What reaches the person who watches the log for errors. */
function watchErrors(shop: TestShop) {
  const errors = vi.spyOn(shop.log, 'error');
  onTestFinished(() => errors.mockRestore());
  return errors;
}

const atBank = async (shop: TestShop) => {
  const [payment] = await shop.db.select().from(pretendBankPayments);
  return payment?.refundedPaise;
};

describe('money on its way back', () => {
  it('is asked for, and done when the bank says so', async ({ shop }) => {
    const { worker, receipt, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    await worker.runOnce();
    expect(await readRefund(shop, id)).toMatchObject({ tries: 1, doneAt: null, failedAt: null });
    expect((await readRefund(shop, id)).sentAt).not.toBeNull();
    expect(await atBank(shop)).toBe(receipt.amountPaise);
    shop.clock.advance(5000);
    await worker.runOnce();
    expect((await readRefund(shop, id)).doneAt).not.toBeNull();
  });

  it('is asked for once more when the answer was lost, and goes back once', async ({ shop }) => {
    const { worker, provider, receipt, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const losesAnswer: PaymentProvider = {
      ...provider,
      refund: async (requested) => {
        await provider.refund(requested);
        throw new ProviderUnavailable('no answer came');
      },
    };
    expect(await sendRefunds(shop, losesAnswer)).toBe(0);
    expect(await readRefund(shop, id)).toMatchObject({ tries: 1, sentAt: null, lastError: 'no answer came' });
    shop.clock.advance(minute);
    expect(await sendRefunds(shop, provider)).toBe(1);
    await worker.runOnce();
    expect(await atBank(shop)).toBe(receipt.amountPaise);
    expect(await readRefund(shop, id)).toMatchObject({ tries: 2, failedAt: null });
    expect((await readRefund(shop, id)).doneAt).not.toBeNull();
  });

  it('is known by its key when the bank’s news is here before its answer', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const quickWebhooks: PaymentProvider = {
      ...provider,
      refund: async (requested) => {
        const answer = await provider.refund(requested);
        await settleRefund(shop, { refundId: answer.id, receipt: requested.key, status: 'processed' });
        return answer;
      },
    };
    await sendRefunds(shop, quickWebhooks);
    const refund = await readRefund(shop, id);
    expect(refund.doneAt).not.toBeNull();
    expect(refund.providerRefundId).toBe(`rfnd_${id.replaceAll('-', '')}`);
    shop.clock.advance(24 * 60 * minute);
    expect(await sendRefunds(shop, provider)).toBe(0);
  });

  it('is set aside for a person when the bank refuses, and asked for no more', async ({ shop }) => {
    const { worker, provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    await shop.db.update(pretendBankPayments).set({ refundedPaise: 1 });
    await worker.runOnce();
    expect((await readRefund(shop, id)).failedAt).not.toBeNull();
    expect((await readRefund(shop, id)).lastError).toContain('cannot refund');
    shop.clock.advance(24 * 60 * minute);
    expect(await sendRefunds(shop, provider)).toBe(0);
    expect(await atBank(shop)).toBe(1);
  });

  it('is set aside when nobody answers for a day', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const away: PaymentProvider = {
      ...provider,
      refund: () => Promise.reject(new ProviderUnavailable('away')),
    };
    for (let round = 0; round < 8; round++) {
      await sendRefunds(shop, away);
      shop.clock.advance(13 * 60 * minute);
    }
    expect(await readRefund(shop, id)).toMatchObject({ tries: 6, sentAt: null, lastError: 'away' });
    expect((await readRefund(shop, id)).failedAt).not.toBeNull();
  });

  it('that finds no answer is asked for again after 1, 5, 30, 120 and 720 minutes', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    await orderRefund();
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
  });

  it('is done at once when the bank says so in its answer', async ({ shop }) => {
    const { provider, receipt, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const refund = vi.fn(async () => ({ id: 'rfnd_1', status: 'processed' as const }));
    shop.clock.advance(minute);
    expect(await sendRefunds(shop, { ...provider, refund })).toBe(1);
    const { providerPaymentId: paymentId, amountPaise } = receipt;
    expect(refund).toHaveBeenCalledExactlyOnceWith({ key: id, paymentId, amountPaise });
    const now = shop.clock.now();
    expect(await readRefund(shop, id)).toMatchObject({
      sentAt: now,
      doneAt: now,
      providerRefundId: 'rfnd_1',
    });
  });

  it('is set aside when the bank answers that it failed', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const refund = async () => ({ id: 'rfnd_1', status: 'failed' as const });
    expect(await sendRefunds(shop, { ...provider, refund })).toBe(0);
    expect(await readRefund(shop, id)).toMatchObject({
      sentAt: null,
      failedAt: shop.clock.now(),
      lastError: 'refund rfnd_1 failed at the provider',
    });
  });

  it('no longer says why it failed before, once it is taken on', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    await sendRefunds(shop, { ...provider, refund: () => Promise.reject(new ProviderUnavailable('away')) });
    shop.clock.advance(minute);
    await sendRefunds(shop, provider);
    expect(await readRefund(shop, id)).toMatchObject({ lastError: null });
  });

  it('that was set aside is done after all when the bank says so', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const refused: PaymentProvider = {
      ...provider,
      refund: () => Promise.reject(new ProviderRejected('no')),
    };
    await sendRefunds(shop, refused);
    shop.clock.advance(minute);
    await settleRefund(shop, { refundId: 'rfnd_1', receipt: id, status: 'processed' });
    const now = shop.clock.now();
    expect(await readRefund(shop, id)).toMatchObject({
      sentAt: now,
      doneAt: now,
      failedAt: null,
      lastError: null,
    });
  });

  it('is sent with at most nineteen others in a round, the one that has waited longest first', async ({
    shop,
  }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const ids: string[] = [];
    for (let paise = 1; paise <= 21; paise++) {
      ids.push((await orderRefund(paise)).id);
      shop.clock.advance(1);
    }
    expect(await sendRefunds(shop, provider)).toBe(20);
    expect((await readRefund(shop, ids[20] ?? '')).sentAt).toBeNull();
    expect(await sendRefunds(shop, provider)).toBe(1);
  });

  it('is left to the worker of its own provider', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    await orderRefund();
    expect(await sendRefunds(shop, { ...provider, name: 'razorpay' })).toBe(0);
    expect(await sendRefunds(shop, provider)).toBe(1);
  });

  it.for(['by the bank’s number', 'by its key, when the answer was lost'] as const)(
    'that failed after all is set aside for a person, known %s',
    async (how, { shop }) => {
      const { app, worker, provider, orderRefund } = await paidOrder(shop);
      const { id } = await orderRefund();
      const isLost = how.startsWith('by its key');
      if (!isLost) await worker.runOnce();
      const body = JSON.stringify({
        event: 'refund.failed',
        payload: {
          refund: { entity: { id: `rfnd_${id.replaceAll('-', '')}`, receipt: isLost ? id : null } },
        },
      });
      const headers = {
        'x-razorpay-signature': sign(webhookSecret(shop), body),
        'x-razorpay-event-id': 'evt_failed',
      };
      const stored = { method: 'POST', headers, body };
      expect((await app.request('/api/payment/webhook/pretend-bank', stored)).status).toBe(200);
      await handleWebhooks(shop, provider, (reported) => handleEvent(shop, provider, reported));
      expect(await readRefund(shop, id)).toMatchObject({
        doneAt: null,
        lastError: 'The provider says that it failed.',
      });
      expect((await readRefund(shop, id)).failedAt).not.toBeNull();
      shop.clock.advance(24 * 60 * minute);
      expect(await sendRefunds(shop, provider)).toBe(0);
    },
  );

  it('stays done when the answer is lost after the bank has said so', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const tellsAndFails: PaymentProvider = {
      ...provider,
      refund: async (requested) => {
        const answer = await provider.refund(requested);
        await settleRefund(shop, { refundId: answer.id, receipt: requested.key, status: 'processed' });
        throw new ProviderRejected('no such refund');
      },
    };
    await sendRefunds(shop, tellsAndFails);
    expect(await readRefund(shop, id)).toMatchObject({ failedAt: null, lastError: null });
    expect((await readRefund(shop, id)).doneAt).not.toBeNull();
  });

  it('that failed after all is an error in the log; one that is done is none', async ({ shop }) => {
    const { orderRefund } = await paidOrder(shop);
    const [done, failed] = [await orderRefund(1), await orderRefund(2)];
    const errors = watchErrors(shop);
    await settleRefund(shop, { refundId: 'rfnd_1', receipt: done.id, status: 'processed' });
    expect(errors).not.toHaveBeenCalled();
    await settleRefund(shop, { refundId: 'rfnd_2', receipt: failed.id, status: 'failed' });
    const text = 'refund failed at the provider';
    expect(errors).toHaveBeenCalledExactlyOnceWith({ refund: failed.id }, text);
  });

  it('that was not sent is an error in the log, which says whether it is set aside', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id: refund } = await orderRefund();
    const errors = watchErrors(shop);
    const [away, refused] = [new ProviderUnavailable('away'), new ProviderRejected('no')];
    for (const err of [away, refused]) {
      await sendRefunds(shop, { ...provider, refund: () => Promise.reject(err) });
      shop.clock.advance(minute);
    }
    const text = 'failed to send a refund';
    expect(errors.mock.calls).toEqual([
      [{ refund, tries: 1, failed: false, err: away }, text],
      [{ refund, tries: 2, failed: true, err: refused }, text],
    ]);
  });

  it('a failure that is told after it was done changes nothing', async ({ shop }) => {
    const { worker, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    await worker.runOnce();
    const refundId = `rfnd_${id.replaceAll('-', '')}`;
    await settleRefund(shop, { refundId, receipt: id, status: 'processed' });
    const done = await readRefund(shop, id);
    shop.clock.advance(minute);
    await settleRefund(shop, { refundId, receipt: id, status: 'failed' });
    expect(await readRefund(shop, id)).toEqual(done);
  });

  it('is known by its own key and by no other', async ({ shop }) => {
    const { receipt, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund(receipt.amountPaise - 1);
    const other = await orderRefund(1);
    await settleRefund(shop, { refundId: 'rfnd_1', receipt: id, status: 'processed' });
    expect((await readRefund(shop, id)).doneAt).not.toBeNull();
    expect(await readRefund(shop, other.id)).toMatchObject({ doneAt: null, providerRefundId: null });
  });

  it('of a worker whose lease has ended writes nothing over what the next one did', async ({ shop }) => {
    const { provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const slow: PaymentProvider = {
      ...provider,
      refund: async () => {
        shop.clock.advance(2 * minute);
        const away: PaymentProvider = {
          ...provider,
          refund: () => Promise.reject(new ProviderUnavailable('away')),
        };
        await sendRefunds(shop, away);
        throw new ProviderRejected('the slow one was refused');
      },
    };
    await sendRefunds(shop, slow);
    expect(await readRefund(shop, id)).toMatchObject({ tries: 2, failedAt: null, lastError: 'away' });
  });

  it('is asked for again only while it is set aside, was not taken on, and belongs to the order', async ({
    shop,
  }) => {
    const { begun, provider, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    const askAgain = (reference = begun.orderId) =>
      inTransaction(shop, (tx) => retryRefund(tx, { reference, refundId: id }));
    expect(await askAgain()).toBe(false);
    const refusing: PaymentProvider = {
      ...provider,
      refund: () => Promise.reject(new ProviderRejected('no')),
    };
    await sendRefunds(shop, refusing);
    expect(await askAgain('another order')).toBe(false);
    expect(await askAgain()).toBe(true);
    expect(await readRefund(shop, id)).toMatchObject({ failedAt: null, nextTryAt: shop.clock.now() });
    expect(await sendRefunds(shop, provider)).toBe(1);
    const refundId = `rfnd_${id.replaceAll('-', '')}`;
    await settleRefund(shop, { refundId, receipt: id, status: 'failed' });
    expect(await askAgain()).toBe(false);
  });

  it('that another worker has locked is passed over', async ({ ownShop, world, skip }) => {
    if (world.engine === 'embedded') skip();
    const { provider, orderRefund } = await paidOrder(ownShop);
    await orderRefund();
    expect(await whileLocked(ownShop, refunds, () => sendRefunds(ownShop, provider))).toBe(0);
    expect(await sendRefunds(ownShop, provider)).toBe(1);
  });

  it('of another shop changes nothing here', async ({ shop }) => {
    const { worker, orderRefund } = await paidOrder(shop);
    const { id } = await orderRefund();
    await worker.runOnce();
    await settleRefund(shop, { refundId: 'rfnd_other', receipt: undefined, status: 'failed' });
    await settleRefund(shop, { refundId: 'rfnd_other', receipt: 'somebody’s', status: 'failed' });
    expect((await readRefund(shop, id)).failedAt).toBeNull();
  });

  it('in two parts, by several clerks at once, each goes once', async ({ ownShop }) => {
    const { provider, receipt, orderRefund } = await paidOrder(ownShop);
    const half = Math.floor(receipt.amountPaise / 2);
    await orderRefund(half);
    await orderRefund(receipt.amountPaise - half);
    await Promise.all([1, 2, 3].map(() => sendRefunds(ownShop, provider)));
    expect(await atBank(ownShop)).toBe(receipt.amountPaise);
    for (const refund of await ownShop.db.select().from(refunds)) expect(refund.tries).toBe(1);
  });
});
