import { and, eq, sql } from 'drizzle-orm';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { NotThatMany } from './contract.ts';
import { shelf, stockMovements } from './tables.server.ts';

/** One change of a count: `change` pieces of a variant come (above 0) or go (below 0). */
export type Movement = { variantId: string; change: number };

/** Makes places on the shelf for new variants, empty. */
export async function makePlaces(shop: Shop, variantIds: readonly string[]): Promise<void> {
  if (variantIds.length === 0) return;
  await shop.db.insert(shelf).values(variantIds.map((variantId) => ({ variantId })));
}

/** Puts pieces on the shelf, for the reason given. Two statements, however many variants. */
export async function receive(shop: Shop, movements: readonly Movement[], reason: string): Promise<void> {
  const coming = movements.filter(({ change }) => change > 0);
  if (coming.length === 0) return;
  await inTransaction(shop, async ({ db }) => {
    const arrivals = sql.join(
      coming.map(({ variantId, change }) => sql`(${variantId}, ${change}::int)`),
      sql`, `,
    );
    await db.execute(sql`
      update ${shelf} set on_hand = on_hand + arrival.change
      from (
        select variant_id, sum(change) as change from (values ${arrivals}) as parcel (variant_id, change)
        group by variant_id
      ) as arrival
      where ${shelf}.variant_id = arrival.variant_id`);
    await db.insert(stockMovements).values(coming.map((movement) => ({ ...movement, reason })));
  });
}

/**
 * Takes pieces off the shelf that are not held for anybody. The guard stands in the update itself, so that two
 * who want the last one cannot both have it. Throws `not-that-many` (409), and a RangeError for a count that is
 * not a whole number above 0: that is a bug of the caller.
 */
export async function take(shop: Shop, variantId: string, count: number, reason: string): Promise<void> {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} pieces cannot be taken`);
  await inTransaction(shop, async ({ db }) => {
    const taken = await db
      .update(shelf)
      .set({ onHand: sql`${shelf.onHand} - ${count}` })
      .where(and(eq(shelf.variantId, variantId), sql`${shelf.onHand} - ${shelf.held} >= ${count}`))
      .returning({ variantId: shelf.variantId });
    if (taken.length === 0) throw NotThatMany();
    await db.insert(stockMovements).values({ variantId, change: -count, reason });
  });
}
