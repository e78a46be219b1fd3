/** Requests about an order in the wrong state, and orders whose lines differ from the cart. */
import { expect } from 'vitest';
import { type OrderState, orderStates } from '../../app/orders/contract.ts';
import { orderHistory } from '../../app/orders/tables.server.ts';
import { receipts, refunds } from '../../app/payments/tables.server.ts';
import { stockMovements } from '../../app/stock/tables.server.ts';
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

it.for([...orderStates])(
  'an order in the state %s accepts only the steps of this state',
  { timeout: 120_000 },
  async (state, { shop }) => {
    const { shop: now, andRolledBack } = rolledBackApp(shop);
    const { app } = shopWithBank(now);
    const meera = await shopperWith(now, app, 'meera.new', gulnar);
    const started = await meera.startPayment();
    const id = started.orderId;
    await advanceTo(now, id, state);
    const before = await snapshotOf(now, id);
    const neverPaid = { razorpay_payment_id: 'pay_never', razorpay_signature: 'f'.repeat(64) };
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
  },
);

it('an order is rejected if a line of the request differs from the cart', async ({ shop }) => {
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', gulnar);
  const rupees = 24_800;
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

it('a cart rejects a quantity that is not a positive integer', async ({ shop }) => {
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', stole);
  const cart: unknown = await (await meera.get('/cart/get')).json();
  for (const quantity of [0, -1, 1.5, 1e9, 2 ** 31, '2', null, [1], { $gt: 0 }, true, 1e-9])
    for (const [method, path] of [
      ['POST', '/cart/add/TB-STO-001'],
      ['PUT', `/cart/edit/${valueAt(cart, 'items', '0', '_id')}`],
    ] as const) {
      const body = JSON.stringify({ quantity, price: 1, proPrice: 1, total: 1 });
      const response = await app.request(`/api${path}`, { method, headers: meera.headers, body });
      expect(response.status, `${path} ${JSON.stringify(quantity)}`).toBe(400);
    }
  expect(await (await meera.get('/cart/get')).json()).toEqual(cart);
});
