import { and, eq } from 'drizzle-orm';
import { describe, expect, vi } from 'vitest';
import { pretendBankPayments } from '../../sandbox/tables.server.ts';
import {
  countEmails,
  gulnar,
  orderDetails,
  orderStateOf,
  readStockLevel,
  shopperWith,
  shopWithBank,
  startedPayment,
  stole,
} from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readCart } from '../cart/read-cart.server.ts';
import { readOrderOfCustomer } from '../orders/customer-orders.server.ts';
import { orderHistory } from '../orders/tables.server.ts';
import { type PaymentProvider, ProviderRejected, ProviderUnavailable } from '../payments/provider.ts';
import { receipts, refunds } from '../payments/tables.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { PaymentOrder, Placed } from './contract.ts';
import { createPaymentOrder, verifyPayment } from './pay-online.server.ts';

const minutes = (count: number) => count * 60_000;

/** Signs in a customer who has started a payment. */
async function startPayment(shop: TestShop) {
  const started = await startedPayment(shop);
  /** Pays in the payment popup. Returns the popup's ids and signature. */
  const paid = async (late = false) => {
    const { outcome: _, ...proof } = await started.press('pay', late);
    return { razorpay_signature: '', ...proof };
  };
  const verify = (proof: object) => started.meera.post('/payment/verify-order', proof);
  return { ...started, paid, verify };
}

const expectPlacedOnce = async (shop: TestShop, orderId: string) => {
  expect(await orderStateOf(shop, orderId)).toBe('placed');
  expect(await shop.db.select().from(receipts)).toHaveLength(1);
  expect(await shop.db.select().from(refunds)).toHaveLength(0);
  expect(await countEmails(shop, 'order')).toBe(1);
  expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  const placed = and(eq(orderHistory.orderId, orderId), eq(orderHistory.state, 'placed'));
  expect(await shop.db.select().from(orderHistory).where(placed)).toHaveLength(1);
};

describe('starting a payment', () => {
  it('rejects the key of a superseded order even before the order’s `expiresAt`', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const press = (key: string) =>
      meera.post('/payment/create-order', { orderDetails }, { 'idempotency-key': key });
    expect((await press('attempt-0001')).status).toBe(200);
    const current = PaymentOrder.parse(await (await press('attempt-0002')).json());
    const earlier = await press('attempt-0001');
    expect(earlier.status).toBe(409);
    expect(await earlier.json()).toMatchObject({ title: 'order-closed' });
    expect(await orderStateOf(shop, current.orderId)).toBe('pending_payment');
  });

  it('limits the number of started payments per customer', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const asha = await shopperWith(shop, app, 'asha', stole);
    for (let press = 0; press < 10; press++) await meera.startPayment();
    expect((await meera.post('/payment/create-order', { orderDetails })).status).toBe(429);
    expect((await asha.post('/payment/create-order', { orderDetails })).status).toBe(200);
  });
});

describe('verifying a payment', () => {
  it('places the order of a verified payment [S-PAY-15 S-PAY-16 S-PAY-17 S-API-30 S-ERR-04]', async ({
    shop,
  }) => {
    const { meera, payment, paid, verify } = await startPayment(shop);
    const response = await verify({ ...(await paid()), orderDetails: { total: 1, productDetails: [] } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const placed = Placed.parse(await response.json());
    expect(placed.message).toBe('Payment successful & order placed!');
    const order = { _id: payment.orderId, state: 'placed', total: 24800, expiresAt: null };
    expect(placed.order).toMatchObject(order);
    expect((await readCart(shop, meera.id)).count).toBe(0);
    await expectPlacedOnce(shop, payment.orderId);
  });

  it('responds 202 to a pending payment, whose webhook later places the order [S-PAY-15]', async ({
    shop,
  }) => {
    const { payment, paid, verify, worker } = await startPayment(shop);
    const proof = await paid(true);
    const woken = vi.spyOn(worker, 'wake');
    const waiting = await verify(proof);
    expect(waiting.status).toBe(202);
    expect(woken).toHaveBeenCalledTimes(1);
    expect(await waiting.json()).toMatchObject({
      success: false,
      state: 'waiting',
      orderId: payment.orderId,
      message: expect.stringContaining('has not confirmed'),
    });
    await worker.runOnce();
    expect(await orderStateOf(shop, payment.orderId)).toBe('pending_payment');
    shop.clock.advance(20_000);
    await worker.runOnce();
    await expectPlacedOnce(shop, payment.orderId);
    expect((await verify(proof)).status).toBe(200);
  });

  it('marks an undecided payment as pending, and rejects a second order [S-PAY-15]', async ({ shop }) => {
    const { meera, payment, paid, verify, worker } = await startPayment(shop);
    const order = () => readOrderOfCustomer(shop, meera.id, payment.orderId);
    expect((await order()).paymentPending).toBe(false);
    expect((await verify(await paid(true))).status).toBe(202);
    expect(await order()).toMatchObject({ state: 'pending_payment', paymentPending: true });
    for (const path of ['/payment/create-order', '/checkout/']) {
      const response = await meera.post(path, { orderDetails });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ title: 'payment-undecided', orderId: payment.orderId });
    }
    expect(await order()).toMatchObject({ state: 'pending_payment', paymentPending: true });
    shop.clock.advance(20_000);
    await worker.runOnce();
    expect(await order()).toMatchObject({ state: 'placed', paymentPending: false });
  });

  it('clears the pending mark if the payment fails', async ({ shop }) => {
    const { meera, payment, paid, verify, provider, worker } = await startPayment(shop);
    const proof = await paid(true);
    expect((await verify(proof)).status).toBe(202);
    const [attempt] = await provider.listPayments(payment.order.id);
    if (!attempt) throw new Error('the pretend bank has no attempt');
    await confirmPayment(shop, provider, { ...attempt, status: 'failed' });
    expect((await readOrderOfCustomer(shop, meera.id, payment.orderId)).paymentPending).toBe(false);
    await worker.runOnce();
  });

  it('refunds a payment if the product was sold in the meantime [S-PAY-19]', async ({ shop }) => {
    const { app, payment, paid, verify, worker } = await startPayment(shop);
    shop.clock.advance(minutes(15));
    await worker.runOnce();
    const asha = await shopperWith(shop, app, 'asha', gulnar);
    await asha.post('/checkout/', { orderDetails });
    const proof = await paid();
    for (let press = 0; press < 2; press++) {
      const response = await verify(proof);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ title: 'payment-returned' });
    }
    expect(await orderStateOf(shop, payment.orderId)).toBe('expired');
    expect(await shop.db.select().from(refunds)).toMatchObject([{ amountPaise: 2_480_000 }]);
    expect(await countEmails(shop, 'refund')).toBe(1);
  });
});

describe('verification, webhook and poll in any sequence', () => {
  it('place one order for repeated and concurrent verifications [S-PAY-15]', async ({ ownShop }) => {
    const { payment, paid, verify } = await startPayment(ownShop);
    const proof = await paid();
    const responses = await Promise.all(Array.from({ length: 8 }, () => verify(proof)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await verify(proof)).status).toBe(200);
    await expectPlacedOnce(ownShop, payment.orderId);
  });
});

describe('an unclear response of the provider', () => {
  it('rejects a new payment with `bank-unavailable` until the provider responds again', async ({ shop }) => {
    const { app, provider } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const request = { input: { orderDetails }, key: undefined };
    const failWith = (error: Error) =>
      createPaymentOrder(shop, { ...provider, createOrder: () => Promise.reject(error) }, meera.id, request);
    for (const error of [new ProviderUnavailable('away'), new ProviderRejected('no')])
      await expect(failWith(error)).rejects.toMatchObject({ name: 'bank-unavailable', status: 503 });
    await expect(failWith(new TypeError('a fault'))).rejects.toThrow(TypeError);
    const payment = await createPaymentOrder(shop, provider, meera.id, request);
    expect(await orderStateOf(shop, payment.orderId)).toBe('pending_payment');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
  });

  it('keeps a payment pending if the provider is unavailable or does not list the payment', async ({
    shop,
  }) => {
    const { meera, provider, payment, paid } = await startPayment(shop);
    const proof = await paid();
    const verifyAt = (listPayments: PaymentProvider['listPayments']) =>
      verifyPayment(shop, { ...provider, listPayments }, meera.id, proof);
    const waiting = { success: false, state: 'waiting', orderId: payment.orderId };
    expect(await verifyAt(async () => [])).toMatchObject(waiting);
    expect(await verifyAt(() => Promise.reject(new ProviderUnavailable('away')))).toMatchObject(waiting);
    expect(await verifyAt(() => Promise.reject(new ProviderRejected('no')))).toMatchObject(waiting);
    await expect(verifyAt(() => Promise.reject(new TypeError('a fault')))).rejects.toThrow(TypeError);
    expect(await orderStateOf(shop, payment.orderId)).toBe('pending_payment');
  });

  it('rejects the verification with `payment-returned` if the payment is refunded', async ({ shop }) => {
    const { meera, provider, paid } = await startPayment(shop);
    const proof = await paid();
    const listPayments: PaymentProvider['listPayments'] = async (id) =>
      (await provider.listPayments(id)).map((payment) => ({ ...payment, status: 'refunded' as const }));
    const verified = verifyPayment(shop, { ...provider, listPayments }, meera.id, proof);
    await expect(verified).rejects.toMatchObject({ name: 'payment-returned', status: 409 });
  });
});

describe('an invalid proof of payment', () => {
  it('rejects a wrong signature and the signature of another payment [S-PAY-15]', async ({ shop }) => {
    const { payment, press, paid, verify } = await startPayment(shop);
    const { razorpay_payment_id } = await press('fail');
    const proof = await paid();
    const digit = proof.razorpay_signature.startsWith('0') ? '1' : '0';
    const razorpay_signature = digit + proof.razorpay_signature.slice(1);
    for (const change of [{ razorpay_signature }, { razorpay_payment_id }]) {
      const response = await verify({ ...proof, ...change });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ title: 'invalid-payment-signature' });
    }
    expect(await orderStateOf(shop, payment.orderId)).toBe('pending_payment');
    expect(await shop.db.select().from(receipts)).toHaveLength(0);
  });

  it('places no order for a failed payment with a valid signature', async ({ shop }) => {
    const { payment, paid, verify } = await startPayment(shop);
    const proof = await paid(true);
    await shop.db.update(pretendBankPayments).set({ state: 'failed', settlesAt: null });
    const response = await verify(proof);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ title: 'payment-failed' });
    expect(await orderStateOf(shop, payment.orderId)).toBe('pending_payment');
  });
});
