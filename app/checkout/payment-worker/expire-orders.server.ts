import { and, asc, eq, lte } from 'drizzle-orm';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { transitionOrder } from '../../orders/orders.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { releaseHold, sweepHolds } from '../../stock/holds.server.ts';

const ordersInASweep = 50;

/**
 * Ends the orders whose payment did not come in time, and puts their pieces back for everybody. Answers how many.
 * Several processes may do so at once: each order ends once.
 */
export async function expireOrders(shop: Shop): Promise<number> {
  const late = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'pending_payment'), lte(orders.expiresAt, shop.clock.now())))
    .orderBy(asc(orders.expiresAt))
    .limit(ordersInASweep);
  let ended = 0;
  for (const { id } of late) if (await expire(shop, id)) ended++;
  await sweepHolds(shop);
  return ended;
}

function expire(shop: Shop, id: string): Promise<boolean> {
  return inTransaction(shop, async (tx) => {
    const moved = await transitionOrder(tx, id, {
      from: ['pending_payment'],
      to: 'expired',
      actor: 'clock',
    });
    if (!moved) return false;
    await releaseHold(tx, id);
    return true;
  });
}
