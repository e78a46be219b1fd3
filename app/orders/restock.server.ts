import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../foundation/shop.server.ts';
import { receiveStock } from '../stock/stock.server.ts';
import type { OrderState } from './contract.ts';
import type { OrderUnits } from './order-units.server.ts';
import type { Order } from './orders.server.ts';
import { orderLines, orderUnits } from './tables.server.ts';

/**
 * Adds the order's units in this state back to the stock, or only those of them that are in `rows`. The state is stored as the
 * reason of the stock movements. The order must be locked. Returns false if no such unit is left to restock.
 */
export async function restock(
  tx: Tx,
  order: Order,
  { state, rows }: { state: OrderState; rows?: readonly OrderUnits[] },
): Promise<boolean> {
  const restocked = await tx.db
    .update(orderUnits)
    .set({ restockedAt: tx.clock.now() })
    .from(orderLines)
    .where(
      and(
        eq(orderUnits.orderId, order.id),
        eq(orderUnits.state, state),
        isNull(orderUnits.restockedAt),
        rows &&
          inArray(
            orderUnits.id,
            rows.map(({ id }) => id),
          ),
        eq(orderLines.orderId, orderUnits.orderId),
        eq(orderLines.position, orderUnits.position),
      ),
    )
    .returning({ variantId: orderLines.variantId, change: orderUnits.quantity });
  if (restocked.length === 0) return false;
  await receiveStock(tx, restocked, state, order.number);
  return true;
}
