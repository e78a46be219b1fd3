import { describe, expect } from 'vitest';
import { fakeProvider } from '../../tests/doubles/payment-provider.ts';
import { gulnar } from '../../tests/fixtures/checkout.ts';
import { neelambari } from '../../tests/fixtures/products.ts';
import {
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
import { queueRefund } from '../payments/payments.server.ts';
import { ProviderRejected } from '../payments/provider.ts';
import { sendRefunds } from '../payments/refunds.server.ts';
import { receipts } from '../payments/tables.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { refundOrder, settleRefundByHand } from './refund-order.server.ts';
import { packOrder } from './ship-order.server.ts';

const unknownId = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c99';

describe('a refund by the merchant', () => {
  it('reduces the refund of a later cancellation', async ({ shop }) => {
    const { customerId, order } = await paidOrder(shop, 'meera.new', gulnar);
    await refundOrder(shop, order.id, { amountPaise: 480_000, reason: 'A thread is loose.' });
    expect((await emailsOf(shop, 'refund'))[0]).toContain('A thread is loose.');
    await cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id });
    expect(await refundAmounts(shop, order)).toEqual([480_000, 2_000_000]);
    expect((await emailsOf(shop, 'cancelled'))[0]).toContain('We are refunding you ₹20,000.');
  });

  it('refunds everything refundable if no amount is given', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await refundOrder(shop, order.id, { reason: 'We are sorry.' });
    expect(await refundAmounts(shop, order)).toEqual([2_480_000]);
    const again = refundOrder(shop, order.id, { reason: 'Once more.' });
    await expect(again).rejects.toMatchObject({ name: 'refund-too-much' });
  });

  it('rejects an invalid amount, and an amount above the order’s total', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const tooMuch = { status: 409, name: 'refund-too-much' };
    for (const amountPaise of [2_480_001, 0, -1, 1.5, Number.NaN])
      await expect(refundOrder(shop, order.id, { amountPaise, reason: 'No.' })).rejects.toMatchObject(
        tooMuch,
      );
    expect(await refundAmounts(shop, order)).toEqual([]);
  });

  it('refunds once for two concurrent requests with the same `refundedBefore`', async ({ ownShop }) => {
    const { order } = await paidOrder(ownShop, 'meera.new', gulnar);
    const refund = (refundedBefore: number) =>
      refundOrder(ownShop, order.id, { amountPaise: 1000, reason: 'A flaw.', refundedBefore });
    const outcomes = await Promise.allSettled([refund(0), refund(0)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await refund(1000);
    expect(await refundAmounts(ownShop, order)).toEqual([1000, 1000]);
  });

  it('rejects a refund without a reason or without a receipt', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const fields = [{ field: 'reason', message: 'Please write a reason for the shopper.' }];
    const withoutReason = refundOrder(shop, order.id, { reason: ' ' });
    await expect(withoutReason).rejects.toMatchObject({ status: 400, fields });
    const cash = await cashOrder(shop, 'asha.new');
    const requested = refundOrder(shop, cash.order.id, { reason: 'Sorry.' });
    const message = 'Nothing is left that could go back.';
    await expect(requested).rejects.toMatchObject({ name: 'refund-too-much', message });
  });

  it('issues a credit note for a refund only if the order has an invoice', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await refundOrder(shop, order.id, { amountPaise: 1000, reason: 'A flaw.' });
    expect(await invoicesOf(shop, order)).toEqual([]);
    await packOrder(shop, order.id);
    await refundOrder(shop, order.id, { amountPaise: 2000, reason: 'Another.' });
    const issued = (await invoicesOf(shop, order)).map(({ kind, totalPaise }) => `${kind} ${totalPaise}`);
    expect(issued.toSorted()).toEqual(['credit-note 2000', 'invoice 2480000']);
  });

  it('sends no refund of a cash payment to a provider, and accepts amounts below ₹1 of a cash payment', async ({
    shop,
  }) => {
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

  it('rejects a refund of 1 to 99 paise of an online payment, and writes nothing', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    const message = 'The bank cannot send back less than ₹1 of a payment. Please enter at least ₹1.';
    const refused = {
      status: 409,
      name: 'refund-too-small',
      message,
      fields: [{ field: 'amount', message }],
    };
    for (const amountPaise of [1, 50, 99])
      await expect(refundOrder(shop, order.id, { amountPaise, reason: 'A.' })).rejects.toMatchObject(refused);
    expect(await refundAmounts(shop, order)).toEqual([]);
    expect(await invoicesOf(shop, order)).toMatchObject([{ kind: 'invoice' }]);
    expect(await emailsOf(shop, 'refund')).toEqual([]);
  });

  it('rejects a refund that leaves less than ₹1 of an online payment, but accepts such a rest', async ({
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
    const [received] = await receiptsOf(shop, second.order);
    const most = { receiptId: received?.id ?? '', amountPaise: 979_950, reason: 'A flaw.' };
    await queueRefund(shop, most);
    await refundOrder(shop, second.order.id, { amountPaise: 50, reason: 'A flaw.' });
    expect(await refundAmounts(shop, second.order)).toEqual([50, 979_950]);
  });

  it('never splits a refund so that a payment provider has to refund less than ₹1', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const [received] = await receiptsOf(shop, order);
    if (!received) throw new Error('no receipt');
    shop.clock.advance(1);
    const second = { ...received, id: unknownId, providerPaymentId: 'pay_2', at: shop.clock.now() };
    await shop.db.insert(receipts).values({ ...second, amountPaise: 1000 });
    const refund = (amountPaise: number) => refundOrder(shop, order.id, { amountPaise, reason: 'A flaw.' });
    for (const amountPaise of [2_480_001, 2_480_099, 2_480_901, 2_480_999])
      await expect(refund(amountPaise)).rejects.toMatchObject({ name: 'refund-too-small' });
    expect(await refundAmounts(shop, order)).toEqual([]);
    await refund(2_480_100);
    expect(await refundAmounts(shop, order)).toEqual([100, 2_480_000]);
  });

  it('rejects settling the refund of an online payment by hand unless it failed, as one below ₹1 does', async ({
    shop,
  }) => {
    const { customerId, order } = await paidOrder(shop, 'meera.new', gulnar);
    const [received] = await receiptsOf(shop, order);
    await queueRefund(shop, { receiptId: received?.id ?? '', amountPaise: 2_479_950, reason: 'A flaw.' });
    await cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id });
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
