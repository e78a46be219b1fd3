import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, describe, expect, vi } from 'vitest';
import { holdStock } from '../../tests/fixtures/holds.ts';
import { it } from '../../tests/fixtures/world.ts';
import { interceptStatements, withConcurrentSessionAt } from '../../tests/security/concurrent-session.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { releaseHold, renewHold, type StockLine, sellStock, sweepHolds } from './holds.server.ts';
import { listStockMovements, receiveStock } from './stock.server.ts';
import { holds, stockLevels, stockMovements } from './tables.server.ts';

afterEach(() => vi.restoreAllMocks());

/** Gulnar, of which there is one. */
const gulnar = 'TB-SAR-001';
/** The Khadi Indigo Stole, of which there are forty. */
const stole = 'TB-STO-001';
const one: StockLine[] = [{ variantId: gulnar, count: 1 }];
const minutes = (n: number) => n * 60_000;
const soon = (shop: Shop, n = 15) => new Date(shop.clock.now().getTime() + minutes(n));

async function placeOf(shop: Shop, variantId: string) {
  const [level] = await shop.db
    .select({ onHand: stockLevels.onHand, held: stockLevels.held })
    .from(stockLevels)
    .where(eq(stockLevels.variantId, variantId));
  return level;
}

/** What must be true of the shelf at any time: counts are their movements, and what is held is the holds. */
async function expectBalanced(shop: Shop) {
  const wrong = await shop.db
    .select({ variantId: stockLevels.variantId })
    .from(stockLevels)
    .where(
      sql`${stockLevels.onHand} <> (select coalesce(sum(m.change), 0) from ${stockMovements} m where m.variant_id = ${stockLevels.variantId})
        or ${stockLevels.held} <> (select coalesce(sum(h.count), 0) from ${holds} h where h.variant_id = ${stockLevels.variantId})`,
    );
  expect(wrong).toEqual([]);
}

describe('selling', () => {
  it('takes pieces off the shelf and writes down for which order', async ({ shop }) => {
    await sellStock(shop, [{ variantId: stole, count: 3 }, ...one], {
      reference: 'TB-1001',
      owner: 'TB-1001',
    });
    expect(await placeOf(shop, stole)).toEqual({ onHand: 37, held: 0 });
    const movements = await shop.db
      .select({ variantId: stockMovements.variantId, change: stockMovements.change })
      .from(stockMovements)
      .where(eq(stockMovements.reference, 'TB-1001'));
    expect(movements).toHaveLength(2);
    await expectBalanced(shop);
  });

  it('says in the movement why, for which order and when', async ({ shop }) => {
    shop.clock.advance(minutes(1));
    await sellStock(shop, [{ variantId: stole, count: 3 }], { reference: 'TB-1001', owner: 'asha' });
    expect(await listStockMovements(shop, [stole], 1)).toMatchObject([
      { change: -3, reason: 'sold', reference: 'TB-1001', at: shop.clock.now() },
    ]);
  });

  it('is all or nothing, and names what is short', async ({ shop }) => {
    const stockLines = [
      { variantId: stole, count: 2 },
      { variantId: gulnar, count: 2 },
    ];
    await expect(
      sellStock(shop, stockLines, { reference: 'TB-1001', owner: 'TB-1001' }),
    ).rejects.toMatchObject({
      name: 'not-enough-stock',
      status: 409,
      fields: [{ field: gulnar, message: 'Only 1 left.' }],
    });
    expect(await placeOf(shop, stole)).toEqual({ onHand: 40, held: 0 });
    await expectBalanced(shop);
  });

  it('leaves alone what is held for somebody else', async ({ shop }) => {
    await holdStock(shop, one, { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    await expect(sellStock(shop, one, { reference: 'TB-1001', owner: 'TB-1001' })).rejects.toMatchObject({
      fields: [{ field: gulnar, message: 'None left.' }],
    });
  });

  it('nobody’s own hold stands in their way', async ({ shop }) => {
    await holdStock(shop, one, { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    await sellStock(shop, one, { reference: 'TB-1001', owner: 'asha' });
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 0, held: 0 });
    await expectBalanced(shop);
  });

  it('a hold that has run out stands in nobody’s way, swept or not', async ({ shop }) => {
    await holdStock(shop, one, { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    shop.clock.advance(minutes(15));
    await sellStock(shop, one, { reference: 'TB-1001', owner: 'TB-1001' });
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 0, held: 0 });
    await expectBalanced(shop);
  });

  it.for([0, -1, 1.5, Number.NaN, 1e308])('refuses to sell %d of something', async (count, { shop }) => {
    await expect(
      sellStock(shop, [{ variantId: stole, count }], { reference: 'x', owner: 'x' }),
    ).rejects.toThrow(RangeError);
  });

  it.for([[[]], [[...one, ...one]]])(
    'refuses a parcel that does not name each variant once: %j',
    async ([stockLines = []], { shop }) => {
      await expect(sellStock(shop, stockLines, { reference: 'x', owner: 'x' })).rejects.toThrow(RangeError);
      const hold = { holder: 'x', owner: 'x', expiresAt: soon(shop) };
      await expect(holdStock(shop, stockLines, hold)).rejects.toThrow(RangeError);
      expect(await placeOf(shop, gulnar)).toEqual({ onHand: 1, held: 0 });
    },
  );

  it('refuses a variant that there is not', async ({ shop }) => {
    const stockLines = [{ variantId: 'TB-SAR-999', count: 1 }];
    await expect(sellStock(shop, stockLines, { reference: 'x', owner: 'x' })).rejects.toMatchObject({
      name: 'not-enough-stock',
      fields: [{ field: 'TB-SAR-999', message: 'None left.' }],
    });
  });

  it('for one end uses what was held for it', async ({ shop }) => {
    await holdStock(shop, one, { holder: 'first order', owner: 'asha', expiresAt: soon(shop) });
    await sellStock(shop, one, { reference: 'TB-1001', holder: 'first order' });
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 0, held: 0 });
    await expectBalanced(shop);
  });

  it('leaves a hold that has run out where enough is free without it', async ({ shop }) => {
    const stoles = (count: number) => [{ variantId: stole, count }];
    await holdStock(shop, stoles(4), { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    shop.clock.advance(minutes(15));
    const two = [...stoles(36), ...one];
    await sellStock(shop, two, { reference: 'TB-1001', owner: 'meera' });
    expect(await placeOf(shop, stole)).toEqual({ onHand: 4, held: 4 });
    expect(await renewHold(shop, 'asha', soon(shop))).toBe(true);
  });
});

it('a sale gives back what its owner held, also where more than enough is free', async ({ shop }) => {
  await holdStock(shop, [{ variantId: stole, count: 4 }], {
    holder: 'order',
    owner: 'asha',
    expiresAt: soon(shop),
  });
  await sellStock(shop, [{ variantId: stole, count: 1 }], { reference: 'TB-1001', owner: 'asha' });
  expect(await placeOf(shop, stole)).toEqual({ onHand: 39, held: 0 });
});

it('a sale for one end takes nothing that is held for another', async ({ shop }) => {
  await holdStock(shop, one, { holder: 'second order', owner: 'asha', expiresAt: soon(shop) });
  await expect(sellStock(shop, one, { reference: 'TB-1001', holder: 'first order' })).rejects.toMatchObject({
    fields: [{ field: gulnar, message: 'None left.' }],
  });
  expect(await placeOf(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
});

describe('holding', () => {
  it('puts aside, and gives back', async ({ shop }) => {
    await holdStock(shop, [{ variantId: stole, count: 4 }], {
      holder: 'asha',
      owner: 'asha',
      expiresAt: soon(shop),
    });
    expect(await placeOf(shop, stole)).toEqual({ onHand: 40, held: 4 });
    await releaseHold(shop, 'asha');
    await releaseHold(shop, 'asha');
    expect(await placeOf(shop, stole)).toEqual({ onHand: 40, held: 0 });
  });

  it('somebody who asks again holds what was asked for last', async ({ shop }) => {
    await holdStock(shop, [{ variantId: stole, count: 4 }], {
      holder: 'asha',
      owner: 'asha',
      expiresAt: soon(shop),
    });
    await holdStock(shop, one, { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    expect(await placeOf(shop, stole)).toEqual({ onHand: 40, held: 0 });
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
    await expectBalanced(shop);
  });

  it('lasts as long as it was renewed for', async ({ shop }) => {
    await holdStock(shop, one, { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    shop.clock.advance(minutes(14));
    expect(await renewHold(shop, 'asha', soon(shop))).toBe(true);
    shop.clock.advance(minutes(14));
    expect(await sweepHolds(shop)).toBe(0);
    shop.clock.advance(minutes(1));
    expect(await sweepHolds(shop)).toBe(1);
    expect(await renewHold(shop, 'asha', soon(shop))).toBe(false);
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 1, held: 0 });
  });

  it('refuses to hold more than is free, and names it', async ({ shop }) => {
    await holdStock(shop, one, { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    await expect(
      holdStock(shop, one, { holder: 'meera', owner: 'meera', expiresAt: soon(shop) }),
    ).rejects.toMatchObject({
      name: 'not-enough-stock',
      fields: [{ field: gulnar, message: 'None left.' }],
    });
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
  });

  it('is renewed for its own holder alone', async ({ shop }) => {
    await holdStock(shop, one, { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    await holdStock(shop, [{ variantId: stole, count: 4 }], {
      holder: 'meera',
      owner: 'meera',
      expiresAt: soon(shop),
    });
    await renewHold(shop, 'asha', soon(shop, 30));
    shop.clock.advance(minutes(15));
    expect(await sweepHolds(shop)).toBe(1);
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
    expect(await placeOf(shop, stole)).toEqual({ onHand: 40, held: 0 });
  });

  it('that is renewed while the sweeper looks stays', async ({ ownShop, world, skip }) => {
    // The embedded database lets nobody in between two statements of a transaction.
    if (world.engine === 'embedded') skip();
    interceptStatements();
    const stoles = [{ variantId: stole, count: 1 }];
    await holdStock(ownShop, stoles, { holder: 'meera', owner: 'meera', expiresAt: ownShop.clock.now() });
    const noneConcurrent = async () => undefined;
    const { statements } = await withConcurrentSessionAt(ownShop, 99, {
      interrupted: () => sweepHolds(ownShop),
      concurrent: noneConcurrent,
    });
    const locks = statements.findIndex((statement) => statement.includes('for update'));
    expect(locks).toBeGreaterThan(0);
    await holdStock(ownShop, one, { holder: 'asha', owner: 'asha', expiresAt: soon(ownShop) });
    ownShop.clock.advance(minutes(15));
    const outcomes = await withConcurrentSessionAt(ownShop, locks, {
      interrupted: () => sweepHolds(ownShop),
      concurrent: () => renewHold(ownShop, 'asha', soon(ownShop)),
    });
    expect(outcomes).toMatchObject({
      interrupted: { status: 'done' },
      concurrent: { status: 'done', value: true },
    });
    expect(await placeOf(ownShop, gulnar)).toEqual({ onHand: 1, held: 1 });
    expect(await renewHold(ownShop, 'asha', soon(ownShop))).toBe(true);
  });

  it('is given back for all that its holder holds, and for no other holder', async ({ shop }) => {
    const stoles = [{ variantId: stole, count: 4 }];
    await holdStock(shop, [...stoles, ...one], { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    await holdStock(shop, stoles, { holder: 'meera', owner: 'meera', expiresAt: soon(shop) });
    await releaseHold(shop, 'asha');
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 1, held: 0 });
    expect(await placeOf(shop, stole)).toEqual({ onHand: 40, held: 4 });
    await expectBalanced(shop);
  });

  it('that has run out is swept for every holder, however many variants they hold', async ({ shop }) => {
    const stoles = [{ variantId: stole, count: 4 }];
    await holdStock(shop, [...stoles, ...one], { holder: 'asha', owner: 'asha', expiresAt: soon(shop) });
    await holdStock(shop, stoles, { holder: 'meera', owner: 'meera', expiresAt: soon(shop) });
    shop.clock.advance(minutes(15));
    expect(await sweepHolds(shop)).toBe(2);
    expect(await placeOf(shop, gulnar)).toEqual({ onHand: 1, held: 0 });
    expect(await placeOf(shop, stole)).toEqual({ onHand: 40, held: 0 });
  });

  it('two sweepers give back once', async ({ ownShop }) => {
    await holdStock(ownShop, [{ variantId: stole, count: 4 }, ...one], {
      holder: 'asha',
      owner: 'asha',
      expiresAt: soon(ownShop),
    });
    ownShop.clock.advance(minutes(20));
    await Promise.all([sweepHolds(ownShop), sweepHolds(ownShop), releaseHold(ownShop, 'asha')]);
    expect(await placeOf(ownShop, stole)).toEqual({ onHand: 40, held: 0 });
    await expectBalanced(ownShop);
  });
});

describe('many at once', () => {
  it('two hundred for the last one: one has it', async ({ ownShop }) => {
    const buyers = Array.from({ length: 200 }, (_, n) =>
      n % 2 === 0
        ? sellStock(ownShop, one, { reference: `order ${n}`, owner: `order ${n}` })
        : holdStock(ownShop, one, { holder: `holder ${n}`, owner: `holder ${n}`, expiresAt: soon(ownShop) }),
    );
    const outcomes = await Promise.allSettled(buyers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectBalanced(ownShop);
  });

  it('without the guard the last one would be sold to many: these races can be lost', async ({
    ownShop,
    world,
    skip,
  }) => {
    // The embedded database does one transaction after the other, guarded or not.
    if (world.engine === 'embedded') skip();
    await ownShop.db.execute(sql`alter table stock_levels drop constraint stock_levels_never_oversold`);
    // Fewer than there are connections, so that all can look before any takes.
    const buyers = 5;
    let looking = buyers;
    const { promise: allHaveLooked, resolve: look } = Promise.withResolvers<void>();
    const buyUnguarded = () =>
      ownShop.db.transaction(async (tx) => {
        const [level] = await tx.select().from(stockLevels).where(eq(stockLevels.variantId, gulnar));
        looking -= 1;
        if (looking === 0) look();
        await allHaveLooked;
        if (!level || level.onHand < 1) return false;
        await tx
          .update(stockLevels)
          .set({ onHand: sql`${stockLevels.onHand} - 1` })
          .where(eq(stockLevels.variantId, gulnar));
        return true;
      });
    const sales = await Promise.all(Array.from({ length: buyers }, buyUnguarded));
    expect(sales.filter(Boolean)).toHaveLength(buyers);
    expect(await placeOf(ownShop, gulnar)).toEqual({ onHand: 1 - buyers, held: 0 });
  });

  it('crossed parcels never wait for each other in a ring', async ({ ownShop }) => {
    await receiveStock(ownShop, [{ variantId: gulnar, change: 199 }], 'many Gulnars');
    await receiveStock(ownShop, [{ variantId: stole, change: 160 }], 'many stoles');
    const pair = [
      { variantId: gulnar, count: 1 },
      { variantId: stole, count: 1 },
    ];
    const buyers = Array.from({ length: 200 }, (_, n) =>
      sellStock(ownShop, n % 2 === 0 ? pair : pair.toReversed(), {
        reference: `order ${n}`,
        owner: `order ${n}`,
      }),
    );
    await Promise.all(buyers);
    expect(await placeOf(ownShop, gulnar)).toEqual({ onHand: 0, held: 0 });
    expect(await placeOf(ownShop, stole)).toEqual({ onHand: 0, held: 0 });
  });

  it('giving back touches no place that it has not taken first, whatever comes meanwhile', async ({
    ownShop,
    world,
    skip,
  }) => {
    if (world.engine === 'embedded') skip();
    interceptStatements();
    const victim = () => releaseHold(ownShop, 'asha');
    const noneConcurrent = async () => undefined;
    const { statements } = await withConcurrentSessionAt(ownShop, 99, {
      interrupted: victim,
      concurrent: noneConcurrent,
    });
    const taken = statements.findIndex((statement) => statement.includes('for update'));
    expect(taken).toBeGreaterThanOrEqual(0);

    const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>();
    let shopping: Promise<void> | undefined;
    // Asha holds two pieces after all, and somebody who wants both has taken their places.
    const concurrent = async () => {
      const two = [...one, { variantId: stole, count: 1 }];
      await holdStock(ownShop, two, { holder: 'asha', owner: 'asha', expiresAt: soon(ownShop) });
      shopping = ownShop.db.transaction(async (tx) => {
        await tx.select().from(stockLevels).orderBy(asc(stockLevels.variantId)).for('update');
        noteLocked();
        await free;
      });
      await locked;
    };
    const outcomes = await withConcurrentSessionAt(ownShop, taken + 1, { interrupted: victim, concurrent });
    letGo();
    await shopping;
    expect(outcomes).toMatchObject({ interrupted: { status: 'done' }, concurrent: { status: 'done' } });
    expect(await placeOf(ownShop, gulnar)).toEqual({ onHand: 1, held: 1 });
    await expectBalanced(ownShop);
  });

  it('giving back leaves a hold that came meanwhile, on a variant that is not locked', async ({
    ownShop,
    world,
    skip,
  }) => {
    if (world.engine === 'embedded') skip();
    interceptStatements();
    await holdStock(ownShop, one, { holder: 'order', owner: 'asha', expiresAt: soon(ownShop) });
    const noneConcurrent = async () => undefined;
    const { statements } = await withConcurrentSessionAt(ownShop, 99, {
      interrupted: () => releaseHold(ownShop, 'another order'),
      concurrent: noneConcurrent,
    });
    const locks = statements.findIndex((statement) => statement.includes('for update'));
    const stoles = [{ variantId: stole, count: 1 }];
    const outcomes = await withConcurrentSessionAt(ownShop, locks + 1, {
      interrupted: () => releaseHold(ownShop, 'order'),
      concurrent: () =>
        holdStock(ownShop, stoles, { holder: 'order', owner: 'meera', expiresAt: soon(ownShop) }),
    });
    expect(outcomes).toMatchObject({ interrupted: { status: 'done' }, concurrent: { status: 'done' } });
    expect(await placeOf(ownShop, gulnar)).toEqual({ onHand: 1, held: 0 });
    expect(await placeOf(ownShop, stole)).toEqual({ onHand: 40, held: 1 });
  });

  it('whatever people do, the shelf balances', async ({ ownShop }) => {
    const who = fc.constantFrom('asha', 'bina', 'chitra', 'devi');
    const shipment = fc.uniqueArray(
      fc.record({ variantId: fc.constantFrom(gulnar, stole), count: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, selector: ({ variantId }) => variantId },
    );
    const act = fc.oneof(
      fc.record({ do: fc.constant('sell' as const), who, shipmentInput: shipment }),
      fc.record({ do: fc.constant('hold' as const), who, shipmentInput: shipment }),
      fc.record({ do: fc.constant('release' as const), who }),
      fc.record({ do: fc.constant('restock' as const), variantId: fc.constantFrom(gulnar, stole) }),
      fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ do: fc.constant('sweep' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
        const outcomes = await Promise.allSettled(
          acts.map((one) => {
            if (one.do === 'sell')
              return sellStock(ownShop, one.shipmentInput, { reference: one.who, owner: one.who });
            if (one.do === 'hold')
              return holdStock(ownShop, one.shipmentInput, {
                holder: one.who,
                owner: one.who,
                expiresAt: soon(ownShop),
              });
            if (one.do === 'release') return releaseHold(ownShop, one.who);
            if (one.do === 'restock')
              return receiveStock(ownShop, [{ variantId: one.variantId, change: 1 }], 'back');
            if (one.do === 'wait') return ownShop.clock.advance(minutes(one.minutes));
            return sweepHolds(ownShop);
          }),
        );
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected')
            expect(outcome.reason).toMatchObject({ name: 'not-enough-stock' });
        }
        await expectBalanced(ownShop);
      }),
      { numRuns: 40 },
    );
  });
});
