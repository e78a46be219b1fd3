import { and, eq } from 'drizzle-orm';
import { describe, expect, vi } from 'vitest';
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
import { Placed } from './contract.ts';
import { createPaymentOrder, verifyPayment } from './pay-online.server.ts';
import { placeOrder } from './place-order.server.ts';

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

it.for([
  ['/payment/create-order', 10, { orderDetails }],
  ['/payment/check', 60, {}],
] as const)(
  '`POST %s` responds 429 after %d requests of one customer within a minute',
  async ([path, limit, body], { shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const asha = await shopperWith(shop, app, 'asha', stole);
    for (let request = 0; request < limit; request++) expect((await meera.post(path, body)).status).toBe(200);
    expect((await meera.post(path, body)).status).toBe(429);
    expect((await asha.post(path, body)).status).toBe(200);
  },
);

describe('verifying a payment', () => {
  it('places the order once [S-PAY-15 S-PAY-16 S-PAY-17 S-API-30 S-ERR-04]', async ({ shop }) => {
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

  it('responds 202 and rejects a second order while the payment is pending [S-PAY-15]', async ({ shop }) => {
    const { meera, payment, paid, verify, worker } = await startPayment(shop);
    const { orderId } = payment;
    const order = () => readOrderOfCustomer(shop, meera.id, orderId);
    const proof = await paid(true);
    expect((await order()).paymentPending).toBe(false);
    const woken = vi.spyOn(worker, 'wake');
    const waiting = await verify(proof);
    expect(waiting.status).toBe(202);
    expect(woken).toHaveBeenCalledTimes(1);
    const message = expect.stringContaining('has not confirmed');
    expect(await waiting.json()).toMatchObject({ success: false, state: 'waiting', orderId, message });
    expect(await order()).toMatchObject({ state: 'pending_payment', paymentPending: true });
    for (const path of ['/payment/create-order', '/checkout/']) {
      const rejected = await meera.post(path, { orderDetails });
      expect(await rejected.json()).toMatchObject({ title: 'payment-undecided', status: 409, orderId });
    }
    const second = placeOrder(shop, meera.id, { details: orderDetails, method: 'COD' });
    await expect(second).rejects.toMatchObject({ name: 'payment-undecided' });
    await worker.runOnce();
    expect(await order()).toMatchObject({ state: 'pending_payment', paymentPending: true });
    shop.clock.advance(20_000);
    await worker.runOnce();
    expect(await order()).toMatchObject({ state: 'placed', paymentPending: false });
    await expectPlacedOnce(shop, orderId);
    expect((await verify(proof)).status).toBe(200);
  });
});

describe('the shop, after an unclear response of the provider,', () => {
  it('rejects a new payment with `bank-unavailable` while the provider fails, and accepts it afterwards', async ({
    shop,
  }) => {
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

  it('keeps a payment pending if the provider does not list the payment', async ({ shop }) => {
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

  it.for([
    ['refunded', 'payment-returned'],
    ['failed', 'payment-failed'],
  ] as const)(
    'rejects the verification of a %s payment with `%s`, and no longer shows the payment as pending [S-PAY-19]',
    async ([status, name], { shop }) => {
      const { meera, provider, payment, paid, verify } = await startPayment(shop);
      const proof = await paid(true);
      expect((await verify(proof)).status).toBe(202);
      const order = () => readOrderOfCustomer(shop, meera.id, payment.orderId);
      expect((await order()).paymentPending).toBe(true);
      const listPayments: PaymentProvider['listPayments'] = async (id) =>
        (await provider.listPayments(id)).map((found) => ({ ...found, status }));
      const verified = verifyPayment(shop, { ...provider, listPayments }, meera.id, proof);
      await expect(verified).rejects.toMatchObject({ name, status: 409 });
      expect(await order()).toMatchObject({ state: 'pending_payment', paymentPending: false });
    },
  );
});

it('a verification with a wrong signature is rejected [S-PAY-15]', async ({ shop }) => {
  const { payment, press, paid, verify } = await startPayment(shop);
  const { razorpay_payment_id } = await press('fail');
  const proof = await paid();
  const digit = proof.razorpay_signature.startsWith('0') ? '1' : '0';
  const razorpay_signature = digit + proof.razorpay_signature.slice(1);
  for (const change of [{ razorpay_signature }, { razorpay_payment_id }]) {
    expect(await (await verify({ ...proof, ...change })).json()).toMatchObject({
      status: 400,
      title: 'invalid-payment-signature',
    });
  }
  expect(await orderStateOf(shop, payment.orderId)).toBe('pending_payment');
  expect(await shop.db.select().from(receipts)).toHaveLength(0);
});
