import { and, asc, isNotNull, sql } from 'drizzle-orm';
import { sqlTime } from '../../foundation/database/columns.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listLinesOf, type Order, type OrderLine } from '../orders.server.ts';
import { orders } from '../tables.server.ts';

const batchSize = 200;

/** Reads all placed orders with their lines, oldest first, in batches of 200. Runs two statements per batch. */
export async function* readPlacedOrders(
  shop: Shop,
): AsyncGenerator<{ order: Order; lines: OrderLine[] }[], void> {
  let after: Order | undefined;
  do {
    const isFollowing =
      after?.placedAt &&
      sql`(${orders.placedAt}, ${orders.id}) > (${sqlTime(after.placedAt)}, ${after.id}::uuid)`;
    const batch: Order[] = await shop.db
      .select()
      .from(orders)
      .where(and(isNotNull(orders.placedAt), isFollowing || undefined))
      .orderBy(asc(orders.placedAt), asc(orders.id))
      .limit(batchSize);
    const ids = batch.map(({ id }) => id);
    const linesOf = await listLinesOf(shop, ids);
    yield batch.map((order) => ({ order, lines: linesOf.get(order.id) ?? [] }));
    after = batch.length === batchSize ? batch.at(-1) : undefined;
  } while (after);
}
