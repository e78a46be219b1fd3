/** The steps of an order out of their turn: what is asked too early, too late, or of something that never was. */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { type OrderState, orderStates } from '../../app/orders/contract.ts';
import { orderHistory, orders } from '../../app/orders/tables.server.ts';
import { receipts, refunds } from '../../app/payments/tables.server.ts';
import { stockMovements } from '../../app/stock/tables.server.ts';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import {
  gulnar,
  orderDetails,
  orderStateOf,
  shopperWith,
  shopWithBank,
  stole,
} from '../fixtures/checkout.ts';
import { pathTo, setOrderState } from '../fixtures/order-in-state.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { it } from '../fixtures/world.ts';
import { valueAt } from './described-endpoints.ts';
import { rolledBackApp } from './seeded.ts';

async function advanceTo(shop: TestShop, id: string, state: OrderState) {
  const now = shop.clock.now();
  for (const next of pathTo(state)) {
    await setOrderState(shop, id, next, {
      ...(next === 'placed' && { placedAt: now, expiresAt: null }),
      ...(next === 'delivered' && { deliveredAt: now }),
    });
    // Whoever reads how it stands reads what happened to it.
    await shop.db.insert(orderHistory).values({ orderId: id, state: next, actor: 'merchant', at: now });
  }
}

/** What came of it: nothing, where all of this is as it was. */
async function integrityOf(shop: TestShop, id: string) {
  return {
    state: await orderStateOf(shop, id),
    receipts: await shop.db.select().from(receipts),
    refunds: await shop.db.select().from(refunds),
    movements: (await shop.db.select().from(stockMovements)).length,
  };
}

/** In which states a shopper's step does something. */
const doing: Record<string, readonly OrderState[]> = {
  cancel: ['pending_payment', 'placed', 'packed'],
  return: ['delivered'],
  renew: ['pending_payment'],
};

/** In which it was done already, and is answered so once more. */
const again: Record<string, readonly OrderState[]> = {
  cancel: ['cancelled', 'expired'],
  return: ['return_requested', 'return_approved', 'return_rejected', 'return_picked', 'returned', 'refunded'],
};

describe('an order', { timeout: 120_000 }, () => {
  it.for([...orderStates])('that is %s takes no step that is not its next', async (state, { shop }) => {
    const { shop: now, andRolledBack } = rolledBackApp(shop);
    const { app } = shopWithBank(now);
    const meera = await shopperWith(now, app, 'meera.new', gulnar);
    const begun = await meera.startPayment();
    const id = begun.orderId;
    await advanceTo(now, id, state);
    const before = await integrityOf(now, id);
    const steps: [step: string, path: string, body: unknown][] = [
      ['cancel', `/shipment/cancle/${id}`, {}],
      ['return', `/shipment/return/${id}`, {}],
      ['renew', '/payment/renew', { orderId: id }],
      [
        'verify',
        '/payment/verify-order',
        {
          razorpay_order_id: begun.order.id,
          razorpay_payment_id: 'pay_never',
          razorpay_signature: 'f'.repeat(64),
        },
      ],
    ];
    for (const [step, path, body] of steps) {
      const { status, title, books } = await andRolledBack(async () => {
        const response = await meera.post(path, body);
        const reported: unknown = await response.json();
        return {
          status: response.status,
          title: valueAt(reported, 'title'),
          books: await integrityOf(now, id),
        };
      });
      if (doing[step]?.includes(state)) {
        expect({ step, status }).toEqual({ step, status: 200 });
        continue;
      }
      expect(books, `${step} of what is ${state}`).toEqual(before);
      if (again[step]?.includes(state) && status === 200) continue;
      expect({ step, status, title: typeof title }).toEqual({ step, status, title: 'string' });
      expect([400, 401, 404, 409], `${step} of what is ${state}`).toContain(status);
    }
  });

  it.for<[step: string, path: string, body: unknown, statuses: readonly number[]]>([
    ['is begun with an empty cart', '/checkout/', { orderDetails }, [409]],
    ['is begun online with an empty cart', '/payment/create-order', { orderDetails }, [409]],
    [
      'is paid before it is begun',
      '/payment/verify-order',
      {
        razorpay_order_id: 'order_never',
        razorpay_payment_id: 'pay_never',
        razorpay_signature: 'f'.repeat(64),
      },
      [400, 404],
    ],
    [
      'is renewed before it is begun',
      '/payment/renew',
      { orderId: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11' },
      [404],
    ],
    ['is cancelled before it is begun', '/shipment/cancle/TB9999', {}, [404]],
    ['is given back before it is begun', '/shipment/return/TB9999', {}, [404]],
    ['is rated before it is bought', `/rating/add/${gulnar}`, { stars: 5, review: 'Lovely' }, [403]],
  ])('that %s is refused, and nothing is written', async ([, path, body, statuses], { shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new');
    const count = async () => (await shop.db.select({ id: orders.id }).from(orders)).length;
    const before = await count();
    const response = await meera.post(path, body);
    expect(statuses).toContain(response.status);
    expect(typeof valueAt(await response.json(), 'title')).toBe('string');
    expect(await count()).toBe(before);
  });

  it('that is another’s is paid, renewed, cancelled and given back by nobody else', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const begun = await meera.startPayment();
    const paid = await payAtBank(shop, begun.order.id, 'pay', false);
    const bina = await shopperWith(shop, app, 'bina', stole);
    for (const [path, body] of [
      ['/payment/verify-order', paid],
      ['/payment/renew', { orderId: begun.orderId }],
      [`/shipment/cancle/${begun.orderId}`, {}],
      [`/shipment/return/${begun.orderId}`, {}],
    ] as const)
      expect((await bina.post(path, body)).status, path).toBe(404);
    expect(await orderStateOf(shop, begun.orderId)).toBe('pending_payment');
  });
});

describe('what a browser says of prices and numbers', { timeout: 120_000 }, () => {
  const rupees = 24_800;

  it('no amount is believed but the cart’s own', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    for (const amount of [
      ...[rupees - 0.01, rupees + 0.01, rupees - 1, rupees + 1, 1, 0.01, 0, -0, -1, -rupees, 1e308, 5e-324],
      ...[rupees * 100, rupees / 100, 2 ** 53, 24_800.001],
    ]) {
      const response = await meera.post('/payment/create-order', { amount, orderDetails });
      expect([400, 409], String(amount)).toContain(response.status);
      // Ten a minute are allowed, and this is not about that.
      shop.clock.advance(10_000);
    }
    expect(
      await shop.db.select({ id: orders.id }).from(orders).where(eq(orders.customerId, meera.id)),
    ).toEqual([]);
    expect((await meera.startPayment()).order.amount).toBe(rupees * 100);
  });

  it('no line is sold that is not the cart’s', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    for (const reported of [
      { price: 1 },
      { quantity: 2 },
      { quantity: 0 },
      { quantity: -1 },
      { proId: stole },
      { size: 'XXL' },
      { price: rupees - 0.01 },
      { price: -rupees },
    ]) {
      const line = { proId: gulnar, quantity: 1, price: rupees, ...reported };
      for (const path of ['/checkout/', '/payment/create-order']) {
        const response = await meera.post(path, {
          orderDetails: { ...orderDetails, productDetails: [line] },
        });
        expect([400, 409], `${path} ${JSON.stringify(reported)}`).toContain(response.status);
      }
      shop.clock.advance(10_000);
    }
  });

  it('no quantity is taken that is no number of pieces', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', stole);
    const cart: unknown = await (await meera.get('/cart/get')).json();
    const before = JSON.stringify(cart);
    for (const quantity of [0, -1, 1.5, 1e9, 2 ** 31, '2', null, [1], { $gt: 0 }, true, 1e-9]) {
      for (const [method, path] of [
        ['POST', '/cart/add/TB-STO-001'],
        ['PUT', `/cart/edit/${valueAt(cart, 'items', '0', '_id')}`],
      ] as const) {
        const response = await app.request(`/api${path}`, {
          method,
          headers: meera.headers,
          body: JSON.stringify({ quantity, price: 1, proPrice: 1, total: 1 }),
        });
        expect(response.status, `${path} ${JSON.stringify(quantity)}`).toBe(400);
      }
    }
    expect(JSON.stringify(await (await meera.get('/cart/get')).json())).toBe(before);
  });
});
