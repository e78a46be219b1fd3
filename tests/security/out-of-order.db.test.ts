/** Requests about an order in the wrong state or of another customer, and requests with wrong amounts and quantities. */
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
import { valueAt } from './described-operations.ts';
import { rolledBackApp } from './seeded.ts';

/** Sets the state of an order, with its history. */
async function advanceTo(shop: TestShop, id: string, state: OrderState) {
  const now = shop.clock.now();
  for (const next of pathTo(state)) {
    await setOrderState(shop, id, next, {
      ...(next === 'placed' && { placedAt: now, expiresAt: null }),
      ...(next === 'delivered' && { deliveredAt: now }),
    });
    // Insert the history, because endpoints read the state from it too.
    await shop.db.insert(orderHistory).values({ orderId: id, state: next, actor: 'merchant', at: now });
  }
}

/** Reads the state of an order, and all money and stock movements. */
async function snapshotOf(shop: TestShop, id: string) {
  return {
    state: await orderStateOf(shop, id),
    receipts: await shop.db.select().from(receipts),
    refunds: await shop.db.select().from(refunds),
    movements: (await shop.db.select().from(stockMovements)).length,
  };
}

/** States in which a step succeeds. */
const allowed: Record<string, readonly OrderState[]> = {
  cancel: ['pending_payment', 'placed', 'packed'],
  return: ['delivered'],
  renew: ['pending_payment'],
};

/** States in which a step may succeed without a change, because it was already done. */
const idempotent: Record<string, readonly OrderState[]> = {
  cancel: ['cancelled', 'expired'],
  return: ['return_requested', 'return_approved', 'return_rejected', 'return_picked', 'returned', 'refunded'],
};

const neverPaid = {
  ...{ razorpay_order_id: 'order_never', razorpay_payment_id: 'pay_never' },
  razorpay_signature: 'f'.repeat(64),
};

describe('an order', { timeout: 120_000 }, () => {
  it.for([...orderStates])('that is %s accepts only its next steps', async (state, { shop }) => {
    const { shop: now, andRolledBack } = rolledBackApp(shop);
    const { app } = shopWithBank(now);
    const meera = await shopperWith(now, app, 'meera.new', gulnar);
    const started = await meera.startPayment();
    const id = started.orderId;
    await advanceTo(now, id, state);
    const before = await snapshotOf(now, id);
    const steps: [step: string, path: string, body: unknown][] = [
      ['cancel', `/shipment/cancle/${id}`, {}],
      ['return', `/shipment/return/${id}`, {}],
      ['renew', '/payment/renew', { orderId: id }],
      ['verify', '/payment/verify-order', { ...neverPaid, razorpay_order_id: started.order.id }],
    ];
    for (const [step, path, body] of steps) {
      const { status, title, after } = await andRolledBack(async () => {
        const response = await meera.post(path, body);
        const received: unknown = await response.json();
        return {
          status: response.status,
          title: valueAt(received, 'title'),
          after: await snapshotOf(now, id),
        };
      });
      if (allowed[step]?.includes(state)) {
        expect({ step, status }).toEqual({ step, status: 200 });
        continue;
      }
      expect(after, `${step} in state ${state}`).toEqual(before);
      if (idempotent[step]?.includes(state) && status === 200) continue;
      expect({ step, status, title: typeof title }).toEqual({ step, status, title: 'string' });
      expect([400, 401, 404, 409], `${step} in state ${state}`).toContain(status);
    }
  });

  it.for<[step: string, path: string, body: unknown, statuses: readonly number[]]>([
    ['is placed with an empty cart', '/checkout/', { orderDetails }, [409]],
    ['is placed online with an empty cart', '/payment/create-order', { orderDetails }, [409]],
    ['is paid before it exists', '/payment/verify-order', neverPaid, [400, 404]],
    ['is renewed before it exists', '/payment/renew', { orderId: crypto.randomUUID() }, [404]],
    ['is cancelled before it exists', '/shipment/cancle/TB9999', {}, [404]],
    ['is returned before it exists', '/shipment/return/TB9999', {}, [404]],
    ['is rated before its purchase', `/rating/add/${gulnar}`, { stars: 5, review: 'Lovely' }, [403]],
  ])('that %s is rejected without a change', async ([, path, body, statuses], { shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new');
    const count = async () => (await shop.db.select({ id: orders.id }).from(orders)).length;
    const before = await count();
    const response = await meera.post(path, body);
    expect(statuses).toContain(response.status);
    expect(typeof valueAt(await response.json(), 'title')).toBe('string');
    expect(await count()).toBe(before);
  });

  it('cannot be paid, renewed, cancelled or returned by another customer', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const started = await meera.startPayment();
    const paid = await payAtBank(shop, started.order.id, 'pay', false);
    const bina = await shopperWith(shop, app, 'bina', stole);
    for (const [path, body] of [
      ['/payment/verify-order', paid],
      ['/payment/renew', { orderId: started.orderId }],
      [`/shipment/cancle/${started.orderId}`, {}],
      [`/shipment/return/${started.orderId}`, {}],
    ] as const)
      expect((await bina.post(path, body)).status, path).toBe(404);
    expect(await orderStateOf(shop, started.orderId)).toBe('pending_payment');
  });
});

describe('prices and quantities from the browser', { timeout: 120_000 }, () => {
  const rupees = 24_800;

  it('are rejected if the amount differs from the cart', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    for (const amount of [
      ...[rupees - 0.01, rupees + 0.01, rupees - 1, rupees + 1, 1, 0.01, 0, -0, -1, -rupees, 1e308, 5e-324],
      ...[rupees * 100, rupees / 100, 2 ** 53, 24_800.001],
    ]) {
      const response = await meera.post('/payment/create-order', { amount, orderDetails });
      expect([400, 409], String(amount)).toContain(response.status);
      // Stay below the limit of ten requests a minute.
      shop.clock.advance(10_000);
    }
    expect(
      await shop.db.select({ id: orders.id }).from(orders).where(eq(orders.customerId, meera.id)),
    ).toEqual([]);
    expect((await meera.startPayment()).order.amount).toBe(rupees * 100);
  });

  it('are rejected if a line differs from the cart', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    for (const change of [
      ...[{ price: 1 }, { price: rupees - 0.01 }, { price: -rupees }, { proId: stole }, { size: 'XXL' }],
      ...[{ quantity: 2 }, { quantity: 0 }, { quantity: -1 }],
    ]) {
      const line = { proId: gulnar, quantity: 1, price: rupees, ...change };
      for (const path of ['/checkout/', '/payment/create-order']) {
        const response = await meera.post(path, {
          orderDetails: { ...orderDetails, productDetails: [line] },
        });
        expect([400, 409], `${path} ${JSON.stringify(change)}`).toContain(response.status);
      }
      shop.clock.advance(10_000);
    }
  });

  it('are rejected if the quantity is not a positive integer', async ({ shop }) => {
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
