import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { holdStock } from '../../tests/fixtures/holds.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { available } from './available.server.ts';
import { sellStock } from './holds.server.ts';
import {
  adjustStock,
  createStockLevels,
  listStockMovements,
  listVariantsInUse,
  readStockLevels,
  receiveStock,
  removeStock,
} from './stock.server.ts';
import { stockLevels, stockMovements } from './tables.server.ts';

/** Gulnar, of which there is one. */
const gulnar = 'TB-SAR-001';
/** The Khadi Indigo Stole, of which there are forty. */
const stole = 'TB-STO-001';

async function countOf(shop: Shop, variantId: string) {
  const [level] = await shop.db.select().from(stockLevels).where(eq(stockLevels.variantId, variantId));
  return level?.onHand;
}

async function movedOf(shop: Shop, variantId: string) {
  const [moved] = await shop.db
    .select({ sum: sql<number>`coalesce(sum(${stockMovements.change}), 0)::int` })
    .from(stockMovements)
    .where(eq(stockMovements.variantId, variantId));
  return moved?.sum;
}

describe('receiving', () => {
  it('puts pieces on the shelf and writes down why [S-DATA-03]', async ({ shop }) => {
    await receiveStock(shop, [{ variantId: gulnar, change: 3 }], 'a parcel from Varanasi');
    expect(await countOf(shop, gulnar)).toBe(4);
    const movements = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.reason, 'a parcel from Varanasi'));
    expect(movements).toMatchObject([{ variantId: gulnar, change: 3 }]);
  });

  it('notes the order that the pieces come back from, and when', async ({ shop }) => {
    shop.clock.advance(60_000);
    await receiveStock(shop, [{ variantId: gulnar, change: 1 }], 'returned', 'TB-1001');
    expect(await listStockMovements(shop, [gulnar], 1)).toMatchObject([
      { change: 1, reason: 'returned', reference: 'TB-1001', at: shop.clock.now() },
    ]);
  });

  it('adds up two arrivals of the same variant in one parcel', async ({ shop }) => {
    const shipment = [
      { variantId: gulnar, change: 1 },
      { variantId: stole, change: 5 },
      { variantId: gulnar, change: 2 },
    ];
    await receiveStock(shop, shipment, 'two bundles');
    expect(await countOf(shop, gulnar)).toBe(4);
    expect(await countOf(shop, stole)).toBe(45);
    expect(await movedOf(shop, gulnar)).toBe(4);
  });

  it('of nothing changes nothing', async ({ shop }) => {
    await receiveStock(shop, [{ variantId: gulnar, change: 0 }], 'an empty parcel');
    await receiveStock(shop, [], 'no parcel');
    expect(await countOf(shop, gulnar)).toBe(1);
  });

  it('is refused for a variant that has no place', async ({ shop }) => {
    await expect(receiveStock(shop, [{ variantId: 'TB-SAR-999', change: 1 }], 'lost')).rejects.toThrow();
    expect(await countOf(shop, gulnar)).toBe(1);
  });

  it.for([-1, 0.5, Number.NaN])('refuses a change of %d, and changes nothing', async (change, { shop }) => {
    const shipment = [
      { variantId: stole, change: 2 },
      { variantId: gulnar, change },
    ];
    await expect(receiveStock(shop, shipment, 'a slip')).rejects.toThrow(RangeError);
    expect(await countOf(shop, stole)).toBe(40);
  });

  it('parcels with the same variants in crossed order all come in', async ({ ownShop }) => {
    const levels = await ownShop.db.select().from(stockLevels);
    const shipment = levels.map(({ variantId }) => ({ variantId, change: 1 }));
    const shipments = Array.from({ length: 12 }, (_, number) => {
      const crossed = number % 2 === 0 ? shipment : shipment.toReversed();
      return receiveStock(ownShop, crossed, `parcel ${number}`);
    });
    await Promise.all(shipments);
    expect(await countOf(ownShop, gulnar)).toBe(13);
    expect(await countOf(ownShop, stole)).toBe(52);
  });

  it('a new place is empty', async ({ shop }) => {
    await createStockLevels(shop, ['TB-SAR-999']);
    expect(await countOf(shop, 'TB-SAR-999')).toBe(0);
  });

  it('a place that is there already stays as it is, and no places are made of no variants', async ({
    shop,
  }) => {
    await createStockLevels(shop, [stole]);
    await createStockLevels(shop, []);
    expect(await countOf(shop, stole)).toBe(40);
  });
});

describe('taking', () => {
  it('takes what is there, and writes it down', async ({ shop }) => {
    await removeStock(shop, stole, 15, 'sold at the fair');
    expect(await countOf(shop, stole)).toBe(25);
    expect(await movedOf(shop, stole)).toBe(25);
  });

  it('says in the movement why and when', async ({ shop }) => {
    shop.clock.advance(60_000);
    await removeStock(shop, stole, 15, 'sold at the fair');
    expect(await listStockMovements(shop, [stole], 1)).toMatchObject([
      { change: -15, reason: 'sold at the fair', reference: null, at: shop.clock.now() },
    ]);
  });

  it('takes the last one', async ({ shop }) => {
    await removeStock(shop, gulnar, 1, 'sold at the fair');
    expect(await countOf(shop, gulnar)).toBe(0);
  });

  it('takes nothing from any other variant', async ({ shop }) => {
    await removeStock(shop, stole, 1, 'sold at the fair');
    expect(await countOf(shop, gulnar)).toBe(1);
  });

  it('refuses more than is there, and changes nothing', async ({ shop }) => {
    await expect(removeStock(shop, gulnar, 2, 'sold')).rejects.toMatchObject({
      name: 'not-enough-stock',
      status: 409,
    });
    expect(await countOf(shop, gulnar)).toBe(1);
    expect(await movedOf(shop, gulnar)).toBe(1);
  });

  it('leaves alone what is held for somebody', async ({ shop }) => {
    await shop.db.update(stockLevels).set({ held: 39 }).where(eq(stockLevels.variantId, stole));
    await expect(removeStock(shop, stole, 2, 'sold')).rejects.toMatchObject({ name: 'not-enough-stock' });
    await removeStock(shop, stole, 1, 'sold');
    expect(await countOf(shop, stole)).toBe(39);
  });

  it('refuses a count that takes nothing or puts something back', async ({ shop }) => {
    await expect(removeStock(shop, stole, 0, 'sold')).rejects.toThrow(RangeError);
    await expect(removeStock(shop, stole, -1, 'sold')).rejects.toThrow(RangeError);
    await expect(removeStock(shop, stole, 1.5, 'sold')).rejects.toThrow(RangeError);
    expect(await countOf(shop, stole)).toBe(40);
  });

  it('refuses a variant that there is not', async ({ shop }) => {
    await expect(removeStock(shop, 'TB-SAR-999', 1, 'sold')).rejects.toMatchObject({
      name: 'not-enough-stock',
    });
  });

  it('thirty people who want the last one: one has it', { timeout: 60_000 }, async ({ ownShop }) => {
    const takers = Array.from({ length: 30 }, (_, person) =>
      removeStock(ownShop, gulnar, 1, `taker ${person}`),
    );
    const outcomes = await Promise.allSettled(takers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors).toHaveLength(29);
    for (const error of errors) expect(error).toMatchObject({ name: 'not-enough-stock', status: 409 });
    expect(await countOf(ownShop, gulnar)).toBe(0);
    expect(await movedOf(ownShop, gulnar)).toBe(0);
  });
});

describe('a correction by staff', () => {
  it.for([
    [-3, 37],
    [3, 43],
    [0, 40],
  ] as const)('of %d leaves %d of forty', async ([change, left], { shop }) => {
    await adjustStock(shop, stole, change, 'counted');
    expect(await countOf(shop, stole)).toBe(left);
    expect(await movedOf(shop, stole)).toBe(left);
  });
});

describe('what may be had', () => {
  const later = (shop: Shop, ms: number) => new Date(shop.clock.now().getTime() + ms);

  async function freeOf(shop: Shop, variantId: string) {
    const [place] = await shop.db
      .select({ free: available(shop, sql`s`) })
      .from(sql`${stockLevels} s`)
      .where(sql`s.variant_id = ${variantId}`);
    return place?.free;
  }

  it('is what stands on the shelf and is not held', async ({ shop }) => {
    expect(await freeOf(shop, stole)).toBe(40);
    await holdStock(shop, [{ variantId: stole, count: 4 }], {
      holder: 'a',
      owner: 'a',
      expiresAt: later(shop, 1),
    });
    await holdStock(shop, [{ variantId: stole, count: 3 }], {
      holder: 'b',
      owner: 'b',
      expiresAt: later(shop, 2),
    });
    expect(await freeOf(shop, stole)).toBe(33);
  });

  it('counts a hold that has run out as free, from that moment on, and no other', async ({ shop }) => {
    await holdStock(shop, [{ variantId: gulnar, count: 1 }], {
      holder: 'a',
      owner: 'a',
      expiresAt: later(shop, 1),
    });
    await holdStock(shop, [{ variantId: stole, count: 4 }], {
      holder: 'b',
      owner: 'b',
      expiresAt: later(shop, 1),
    });
    await holdStock(shop, [{ variantId: stole, count: 3 }], {
      holder: 'c',
      owner: 'c',
      expiresAt: later(shop, 2),
    });
    shop.clock.advance(1);
    expect(await freeOf(shop, stole)).toBe(37);
    expect(await freeOf(shop, gulnar)).toBe(1);
  });

  it('is read for the variants asked for, in their order, with what is held of them', async ({ shop }) => {
    await holdStock(shop, [{ variantId: stole, count: 4 }], {
      holder: 'a',
      owner: 'a',
      expiresAt: later(shop, 1),
    });
    expect(await readStockLevels(shop, [stole, gulnar])).toEqual([
      { variantId: gulnar, onHand: 1, held: 0 },
      { variantId: stole, onHand: 40, held: 4 },
    ]);
  });
});

describe('a variant that must stay in the books', () => {
  const until = (shop: Shop) => new Date(shop.clock.now().getTime() + 60_000);

  it('is one that is held now, or was sold with an order', async ({ shop }) => {
    const own = { holder: 'asha', owner: 'asha' };
    await holdStock(shop, [{ variantId: gulnar, count: 1 }], { ...own, expiresAt: until(shop) });
    await sellStock(shop, [{ variantId: stole, count: 1 }], { reference: 'TB-1001', owner: 'meera' });
    expect((await listVariantsInUse(shop, [gulnar, stole])).toSorted()).toEqual([gulnar, stole]);
    expect(await listVariantsInUse(shop, [stole])).toEqual([stole]);
  });

  it('is not one that staff took or received, or that came back', async ({ shop }) => {
    await removeStock(shop, stole, 1, 'sold at the fair');
    await receiveStock(shop, [{ variantId: stole, change: 1 }], 'returned', 'TB-1001');
    expect(await listVariantsInUse(shop, [gulnar, stole])).toEqual([]);
  });
});

describe('the movements', () => {
  it('are those of the variants asked for, the newest first, as many as asked for', async ({ shop }) => {
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
});

describe('the shelf itself', () => {
  it('no statement can bring a count below zero', async ({ shop }) => {
    const oversell = inTransaction(shop, ({ db }) =>
      db.update(stockLevels).set({ onHand: -1 }).where(eq(stockLevels.variantId, gulnar)),
    );
    await expect(oversell).rejects.toThrow();
    expect(await countOf(shop, gulnar)).toBe(1);
  });

  it('no statement can hold more than there is', async ({ shop }) => {
    const overhold = inTransaction(shop, ({ db }) =>
      db.update(stockLevels).set({ held: 2 }).where(eq(stockLevels.variantId, gulnar)),
    );
    await expect(overhold).rejects.toThrow();
  });

  it('every count of the world is the sum of its movements', async ({ shop }) => {
    const places = await shop.db
      .select({
        variantId: stockLevels.variantId,
        onHand: stockLevels.onHand,
        moved: sql<number>`coalesce(sum(${stockMovements.change}), 0)::int`,
      })
      .from(stockLevels)
      .leftJoin(stockMovements, eq(stockMovements.variantId, stockLevels.variantId))
      .groupBy(stockLevels.variantId);
    expect(places.length).toBeGreaterThan(36);
    for (const { variantId, onHand, moved } of places)
      expect([variantId, moved]).toEqual([variantId, onHand]);
  });
});
