import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { pretendBankOrders } from '../../sandbox/tables.server.ts';
import {
  countEmails,
  gulnar,
  orderDetails,
  orderStateOf,
  readStockLevel,
  shopperWith,
  validDeliveryForm,
} from '../../tests/fixtures/checkout.ts';
import { it } from '../../tests/fixtures/world.ts';
import { customers } from '../customers/tables.server.ts';
import { ShipTo } from '../orders/contract.ts';
import { orders } from '../orders/tables.server.ts';
import { PaymentOrder, Placed } from './contract.ts';

describe('an order with cash on delivery', () => {
  it('is placed [S-API-25 S-DATA-20 S-PAY-04 S-PAY-06 S-ERR-03]', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const line = { _id: gulnar, proId: gulnar, name: 'Gulnar', price: 24800, quantity: 1, image: 'x' };
    const details = {
      ...{ productDetails: [line], shippingInfo: validDeliveryForm, paymentMethod: 'COD' },
      ...{ subtotal: 24800, taxes: 0, shippingCost: 0, total: 24800 },
    };
    const response = await meera.post('/checkout/', { orderDetails: details });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const placed = Placed.parse(await response.json());
    expect(placed.message).toBe('COD Order placed successfully!');
    expect(placed.order).toMatchObject({
      ...{ total: 24800, shipping_charges: 0, taxes: 0, paymentMethod: 'COD', state: 'placed' },
      orderItems: [{ proId: gulnar, qnty: 1, priceAfterQnty: 24800 }],
    });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await countEmails(shop, 'order')).toBe(1);
  });

  it('is rejected with another payment method, an invalid form or an empty cart [S-DATA-21]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new');
    for (const [paymentMethod, title] of [
      ['Online', 'cash-only'],
      ['Cheque', 'bad-input'],
    ]) {
      const response = await meera.post('/checkout/', { orderDetails: { ...orderDetails, paymentMethod } });
      expect(response.status).toBe(400);
      const errors = [{ field: 'orderDetails.paymentMethod' }];
      expect(await response.json()).toMatchObject({ title, errors });
    }
    expect(await (await meera.post('/checkout/', { orderDetails })).json()).toMatchObject({
      status: 409,
      message: 'Your cart is empty.',
    });
    const form = { orderDetails: { shippingInfo: { country: 'India' } } };
    expect(await (await meera.post('/checkout/', form)).json()).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([{ field: 'city', message: 'Please enter your city.' }]),
    });
    expect(await shop.db.select().from(orders)).toHaveLength(0);
  });

  it('is placed once for a repeated idempotency key, and not for an invalid key [S-PAY-06]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const key = { 'idempotency-key': 'attempt-0001' };
    const first = await meera.post('/checkout/', { orderDetails }, key);
    const again = await meera.post('/checkout/', { orderDetails }, key);
    expect(await again.json()).toEqual(await first.json());
    expect((await meera.post('/checkout/', { orderDetails }, { 'idempotency-key': 'a b' })).status).toBe(400);
    expect(await shop.db.select().from(orders)).toHaveLength(1);
  });
});

describe('the start of an online payment', () => {
  it('returns the amount in paise and the customer’s contact data [S-PAY-08 S-PAY-10…14 S-API-29 S-CONST-14]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const response = await meera.post('/payment/create-order', { amount: 24800, orderDetails });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const payment = PaymentOrder.parse(await response.json());
    expect(payment).toMatchObject({
      ...{ order: { amount: 2_480_000, currency: 'INR' }, provider: 'pretend-bank' },
      ...{ title: 'Product purchase', expiresAt: '2026-11-21T06:45:00.000Z' },
      prefill: { name: 'Meera Joshi', email: 'meera.new@example.in', contact: '+919829000000' },
    });
    expect(await shop.db.select().from(pretendBankOrders)).toMatchObject([
      { id: payment.order.id, amountPaise: 2_480_000 },
    ]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
  });

  it('uses the address in the profile if the request has only an amount', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const start = () => meera.post('/payment/create-order', { amount: 24800 });
    expect(await (await start()).json()).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([{ field: 'city', message: 'Please enter your city.' }]),
    });
    await shop.db.update(customers).set(validDeliveryForm).where(eq(customers.id, meera.id));
    expect((await start()).status).toBe(200);
    const [order] = await shop.db.select().from(orders);
    expect(ShipTo.strict().parse(order?.shipTo).city).toBe('Jaipur');
  });

  it.for([0, -1, 1.5, 1e308, 24800.01, 24799.99, 2_480_000])(
    'is rejected for the wrong total of %d rupees, holds no stock and returns the current cart [S-PAY-11]',
    async (amount, { shop, app }) => {
      const meera = await shopperWith(shop, app, 'meera.new', gulnar);
      for (const body of [
        { amount, orderDetails },
        { orderDetails: { ...orderDetails, total: amount } },
        { amount, orderDetails: { ...orderDetails, total: 24800 } },
        { amount: 24800, orderDetails: { ...orderDetails, total: amount } },
      ]) {
        expect(await (await meera.post('/payment/create-order', body)).json()).toMatchObject({
          status: 409,
          title: 'cart-changed',
          cart: { total: 24800 },
        });
      }
      expect(await shop.db.select().from(orders)).toHaveLength(0);
      expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
      const seen = { orderDetails: { ...orderDetails, total: 24800 } };
      expect((await meera.post('/payment/create-order', seen)).status).toBe(200);
    },
  );

  it('returns the same payment for a repeated key until the order of the payment is superseded or expires', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const send = async (key: string): Promise<unknown> =>
      (await meera.post('/payment/create-order', { orderDetails }, { 'idempotency-key': key })).json();
    const closed = { status: 409, title: 'order-closed' };
    const first = await send('attempt-0001');
    expect(await send('attempt-0001')).toEqual(first);
    const second = PaymentOrder.parse(await send('attempt-0002'));
    expect(first).not.toMatchObject({ orderId: second.orderId });
    expect(await send('attempt-0001')).toMatchObject(closed);
    expect(await orderStateOf(shop, second.orderId)).toBe('pending_payment');
    shop.clock.advance(15 * 60_000);
    expect(await send('attempt-0002')).toMatchObject(closed);
    expect(second).not.toMatchObject({ orderId: (await meera.startPayment()).orderId });
  });
});

it('`GET order/{id}` returns an order by id or number to its own customer only', async ({ shop, app }) => {
  const meera = await shopperWith(shop, app, 'meera.new', gulnar);
  const asha = await shopperWith(shop, app, 'asha');
  const { order } = Placed.parse(await (await meera.post('/checkout/', { orderDetails })).json());
  for (const name of [order._id, order._id.toUpperCase(), order.channel_order_id]) {
    const response = await meera.get(`/order/${name}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject(order);
    expect((await asha.get(`/order/${name}`)).status).toBe(404);
  }
  expect((await meera.get('/order/TB0')).status).toBe(404);
  expect((await meera.get(`/order/${'x'.repeat(61)}`)).status).toBe(400);
});

it('`payment/renew` extends a stock hold to at most an hour in total', async ({ shop, app }) => {
  const meera = await shopperWith(shop, app, 'meera.new', gulnar);
  const { orderId } = await meera.startPayment();
  const renew = () => meera.post('/payment/renew', { orderId });
  shop.clock.advance(10 * 60_000);
  expect(await (await renew()).json()).toEqual({ success: true, expiresAt: '2026-11-21T06:55:00.000Z' });
  for (let at = 20; at <= 50; at += 10) {
    shop.clock.advance(10 * 60_000);
    expect((await renew()).status).toBe(200);
  }
  expect(await (await renew()).json()).toMatchObject({ expiresAt: '2026-11-21T07:30:00.000Z' });
  shop.clock.advance(10 * 60_000);
  expect(await (await renew()).json()).toMatchObject({ status: 409, title: 'order-closed' });
});
