import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../tests/fixtures/checkout.ts';
import { holdFor, holdStock } from '../../tests/fixtures/holds.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { settings } from '../content/tables.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { events } from '../foundation/tables.server.ts';
import { available, heldUntil } from './available.server.ts';
import { sellStock } from './holds.server.ts';
import {
  adjustStock,
  createStockLevels,
  listStockMovements,
  listVariantsInUse,
  receiveStock,
  removeStock,
} from './stock.server.ts';
import { stockLevels, stockMovements } from './tables.server.ts';

const countOf = async (shop: TestShop, variantId: string) => (await readStockLevel(shop, variantId))?.onHand;

async function movedOf(shop: Shop, variantId: string) {
  const [moved] = await shop.db
    .select({ sum: sql<number>`coalesce(sum(${stockMovements.change}), 0)::int` })
    .from(stockMovements)
    .where(eq(stockMovements.variantId, variantId));
  return moved?.sum;
}

describe('receiving stock', () => {
  it('adds the units of all lines, and records reason, order and time [S-DATA-03]', async ({ shop }) => {
    shop.clock.advance(60_000);
    const arrivals = [
      { variantId: gulnar, change: 1 },
      { variantId: stole, change: 5 },
      { variantId: gulnar, change: 2 },
    ];
    await receiveStock(shop, arrivals, 'returned', 'TB-1001');
    expect(await countOf(shop, gulnar)).toBe(4);
    expect(await movedOf(shop, gulnar)).toBe(4);
    expect(await countOf(shop, stole)).toBe(45);
    const movement = { change: 5, reason: 'returned', reference: 'TB-1001', at: shop.clock.now() };
    expect(await listStockMovements(shop, [stole], 1)).toMatchObject([movement]);
    await receiveStock(shop, [{ variantId: gulnar, change: 0 }], 'an empty parcel');
    await receiveStock(shop, [], 'no parcel');
    expect(await countOf(shop, gulnar)).toBe(4);
  });

  it.for([
    [gulnar, -1],
    [gulnar, 0.5],
    [gulnar, Number.NaN],
    ['TB-SAR-999', 1],
  ] as const)(
    'stores none of the received lines if one is invalid: variant %s, %d units',
    async ([variantId, change], { shop }) => {
      const arrivals = [
        { variantId: stole, change: 2 },
        { variantId, change },
      ];
      await expect(receiveStock(shop, arrivals, 'a slip')).rejects.toThrow();
      expect(await countOf(shop, stole)).toBe(40);
    },
  );

  it('does not deadlock if concurrent lists contain the same variants in opposite order', async ({
    ownShop,
  }) => {
    const levels = await ownShop.db.select().from(stockLevels);
    const arrivals = levels.map(({ variantId }) => ({ variantId, change: 1 }));
    const requests = Array.from({ length: 12 }, (_, number) => {
      const crossed = number % 2 === 0 ? arrivals : arrivals.toReversed();
      return receiveStock(ownShop, crossed, `parcel ${number}`);
    });
    await Promise.all(requests);
    expect(await countOf(ownShop, gulnar)).toBe(13);
    expect(await countOf(ownShop, stole)).toBe(52);
  });
});

it('a missing stock level is created with 0 units, and an existing one is not changed', async ({ shop }) => {
  await createStockLevels(shop, ['TB-SAR-999', stole]);
  await createStockLevels(shop, []);
  expect(await countOf(shop, 'TB-SAR-999')).toBe(0);
  expect(await countOf(shop, stole)).toBe(40);
});

describe('removing stock', () => {
  it('subtracts removed units of the given variant only, and records the reason', async ({ shop }) => {
    shop.clock.advance(60_000);
    await removeStock(shop, stole, 1, 'sold at the fair');
    expect(await countOf(shop, stole)).toBe(39);
    expect(await movedOf(shop, stole)).toBe(39);
    expect(await countOf(shop, gulnar)).toBe(1);
    const movement = { change: -1, reason: 'sold at the fair', reference: null, at: shop.clock.now() };
    expect(await listStockMovements(shop, [stole], 1)).toMatchObject([movement]);
  });

  it('does not remove held units, more units than exist, unknown variants, or an invalid number of units', async ({
    shop,
  }) => {
    await shop.db.update(stockLevels).set({ held: 39 }).where(eq(stockLevels.variantId, stole));
    const tooFew = { name: 'not-enough-stock', status: 409 };
    for (const variantId of [stole, gulnar, 'TB-SAR-999'])
      await expect(removeStock(shop, variantId, 2, 'sold')).rejects.toMatchObject(tooFew);
    await removeStock(shop, stole, 1, 'sold');
    expect(await countOf(shop, stole)).toBe(39);
    expect(await countOf(shop, gulnar)).toBe(1);
    expect(await movedOf(shop, gulnar)).toBe(1);
    for (const count of [0, -1, 1.5])
      await expect(removeStock(shop, stole, count, 'sold')).rejects.toThrow(RangeError);
    expect(await countOf(shop, stole)).toBe(39);
  });

  it('removes the last unit for only one of 30 concurrent requests', async ({ ownShop }) => {
    const requests = Array.from({ length: 30 }, (_, index) =>
      removeStock(ownShop, gulnar, 1, `request ${index}`),
    );
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors).toHaveLength(29);
    for (const error of errors) expect(error).toMatchObject({ name: 'not-enough-stock', status: 409 });
    expect(await countOf(ownShop, gulnar)).toBe(0);
    expect(await movedOf(ownShop, gulnar)).toBe(0);
  });
});

it('a correction by staff adds or subtracts units, and 0 units change nothing', async ({ shop }) => {
  for (const [change, left] of [
    [-3, 37],
    [6, 43],
    [0, 43],
  ] as const) {
    await adjustStock(shop, stole, change, 'counted');
    expect(await countOf(shop, stole)).toBe(left);
    expect(await movedOf(shop, stole)).toBe(left);
  }
});

it('the available units include the units of expired holds, but not the units of current holds', async ({
  shop,
}) => {
  await holdFor(shop, 'a', [{ variantId: gulnar, count: 1 }], 1);
  await holdFor(shop, 'b', [{ variantId: stole, count: 4 }], 1);
  await holdFor(shop, 'c', [{ variantId: stole, count: 3 }], 2);
  shop.clock.advance(60_000);
  const levels = await shop.db
    .select({ free: available(shop, sql`s`) })
    .from(sql`${stockLevels} s`)
    .where(sql`s.variant_id in (${gulnar}, ${stole})`)
    .orderBy(sql`s.variant_id`);
  expect(levels).toEqual([{ free: 1 }, { free: 37 }]);
});

it('a variant is in use if it is held or was ever sold in an order', async ({ shop }) => {
  await removeStock(shop, stole, 1, 'sold at the fair');
  await receiveStock(shop, [{ variantId: stole, change: 1 }], 'returned', 'TB-1001');
  expect(await listVariantsInUse(shop, [gulnar, stole])).toEqual([]);
  await holdFor(shop, 'asha', [{ variantId: gulnar, count: 1 }]);
  await sellStock(shop, [{ variantId: stole, count: 1 }], { reference: 'TB-1001', owner: 'meera' });
  expect((await listVariantsInUse(shop, [gulnar, stole])).toSorted()).toEqual([gulnar, stole]);
  expect(await listVariantsInUse(shop, [stole])).toEqual([stole]);
});

it('the stock movements of the given variants are listed newest first, up to the given limit', async ({
  shop,
}) => {
  for (const [variantId, reason] of [
    [stole, 'first'],
    [gulnar, 'second'],
    [stole, 'third'],
  ] as const) {
    shop.clock.advance(60_000);
    await receiveStock(shop, [{ variantId, change: 1 }], reason);
  }
  const reasonsOf = async (variantIds: string[], limit: number) =>
    (await listStockMovements(shop, variantIds, limit)).map(({ reason }) => reason);
  expect(await reasonsOf([stole], 1)).toEqual(['third']);
  expect(await reasonsOf([stole, gulnar], 3)).toEqual(['third', 'second', 'first']);
  expect(await reasonsOf([gulnar], 1)).toEqual(['second']);
});

it.for([{ onHand: -1 }, { held: 2 }])(
  'the database rejects a stock level with %j for a variant with one unit on hand',
  async (change, { shop }) => {
    const statement = inTransaction(shop, ({ db }) =>
      db.update(stockLevels).set(change).where(eq(stockLevels.variantId, gulnar)),
    );
    await expect(statement).rejects.toThrow();
    expect(await countOf(shop, gulnar)).toBe(1);
  },
);

describe('a sale', () => {
  const sell = (shop: TestShop, ...lines: [variantId: string, count: number][]) =>
    sellStock(
      shop,
      lines.map(([variantId, count]) => ({ variantId, count })),
      { reference: 'TB-1001', owner: 'asha' },
    );
  const lowStock = async (shop: TestShop) =>
    (await shop.db.select().from(events).where(eq(events.kind, 'stock-low'))).map(({ payload }) => payload);

  it('records an event for each variant of which at most the owner’s number of units is left', async ({
    shop,
  }) => {
    await shop.db.update(settings).set({ value: sql`jsonb_set(value, '{lowStockAt}', '38')` });
    await sell(shop, [stole, 1]);
    expect(await lowStock(shop)).toEqual([]);
    await sell(shop, [stole, 1]);
    expect(await lowStock(shop)).toEqual([{ variantId: stole, unitsLeft: 38 }]);
    await sell(shop, [stole, 2], [gulnar, 1]);
    expect((await lowStock(shop)).slice(1)).toEqual(
      expect.arrayContaining([
        { variantId: stole, unitsLeft: 36 },
        { variantId: gulnar, unitsLeft: 0 },
      ]),
    );
  });

  it('records no event about low stock in a shop without settings', async ({ shop }) => {
    await shop.db.delete(settings);
    await sell(shop, [gulnar, 1]);
    expect(await lowStock(shop)).toEqual([]);
  });
});

it('the available units and the end of the stock holds do not count a buyer’s own holds and expired holds', async ({
  shop,
}) => {
  const start = shop.clock.now().getTime();
  const in10Minutes = start + 10 * 60_000;
  const in15Minutes = start + 15 * 60_000;
  const read = async (buyer: string | null) => {
    const columns = {
      units: available(shop, sql`stock_levels`, buyer),
      until: heldUntil(shop, sql`stock_levels`, buyer),
    };
    const [row] = await shop.db.select(columns).from(stockLevels).where(eq(stockLevels.variantId, stole));
    return row;
  };
  expect(await read(null)).toEqual({ units: 40, until: null });
  for (const [owner, count, until] of [
    ['asha', 3, in15Minutes],
    ['meera', 2, in10Minutes],
  ] as const)
    await holdStock(shop, [{ variantId: stole, count }], {
      holder: owner,
      owner,
      expiresAt: new Date(until),
    });
  expect(await read(null)).toEqual({ units: 35, until: in10Minutes });
  expect(await read('asha')).toEqual({ units: 38, until: in10Minutes });
  expect(await read('meera')).toEqual({ units: 37, until: in15Minutes });
  shop.clock.advance(11 * 60_000);
  expect(await read(null)).toEqual({ units: 37, until: in15Minutes });
  expect(await read('asha')).toEqual({ units: 40, until: null });
});
