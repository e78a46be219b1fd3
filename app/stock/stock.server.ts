import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { NotEnoughStock } from './contract.ts';
import { holds, stockLevels, stockMovements } from './tables.server.ts';

/** So many pieces of a variant, 0 or more, that come in. */
type Arrival = { variantId: string; change: number };

/** Makes places on the shelf for new variants, empty. A place that stood empty since its size was taken off is taken again. */
export async function createStockLevels(shop: Shop, variantIds: readonly string[]): Promise<void> {
  if (variantIds.length === 0) return;
  await shop.db
    .insert(stockLevels)
    .values(variantIds.map((variantId) => ({ variantId })))
    .onConflictDoNothing();
}

/**
 * Puts pieces on the shelf, for the reason given, and back when `reference` says what they belonged to. Three
 * statements, however many variants. Throws a RangeError for a
 * change that is not a whole number from 0: that is a bug of the caller.
 */
export async function receiveStock(
  shop: Shop,
  shipment: readonly Arrival[],
  reason: string,
  reference?: string,
): Promise<void> {
  const wrong = shipment.find(({ change }) => !Number.isSafeInteger(change) || change < 0);
  if (wrong) throw new RangeError(`${wrong.change} pieces of ${wrong.variantId} cannot be received`);
  const coming = shipment.filter(({ change }) => change > 0);
  if (coming.length === 0) return;
  await inTransaction(shop, async ({ db, clock }) => {
    const variantIds = coming.map(({ variantId }) => variantId);
    // Everybody takes the places in one order, so that two parcels with the same variants never wait for each other.
    await db
      .select({ variantId: stockLevels.variantId })
      .from(stockLevels)
      .where(inArray(stockLevels.variantId, variantIds))
      .orderBy(asc(stockLevels.variantId))
      .for('update');
    const arrivals = sql.join(
      coming.map(({ variantId, change }) => sql`(${variantId}, ${change}::int)`),
      sql`, `,
    );
    await db.execute(sql`
      update ${stockLevels} set on_hand = on_hand + arrival.change
      from (
        select variant_id, sum(change) as change from (values ${arrivals}) as parcel (variant_id, change)
        group by variant_id
      ) as arrival
      where ${stockLevels}.variant_id = arrival.variant_id`);
    await db
      .insert(stockMovements)
      .values(coming.map((arrival) => ({ ...arrival, reason, reference, at: clock.now() })));
  });
}

/**
 * Takes pieces off the shelf that are not held for anybody. The guard stands in the update itself, so that two
 * who want the last one cannot both have it. Throws `not-enough-stock` (409), and a RangeError for a count that is
 * not a whole number above 0: that is a bug of the caller.
 */
export async function removeStock(
  shop: Shop,
  variantId: string,
  count: number,
  reason: string,
): Promise<void> {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} pieces cannot be taken`);
  await inTransaction(shop, async ({ db, clock }) => {
    const taken = await db
      .update(stockLevels)
      .set({ onHand: sql`${stockLevels.onHand} - ${count}` })
      .where(
        and(
          eq(stockLevels.variantId, variantId),
          sql`${stockLevels.onHand} - ${stockLevels.held} >= ${count}`,
        ),
      )
      .returning({ variantId: stockLevels.variantId });
    if (taken.length === 0) throw NotEnoughStock();
    await db.insert(stockMovements).values({ variantId, change: -count, reason, at: clock.now() });
  });
}

/** Puts pieces on the shelf, or takes them off where `change` is below 0, as {@link receiveStock} and {@link removeStock} do. */
export async function adjustStock(
  shop: Shop,
  variantId: string,
  change: number,
  reason: string,
): Promise<void> {
  if (change < 0) await removeStock(shop, variantId, -change, reason);
  else await receiveStock(shop, [{ variantId, change }], reason);
}

/** How many stand on the shelf, and how many of those are put aside for somebody who is paying. */
export async function readStockLevels(shop: Shop, variantIds: readonly string[]) {
  return shop.db
    .select()
    .from(stockLevels)
    .where(inArray(stockLevels.variantId, [...variantIds]))
    .orderBy(asc(stockLevels.variantId));
}

/** Those of the variants that somebody has bought, or holds now: they must stay in the books. */
export async function listBound(shop: Shop, variantIds: readonly string[]): Promise<string[]> {
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
  const bound = await held.union(sold);
  return bound.map(({ variantId }) => variantId);
}

/** Why a count changed. `reference` is the number of an order where it belongs to one. */
export type Movement = {
  id: string;
  variantId: string;
  change: number;
  reason: string;
  reference: string | null;
  at: Date;
};

/** What moved these variants' counts, the newest first. */
export async function listMovements(
  shop: Shop,
  variantIds: readonly string[],
  limit: number,
): Promise<Movement[]> {
  return shop.db
    .select()
    .from(stockMovements)
    .where(inArray(stockMovements.variantId, [...variantIds]))
    .orderBy(desc(stockMovements.at), desc(stockMovements.id))
    .limit(limit);
}
