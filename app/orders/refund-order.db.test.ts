import { describe, expect } from 'vitest';
import { fakeProvider } from '../../tests/doubles/payment-provider.ts';
import { gulnar } from '../../tests/fixtures/checkout.ts';
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
  it('leaves the rest of a partly refunded order for a later cancellation', async ({ shop }) => {
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

  it.for([2_480_001, 0, -1, 1.5, Number.NaN])(
    'rejects a refund of %d paise for an order of ₹24,800',
    async (amountPaise, { shop }) => {
      const { order } = await paidOrder(shop, 'meera.new', gulnar);
      const requested = refundOrder(shop, order.id, { amountPaise, reason: 'Too much.' });
      await expect(requested).rejects.toMatchObject({ status: 409, name: 'refund-too-much' });
      expect(await refundAmounts(shop, order)).toEqual([]);
    },
  );

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

  it('sends no refund of a cash payment to a payment provider', async ({ shop }) => {
    const { order } = await cashOrder(shop, 'meera.new', gulnar);
    await deliverOrder(shop, order.id);
    await refundOrder(shop, order.id, { amountPaise: 1000, reason: 'A flaw.' });
    const { provider } = await paidOrder(shop, 'asha.new');
    await sendRefunds(shop, provider);
    expect(provider.refunded.size).toBe(0);
    const [refund] = await refundsOf(shop, order);
    expect(refund).toMatchObject({ sentAt: null, tries: 0 });
    await settleRefundByHand(shop, order.id, { refundId: refund?.id ?? '', text: 'UPI 4711' });
  });

  it.for([1, 50, 99])(
    'rejects a refund of %d paise of an online payment, and writes nothing',
    async (amountPaise, { shop }) => {
      const { order } = await paidOrder(shop, 'meera.new', gulnar);
      await packOrder(shop, order.id);
      const message = 'The bank cannot send back less than ₹1 of a payment. Please enter at least ₹1.';
      const refused = {
        status: 409,
        name: 'refund-too-small',
        message,
        fields: [{ field: 'amount', message }],
      };
      const requested = refundOrder(shop, order.id, { amountPaise, reason: 'A flaw.' });
      await expect(requested).rejects.toMatchObject(refused);
      expect(await refundAmounts(shop, order)).toEqual([]);
      expect(await invoicesOf(shop, order)).toMatchObject([{ kind: 'invoice' }]);
      expect(await emailsOf(shop, 'refund')).toEqual([]);
    },
  );

  it('rejects a refund that leaves less than ₹1 of an online payment', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const refund = (amountPaise: number) => refundOrder(shop, order.id, { amountPaise, reason: 'A flaw.' });
    const tooSmall = { name: 'refund-too-small', message: expect.stringContaining('or leave at least ₹1') };
    for (const amountPaise of [2_479_901, 2_479_999])
      await expect(refund(amountPaise)).rejects.toMatchObject(tooSmall);
    await refund(2_479_900);
    await expect(refund(99)).rejects.toMatchObject({ name: 'refund-too-small' });
    await refund(100);
    expect(await refundAmounts(shop, order)).toEqual([100, 2_479_900]);
  });

  it('refunds the whole rest of an online payment even below ₹1', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    const [received] = await receiptsOf(shop, order);
    await queueRefund(shop, { receiptId: received?.id ?? '', amountPaise: 2_479_950, reason: 'A flaw.' });
    await refundOrder(shop, order.id, { amountPaise: 50, reason: 'A flaw.' });
    expect(await refundAmounts(shop, order)).toEqual([50, 2_479_950]);
  });

  it('refunds less than ₹1 of a cash payment, or all but less than ₹1', async ({ shop }) => {
    const { order } = await cashOrder(shop, 'meera.new', gulnar);
    await deliverOrder(shop, order.id);
    await refundOrder(shop, order.id, { amountPaise: 1, reason: 'A flaw.' });
    await refundOrder(shop, order.id, { amountPaise: 2_479_998, reason: 'A flaw.' });
    expect(await refundAmounts(shop, order)).toEqual([1, 2_479_998]);
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

  it('lets staff settle a refund below ₹1 by hand after a cancellation', async ({ shop }) => {
    const { customerId, order } = await paidOrder(shop, 'meera.new', gulnar);
    const [received] = await receiptsOf(shop, order);
    await queueRefund(shop, { receiptId: received?.id ?? '', amountPaise: 2_479_950, reason: 'A flaw.' });
    await cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id });
    const refund = ({ amountPaise }: { amountPaise: number }) =>
      Promise.reject(amountPaise < 100 ? new ProviderRejected('too small') : new Error('away'));
    await sendRefunds(shop, { ...fakeProvider(), refund });
    const [small] = await refundsOf(shop, order);
    expect(small).toMatchObject({ amountPaise: 50, lastError: 'too small', failedAt: shop.clock.now() });
    await settleRefundByHand(shop, order.id, { refundId: small?.id ?? '', text: 'UPI 4711' });
    expect((await refundsOf(shop, order))[0]).toMatchObject({ doneAt: shop.clock.now() });
  });

  it('rejects settling the refund of an online payment by hand unless the refund failed', async ({
    shop,
  }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await refundOrder(shop, order.id, { reason: 'A flaw.' });
    const [refund] = await refundsOf(shop, order);
    const byHand = settleRefundByHand(shop, order.id, { refundId: refund?.id ?? '', text: 'UPI 4711' });
    await expect(byHand).rejects.toMatchObject({ name: 'no-such-refund' });
    const unknown = settleRefundByHand(shop, order.id, { refundId: 'no-id', text: 'UPI' });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });
});
