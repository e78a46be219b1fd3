import { and, asc, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { pipeline } from '../foundation/database/pipeline.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import type { OrderState } from './contract.ts';
import type { Selection } from './returns/contract.ts';
import { orders, orderUnits } from './tables.server.ts';
import { backStates } from './transitions.ts';

export type OrderUnits = typeof orderUnits.$inferSelect;

/** Lists the rows of an order's units, in the sequence of the order's lines. */
export async function listUnits(shop: Shop, orderId: string): Promise<OrderUnits[]> {
  return (await listUnitsOf(shop, [orderId])).get(orderId) ?? [];
}

/** Lists the rows of these orders' units by order id. Each order's rows are in the sequence of its lines. */
export async function listUnitsOf(
  shop: Shop,
  orderIds: readonly string[],
): Promise<Map<string, OrderUnits[]>> {
  const units = await shop.db
    .select()
    .from(orderUnits)
    .where(inArray(orderUnits.orderId, [...orderIds]))
    .orderBy(asc(orderUnits.position), asc(orderUnits.id))
    .execute();
  return Map.groupBy(units, ({ orderId }) => orderId);
}

/**
 * Changes the state of those units of the orders whose state is in `from`. The caller must have locked the orders. Afterwards the
 * caller must store each order's new state, which `deriveState` returns.
 */
export async function changeStateOfUnits(
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

/**
 * Changes the state of these rows, and stores `returnId` in the rows if it is given. To change only a part of a row, call {@link
 * chooseUnits} first.
 */
export async function changeStateOfRows(
  tx: Tx,
  rows: readonly OrderUnits[],
  { to, returnId }: { to: OrderState; returnId?: string | undefined },
): Promise<void> {
  await tx.db
    .update(orderUnits)
    .set({ state: to, ...(returnId && { returnId }) })
    .where(inArray(orderUnits.id, ids(rows)))
    .execute();
}

const ids = (rows: readonly OrderUnits[]) => rows.map(({ id }) => id);

/**
 * Returns rows with exactly the selected units, whose state must be in `from`. Splits a row if only a part of it is selected.
 * Returns undefined and changes nothing if there are too few such units. The order must be locked.
 */
export async function chooseUnits(
  tx: Tx,
  units: readonly OrderUnits[],
  { from, selection }: { from: readonly OrderState[]; selection: Selection },
): Promise<OrderUnits[] | undefined> {
  const chosen: OrderUnits[] = [];
  const splits: { row: OrderUnits; quantity: number }[] = [];
  for (const { position, quantity } of selection) {
    let open = quantity;
    for (const row of units) {
      if (open === 0 || row.position !== position || !from.includes(row.state)) continue;
      const count = Math.min(open, row.quantity);
      open -= count;
      chosen.push({ ...row, quantity: count });
      if (count < row.quantity) splits.push({ row, quantity: count });
    }
    if (open > 0) return undefined;
  }
  await pipeline(
    splits.flatMap(({ row: { id, ...row }, quantity }) => [
      tx.db
        .insert(orderUnits)
        .values({ ...row, quantity: row.quantity - quantity })
        .execute(),
      tx.db.update(orderUnits).set({ quantity }).where(eq(orderUnits.id, id)).execute(),
    ]),
  );
  return chosen;
}

export async function markInspected(tx: Tx, rows: readonly OrderUnits[]): Promise<void> {
  await tx.db
    .update(orderUnits)
    .set({ inspectedAt: tx.clock.now() })
    .where(inArray(orderUnits.id, ids(rows)));
}

export const isRestocked = (units: readonly OrderUnits[]) =>
  units.length > 0 && units.every(({ restockedAt }) => restockedAt !== null);

/** SQL condition for `orders`: true if units came back to the merchant and were not inspected yet. */
export function hasUnitsToInspect(shop: Shop): SQL {
  return exists(
    shop.db
      .select({ one: sql`1` })
      .from(orderUnits)
      .where(
        and(
          eq(orderUnits.orderId, orders.id),
          inArray(orderUnits.state, backStates),
          isNull(orderUnits.inspectedAt),
        ),
      ),
  );
}
