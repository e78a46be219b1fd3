import { describe, expect } from 'vitest';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import { gulnar, orderDetails, shopperWith, shopWithBank, stole } from '../../tests/fixtures/checkout.ts';
import { registered } from '../../tests/fixtures/invoices.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { settings } from '../content/tables.server.ts';
import { readOrderOfCustomer } from '../orders/customer-orders.server.ts';
import { packOrder } from '../orders/ship-order.server.ts';
import { PaymentCheck, Placed } from './contract.ts';

const register = (shop: TestShop) => shop.db.update(settings).set({ value: registered });

describe('the included GST in the responses of the checkout', () => {
  it('returns the GST of the order page, and omits it once the order is packed [S-CHK-17]', async ({
    shop,
    app,
  }) => {
    await register(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar, stole);
    const place = async () => {
      const response = await meera.post(
        '/checkout/',
        { orderDetails },
        { 'idempotency-key': 'attempt-0001' },
      );
      return Placed.parse(await response.json()).order;
    };
    const order = await place();
    expect(order.includedGst).toBe(1202.38);
    expect((await readOrderOfCustomer(shop, meera.id, order._id)).includedGst).toBe(1202.38);
    await packOrder(shop, order._id);
    expect(await place()).not.toHaveProperty('includedGst');
  });

  it('returns the same GST before and after an online payment [S-CHK-17]', async ({ shop }) => {
    await register(shop);
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const { order, orderId } = await meera.startPayment();
    const check = async () =>
      PaymentCheck.parse(await (await meera.post('/payment/check', { orderId })).json()).order;
    expect(await check()).toMatchObject({ state: 'pending_payment', includedGst: 1180.96 });
    const { outcome: _, ...proof } = await payAtBank(shop, order.id, 'pay', false);
    const verified = await meera.post('/payment/verify-order', { razorpay_signature: '', ...proof });
    const placed = { state: 'placed', includedGst: 1180.96 };
    expect(Placed.parse(await verified.json()).order).toMatchObject(placed);
    expect(await check()).toMatchObject(placed);
    expect((await readOrderOfCustomer(shop, meera.id, orderId)).includedGst).toBe(1180.96);
  });
});
