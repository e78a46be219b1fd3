/** Two hundred customers place their orders at the same time. */
import { sql } from 'drizzle-orm';
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

/** Inserts `count` customers with filled carts. `products` returns the lines of customer `n`. Returns the customers' ids. */
async function createBuyers(
  shop: Shop,
  count: number,
  products: (n: number) => [variantId: string, quantity: number][],
) {
  const now = shop.clock.now();
  const newCustomers = Array.from({ length: count }, (_, n) => ({
    email: `buyer${n}@example.in`,
    createdAt: now,
    updatedAt: now,
  }));
  const created = await shop.db.insert(customers).values(newCustomers).returning({ id: customers.id });
  const ids = created.map(({ id }) => id);
  await shop.db.insert(carts).values(ids.map((customerId) => ({ customerId, updatedAt: now })));
  await shop.db.insert(cartLines).values(
    ids.flatMap((customerId, n) =>
      products(n).map(([variantId, quantity], index) => ({
        customerId,
        variantId,
        quantity,
        seenPricePaise: 100,
        addedAt: new Date(now.getTime() + index),
      })),
    ),
  );
  return ids;
}

describe('concurrent orders', { timeout: 120_000 }, () => {
  it('sells the last unit to one of two hundred customers; the other orders fail with `cart-changed`', async ({
    ownShop,
  }) => {
    const buyers = await createBuyers(ownShop, 200, () => [[gulnar, 1]]);
    const outcomes = await Promise.allSettled(buyers.map((id) => placeOrder(ownShop, id, cash)));
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors).toHaveLength(199);
    for (const error of errors) expect(error).toMatchObject({ name: 'cart-changed', status: 409 });
    expect(await ownShop.db.select().from(orders)).toHaveLength(1);
    expect(await readStockLevel(ownShop, gulnar)).toEqual({ onHand: 0, held: 0 });
  });

  it('sells five units to five of two hundred customers', async ({ ownShop }) => {
    await receiveStock(ownShop, [{ variantId: gulnar, change: 4 }], 'four more');
    const buyers = await createBuyers(ownShop, 200, () => [[gulnar, 1]]);
    const outcomes = await Promise.allSettled(buyers.map((id) => placeOrder(ownShop, id, cash)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await readStockLevel(ownShop, gulnar)).toEqual({ onHand: 0, held: 0 });
  });

  it('does not deadlock if carts list the same products in opposite sequence', async ({ ownShop }) => {
    await receiveStock(
      ownShop,
      [
        { variantId: gulnar, change: 199 },
        { variantId: stole, change: 160 },
      ],
      'plenty',
    );
    await liftOrderLimits(ownShop);
    const buyers = await createBuyers(ownShop, 200, (n) =>
      n % 2 === 0
        ? [
            [gulnar, 1],
            [stole, 1],
          ]
        : [
            [stole, 1],
            [gulnar, 1],
          ],
    );
    await Promise.all(buyers.map((id, n) => placeOrder(ownShop, id, n % 3 === 0 ? online : cash)));
    expect(await ownShop.db.select().from(orders)).toHaveLength(200);
    const held = await ownShop.db
      .select({ sum: sql<number>`coalesce(sum(${holds.count}), 0)::int` })
      .from(holds);
    expect(held).toEqual([{ sum: 2 * 67 }]);
  });
});
