import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { pretendBankOrders } from '../../sandbox/tables.server.ts';
import {
  countEmails,
  gulnar,
  orderDetails,
  readStockLevel,
  shopperWith,
  validDeliveryForm,
} from '../../tests/fixtures/checkout.ts';
import { it } from '../../tests/fixtures/world.ts';
import { settings } from '../content/tables.server.ts';
import { customers } from '../customers/tables.server.ts';
import { ShipTo } from '../orders/contract.ts';
import { orders } from '../orders/tables.server.ts';
import { PaymentOrder, Placed } from './contract.ts';

describe('cash on delivery', () => {
  it('places a cash order [S-API-25 S-PAY-04 S-PAY-06 S-ERR-03]', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const response = await meera.post('/checkout/', {
      orderDetails: { ...orderDetails, paymentMethod: 'COD' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const placed = Placed.parse(await response.json());
    expect(placed.message).toBe('COD Order placed successfully!');
    const amounts = { total: 24800, shipping_charges: 0, taxes: 0 };
    expect(placed.order).toMatchObject({ ...amounts, paymentMethod: 'COD', state: 'placed' });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await countEmails(shop, 'order')).toBe(1);
  });

  it('accepts the specified fields and payment methods [S-DATA-20 S-DATA-21]', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const line = {
      _id: gulnar,
      proId: gulnar,
      name: 'Gulnar',
      price: 24800,
      quantity: 1,
      image: 'x',
      mrp: 1,
    };
    const details = {
      ...{ productDetails: [line], shippingInfo: validDeliveryForm, paymentMethod: 'COD' },
      ...{ subtotal: 24800, taxes: 0, shippingCost: 0, total: 24800 },
    };
    const { order } = Placed.parse(await (await meera.post('/checkout/', { orderDetails: details })).json());
    expect(order.orderItems).toMatchObject([{ proId: gulnar, qnty: 1, priceAfterQnty: 24800 }]);
    const odd = await meera.post('/checkout/', { orderDetails: { ...details, paymentMethod: 'Cheque' } });
    expect(odd.status).toBe(400);
  });

  it('responds 400 with `cash-only` to an online order at the cash endpoint', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const online = { orderDetails: { ...orderDetails, paymentMethod: 'Online' } };
    const response = await meera.post('/checkout/', online);
    expect(response.status).toBe(400);
    const errors = [{ field: 'orderDetails.paymentMethod' }];
    expect(await response.json()).toMatchObject({ title: 'cash-only', errors });
    expect(await shop.db.select().from(orders)).toHaveLength(0);
  });

  it('returns one order for a repeated key, and 409 for another form [S-PAY-06]', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const key = { 'idempotency-key': 'attempt-0001' };
    const first = await meera.post('/checkout/', { orderDetails }, key);
    const again = await meera.post('/checkout/', { orderDetails }, key);
    expect(await again.json()).toEqual(await first.json());
    const other = { shippingInfo: { ...validDeliveryForm, city: 'Udaipur' } };
    const conflict = await meera.post('/checkout/', { orderDetails: other }, key);
    expect(conflict.status).toBe(409);
    expect(await conflict.json()).toMatchObject({ title: 'key-reused' });
    expect((await meera.post('/checkout/', { orderDetails }, { 'idempotency-key': 'a b' })).status).toBe(400);
    expect(await shop.db.select().from(orders)).toHaveLength(1);
  });

  it('responds with a message to an empty cart or an incomplete form', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new');
    const empty = await meera.post('/checkout/', { orderDetails });
    expect(empty.status).toBe(409);
    expect(await empty.json()).toMatchObject({ message: 'Your cart is empty.' });
    const incomplete = await meera.post('/checkout/', {
      orderDetails: { shippingInfo: { country: 'India' } },
    });
    expect(incomplete.status).toBe(400);
    expect(await incomplete.json()).toMatchObject({
      errors: expect.arrayContaining([{ field: 'city', message: 'Please enter your city.' }]),
    });
  });
});

describe('a started online payment', () => {
  it('returns the amount in paise [S-PAY-07 S-PAY-08 S-PAY-10 S-PAY-11 S-API-29 S-CONST-14]', async ({
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
    });
    expect(await shop.db.select().from(pretendBankOrders)).toMatchObject([
      { id: payment.order.id, amountPaise: 2_480_000 },
    ]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
  });

  it('prefills the payment popup from the form and the account [S-PAY-12 S-PAY-13 S-PAY-14]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const { prefill } = await meera.startPayment();
    expect(prefill).toEqual({ name: 'Meera Joshi', email: 'meera.new@example.in', contact: '+919829000000' });
  });

  it('uses the profile’s address if the request contains only an amount [S-API-29 S-CHK-14]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const setAddress = (address: Partial<typeof validDeliveryForm>) =>
      shop.db.update(customers).set(address).where(eq(customers.id, meera.id));
    const without = await meera.post('/payment/create-order', { amount: 24800 });
    expect(without.status).toBe(400);
    expect(await without.json()).toMatchObject({
      errors: expect.arrayContaining([{ field: 'city', message: 'Please enter your city.' }]),
    });
    for (const [pincode, message] of [
      ['', 'Please enter your pincode.'],
      ['403001', 'The pincode 403001 is in Goa, but the state you chose is Rajasthan. Please check both.'],
    ]) {
      await setAddress({ ...validDeliveryForm, pincode });
      const refused = await meera.post('/payment/create-order', { amount: 24800 });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ errors: [{ field: 'pincode', message }] });
    }
    await setAddress(validDeliveryForm);
    const response = await meera.post('/payment/create-order', { amount: 24800 });
    expect(response.status).toBe(200);
    const [order] = await shop.db.select().from(orders);
    expect(ShipTo.strict().parse(order?.shipTo).city).toBe('Jaipur');
  });

  it.for([0, -1, 1.5, 1e308, 24800.01, 24799.99, 2_480_000])(
    'responds 409 with the current cart for an amount of %d, without holding stock [S-PAY-11]',
    async (amount, { shop, app }) => {
      const meera = await shopperWith(shop, app, 'meera.new', gulnar);
      for (const body of [
        { amount, orderDetails },
        { orderDetails: { ...orderDetails, total: amount } },
        { amount, orderDetails: { ...orderDetails, total: 24800 } },
        { amount: 24800, orderDetails: { ...orderDetails, total: amount } },
      ]) {
        const response = await meera.post('/payment/create-order', body);
        expect(response.status).toBe(409);
        expect(await response.json()).toMatchObject({ title: 'cart-changed', cart: { total: 24800 } });
      }
      expect(await shop.db.select().from(orders)).toHaveLength(0);
      expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
      const seen = { orderDetails: { ...orderDetails, total: 24800 } };
      expect((await meera.post('/payment/create-order', seen)).status).toBe(200);
    },
  );

  it('responds 400 for an amount that is not a number', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    for (const amount of ['1', '24800', null, [24800], { rupees: 24800 }]) {
      const response = await meera.post('/payment/create-order', { amount, orderDetails });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ field: 'amount' }] });
    }
  });

  it('returns the same payment for a repeated key, and 409 after the expiry', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const key = { 'idempotency-key': 'attempt-0001' };
    const send = () => meera.post('/payment/create-order', { orderDetails }, key);
    const first: unknown = await (await send()).json();
    expect(await (await send()).json()).toEqual(first);
    shop.clock.advance(15 * 60_000);
    const expired = await send();
    expect(expired.status).toBe(409);
    expect(await expired.json()).toMatchObject({ title: 'order-closed' });
    const next = await meera.startPayment();
    expect(first).not.toMatchObject({ orderId: next.orderId });
  });
});

describe('the customer’s order at the checkout', () => {
  it('returns an order by id or number to its own customer only', async ({ shop, app }) => {
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
});

describe('the stock hold of a payment', () => {
  it('renews the stock hold of a payment up to an hour in total', async ({ shop, app }) => {
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
    const expired = await renew();
    expect(expired.status).toBe(409);
    expect(await expired.json()).toMatchObject({ title: 'order-closed' });
  });

  it('renews the stock hold beyond an hour if the settings allow it', async ({ shop, app }) => {
    const value = sql`jsonb_set(${settings.value}, '{holdMinutes}', '90'::jsonb)`;
    await shop.db.update(settings).set({ value });
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const { orderId } = await meera.startPayment();
    shop.clock.advance(10 * 60_000);
    const renewed = await meera.post('/payment/renew', { orderId });
    expect(await renewed.json()).toMatchObject({ expiresAt: '2026-11-21T08:00:00.000Z' });
  });
});
