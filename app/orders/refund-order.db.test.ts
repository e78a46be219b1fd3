import { describe, expect } from 'vitest';
import { fakeProvider } from '../../tests/doubles/payment-provider.ts';
import { gulnar } from '../../tests/fixtures/checkout.ts';
import { packOrder, refundOrder } from '../../tests/fixtures/order-actions.ts';
import { neelambari } from '../../tests/fixtures/products.ts';
import {
  cancelByCustomer,
  cashOrder,
  deliverOrder,
  emailsOf,
  invoicesOf,
  paidOrder,
  receiptsOf,
  refundAmounts,
  refundsOf,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { queueRefund } from '../payments/payments.server.ts';
import { ProviderRejected } from '../payments/provider.ts';
import { sendRefunds } from '../payments/refunds.server.ts';
import { receipts } from '../payments/tables.server.ts';
import { settleRefundByHand } from './refund-order.server.ts';

const receiptOf = async (shop: Shop, order: { id: string }) => {
  const [received] = await receiptsOf(shop, order);
  return { receiptId: received?.id ?? '', reason: 'A flaw.' };
};

describe('a refund by the merchant', () => {
  it('is deducted from the refund of a later cancellation', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    const { order } = sold;
    await refundOrder(shop, order.id, { amountPaise: 480_000, reason: 'A thread is loose.' });
    expect((await emailsOf(shop, 'refund'))[0]).toContain('A thread is loose.');
    await cancelByCustomer(shop, sold);
    expect(await refundAmounts(shop, order)).toEqual([480_000, 2_000_000]);
    expect((await emailsOf(shop, 'cancelled'))[0]).toContain('We are refunding you ₹20,000.');
  });

  it('refunds everything refundable if no amount is given, and is rejected without a reason or payment, or with an invalid amount', async ({
    shop,
  }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const fields = [{ field: 'reason', message: 'Please write a reason for the shopper.' }];
    const withoutReason = refundOrder(shop, order.id, { reason: ' ' });
    await expect(withoutReason).rejects.toMatchObject({ status: 400, fields });
    const tooMuch = { status: 409, name: 'refund-too-much' };
    for (const amountPaise of [2_480_001, 0, -1, 1.5, Number.NaN])
      await expect(refundOrder(shop, order.id, { amountPaise, reason: 'A.' })).rejects.toMatchObject(tooMuch);
    expect(await refundAmounts(shop, order)).toEqual([]);
    await refundOrder(shop, order.id, { reason: 'We are sorry.' });
    expect(await refundAmounts(shop, order)).toEqual([2_480_000]);
    const cash = await cashOrder(shop, 'asha.new');
    const message = 'The whole amount of this order is already refunded.';
    for (const { id } of [order, cash.order])
      await expect(refundOrder(shop, id, { reason: 'A.' })).rejects.toMatchObject({ ...tooMuch, message });
  });

  it('is made once for two concurrent requests with the same `refundedBefore`', async ({ ownShop }) => {
    const { order } = await paidOrder(ownShop, 'meera.new', gulnar);
    const refund = (refundedBefore: number) =>
      refundOrder(ownShop, order.id, { amountPaise: 1000, reason: 'A flaw.', refundedBefore });
    const outcomes = await Promise.allSettled([refund(0), refund(0)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await refund(1000);
    expect(await refundAmounts(ownShop, order)).toEqual([1000, 1000]);
  });

  it('leads to a credit note only if the order has an invoice', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await refundOrder(shop, order.id, { amountPaise: 1000, reason: 'A flaw.' });
    expect(await invoicesOf(shop, order)).toEqual([]);
    await packOrder(shop, order.id);
    await refundOrder(shop, order.id, { amountPaise: 2000, reason: 'Another.' });
    expect(await invoicesOf(shop, order)).toMatchObject([
      { kind: 'invoice', totalPaise: 2_480_000 },
      { kind: 'credit-note', totalPaise: 2000 },
    ]);
  });

  it('of a cash payment is not sent to a provider, and may be less than ₹1', async ({ shop }) => {
    const { order } = await cashOrder(shop, 'meera.new', gulnar);
    await deliverOrder(shop, order.id);
    await refundOrder(shop, order.id, { amountPaise: 1000, reason: 'A flaw.' });
    const { provider } = await paidOrder(shop, 'asha.new');
    await sendRefunds(shop, provider);
    expect(provider.refunded.size).toBe(0);
    const [refund] = await refundsOf(shop, order);
    expect(refund).toMatchObject({ sentAt: null, tries: 0 });
    await settleRefundByHand(shop, order.id, { refundId: refund?.id ?? '', text: 'UPI 4711' });
    await refundOrder(shop, order.id, { amountPaise: 1, reason: 'A flaw.' });
    await refundOrder(shop, order.id, { amountPaise: 2_478_998, reason: 'A flaw.' });
    expect(await refundAmounts(shop, order)).toEqual([1, 1000, 2_478_998]);
  });

  it('of 1 to 99 paise of an online payment is rejected and not stored', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    const message = 'The bank cannot refund less than ₹1. Please enter at least ₹1.';
    const refused = {
      status: 409,
      name: 'refund-too-small',
      fields: [{ field: 'amount', message }],
      message,
    };
    for (const amountPaise of [1, 50, 99])
      await expect(refundOrder(shop, order.id, { amountPaise, reason: 'A.' })).rejects.toMatchObject(refused);
    expect(await refundAmounts(shop, order)).toEqual([]);
    expect(await invoicesOf(shop, order)).toMatchObject([{ kind: 'invoice' }]);
    expect(await emailsOf(shop, 'refund')).toEqual([]);
  });

  it('cannot leave a remainder of less than ₹1 of a payment, but can refund such a remainder completely', async ({
    shop,
  }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const refund = (amountPaise: number) => refundOrder(shop, order.id, { amountPaise, reason: 'A flaw.' });
    const tooSmall = { name: 'refund-too-small', message: expect.stringContaining('or leave at least ₹1') };
    for (const amountPaise of [2_479_901, 2_479_999])
      await expect(refund(amountPaise)).rejects.toMatchObject(tooSmall);
    await refund(2_479_900);
    await expect(refund(99)).rejects.toMatchObject({ name: 'refund-too-small' });
    await refund(100);
    expect(await refundAmounts(shop, order)).toEqual([100, 2_479_900]);
    const second = await paidOrder(shop, 'asha.new', neelambari);
    await queueRefund(shop, { ...(await receiptOf(shop, second.order)), amountPaise: 979_950 });
    await refundOrder(shop, second.order.id, { amountPaise: 50, reason: 'A flaw.' });
    expect(await refundAmounts(shop, second.order)).toEqual([50, 979_950]);
  });

  it('that is split over two payments is rejected if one part is less than ₹1', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const [received] = await receiptsOf(shop, order);
    if (!received) throw new Error('no receipt');
    shop.clock.advance(1);
    const { id: _, ...copied } = { ...received, providerPaymentId: 'pay_2', at: shop.clock.now() };
    await shop.db.insert(receipts).values({ ...copied, amountPaise: 1000 });
    const refund = (amountPaise: number) => refundOrder(shop, order.id, { amountPaise, reason: 'A flaw.' });
    for (const amountPaise of [2_480_001, 2_480_099, 2_480_901, 2_480_999])
      await expect(refund(amountPaise)).rejects.toMatchObject({ name: 'refund-too-small' });
    expect(await refundAmounts(shop, order)).toEqual([]);
    await refund(2_480_100);
    expect(await refundAmounts(shop, order)).toEqual([100, 2_480_000]);
  });

  it('of an online payment can be marked as paid by hand only if the provider’s refund has failed', async ({
    shop,
  }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    const { order } = sold;
    await queueRefund(shop, { ...(await receiptOf(shop, order)), amountPaise: 2_479_950 });
    await cancelByCustomer(shop, sold);
    const [queued] = await refundsOf(shop, order);
    const settle = (refundId = queued?.id ?? '') =>
      settleRefundByHand(shop, order.id, { refundId, text: 'UPI 4711' });
    for (const refundId of [undefined, 'no-id'])
      await expect(settle(refundId)).rejects.toMatchObject({ status: 404, name: 'no-such-refund' });
    const refund = ({ amountPaise }: { amountPaise: number }) =>
      Promise.reject(amountPaise < 100 ? new ProviderRejected('too small') : new Error('away'));
    await sendRefunds(shop, { ...fakeProvider(), refund });
    const failed = { amountPaise: 50, lastError: 'too small', failedAt: shop.clock.now() };
    expect((await refundsOf(shop, order))[0]).toMatchObject(failed);
    await settle();
    expect((await refundsOf(shop, order))[0]).toMatchObject({ doneAt: shop.clock.now() });
  });
});
