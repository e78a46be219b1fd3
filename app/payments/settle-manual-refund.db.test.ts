import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { fakeProvider } from '../../tests/doubles/payment-provider.ts';
import { paidInCash, paidOnline, readRefund, refundOf } from '../../tests/fixtures/payments.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { listRefunds } from './ledger.server.ts';
import { ProviderRejected } from './provider.ts';
import { handNoteOf, retryRefund, sendRefunds, settleManualRefund, settleRefund } from './refunds.server.ts';
import { refunds } from './tables.server.ts';

const minute = 60_000;
const note = 'by bank transfer';

const refusing = {
  ...fakeProvider(),
  refund: () => Promise.reject(new ProviderRejected('The balance is too low.')),
};

/** Queues a refund of an online payment for `reference`. The provider rejects the refund. */
async function failedRefund(shop: TestShop, reference: string) {
  await paidOnline(shop, reference);
  const refund = await refundOf(shop, reference, 300);
  await sendRefunds(shop, refusing);
  return refund;
}

const retry = (shop: TestShop, reference: string, refundId: string) =>
  inTransaction(shop, (tx) => retryRefund(tx, { reference, refundId }));

describe('a refund of a cash payment', () => {
  it('can be marked as paid by hand only once, with a note, and other refunds do not change', async ({
    shop,
  }) => {
    await paidOnline(shop, 'a');
    await paidInCash(shop, 'b');
    const settle = (reference: string, refundId: string, text = note) =>
      settleManualRefund(shop, { reference, refundId, note: text });
    const online = await refundOf(shop, 'a', 300);
    const [first, second] = [await refundOf(shop, 'b', 1), await refundOf(shop, 'b', 2)];
    expect(await settle('a', online.id)).toBe(false);
    expect(await settle('b', 'no id')).toBe(false);
    expect(await settle('a', first.id)).toBe(false);
    shop.clock.advance(minute);
    const now = shop.clock.now();
    expect(await settle('b', first.id, 'by bank transfer: 4711')).toBe(true);
    shop.clock.advance(minute);
    expect(await settle('b', first.id, 'over the counter')).toBe(false);
    const settled = await readRefund(shop, first.id);
    const providerRefundId = `cash:${first.id}: by bank transfer: 4711`;
    expect(settled).toMatchObject({ sentAt: now, doneAt: now, providerRefundId });
    expect(handNoteOf(settled)).toBe('by bank transfer: 4711');
    const open = (await listRefunds(shop, ['a', 'b'])).filter(({ doneAt }) => doneAt === null);
    expect(open.map(({ id }) => id).toSorted()).toEqual([online.id, second.id].toSorted());
  });
});

describe('a refund that failed at the provider', () => {
  it('keeps the id that the provider gave it, if staff pay it by hand', async ({ shop }) => {
    await paidOnline(shop, 'a');
    const { id } = await refundOf(shop, 'a', 300);
    const sentAt = shop.clock.now();
    const pending = { id: 'rfnd_1', status: 'pending' as const };
    await sendRefunds(shop, { ...fakeProvider(), refund: async () => pending });
    const settle = () => settleManualRefund(shop, { reference: 'a', refundId: id, note });
    expect(await settle()).toBe(false);
    await settleRefund(shop, { refundId: 'rfnd_1', receipt: id, status: 'failed' });
    expect(handNoteOf(await readRefund(shop, id))).toBeNull();
    shop.clock.advance(minute);
    expect(await settle()).toBe(true);
    const done = { sentAt, doneAt: shop.clock.now(), providerRefundId: `hand:rfnd_1: ${note}` };
    expect(await readRefund(shop, id)).toMatchObject(done);
  });

  it('is never sent after staff have paid it by hand, even if staff retry it', async ({ shop }) => {
    const { id } = await failedRefund(shop, 'a');
    await paidOnline(shop, 'b');
    shop.clock.advance(minute);
    const now = shop.clock.now();
    const settle = (reference: string) => settleManualRefund(shop, { reference, refundId: id, note });
    expect([await settle('b'), await settle('a'), await settle('a')]).toEqual([false, true, false]);
    const settled = await readRefund(shop, id);
    const done = { sentAt: now, doneAt: now, lastError: 'The balance is too low.' };
    expect(settled).toMatchObject({ ...done, providerRefundId: `hand:${id}: ${note}` });
    expect(handNoteOf(settled)).toBe(note);
    const provider = fakeProvider();
    expect(await retry(shop, 'a', id)).toBe(false);
    await settleRefund(shop, { refundId: 'rfnd_1', receipt: id, status: 'failed' });
    shop.clock.advance(24 * 60 * minute);
    expect(await sendRefunds(shop, provider)).toBe(0);
    expect(provider.refunded.size).toBe(0);
    expect(await readRefund(shop, id)).toEqual(settled);
  });

  it('is not overwritten by a late response after staff have paid it by hand', async ({ shop }) => {
    await paidOnline(shop, 'a');
    const { id } = await refundOf(shop, 'a', 300);
    const refund = async () => {
      await settleRefund(shop, { refundId: 'rfnd_1', receipt: id, status: 'failed' });
      expect(await settleManualRefund(shop, { reference: 'a', refundId: id, note })).toBe(true);
      return { id: 'rfnd_1', status: 'processed' as const };
    };
    await sendRefunds(shop, { ...fakeProvider(), refund });
    expect(await readRefund(shop, id)).toMatchObject({ providerRefundId: `hand:rfnd_1: ${note}` });
  });

  it('is logged as an error if both staff and the provider have paid it', async ({ shop }) => {
    const errors = vi.spyOn(shop.log, 'error');
    onTestFinished(() => errors.mockRestore());
    const [byKey, byId] = [await failedRefund(shop, 'a'), await failedRefund(shop, 'b')];
    await settleRefund(shop, { refundId: 'rfnd_b', receipt: byId.id, status: 'failed' });
    await settleManualRefund(shop, { reference: 'a', refundId: byKey.id, note });
    await settleManualRefund(shop, { reference: 'b', refundId: byId.id, note });
    const settled = [await readRefund(shop, byKey.id), await readRefund(shop, byId.id)];
    errors.mockClear();
    await settleRefund(shop, { refundId: 'rfnd_a', receipt: byKey.id, status: 'processed' });
    await settleRefund(shop, { refundId: 'rfnd_b', receipt: undefined, status: 'processed' });
    await settleRefund(shop, { refundId: 'rfnd_c', receipt: undefined, status: 'processed' });
    const text = 'the provider has paid a refund that was settled by hand';
    expect(errors.mock.calls).toEqual([
      [{ refund: byKey.id }, text],
      [{ refund: byId.id }, text],
    ]);
    expect([await readRefund(shop, byKey.id), await readRefund(shop, byId.id)]).toEqual(settled);
  });

  it('is retried or marked as paid by only one of three concurrent requests', async ({ ownShop }) => {
    for (let round = 0; round < 10; round++) {
      const reference = `order ${round}`;
      const { id } = await failedRefund(ownShop, reference);
      const settle = () => settleManualRefund(ownShop, { reference, refundId: id, note });
      const retried = () => retry(ownShop, reference, id);
      const requests = round % 2 === 0 ? [retried, settle, settle] : [settle, settle, retried];
      expect((await Promise.all(requests.map((request) => request()))).filter(Boolean)).toHaveLength(1);
      const { doneAt, failedAt } = await readRefund(ownShop, id);
      // After a retry, the refund waits for the provider. If staff paid it by hand, it is done.
      expect(doneAt === null).toBe(failedAt === null);
      await ownShop.db.update(refunds).set({ sentAt: ownShop.clock.now() }).where(eq(refunds.id, id));
    }
  });
});
