import { and, eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import {
  customerWith,
  gulnar,
  orderDetails,
  readStockLevel,
  shopperWith,
  shopWithBank,
  stole,
  validDeliveryForm,
} from '../../tests/fixtures/checkout.ts';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import { unitsOf } from '../../tests/fixtures/order-in-state.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { readCart } from '../cart/read-cart.server.ts';
import { listProducts } from '../catalogue/catalogue.server.ts';
import { productImages, products } from '../catalogue/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { outbox } from '../foundation/tables.server.ts';
import { cancelOwnOrder } from '../orders/cancel-order.server.ts';
import { orderHistory, orderLines, orders } from '../orders/tables.server.ts';
import { stockMovements } from '../stock/tables.server.ts';
import { type OrderDetails, PaymentOrder } from './contract.ts';
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
  it('sells its units, and empties only its own customer’s cart [S-CHK-01…03 S-PAY-06]', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1], [stole, 2]);
    const asha = await customerWith(shop, 'asha', [stole, 1], [gulnar, 1]);
    const before = await readCart(shop, asha);
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
    const { items, version } = await readCart(shop, asha);
    expect(items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id));
    expect(version).toBe(before.version);
  });

  it('stores the HSN code, the tax and the product’s first image in each line, and null for a missing image or HSN code', async ({
    shop,
  }) => {
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
  it('holds its stock for 15 minutes, blocks other customers, and keeps the cart', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const asha = await customerWith(shop, 'asha', [gulnar, 1]);
    const { order } = await placeOrder(shop, meera, online());
    expect(order).toMatchObject({ state: 'pending_payment', placedAt: null });
    expect(order.expiresAt?.getTime()).toBe(shop.clock.now().getTime() + 15 * 60_000);
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
    expect((await readCart(shop, meera)).count).toBe(1);
    expect(await shop.db.select().from(outbox).where(eq(outbox.kind, 'order'))).toEqual([]);
    await expect(placeOrder(shop, asha, cod())).rejects.toMatchObject({ name: 'cart-changed' });
    shop.clock.advance(15 * 60_000);
    expect((await placeOrder(shop, asha, cod())).order.state).toBe('placed');
  });

  it('is superseded by the same customer’s cash order, but not by another customer’s order', async ({
    shop,
  }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const pending = await placeOrder(shop, meera, online());
    await placeOrder(shop, await customerWith(shop, 'asha', [stole, 1]), online());
    const [waiting] = await shop.db.select().from(orders).where(eq(orders.id, pending.order.id));
    expect(waiting).toMatchObject({ state: 'pending_payment', supersededAt: null });
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

  it('places one order for each key of a customer, and rejects a used key with another address', async ({
    shop,
  }) => {
    const [meera, asha] = [
      await customerWith(shop, 'meera.new', [stole, 1]),
      await customerWith(shop, 'asha', [stole, 1]),
    ];
    const place = async (customerId: string, key: string, shippingInfo = validDeliveryForm) =>
      (await placeOrder(shop, customerId, cod({ shippingInfo }, key))).order.id;
    const first = await place(meera, 'attempt-1');
    await addToCart(shop, meera, stole, { quantity: 1 });
    const { country, firstName, ...rest } = validDeliveryForm;
    expect(await place(meera, 'attempt-1', { ...rest, firstName, country })).toBe(first);
    expect(await countOrders(shop)).toBe(1);
    const otherAddress = place(meera, 'attempt-1', { ...validDeliveryForm, city: 'Ajmer' });
    await expect(otherAddress).rejects.toMatchObject({ name: 'key-reused', status: 409 });
    expect(await countOrders(shop)).toBe(1);
    const all = [first, await place(meera, 'attempt-2'), await place(asha, 'attempt-1')];
    expect(new Set(all).size).toBe(3);
  });

  it('returns the pending online order until that order expires or is cancelled', async ({ shop }) => {
    const meera = await customerWith(shop, 'meera.new', [gulnar, 1]);
    const place = async () => (await placeOrder(shop, meera, online())).order;
    const first = await place();
    expect((await place()).id).toBe(first.id);
    shop.clock.advance(15 * 60_000);
    const second = await place();
    await cancelOwnOrder(shop, meera, second.id);
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

/** Returns the product numbers of five products that are in stock and have one size. */
async function fiveProducts(shop: TestShop): Promise<string[]> {
  const { products } = await listProducts(shop, { sort: 'featured', limit: 100, offset: 0 });
  const suitable = products.filter(({ sizes, quantity }) => sizes.length === 1 && quantity > 0);
  return suitable.slice(0, 5).map(({ proId }) => proId);
}

it('placing a cash order runs at most 19 SQL statements for one product, and at most 21 for five products [S-PAY-06]', async ({
  shop,
}) => {
  await liftOrderLimits(shop);
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', stole);
  const one = await countStatements(async () => {
    expect((await meera.post('/checkout/', { orderDetails })).status).toBe(200);
  });
  const asha = await shopperWith(shop, app, 'asha', ...(await fiveProducts(shop)));
  const five = await countStatements(async () => {
    expect((await asha.post('/checkout/', { orderDetails })).status).toBe(200);
  });
  // Orders with several lines also lock their stock levels, and record which of the five products are low in stock.
  expect(five).toBe(one + 2);
  expect(one).toBeLessThanOrEqual(19);
});

it('starting a payment and verifying it run at most 30 SQL statements each [S-PAY-07 S-PAY-15]', async ({
  shop,
}) => {
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', ...(await fiveProducts(shop)));
  const started: PaymentOrder[] = [];
  const starting = await countStatements(async () => {
    const response = await meera.post('/payment/create-order', { orderDetails });
    started.push(PaymentOrder.parse(await response.json()));
  });
  const { outcome: _, ...proof } = await payAtBank(shop, started[0]?.order.id ?? '', 'pay', false);
  const paid = await countStatements(async () => {
    expect((await meera.post('/payment/verify-order', proof)).status).toBe(200);
  });
  expect(starting).toBeLessThanOrEqual(30);
  expect(paid).toBeLessThanOrEqual(30);
});
