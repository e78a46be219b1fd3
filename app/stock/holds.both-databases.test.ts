import { asc, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, describe, expect, vi } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../tests/fixtures/checkout.ts';
import { holdFor, holdStock } from '../../tests/fixtures/holds.ts';
import { it } from '../../tests/fixtures/world.ts';
import {
  interceptStatements,
  statementsOf,
  withConcurrentSessionAt,
} from '../../tests/security/concurrent-session.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { releaseHold, renewHold, type StockLine, sellStock, sweepHolds } from './holds.server.ts';
import { listStockMovements, receiveStock } from './stock.server.ts';
import { holds, stockLevels, stockMovements } from './tables.server.ts';

afterEach(() => vi.restoreAllMocks());

const one: StockLine[] = [{ variantId: gulnar, count: 1 }];
const noGulnarLeft = [{ field: gulnar, message: 'None left.' }];
const minutes = (n: number) => n * 60_000;
const soon = (shop: Shop, n = 15) => new Date(shop.clock.now().getTime() + minutes(n));

/** Asserts that `on_hand` is the sum of the variant's movements, and that `held` is the sum of its stock holds. */
async function expectBalanced(shop: Shop) {
  const unbalanced = await shop.db
    .select({ variantId: stockLevels.variantId })
    .from(stockLevels)
    .where(
      sql`${stockLevels.onHand} <> (select coalesce(sum(m.change), 0) from ${stockMovements} m where m.variant_id = ${stockLevels.variantId})
        or ${stockLevels.held} <> (select coalesce(sum(h.count), 0) from ${holds} h where h.variant_id = ${stockLevels.variantId})`,
    );
  expect(unbalanced).toEqual([]);
}

describe('selling stock', () => {
  it('subtracts sold units from the stock, and records reason, order and time', async ({ shop }) => {
    shop.clock.advance(minutes(1));
    await sellStock(shop, [{ variantId: stole, count: 3 }, ...one], { reference: 'TB-1001', owner: 'asha' });
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: 37, held: 0 });
    const movement = { reason: 'sold', reference: 'TB-1001', at: shop.clock.now() };
    expect(await listStockMovements(shop, [stole], 1)).toMatchObject([{ ...movement, change: -3 }]);
    expect(await listStockMovements(shop, [gulnar], 1)).toMatchObject([{ ...movement, change: -1 }]);
    await expectBalanced(shop);
  });

  it('sells all lines or none, and names each variant that has too few units', async ({ shop }) => {
    const stockLines = [
      { variantId: stole, count: 2 },
      { variantId: gulnar, count: 2 },
      { variantId: 'TB-SAR-999', count: 1 },
    ];
    const fields = [
      { field: gulnar, message: 'Only 1 left.' },
      { field: 'TB-SAR-999', message: 'None left.' },
    ];
    const sale = sellStock(shop, stockLines, { reference: 'TB-1001', owner: 'TB-1001' });
    await expect(sale).rejects.toMatchObject({ name: 'not-enough-stock', status: 409, fields });
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: 40, held: 0 });
    await expectBalanced(shop);
  });

  it.for([
    ['that another customer holds', { owner: 'meera' }],
    ['that are held for another order', { holder: 'first order' }],
  ] as const)('does not sell units %s', async ([, buyer], { shop }) => {
    await holdStock(shop, one, { holder: 'second order', owner: 'asha', expiresAt: soon(shop) });
    const sale = sellStock(shop, one, { reference: 'TB-1001', ...buyer });
    await expect(sale).rejects.toMatchObject({ fields: noGulnarLeft });
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
  });

  it.for([
    ['that the buyer holds', 0, { owner: 'asha' }],
    ['that the sale’s holder holds', 0, { holder: 'order' }],
    ['of an expired hold that has not been released yet', 15, { owner: 'TB-1001' }],
  ] as const)('sells units %s', async ([, later, buyer], { shop }) => {
    await holdStock(shop, one, { holder: 'order', owner: 'asha', expiresAt: soon(shop) });
    shop.clock.advance(minutes(later));
    await sellStock(shop, one, { reference: 'TB-1001', ...buyer });
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 0, held: 0 });
    await expectBalanced(shop);
  });

  it.for([
    ['is empty', []],
    ['repeats a variant', [...one, ...one]],
    ...[0, -1, 1.5, Number.NaN, 1e308].map(
      (count) => [`has ${count} units`, [{ variantId: stole, count }]] as const,
    ),
  ] as const)('rejects a list of stock lines that %s', async ([, stockLines], { shop }) => {
    await expect(sellStock(shop, stockLines, { reference: 'x', owner: 'x' })).rejects.toThrow(RangeError);
    const hold = { holder: 'x', owner: 'x', expiresAt: soon(shop) };
    await expect(holdStock(shop, stockLines, hold)).rejects.toThrow(RangeError);
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 0 });
  });

  it('does not release another customer’s expired hold if enough other units are available', async ({
    shop,
  }) => {
    const stoles = (count: number) => [{ variantId: stole, count }];
    await holdFor(shop, 'asha', stoles(4));
    shop.clock.advance(minutes(15));
    const two = [...stoles(36), ...one];
    await sellStock(shop, two, { reference: 'TB-1001', owner: 'meera' });
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: 4, held: 4 });
    expect(await renewHold(shop, 'asha', soon(shop))).toBe(true);
  });

  it('releases the buyer’s own hold, even if enough other units are available', async ({ shop }) => {
    await holdFor(shop, 'asha', [{ variantId: stole, count: 4 }]);
    await sellStock(shop, [{ variantId: stole, count: 1 }], { reference: 'TB-1001', owner: 'asha' });
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: 39, held: 0 });
  });
});

describe('holding stock', () => {
  it('keeps a renewed hold until its new expiry', async ({ shop }) => {
    await holdFor(shop, 'asha', one);
    shop.clock.advance(minutes(14));
    expect(await renewHold(shop, 'asha', soon(shop))).toBe(true);
    shop.clock.advance(minutes(14));
    expect(await sweepHolds(shop)).toBe(0);
    shop.clock.advance(minutes(1));
    expect(await sweepHolds(shop)).toBe(1);
    expect(await renewHold(shop, 'asha', soon(shop))).toBe(false);
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 0 });
  });

  it('replaces the owner’s earlier hold, and rejects a hold of more units than are available', async ({
    shop,
  }) => {
    await holdFor(shop, 'asha', [{ variantId: stole, count: 4 }]);
    await holdFor(shop, 'asha', one);
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: 40, held: 0 });
    await expectBalanced(shop);
    const refused = { name: 'not-enough-stock', fields: noGulnarLeft };
    await expect(holdFor(shop, 'meera', one)).rejects.toMatchObject(refused);
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
  });

  it('renews only the holds of the given holder', async ({ shop }) => {
    await holdFor(shop, 'asha', one);
    await holdFor(shop, 'meera', [{ variantId: stole, count: 4 }]);
    await renewHold(shop, 'asha', soon(shop, 30));
    shop.clock.advance(minutes(15));
    expect(await sweepHolds(shop)).toBe(1);
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 1 });
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: 40, held: 0 });
  });

  it('does not release a hold that is renewed during the sweep', async ({ ownShop, world, skip }) => {
    // The embedded database runs no other statement during a transaction, so it cannot run this test.
    if (world.engine === 'embedded') skip();
    interceptStatements();
    const stoles = [{ variantId: stole, count: 1 }];
    await holdStock(ownShop, stoles, { holder: 'meera', owner: 'meera', expiresAt: ownShop.clock.now() });
    const statements = await statementsOf(ownShop, () => sweepHolds(ownShop));
    const locks = statements.findIndex((statement) => statement.includes('for update'));
    expect(locks).toBeGreaterThan(0);
    await holdFor(ownShop, 'asha', one);
    ownShop.clock.advance(minutes(15));
    const outcomes = await withConcurrentSessionAt(ownShop, locks, {
      interrupted: () => sweepHolds(ownShop),
      concurrent: () => renewHold(ownShop, 'asha', soon(ownShop)),
    });
    expect(outcomes).toMatchObject({
      interrupted: { status: 'done' },
      concurrent: { status: 'done', value: true },
    });
    expect(await readStockLevel(ownShop, gulnar)).toEqual({ onHand: 1, held: 1 });
    expect(await renewHold(ownShop, 'asha', soon(ownShop))).toBe(true);
  });

  it('releases all holds of the given holder, and no other holds', async ({ shop }) => {
    const stoles = [{ variantId: stole, count: 4 }];
    await holdFor(shop, 'asha', [...stoles, ...one]);
    await holdFor(shop, 'meera', stoles);
    await releaseHold(shop, 'asha');
    expect(await readStockLevel(shop, gulnar)).toEqual({ onHand: 1, held: 0 });
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: 40, held: 4 });
    await expectBalanced(shop);
  });

  it('releases each hold once if two sweeps run at the same time', async ({ ownShop }) => {
    await holdFor(ownShop, 'asha', [{ variantId: stole, count: 4 }, ...one]);
    ownShop.clock.advance(minutes(20));
    await Promise.all([sweepHolds(ownShop), sweepHolds(ownShop), releaseHold(ownShop, 'asha')]);
    expect(await readStockLevel(ownShop, stole)).toEqual({ onHand: 40, held: 0 });
    await expectBalanced(ownShop);
  });
});

describe('concurrent sales and holds', () => {
  it('succeed for only one of 200 calls if one unit is left', async ({ ownShop }) => {
    const buyers = Array.from({ length: 200 }, (_, n) =>
      n % 2 === 0
        ? sellStock(ownShop, one, { reference: `order ${n}`, owner: `order ${n}` })
        : holdStock(ownShop, one, { holder: `holder ${n}`, owner: `holder ${n}`, expiresAt: soon(ownShop) }),
    );
    const outcomes = await Promise.allSettled(buyers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectBalanced(ownShop);
  });

  it('keep a hold that is added during a release, and whose stock level the release has not locked', async ({
    ownShop,
    world,
    skip,
  }) => {
    if (world.engine === 'embedded') skip();
    interceptStatements();
    const victim = () => releaseHold(ownShop, 'asha');
    const statements = await statementsOf(ownShop, victim);
    const lockIndex = statements.findIndex((statement) => statement.includes('for update'));
    expect(lockIndex).toBeGreaterThanOrEqual(0);

    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
    const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>();
    let otherOrder: Promise<void> | undefined;
    // While `releaseHold` is interrupted, Asha adds a hold of two units, and another order locks all stock levels.
    const concurrent = async () => {
      const two = [...one, { variantId: stole, count: 1 }];
      await holdFor(ownShop, 'asha', two);
      otherOrder = ownShop.db.transaction(async (tx) => {
        await tx.select().from(stockLevels).orderBy(asc(stockLevels.variantId)).for('update');
        noteLocked();
        await unlocked;
      });
      await locked;
    };
    const sessions = { interrupted: victim, concurrent };
    const outcomes = await withConcurrentSessionAt(ownShop, lockIndex + 1, sessions);
    unlock();
    await otherOrder;
    expect(outcomes).toMatchObject({ interrupted: { status: 'done' }, concurrent: { status: 'done' } });
    expect(await readStockLevel(ownShop, gulnar)).toEqual({ onHand: 1, held: 1 });
    await expectBalanced(ownShop);
  });

  it('keep a hold that is added while an earlier hold of the same holder is released', async ({
    ownShop,
    world,
    skip,
  }) => {
    if (world.engine === 'embedded') skip();
    interceptStatements();
    await holdStock(ownShop, one, { holder: 'order', owner: 'asha', expiresAt: soon(ownShop) });
    const statements = await statementsOf(ownShop, () => releaseHold(ownShop, 'another order'));
    const locks = statements.findIndex((statement) => statement.includes('for update'));
    const stoles = [{ variantId: stole, count: 1 }];
    const outcomes = await withConcurrentSessionAt(ownShop, locks + 1, {
      interrupted: () => releaseHold(ownShop, 'order'),
      concurrent: () =>
        holdStock(ownShop, stoles, { holder: 'order', owner: 'meera', expiresAt: soon(ownShop) }),
    });
    expect(outcomes).toMatchObject({ interrupted: { status: 'done' }, concurrent: { status: 'done' } });
    expect(await readStockLevel(ownShop, gulnar)).toEqual({ onHand: 1, held: 0 });
    expect(await readStockLevel(ownShop, stole)).toEqual({ onHand: 40, held: 1 });
  });

  it('keep the sums of holds and stock movements correct for random concurrent calls', async ({
    ownShop,
  }) => {
    const customer = fc.constantFrom('asha', 'bina', 'chitra', 'devi');
    const stockLines = fc.uniqueArray(
      fc.record({ variantId: fc.constantFrom(gulnar, stole), count: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, selector: ({ variantId }) => variantId },
    );
    const operation = fc.oneof(
      fc.record({ do: fc.constant('sell' as const), customer, stockLines }),
      fc.record({ do: fc.constant('hold' as const), customer, stockLines }),
      fc.record({ do: fc.constant('release' as const), customer }),
      fc.record({ do: fc.constant('restock' as const), variantId: fc.constantFrom(gulnar, stole) }),
      fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ do: fc.constant('sweep' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 12 }), async (operations) => {
        const outcomes = await Promise.allSettled(
          operations.map((operation) => {
            const sale = { reference: 'order', owner: 'customer' in operation ? operation.customer : '' };
            if (operation.do === 'sell') return sellStock(ownShop, operation.stockLines, sale);
            if (operation.do === 'hold') return holdFor(ownShop, operation.customer, operation.stockLines);
            if (operation.do === 'release') return releaseHold(ownShop, operation.customer);
            if (operation.do === 'restock')
              return receiveStock(ownShop, [{ variantId: operation.variantId, change: 1 }], 'back');
            if (operation.do === 'wait') return ownShop.clock.advance(minutes(operation.minutes));
            return sweepHolds(ownShop);
          }),
        );
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason.name).toBe('not-enough-stock');
        await expectBalanced(ownShop);
      }),
      { numRuns: 40 },
    );
  });
});
