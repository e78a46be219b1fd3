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
const providerName = 'pretend-bank';
const input = { reference: 'order 1', receipt: 'TB1', amountPaise: 199_950 };

async function createTestPayment(shop: TestShop, reference = 'order 1', receipt = 'TB1') {
  const providerOrderId = await createPayment(shop, fakeProvider(), { ...input, reference, receipt });
  const payment = await findPayment(shop, { provider: providerName, providerOrderId });
  if (!payment) throw new Error('no payment');
  return payment;
}

async function insertTestReceipt(shop: TestShop, amountPaise = 1000) {
  const receipt = await inTransaction(shop, async (tx) =>
    insertReceipt(tx, await createTestPayment(shop), { id: 'pay_1', amountPaise }),
  );
  if (!receipt) throw new Error('no receipt');
  return receipt.id;
}

it('keeps a payment pending until its pending attempt is cleared, even if another attempt is cleared earlier', async ({
  shop,
}) => {
  const { id } = await createTestPayment(shop);
  const listPending = async () => [...(await listPendingPayments(shop, ['order 1', 'order 2']))];
  expect(await listPending()).toEqual([]);
  await setPendingAttempt(shop, id, 'pay_2');
  await clearPendingAttempt(shop, id, 'pay_1');
  expect(await listPending()).toEqual(['order 1']);
  await clearPendingAttempt(shop, id, 'pay_2');
  expect(await listPending()).toEqual([]);
});

describe('creating a payment', () => {
  it('creates an order at the provider once, and stores its id', async ({ shop }) => {
    const provider = fakeProvider();
    expect(await createPayment(shop, provider, input)).toBe('order_TB1');
    provider.created.clear();
    expect(await createPayment(shop, provider, input)).toBe('order_TB1');
    expect(provider.created.size).toBe(0);
    const stored = { reference: 'order 1', provider: providerName, providerOrderId: 'order_TB1', checks: 0 };
    expect(await shop.db.select().from(payments)).toMatchObject([
      { ...stored, amountPaise: 199_950, currency: 'INR', createdAt: shop.clock.now() },
    ]);
  });

  it('after a lost response, repeats the request with the same receipt, amount and currency', async ({
    shop,
  }) => {
    const requests: unknown[] = [];
    const createOrder: PaymentProvider['createOrder'] = async (order) => {
      requests.push(order);
      throw new Error('no response');
    };
    for (const provider of Array(2).fill({ ...fakeProvider(), createOrder }))
      await expect(createPayment(shop, provider, input)).rejects.toThrow('no response');
    const request = { receipt: 'TB1', amountPaise: 199_950, currency: 'INR' };
    expect(requests).toEqual([request, request]);
    expect(await createPayment(shop, fakeProvider(), input)).toBe('order_TB1');
  });

  it('returns the same order id to two concurrent requests', async ({ shop }) => {
    const createOrder = async () => {
      await createPayment(shop, fakeProvider(), input);
      return { id: 'order_second' };
    };
    expect(await createPayment(shop, { ...fakeProvider(), createOrder }, input)).toBe('order_TB1');
  });

  it('stores a payment that is found only if both the provider and the provider’s order id match', async ({
    shop,
  }) => {
    const payment = await createTestPayment(shop);
    await createTestPayment(shop, 'order 2', 'TB2');
    const found = { provider: providerName, providerOrderId: 'order_TB1' };
    expect(await findPayment(shop, found)).toEqual(payment);
    for (const other of [{ provider: 'razorpay' }, { providerOrderId: 'order_TB3' }])
      expect(await findPayment(shop, { ...found, ...other })).toBeUndefined();
  });
});

describe('polling the status of a payment at the provider', () => {
  it('happens after waits of 1 hour, 15 minutes, 1 hour, 6 hours, 18 hours and 48 hours', async ({
    shop,
  }) => {
    await createTestPayment(shop);
    for (const delay of [hour, 15 * minute, hour, 6 * hour, 18 * hour, 48 * hour]) {
      shop.clock.advance(delay - 1);
      expect(await claimDuePayment(shop, providerName)).toBeUndefined();
      shop.clock.advance(1);
      expect(await claimDuePayment(shop, providerName)).toMatchObject({ reference: 'order 1' });
    }
    shop.clock.advance(1000 * hour);
    expect(await claimDuePayment(shop, providerName)).toBeUndefined();
  });

  it('begins with the payment that has been due the longest, and ignores payments of other providers', async ({
    shop,
  }) => {
    await createTestPayment(shop, 'order 1', 'TB1');
    shop.clock.advance(minute);
    await createTestPayment(shop, 'order 2', 'TB2');
    const isSecond = eq(payments.reference, 'order 2');
    await shop.db.update(payments).set({ nextCheckAt: shop.clock.now() }).where(isSecond);
    shop.clock.advance(hour);
    expect(await claimDuePayment(shop, 'razorpay')).toBeUndefined();
    expect(await claimDuePayment(shop, providerName)).toMatchObject({ reference: 'order 2', checks: 1 });
    expect(await claimDuePayment(shop, providerName)).toMatchObject({ reference: 'order 1', checks: 1 });
  });

  it('happens at once after `pollNow`, unless the payment has already been polled or is closed', async ({
    shop,
  }) => {
    await createTestPayment(shop, 'order 1', 'TB1');
    await createTestPayment(shop, 'order 2', 'TB2');
    await pollNow(shop, []);
    expect(await claimDuePayment(shop, providerName)).toBeUndefined();
    await pollNow(shop, ['order 1']);
    expect(await claimDuePayment(shop, providerName)).toMatchObject({ reference: 'order 1' });
    await pollNow(shop, ['order 1']);
    expect(await claimDuePayment(shop, providerName)).toBeUndefined();
    const { id } = await createTestPayment(shop, 'order 3', 'TB3');
    await inTransaction(shop, (tx) => closePayment(tx, id));
    await pollNow(shop, ['order 3']);
    expect(await claimDuePayment(shop, providerName)).toBeUndefined();
  });
});

describe('money', () => {
  it('is recorded only once for each payment at the provider, with its amount and time', async ({ shop }) => {
    const payment = await createTestPayment(shop);
    shop.clock.advance(minute);
    const insert = (amountPaise: number) =>
      inTransaction(shop, (tx) => insertReceipt(tx, payment, { id: 'pay_1', amountPaise }));
    const receipt = await insert(7);
    expect(await insert(8)).toBeUndefined();
    const stored = { id: receipt?.id, paymentId: payment.id, amountPaise: 7, at: shop.clock.now() };
    expect(await shop.db.select().from(receipts)).toEqual([
      { ...stored, provider: providerName, providerPaymentId: 'pay_1' },
    ]);
  });

  it('can be refunded with a reason, but not for an unknown receipt, and not more than was received', async ({
    shop,
  }) => {
    const receiptId = await insertTestReceipt(shop, 1000);
    const unknown = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11';
    const queue = (amountPaise: number, id = receiptId) =>
      queueRefund(shop, { receiptId: id, amountPaise, reason: 'a loose thread' });
    await expect(queue(1, unknown)).rejects.toThrow(RangeError);
    for (const paise of [0, -1, 0.5, Number.NaN, 1001])
      await expect(queue(paise)).rejects.toThrow(RangeError);
    expect(await shop.db.select().from(refunds)).toEqual([]);
    shop.clock.advance(minute);
    const { id } = await queue(400);
    const now = shop.clock.now();
    const queued = { id, receiptId, amountPaise: 400, reason: 'a loose thread', tries: 0 };
    expect(await shop.db.select().from(refunds)).toMatchObject([
      { ...queued, createdAt: now, nextTryAt: now },
    ]);
    await expect(queue(601)).rejects.toThrow(RangeError);
    await queue(600);
    await expect(queue(1)).rejects.toThrow(RangeError);
  });
});
