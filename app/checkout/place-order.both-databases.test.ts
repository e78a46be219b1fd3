import { and, eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import {
  customerWith,
  gulnar,
  orderDetails,
  readStockLevel,
  stole,
  validDeliveryForm,
} from '../../tests/fixtures/checkout.ts';
import { unitsOf } from '../../tests/fixtures/order-in-state.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { readCart } from '../cart/read-cart.server.ts';
import { productImages, products } from '../catalogue/tables.server.ts';
import { readSettings } from '../content/content.server.ts';
import type { Settings } from '../content/contract.ts';
import { settings } from '../content/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { outbox } from '../foundation/tables.server.ts';
import { cancelOrder } from '../orders/cancel-order.server.ts';
import { orderHistory, orderLines, orders } from '../orders/tables.server.ts';
import { stockMovements } from '../stock/tables.server.ts';
import type { OrderDetails } from './contract.ts';
import { placeOrder } from './place-order.server.ts';

const details = (more: Partial<OrderDetails> = {}): OrderDetails => ({ ...orderDetails, ...more });
const cod = (more: Partial<OrderDetails> = {}, key?: string) => ({
  details: details(more),
  method: 'COD' as const,
  ...(key === undefined ? {} : { key }),
});
const online = (more: Partial<OrderDetails> = {}) => ({ details: details(more), method: 'Online' as const });

const countOrders = async (shop: Shop) => (await shop.db.select({ id: orders.id }).from(orders)).length;

describe('a cash order', () => {
  it('is stored, sells its stock and empties the cart [S-CHK-01…03 S-PAY-06]', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1], [stole, 2]);
    const { order, lines } = await placeOrder(shop, meera, cod());
    expect(order).toMatchObject({ state: 'placed', paymentMethod: 'COD', promisedBy: '2026-11-28' });
    expect(order.number).toMatch(/^TB\d+$/);
    expect(order.shipTo).toMatchObject({ phone: '+919829000000', email: 'meera.new@example.in' });
    const sold = lines.map(({ productId, quantity }) => `${quantity} × ${productId}`);
    expect(sold.toSorted()).toEqual([`1 × ${gulnar}`, `2 × ${stole}`]);
    expect(order.totalPaise).toBe(lines.reduce((sum, line) => sum + line.pricePaise * line.quantity, 0));
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 0, held: 0 });
    expect((await readCart(shop, meera)).count).toBe(0);
    expect(await shop.db.$count(stockMovements, eq(stockMovements.reference, order.number))).toBe(2);
    const history = await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(history).toMatchObject([{ state: 'placed', actor: 'shopper' }]);
  });

  it('does not change other customers’ carts when an order is placed', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [stole, 1]);
    const asha = await customerWith(shop, 'asha', [stole, 1], [gulnar, 1]);
    const before = await readCart(shop, asha);
    await placeOrder(shop, meera, cod());
    const after = await readCart(shop, asha);
    expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id));
    expect(after.version).toBe(before.version);
  });

  it('is rejected, and writes nothing, if the settings do not allow it', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const rules = async (changed: Partial<Settings['cod']>) => {
      const rule = JSON.stringify({ ...(await readSettings(shop)).cod, ...changed });
      const value = sql`jsonb_set(${settings.value}, '{cod}', ${rule}::jsonb)`;
      await shop.db.update(settings).set({ value });
    };
    for (const rule of [
      { allowed: false },
      { allowed: true, upToPaise: 2_479_999 },
      { upToPaise: null, fromPaise: 2_480_001 },
      { fromPaise: null, notForUnique: true },
    ]) {
      await rules(rule);
      const placing = placeOrder(shop, meera, cod());
      await expect(placing).rejects.toMatchObject({ name: 'cod-refused', status: 409 });
    }
    expect(await countOrders(shop)).toBe(0);
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 0 });
    expect((await placeOrder(shop, meera, online())).order.state).toBe('pending_payment');
    const asha = await customerWith(shop, 'asha', [stole, 1]);
    expect((await placeOrder(shop, asha, cod())).order.state).toBe('placed');
  });

  it('has lines with the tax of all units and the first image, if they are known', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [stole, 3], [gulnar, 1]);
    await shop.db.delete(productImages).where(eq(productImages.productId, stole));
    const first = and(eq(productImages.productId, gulnar), eq(productImages.position, 0));
    await shop.db.update(productImages).set({ file: 'gulnar-as-sold.webp' }).where(first);
    const attributes = sql`${products.attributes} - 'hsn'`;
    await shop.db.update(products).set({ attributes }).where(eq(products.id, gulnar));
    const { lines } = await placeOrder(shop, meera, cod());
    expect(lines.find(({ productId }) => productId === stole)).toMatchObject({
      ...{ pricePaise: 45_000, quantity: 3, taxRate: 500, taxPaise: 3 * 2143, image: null },
      hsn: expect.stringMatching(/^\d{4}$/),
    });
    const untaxed = { hsn: null, taxRate: null, taxPaise: 0, image: 'gulnar-as-sold.webp' };
    expect(lines.find(({ productId }) => productId === gulnar)).toMatchObject(untaxed);
  });
});

describe('an online order', () => {
  it('holds its stock until it is paid, and does not change the cart', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const { order } = await placeOrder(shop, meera, online());
    expect(order).toMatchObject({ state: 'pending_payment', placedAt: null });
    expect(order.expiresAt?.getTime()).toBe(shop.clock.now().getTime() + 15 * 60_000);
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
    expect((await readCart(shop, meera)).count).toBe(1);
    expect(await shop.db.select().from(outbox).where(eq(outbox.kind, 'order'))).toEqual([]);
  });

  it('is superseded if the same customer orders the held product in cash', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const pending = await placeOrder(shop, meera, online());
    const { order } = await placeOrder(shop, meera, cod());
    expect(order.state).toBe('placed');
    const [superseded] = await shop.db.select().from(orders).where(eq(orders.id, pending.order.id));
    expect(superseded).toMatchObject({ state: 'expired', supersededReason: 'new-order' });
    expect(superseded?.supersededAt).not.toBeNull();
    expect(await unitsOf(shop, pending.order.id)).toMatchObject([{ state: 'expired' }]);
    const isOfPending = eq(orderHistory.orderId, pending.order.id);
    const entries = await shop.db.select().from(orderHistory).where(isOfPending);
    expect(entries.at(-1)).toMatchObject({ state: 'expired', actor: 'shopper' });
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 0, held: 0 });
  });

  it('does not supersede another customer’s pending order', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [stole, 1]);
    const asha = await customerWith(shop, 'asha', [stole, 1]);
    const { order } = await placeOrder(shop, meera, online());
    await placeOrder(shop, asha, online());
    const [pending] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
    expect(pending).toMatchObject({ state: 'pending_payment', supersededAt: null });
  });

  it('blocks other customers’ orders of the held unit until the hold expires', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const asha = await customerWith(shop, 'asha', [gulnar, 1]);
    await placeOrder(shop, meera, online());
    await expect(placeOrder(shop, asha, cod())).rejects.toMatchObject({ name: 'cart-changed' });
    shop.clock.advance(15 * 60_000);
    expect((await placeOrder(shop, asha, cod())).order.state).toBe('placed');
  });
});

describe('the shop', () => {
  it('returns one order for fifty equal concurrent requests [S-PAY-06]', async ({ ownShop }) => {
    const meera = await customerWith(ownShop, 'meera.new', [gulnar, 1], [stole, 2]);
    const results = await Promise.all(Array.from({ length: 50 }, () => placeOrder(ownShop, meera, cod())));
    expect(new Set(results.map(({ order }) => order.id)).size).toBe(1);
    expect(await countOrders(ownShop)).toBe(1);
    expect(await readStockLevel(ownShop, stole)).toEqual({ onHand: 38, held: 0 });
    expect(await ownShop.db.select().from(outbox).where(eq(outbox.kind, 'order'))).toHaveLength(1);
  });

  it('returns the same order for the same key, even if the cart has changed', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const first = await placeOrder(shop, meera, cod({}, 'attempt-1'));
    await addToCart(shop, meera, stole, { quantity: 1 });
    const { country, firstName, ...rest } = validDeliveryForm;
    const shippingInfo = { ...rest, firstName, country };
    const again = await placeOrder(shop, meera, cod({ shippingInfo }, 'attempt-1'));
    expect(again.order.id).toBe(first.order.id);
    expect(await countOrders(shop)).toBe(1);
  });

  it('places another order for a request with another key', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [stole, 1]);
    const first = await placeOrder(shop, meera, cod({}, 'attempt-1'));
    await addToCart(shop, meera, stole, { quantity: 1 });
    const second = await placeOrder(shop, meera, cod({}, 'attempt-2'));
    expect(second.order.id).not.toBe(first.order.id);
  });

  it('rejects a request with the same key and another address', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    await placeOrder(shop, meera, cod({}, 'attempt-1'));
    const other = cod({ shippingInfo: { ...validDeliveryForm, city: 'Ajmer' } }, 'attempt-1');
    await expect(placeOrder(shop, meera, other)).rejects.toMatchObject({ name: 'key-reused', status: 409 });
  });

  it('places a new order if the request’s key belongs to another customer', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [stole, 1]);
    const asha = await customerWith(shop, 'asha', [stole, 1]);
    const meeraOrder = await placeOrder(shop, meera, cod({}, 'attempt-1'));
    const ashaOrder = await placeOrder(shop, asha, cod({}, 'attempt-1'));
    expect(ashaOrder.order.id).not.toBe(meeraOrder.order.id);
  });

  it('returns the pending online order until that order expires or is cancelled', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const place = async () => (await placeOrder(shop, meera, online())).order;
    const first = await place();
    expect((await place()).id).toBe(first.id);
    shop.clock.advance(15 * 60_000);
    const second = await place();
    await cancelOrder(shop, { actor: 'shopper', customerId: meera, idOrNumber: second.id });
    const third = await place();
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    expect(third.state).toBe('pending_payment');
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
  });
});

it('the database rejects an order total that is not the sum of its parts', async ({ shop }) => {
  const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
  const { order } = await placeOrder(shop, meera, cod());
  const update = shop.db.transaction((tx) =>
    tx.update(orders).set({ totalPaise: 1 }).where(eq(orders.id, order.id)),
  );
  await expect(update).rejects.toThrow();
  expect(await shop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))).toHaveLength(1);
});
