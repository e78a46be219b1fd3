import { describe, expect } from 'vitest';
import { gulnar, orderDetails, readStockLevel, stole } from '../../tests/fixtures/checkout.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import { it } from '../../tests/fixtures/world.ts';
import { cartLines, carts } from '../cart/tables.server.ts';
import { customers } from '../customers/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { orders } from '../orders/tables.server.ts';
import { receiveStock } from '../stock/stock.server.ts';
import { holds } from '../stock/tables.server.ts';
import { placeOrder } from './place-order.server.ts';

const cash = { details: orderDetails, method: 'COD' as const };
const online = { details: orderDetails, method: 'Online' as const };

/** Inserts 200 customers with one unit of each of their products in the cart. Returns the customers' ids. */
async function createBuyers(shop: Shop, productsOf: (n: number) => string[]) {
  const now = shop.clock.now();
  const times = { createdAt: now, updatedAt: now };
  const newCustomers = Array.from({ length: 200 }, (_, n) => ({ email: `buyer${n}@example.in`, ...times }));
  const created = await shop.db.insert(customers).values(newCustomers).returning({ id: customers.id });
  const ids = created.map(({ id }) => id);
  await shop.db.insert(carts).values(ids.map((customerId) => ({ customerId, updatedAt: now })));
  const lines = ids.flatMap((customerId, n) =>
    productsOf(n).map((variantId, index) => {
      const addedAt = new Date(now.getTime() + index);
      return { customerId, variantId, quantity: 1, seenPricePaise: 100, addedAt };
    }),
  );
  await shop.db.insert(cartLines).values(lines);
  return ids;
}

describe('concurrent orders', { timeout: 120_000 }, () => {
  it('sell the last unit to one of 200 customers, and reject the others', async ({ ownShop }) => {
    const buyers = await createBuyers(ownShop, () => [gulnar]);
    const outcomes = await Promise.allSettled(buyers.map((id) => placeOrder(ownShop, id, cash)));
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors).toHaveLength(199);
    for (const error of errors) expect(error).toMatchObject({ name: 'cart-changed', status: 409 });
    expect(await ownShop.db.select().from(orders)).toHaveLength(1);
    expect(await readStockLevel(ownShop, gulnar)).toEqual({ onHand: 0, held: 0 });
  });

  it('do not deadlock if their carts list the same products in opposite sequences', async ({ ownShop }) => {
    await receiveStock(ownShop, [{ variantId: gulnar, change: 199 }], 'plenty');
    await receiveStock(ownShop, [{ variantId: stole, change: 160 }], 'plenty');
    await liftOrderLimits(ownShop);
    const pair = [gulnar, stole];
    const buyers = await createBuyers(ownShop, (n) => (n % 2 === 0 ? pair : pair.toReversed()));
    await Promise.all(buyers.map((id, n) => placeOrder(ownShop, id, n % 3 === 0 ? online : cash)));
    expect(await ownShop.db.select().from(orders)).toHaveLength(200);
    const held = await ownShop.db.select({ count: holds.count }).from(holds);
    // Only unpaid orders hold units: 67 of the 200 orders are online, and each of them has 2 units.
    expect(held.reduce((sum, { count }) => sum + count, 0)).toBe(2 * 67);
  });
});
