import { and, asc, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import type { OrderState } from './contract.ts';
import { orders, orderUnits } from './tables.server.ts';

type OrderUnits = typeof orderUnits.$inferSelect;

/** Lists the rows of an order's units, in the sequence of the lines. */
export async function listUnits(shop: Shop, orderId: string): Promise<OrderUnits[]> {
  return await shop.db
    .select()
    .from(orderUnits)
    .where(eq(orderUnits.orderId, orderId))
    .orderBy(asc(orderUnits.position), asc(orderUnits.id))
    .execute();
}

/**
 * Changes the state of the units of these orders whose state is in `from`. The caller must have locked the orders, and must
 * store the state that `deriveState` derives.
 */
export async function moveUnits(
  tx: Tx,
  orderIds: readonly string[],
  { from, to }: { from: readonly OrderState[]; to: OrderState },
): Promise<void> {
  await tx.db
    .update(orderUnits)
    .set({ state: to })
    .where(and(inArray(orderUnits.orderId, [...orderIds]), inArray(orderUnits.state, [...from])))
    .execute();
}

/** True if all units of the order are back in the stock. */
export async function isRestocked(shop: Shop, orderId: string): Promise<boolean> {
  const units = await listUnits(shop, orderId);
  return units.length > 0 && units.every(({ restockedAt }) => restockedAt !== null);
}

/** SQL condition for `orders`: true if units came back to the merchant and are not back in the stock. */
export function hasUnitsToInspect(shop: Shop): SQL {
  return exists(
    shop.db
      .select({ one: sql`1` })
      .from(orderUnits)
      .where(
        and(
          eq(orderUnits.orderId, orders.id),
          inArray(orderUnits.state, ['returned', 'returned_to_seller']),
          isNull(orderUnits.restockedAt),
        ),
      ),
  );
}
