import { describe, expect, vi } from 'vitest';
import {
  countEmails,
  orderDetails,
  orderStateOf,
  readStockLevel,
  startedPayment,
  stole,
} from '../../tests/fixtures/checkout.ts';
import { registerSeller } from '../../tests/fixtures/invoices.ts';
import { packOrder } from '../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readCart } from '../cart/read-cart.server.ts';
import { readOrderOfCustomer } from '../orders/customer-orders.server.ts';
import { type ProviderPayment, ProviderUnavailable } from '../payments/provider.ts';
import { receipts, refunds } from '../payments/tables.server.ts';
import { paymentOf } from './check-payment.server.ts';
import { PaymentCheck } from './contract.ts';

const minutes = (count: number) => count * 60_000;

/** Signs in a customer who has started a payment. */
async function startPayment(shop: TestShop, product?: string) {
  const { payment, ...started } = await startedPayment(shop, product);
  const { order, orderId } = payment;
  const check = async (body: object = { orderId }) =>
    PaymentCheck.parse(await (await started.meera.post('/payment/check', body)).json());
  /** Makes the pretend bank list only this payment attempt. */
  const listOnly = (...attempts: Partial<ProviderPayment>[]) =>
    vi.spyOn(started.provider, 'listPayments').mockResolvedValue(
      attempts.map((attempt, index) => ({
        ...{ id: `pay_${index}`, orderId: order.id, amountPaise: 2_480_000, currency: 'INR' },
        ...{ status: 'created' as const, ...attempt },
      })),
    );
  return { ...started, orderId, check, listOnly };
}

describe('asking the bank about a payment', () => {
  it('reports `not-begun` before a payment, `failed` after a failed payment, and `placed` after a successful payment [S-PAY-18 S-PAY-19]', async ({
    shop,
  }) => {
    const { check, press, meera, orderId } = await startPayment(shop);
    expect(await check()).toMatchObject({ payment: 'not-begun', order: { _id: orderId } });
    await press('fail');
    expect(await check()).toMatchObject({ payment: 'failed', order: { paymentPending: false } });
    expect(await orderStateOf(shop, orderId)).toBe('pending_payment');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
    expect((await readCart(shop, meera.id)).count).toBe(1);
    await press('pay');
    expect(await check()).toMatchObject({ payment: 'placed' });
  });

  it('places one order for concurrent requests without a webhook [S-PAY-18]', async ({ ownShop: shop }) => {
    const { check, press, meera, orderId, worker } = await startPayment(shop);
    await press('pay');
    const responses = await Promise.all([check(), check(), check({})]);
    expect(responses.filter(({ payment }) => payment === 'placed').length).toBeGreaterThan(0);
    expect(await check()).toMatchObject({ payment: 'placed', order: { _id: orderId, state: 'placed' } });
    await worker.runOnce();
    expect(await shop.db.select().from(receipts)).toHaveLength(1);
    expect(await shop.db.select().from(refunds)).toHaveLength(0);
    expect(await countEmails(shop, 'order')).toBe(1);
    expect((await readCart(shop, meera.id)).count).toBe(0);
  });

  it('finds a pending payment even if the request names no order [S-PAY-15]', async ({ shop }) => {
    const { check, press, orderId } = await startPayment(shop);
    await press('pay', true);
    expect(await check()).toMatchObject({ payment: 'pending', order: { paymentPending: true } });
    expect(await check({})).toMatchObject({ payment: 'pending', order: { _id: orderId } });
    shop.clock.advance(20_000);
    expect(await check()).toMatchObject({ payment: 'placed' });
  });

  it('reports `returned` for a payment that the bank has refunded, and no longer shows the payment as pending', async ({
    shop,
  }) => {
    const { check, listOnly } = await startPayment(shop);
    listOnly({ status: 'created' });
    expect(await check()).toMatchObject({ payment: 'pending' });
    listOnly({ status: 'refunded' });
    expect(await check()).toMatchObject({ payment: 'returned', order: { paymentPending: false } });
  });

  it('reports `unknown` while the bank cannot be reached, and rejects another order', async ({ shop }) => {
    const { check, meera, orderId, provider } = await startPayment(shop);
    vi.spyOn(provider, 'listPayments').mockRejectedValue(new ProviderUnavailable('No answer.'));
    expect(await check()).toMatchObject({ payment: 'unknown' });
    const response = await meera.post('/checkout/', { orderDetails });
    expect(await response.json()).toMatchObject({ title: 'payment-undecided', orderId });
    expect(await orderStateOf(shop, orderId)).toBe('pending_payment');
  });

  it('reports `over` after the stock hold has expired, and allows another order of the cart [S-PAY-19]', async ({
    shop,
  }) => {
    const { check, press, meera, orderId, worker } = await startPayment(shop);
    await press('fail');
    shop.clock.advance(minutes(15));
    expect(await check()).toMatchObject({ payment: 'over', order: { _id: orderId } });
    await worker.runOnce();
    expect(await check()).toMatchObject({ payment: 'over', order: { state: 'expired' } });
    expect(await check({})).toMatchObject({ payment: 'not-begun', order: null });
    expect((await meera.post('/checkout/', { orderDetails })).status).toBe(200);
    const second = await startPayment(shop, stole);
    expect((await second.meera.post(`/shipment/cancle/${second.orderId}`, {})).status).toBe(200);
    const order = { state: 'expired', supersededReason: 'cancelled' };
    expect(await second.check()).toMatchObject({ payment: 'over', order });
  });

  it('prevents a second payment if the bank has received the first payment', async ({ shop }) => {
    const { press, meera, orderId } = await startPayment(shop);
    await press('pay');
    const key = { 'idempotency-key': 'second-browser' };
    expect(await (await meera.post('/payment/create-order', { orderDetails }, key)).json()).toMatchObject({
      status: 409,
      title: 'already-paid',
      order: { _id: orderId },
    });
    expect(await shop.db.select().from(receipts)).toHaveLength(1);
  });

  it('returns the GST included in the order’s total until the order is packed [S-CHK-17]', async ({
    shop,
  }) => {
    await registerSeller(shop);
    const { check, press, meera, orderId } = await startPayment(shop);
    expect(await check()).toMatchObject({ payment: 'not-begun', order: { includedGst: 1180.96 } });
    await press('pay');
    expect(await check()).toMatchObject({ payment: 'placed', order: { includedGst: 1180.96 } });
    expect((await readOrderOfCustomer(shop, meera.id, orderId)).includedGst).toBe(1180.96);
    await packOrder(shop, orderId);
    expect((await check()).order).not.toHaveProperty('includedGst');
  });
});

describe('the payment state of an order', () => {
  const now = new Date('2026-11-25T14:30:00Z');
  const later = new Date(now.getTime() + 1);
  it.for([
    ['placed', { placedAt: now, state: 'cancelled', expiresAt: null }],
    ['over', { placedAt: null, state: 'expired', expiresAt: later }],
    ['over', { placedAt: null, state: 'pending_payment', expiresAt: now }],
    ['over', { placedAt: null, state: 'pending_payment', expiresAt: null }],
    ['failed', { placedAt: null, state: 'pending_payment', expiresAt: later }],
  ] as const)('is “%s” if the provider reports a failed payment and the order is %o', ([payment, order]) => {
    expect(paymentOf(order, 'failed', now)).toBe(payment);
  });
});
