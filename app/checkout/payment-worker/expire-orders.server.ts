import { and, asc, eq, lte } from 'drizzle-orm';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { transitionOrder } from '../../orders/orders.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { releaseHold } from '../../stock/holds.server.ts';

const maxOrdersPerRun = 50;

/**
 * Expires up to {@link maxOrdersPerRun} pending orders past their `expiresAt` and releases their holds. Returns the number of
 * orders expired. Safe to run in several processes: each order expires once.
 */
export async function expireOrders(shop: Shop): Promise<number> {
  const overdue = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'pending_payment'), lte(orders.expiresAt, shop.clock.now())))
    .orderBy(asc(orders.expiresAt))
    .limit(maxOrdersPerRun);
  let expiredCount = 0;
  for (const { id } of overdue) if (await expire(shop, id)) expiredCount++;
  return expiredCount;
}

/** Expires one order and releases its hold. Returns false if the order is no longer pending. */
function expire(shop: Shop, id: string): Promise<boolean> {
  return inTransaction(shop, async (tx) => {
    const expired = await transitionOrder(tx, id, {
      from: ['pending_payment'],
      to: 'expired',
      actor: 'clock',
    });
    if (!expired) return false;
    await releaseHold(tx, id);
    return true;
  });
}
