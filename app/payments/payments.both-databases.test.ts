import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { fakeProvider } from '../../tests/doubles/payment-provider.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import {
  claimDuePayment,
  clearPendingAttempt,
  closePayment,
  createPayment,
  findPayment,
  insertReceipt,
  listPendingPayments,
  pollNow,
  queueRefund,
  setPendingAttempt,
} from './payments.server.ts';
import type { PaymentProvider } from './provider.ts';
import { payments, receipts, refunds } from './tables.server.ts';

const minute = 60_000;
const hour = 60 * minute;
const bank = 'pretend-bank';
const requested = { reference: 'order 1', receipt: 'TB1', amountPaise: 199_950 };

async function opened(shop: TestShop, reference = 'order 1', receipt = 'TB1') {
  const providerOrderId = await createPayment(shop, fakeProvider(), { ...requested, reference, receipt });
  const payment = await findPayment(shop, { provider: bank, providerOrderId });
  if (!payment) throw new Error('the payment is gone');
  return payment;
}

async function received(shop: TestShop, amountPaise = 1000) {
  const receipt = await inTransaction(shop, async (tx) =>
    insertReceipt(tx, await opened(shop), { id: 'pay_1', amountPaise }),
  );
  if (!receipt) throw new Error('no money came in');
  return receipt.id;
}

it('an attempt stays pending until the provider decides about it, whatever becomes of another', async ({
  shop,
}) => {
  const { id } = await opened(shop);
  const listPending = async () => [...(await listPendingPayments(shop, ['order 1', 'order 2']))];
  expect(await listPending()).toEqual([]);
  await setPendingAttempt(shop, id, 'pay_2');
  await clearPendingAttempt(shop, id, 'pay_1');
  expect(await listPending()).toEqual(['order 1']);
  await clearPendingAttempt(shop, id, 'pay_2');
  expect(await listPending()).toEqual([]);
});

describe('what is to be paid', () => {
  it('is asked for once, and has the provider’s number', async ({ shop }) => {
    const provider = fakeProvider();
    expect(await createPayment(shop, provider, requested)).toBe('order_TB1');
    provider.opened.clear();
    expect(await createPayment(shop, provider, requested)).toBe('order_TB1');
    expect(provider.opened.size).toBe(0);
    expect(await shop.db.select().from(payments)).toMatchObject([
      {
        reference: 'order 1',
        provider: bank,
        providerOrderId: 'order_TB1',
        amountPaise: 199_950,
        currency: 'INR',
        createdAt: shop.clock.now(),
        checks: 0,
      },
    ]);
  });

  it('is asked for with its receipt, amount and currency, again when the answer was lost', async ({
    shop,
  }) => {
    const calls: unknown[] = [];
    const losesAnswer: PaymentProvider = {
      ...fakeProvider(),
      createOrder: async (order) => {
        calls.push(order);
        throw new Error('no answer came');
      },
    };
    await expect(createPayment(shop, losesAnswer, requested)).rejects.toThrow('no answer came');
    expect(calls).toEqual([{ receipt: 'TB1', amountPaise: 199_950, currency: 'INR' }]);
    expect(await createPayment(shop, fakeProvider(), requested)).toBe('order_TB1');
  });

  it('has the number that came first when two ask for it at once', async ({ shop }) => {
    const slow: PaymentProvider = {
      ...fakeProvider(),
      createOrder: async () => {
        await createPayment(shop, fakeProvider(), requested);
        return { id: 'order_second' };
      },
    };
    expect(await createPayment(shop, slow, requested)).toBe('order_TB1');
  });

  it('is found by the number at its own provider alone', async ({ shop }) => {
    const payment = await opened(shop);
    await opened(shop, 'order 2', 'TB2');
    const find = (provider: string, providerOrderId: string) =>
      findPayment(shop, { provider, providerOrderId });
    expect(await find(bank, 'order_TB1')).toEqual(payment);
    expect(await find('razorpay', 'order_TB1')).toBeUndefined();
    expect(await find(bank, 'order_TB3')).toBeUndefined();
  });
});

describe('a payment that is to be asked about', () => {
  it('is due after an hour, and then 15 minutes, 1, 6, 18 and 48 hours after each asking', async ({
    shop,
  }) => {
    await opened(shop);
    for (const wait of [hour, 15 * minute, hour, 6 * hour, 18 * hour, 48 * hour]) {
      shop.clock.advance(wait - 1);
      expect(await claimDuePayment(shop, bank)).toBeUndefined();
      shop.clock.advance(1);
      expect(await claimDuePayment(shop, bank)).toMatchObject({ reference: 'order 1' });
    }
    shop.clock.advance(1000 * hour);
    expect(await claimDuePayment(shop, bank)).toBeUndefined();
  });

  it('is taken when it has waited longest, and by the worker of its provider', async ({ shop }) => {
    await opened(shop, 'order 1', 'TB1');
    shop.clock.advance(minute);
    await opened(shop, 'order 2', 'TB2');
    await shop.db
      .update(payments)
      .set({ nextCheckAt: shop.clock.now() })
      .where(eq(payments.reference, 'order 2'));
    shop.clock.advance(hour);
    expect(await claimDuePayment(shop, 'razorpay')).toBeUndefined();
    expect(await claimDuePayment(shop, bank)).toMatchObject({ reference: 'order 2', checks: 1 });
    expect(await claimDuePayment(shop, bank)).toMatchObject({ reference: 'order 1', checks: 1 });
  });

  it('is due at once where that is wanted, unless it has been asked about before', async ({ shop }) => {
    await opened(shop, 'order 1', 'TB1');
    await opened(shop, 'order 2', 'TB2');
    await pollNow(shop, []);
    expect(await claimDuePayment(shop, bank)).toBeUndefined();
    await pollNow(shop, ['order 1']);
    expect(await claimDuePayment(shop, bank)).toMatchObject({ reference: 'order 1' });
    await pollNow(shop, ['order 1']);
    expect(await claimDuePayment(shop, bank)).toBeUndefined();
  });

  it('is due no more once it is closed, and all others are', async ({ shop }) => {
    const { id } = await opened(shop, 'order 1', 'TB1');
    await opened(shop, 'order 2', 'TB2');
    await inTransaction(shop, (tx) => closePayment(tx, id));
    await pollNow(shop, ['order 1']);
    shop.clock.advance(hour);
    expect(await claimDuePayment(shop, bank)).toMatchObject({ reference: 'order 2' });
    expect(await claimDuePayment(shop, bank)).toBeUndefined();
  });
});

describe('money that came in', () => {
  it('is noted once, with its amount and time', async ({ shop }) => {
    const payment = await opened(shop);
    shop.clock.advance(minute);
    const receipt = await inTransaction(shop, (tx) =>
      insertReceipt(tx, payment, { id: 'pay_1', amountPaise: 7 }),
    );
    expect(receipt).toBeDefined();
    expect(
      await inTransaction(shop, (tx) => insertReceipt(tx, payment, { id: 'pay_1', amountPaise: 8 })),
    ).toBeUndefined();
    expect(await shop.db.select().from(receipts)).toEqual([
      {
        id: receipt?.id,
        paymentId: payment.id,
        provider: bank,
        providerPaymentId: 'pay_1',
        amountPaise: 7,
        at: shop.clock.now(),
      },
    ]);
  });
});

describe('a refund', () => {
  it('waits from now on, with its reason', async ({ shop }) => {
    const receiptId = await received(shop);
    shop.clock.advance(minute);
    const { id } = await queueRefund(shop, { receiptId, amountPaise: 1, reason: 'a loose thread' });
    const now = shop.clock.now();
    expect(await shop.db.select().from(refunds)).toMatchObject([
      { id, receiptId, amountPaise: 1, reason: 'a loose thread', createdAt: now, nextTryAt: now, tries: 0 },
    ]);
  });

  it('goes up to what was received and has not gone back, to the paisa', async ({ shop }) => {
    const receiptId = await received(shop, 1000);
    const queue = (amountPaise: number) => queueRefund(shop, { receiptId, amountPaise, reason: '' });
    await expect(queue(1001)).rejects.toThrow(RangeError);
    await queue(400);
    await expect(queue(601)).rejects.toThrow(RangeError);
    await queue(600);
    await expect(queue(1)).rejects.toThrow(RangeError);
  });

  it.for([0, -1, 0.5, Number.NaN])('of %d paise is refused', async (amountPaise, { shop }) => {
    const receiptId = await received(shop);
    await expect(queueRefund(shop, { receiptId, amountPaise, reason: '' })).rejects.toThrow(RangeError);
    expect(await shop.db.select().from(refunds)).toEqual([]);
  });

  it('of a receipt that there is not is refused', async ({ shop }) => {
    const receiptId = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11';
    await expect(queueRefund(shop, { receiptId, amountPaise: 1, reason: '' })).rejects.toThrow(RangeError);
  });
});
