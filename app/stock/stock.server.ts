import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { NotEnoughStock } from './contract.ts';
import { holds, stockLevels, stockMovements } from './tables.server.ts';

/** A number of units to add to a variant, 0 or more. */
type Arrival = { variantId: string; change: number };

/** Inserts stock levels with 0 units for new variants. Does not change existing stock levels. */
export async function createStockLevels(shop: Shop, variantIds: readonly string[]): Promise<void> {
  if (variantIds.length === 0) return;
  await shop.db
    .insert(stockLevels)
    .values(variantIds.map((variantId) => ({ variantId })))
    .onConflictDoNothing();
}

/**
 * Adds units to the stock and records the movements, in three statements. For returned units, `reference` is the order's number.
 * @throws RangeError, a bug of the caller, for a change that is not a safe integer of at least 0
 */
export async function receiveStock(
  shop: Shop,
  received: readonly Arrival[],
  reason: string,
  reference?: string,
): Promise<void> {
  const invalid = received.find(({ change }) => !Number.isSafeInteger(change) || change < 0);
  if (invalid) throw new RangeError(`${invalid.change} units of ${invalid.variantId} cannot be received`);
  const added = received.filter(({ change }) => change > 0);
  if (added.length === 0) return;
  await inTransaction(shop, async (tx) => {
    const { db, clock } = tx;
    const variantIds = added.map(({ variantId }) => variantId);
    await lockStockLevels(tx, variantIds);
    const arrivals = sql.join(
      added.map(({ variantId, change }) => sql`(${variantId}, ${change}::int)`),
      sql`, `,
    );
    await db.execute(sql`
      update ${stockLevels} set on_hand = on_hand + arrival.change
      from (
        select variant_id, sum(change) as change from (values ${arrivals}) as line (variant_id, change)
        group by variant_id
      ) as arrival
      where ${stockLevels}.variant_id = arrival.variant_id`);
    await db
      .insert(stockMovements)
      .values(added.map((arrival) => ({ ...arrival, reason, reference, at: clock.now() })));
  });
}

/**
 * Removes units that are not held. The UPDATE checks the stock, so only one of two concurrent requests gets the last unit.
 * @throws NotEnoughStock (409); RangeError, a bug of the caller, for a count that is not a safe integer above 0
 */
export async function removeStock(
  shop: Shop,
  variantId: string,
  count: number,
  reason: string,
): Promise<void> {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} units cannot be removed`);
  await inTransaction(shop, async ({ db, clock }) => {
    const updated = await db
      .update(stockLevels)
      .set({ onHand: sql`${stockLevels.onHand} - ${count}` })
      .where(
        and(
          eq(stockLevels.variantId, variantId),
          sql`${stockLevels.onHand} - ${stockLevels.held} >= ${count}`,
        ),
      )
      .returning({ variantId: stockLevels.variantId });
    if (updated.length === 0) throw NotEnoughStock();
    await db.insert(stockMovements).values({ variantId, change: -count, reason, at: clock.now() });
  });
}

/** Adds units like {@link receiveStock}. If `change` is below 0, removes units like {@link removeStock}. */
export async function adjustStock(
  shop: Shop,
  variantId: string,
  change: number,
  reason: string,
): Promise<void> {
  if (change < 0) await removeStock(shop, variantId, -change, reason);
  else await receiveStock(shop, [{ variantId, change }], reason);
}

/** Reads the units on hand and the held units of each variant, sorted by variant. */
export function readStockLevels({ db }: Shop, variantIds: readonly string[]) {
  return db
    .select()
    .from(stockLevels)
    .where(inArray(stockLevels.variantId, [...variantIds]))
    .orderBy(asc(stockLevels.variantId));
}

/**
 * Locks the stock levels until the transaction ends, in the order of their variants, so that concurrent changes cannot deadlock.
 */
export function lockStockLevels(tx: Tx, variantIds: readonly string[]) {
  return readStockLevels(tx, variantIds).for('update');
}

/** Returns the given variants that are held or were ever sold in an order. Such variants must not be deleted. */
export async function listVariantsInUse(shop: Shop, variantIds: readonly string[]): Promise<string[]> {
  const ids = [...variantIds];
  const held = shop.db
    .select({ variantId: holds.variantId })
    .from(holds)
    .where(inArray(holds.variantId, ids));
  const sold = shop.db
    .select({ variantId: stockMovements.variantId })
    .from(stockMovements)
    .where(
      and(
        inArray(stockMovements.variantId, ids),
        isNotNull(stockMovements.reference),
        lt(stockMovements.change, 0),
      ),
    );
  const inUse = await held.union(sold);
  return inUse.map(({ variantId }) => variantId);
}

/** Lists the movements of these variants, newest first. */
export function listStockMovements({ db }: Shop, variantIds: readonly string[], limit: number) {
  return db
    .select()
    .from(stockMovements)
    .where(inArray(stockMovements.variantId, [...variantIds]))
    .orderBy(desc(stockMovements.at), desc(stockMovements.id))
    .limit(limit);
}
