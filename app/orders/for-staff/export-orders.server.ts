import { and, asc, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Shop } from '../../foundation/shop.server.ts';
import type { Order, OrderLine } from '../orders.server.ts';
import { orderLines, orders } from '../tables.server.ts';

const batchSize = 200;

/** Reads all placed orders with their lines, oldest first, in batches of 200. Runs two statements per batch. */
export async function* readPlacedOrders(
  shop: Shop,
): AsyncGenerator<{ order: Order; lines: OrderLine[] }[], void> {
  let after: { placedAt: Date; id: string } | undefined;
  while (true) {
    const batch = await readBatch(shop, after);
    if (batch.length === 0) return;
    const lines = await shop.db
      .select()
      .from(orderLines)
      .where(
        inArray(
          orderLines.orderId,
          batch.map(({ id }) => id),
        ),
      )
      .orderBy(asc(orderLines.orderId), asc(orderLines.position));
    const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
    yield batch.map((order) => ({ order, lines: linesOf.get(order.id) ?? [] }));
    const last = batch.at(-1);
    if (!last?.placedAt || batch.length < batchSize) return;
    after = { placedAt: last.placedAt, id: last.id };
  }
}

function readBatch({ db }: Shop, after: { placedAt: Date; id: string } | undefined): Promise<Order[]> {
  const following =
    after &&
    sql`(${orders.placedAt}, ${orders.id}) > (${after.placedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select()
    .from(orders)
    .where(and(isNotNull(orders.placedAt), following))
    .orderBy(asc(orders.placedAt), asc(orders.id))
    .limit(batchSize);
}
