import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Shop } from '../foundation/shop.server.ts';
import { orderHistory, orderLines, orders } from '../orders/tables.server.ts';

/** SQL condition: true if the order contains the product and was delivered, whatever its state is now. */
export function deliveredIn(productId: string | PgColumn): SQL {
  return sql`exists (select 1 from ${orderLines}
      where ${orderLines.orderId} = ${orders.id} and ${orderLines.productId} = ${productId})
    and exists (select 1 from ${orderHistory}
      where ${orderHistory.orderId} = ${orders.id} and ${orderHistory.state} = 'delivered')`;
}

/** Whether any order of theirs has brought them this piece. */
export async function hasReceived(shop: Shop, customerId: string, productId: string): Promise<boolean> {
  const found = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), deliveredIn(productId)))
    .limit(1);
  return found.length > 0;
}
