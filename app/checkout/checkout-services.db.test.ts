import { expect, onTestFinished, vi } from 'vitest';
import { gulnar, orderStateOf, shopperWith, shopWithBank } from '../../tests/fixtures/checkout.ts';
import { it } from '../../tests/fixtures/world.ts';
import { courierInbox } from '../shipping/tables.server.ts';

const razorpay = {
  keyId: 'rzp_test_1',
  keySecret: 'the key’s secret',
  webhookSecret: 'the webhook’s secret',
};

/** Stubs Razorpay's API with one paid order. Returns the URLs that were requested. */
function stubRazorpay() {
  const requested: string[] = [];
  const paid = { id: 'pay_1', order_id: 'order_1', amount: 2_480_000, currency: 'INR', status: 'captured' };
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    return Response.json(address.endsWith('/payments') ? { items: [paid] } : { id: 'order_1' });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return requested;
}

it('a shop with Razorpay keys creates and polls orders at Razorpay', async ({ shop }) => {
  const requested = stubRazorpay();
  const configured = { ...shop, config: { ...shop.config, razorpay, pretendsPayment: false } };
  const { app, provider, worker } = shopWithBank(configured);
  const meera = await shopperWith(configured, app, 'meera.new', gulnar);
  const payment = await meera.startPayment();
  const { keyId } = razorpay;
  expect(payment).toMatchObject({ provider: provider.name, keyId, order: { id: 'order_1' } });
  shop.clock.advance(14 * 60_000);
  await worker.runOnce();
  expect(await orderStateOf(shop, payment.orderId)).toBe('placed');
  expect(requested).toEqual([
    'https://api.razorpay.com/v1/orders',
    'https://api.razorpay.com/v1/orders/order_1/payments',
  ]);
});

it('the worker handles the courier’s events, unless the merchant enters all shipments by hand', async ({
  shop,
}) => {
  const byHand = shopWithBank({ ...shop, config: { ...shop.config, pretendsCourier: false } });
  expect(byHand.provider.name).toBe('pretend-bank');
  expect(byHand.courier).toBeUndefined();
  const now = shop.clock.now();
  const event = { provider: 'pretend', eventId: 'event 1', body: 'nothing' };
  await shop.db.insert(courierInbox).values({ ...event, receivedAt: now, nextTryAt: now });
  await byHand.worker.runOnce();
  expect(await shop.db.select().from(courierInbox)).toMatchObject([{ failedAt: null }]);
  const { courier, worker } = shopWithBank(shop);
  await worker.runOnce();
  expect(courier?.name).toBe('pretend');
  expect(await shop.db.select().from(courierInbox)).toMatchObject([{ failedAt: now }]);
});
