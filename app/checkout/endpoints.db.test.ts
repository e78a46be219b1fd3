import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import {
  countEmails,
  gulnar,
  orderDetails,
  readStockLevel,
  shopperWith,
  shopWithBank,
  stole,
  validDeliveryForm,
} from '../../tests/fixtures/checkout.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { settings } from '../content/tables.server.ts';
import { customers } from '../customers/tables.server.ts';
import { ShipTo } from '../orders/contract.ts';
import { orders } from '../orders/tables.server.ts';
import { pretendBankOrders } from '../payments/tables.server.ts';
import { PaymentOrder, Placed } from './contract.ts';

const json = { 'content-type': 'application/json' };

describe('cash on delivery', () => {
  it('is placed at once, in the specified words [S-API-25 S-PAY-04 S-PAY-06 S-ERR-03]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const response = await meera.post('/checkout/', {
      orderDetails: { ...orderDetails, paymentMethod: 'COD' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const placed = Placed.parse(await response.json());
    expect(placed.message).toBe('COD Order placed successfully!');
    expect(placed.order).toMatchObject({
      total: 24800,
      shipping_charges: 0,
      taxes: 0,
      paymentMethod: 'COD',
      state: 'placed',
    });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await countEmails(shop, 'order')).toBe(1);
  });

  it('takes the order’s details by their specified names [S-DATA-20 S-DATA-21]', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const details = {
      productDetails: [
        { _id: gulnar, proId: gulnar, name: 'Gulnar', price: 24800, quantity: 1, image: 'x.webp', mrp: 1 },
      ],
      shippingInfo: validDeliveryForm,
      subtotal: 24800,
      taxes: 0,
      shippingCost: 0,
      total: 24800,
      paymentMethod: 'COD',
    };
    const { order } = Placed.parse(await (await meera.post('/checkout/', { orderDetails: details })).json());
    expect(order.orderItems).toMatchObject([{ proId: gulnar, qnty: 1, priceAfterQnty: 24800 }]);
    const odd = await meera.post('/checkout/', { orderDetails: { ...details, paymentMethod: 'Cheque' } });
    expect(odd.status).toBe(400);
  });

  it('is for cash only: an online order is sent to the other call, in words', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const online = { orderDetails: { ...orderDetails, paymentMethod: 'Online' } };
    const response = await meera.post('/checkout/', online);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      title: 'cash-only',
      errors: [{ field: 'orderDetails.paymentMethod' }],
    });
    expect(await shop.db.select().from(orders)).toHaveLength(0);
  });

  it('the same key again answers the same order, and refuses another form [S-PAY-06]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const key = { 'idempotency-key': 'attempt-0001' };
    const first = await meera.post('/checkout/', { orderDetails }, key);
    const again = await meera.post('/checkout/', { orderDetails }, key);
    expect(await again.json()).toEqual(await first.json());
    const other = { shippingInfo: { ...validDeliveryForm, city: 'Udaipur' } };
    const refused = await meera.post('/checkout/', { orderDetails: other }, key);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ title: 'key-reused' });
    expect((await meera.post('/checkout/', { orderDetails }, { 'idempotency-key': 'a b' })).status).toBe(400);
    expect(await shop.db.select().from(orders)).toHaveLength(1);
  });

  it('fifty equal presses at once make one order', async ({ ownShop }) => {
    const { app } = shopWithBank(ownShop);
    const meera = await shopperWith(ownShop, app, 'meera.new', stole);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await meera.post('/checkout/', { orderDetails });
        return Placed.parse(await response.json()).order._id;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await ownShop.db.select().from(orders)).toHaveLength(1);
    expect(await readStockLevel(ownShop, stole)).toEqual({ onHand: 39, held: 0 });
  });

  it('an empty cart, and a form with gaps, are told in words', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new');
    const empty = await meera.post('/checkout/', { orderDetails });
    expect(empty.status).toBe(409);
    expect(await empty.json()).toMatchObject({ message: 'Your cart is empty.' });
    const gaps = await meera.post('/checkout/', { orderDetails: { shippingInfo: { country: 'India' } } });
    expect(gaps.status).toBe(400);
    expect(await gaps.json()).toMatchObject({
      errors: expect.arrayContaining([{ field: 'city', message: 'Please write your city.' }]),
    });
  });
});

describe('the beginning of an online payment', () => {
  it('answers what the popup needs, in paise [S-PAY-07 S-PAY-08 S-PAY-10 S-PAY-11 S-API-29 S-CONST-14]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const response = await meera.post('/payment/create-order', { amount: 24800, orderDetails });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const begun = PaymentOrder.parse(await response.json());
    expect(begun).toMatchObject({
      order: { amount: 2_480_000, currency: 'INR' },
      provider: 'pretend-bank',
      title: 'Product purchase',
      expiresAt: '2026-11-21T06:45:00.000Z',
    });
    expect(await shop.db.select().from(pretendBankOrders)).toMatchObject([
      { id: begun.order.id, amountPaise: 2_480_000 },
    ]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
  });

  it('prefills what the form says, and no placeholders [S-PAY-12 S-PAY-13 S-PAY-14]', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const { prefill } = await meera.startPayment();
    expect(prefill).toEqual({ name: 'Meera Joshi', email: 'meera.new@example.in', contact: '+919829000000' });
  });

  it('with the amount alone it goes to the profile’s address [S-API-29]', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const without = await meera.post('/payment/create-order', { amount: 24800 });
    expect(without.status).toBe(400);
    expect(await without.json()).toMatchObject({
      errors: expect.arrayContaining([{ field: 'city', message: 'Please write your city.' }]),
    });
    await shop.db.update(customers).set(validDeliveryForm).where(eq(customers.id, meera.id));
    const response = await meera.post('/payment/create-order', { amount: 24800 });
    expect(response.status).toBe(200);
    const [order] = await shop.db.select().from(orders);
    expect(ShipTo.strict().parse(order?.shipTo).city).toBe('Jaipur');
  });

  it.for([0, -1, 1.5, 1e308, 24800.01, 24799.99, 2_480_000])(
    'an amount of %d is refused with the real cart, and nothing is held [S-PAY-11]',
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
    },
  );

  it.for(['1', '24800', null, [24800], { rupees: 24800 }])(
    'an amount of %j is no amount',
    async (amount, { shop, app }) => {
      const meera = await shopperWith(shop, app, 'meera.new', gulnar);
      const response = await meera.post('/payment/create-order', { amount, orderDetails });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ field: 'amount' }] });
    },
  );

  it('the same press again answers the same, until it is over; then the key is spent', async ({
    shop,
    app,
  }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const key = { 'idempotency-key': 'attempt-0001' };
    const press = () => meera.post('/payment/create-order', { orderDetails }, key);
    const first: unknown = await (await press()).json();
    expect(await (await press()).json()).toEqual(first);
    shop.clock.advance(15 * 60_000);
    const over = await press();
    expect(over.status).toBe(409);
    expect(await over.json()).toMatchObject({ title: 'order-closed' });
    const anew = await meera.startPayment();
    expect(first).not.toMatchObject({ orderId: anew.orderId });
  });

  it('more than ten a minute are refused', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const statuses: number[] = [];
    for (let press = 0; press < 11; press++)
      statuses.push((await meera.post('/payment/create-order', { orderDetails })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('without a good token', () => {
  const calls = [
    ['POST', '/checkout/'],
    ['POST', '/payment/create-order'],
    ['POST', '/payment/verify-order'],
    ['POST', '/payment/renew'],
    ['GET', '/order/TB1001'],
  ] as const;

  it.for(calls)(
    '%s %s asks to sign in, also after the session has ended [S-CHK-15]',
    async ([method, path], { shop, app }) => {
      const body = method === 'POST' ? { body: JSON.stringify({ orderDetails }) } : {};
      expect((await app.request(`/api${path}`, { method, headers: json, ...body })).status).toBe(401);
      const { headers } = await signInAs(shop, 'meera.new@example.in');
      shop.clock.advance(31 * 24 * 60 * 60_000);
      expect((await app.request(`/api${path}`, { method, headers, ...body })).status).toBe(401);
    },
  );
});

describe('one’s own order', () => {
  it('is found by its id and its number, and by nobody else', async ({ shop, app }) => {
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

describe('the time that the pieces are held', () => {
  it('is renewed while the popup is open, for an hour in all', async ({ shop, app }) => {
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
    const over = await renew();
    expect(over.status).toBe(409);
    expect(await over.json()).toMatchObject({ title: 'order-closed' });
  });

  it('is as long as the owner says, where that is more than an hour', async ({ shop, app }) => {
    await shop.db
      .update(settings)
      .set({ value: sql`jsonb_set(${settings.value}, '{holdMinutes}', '90'::jsonb)` });
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const { orderId } = await meera.startPayment();
    shop.clock.advance(10 * 60_000);
    const renewed = await meera.post('/payment/renew', { orderId });
    expect(await renewed.json()).toMatchObject({ expiresAt: '2026-11-21T08:00:00.000Z' });
  });

  it('is one’s own matter: another’s order is not found', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const asha = await shopperWith(shop, app, 'asha');
    const { orderId } = await meera.startPayment();
    expect((await asha.post('/payment/renew', { orderId })).status).toBe(404);
    expect((await asha.post('/payment/renew', { orderId: 'TB1001' })).status).toBe(400);
  });

  it('ends when the shopper begins anew', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', stole);
    const { orderId } = await meera.startPayment();
    await meera.post('/checkout/', { orderDetails });
    expect((await meera.post('/payment/renew', { orderId })).status).toBe(409);
  });
});
