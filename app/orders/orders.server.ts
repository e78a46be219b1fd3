import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { pipeline } from '../foundation/database/pipeline.server.ts';
import { toRupees } from '../foundation/money.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { payments } from '../payments/tables.server.ts';
import type { OrderState, PlacedOrder } from './contract.ts';
import { orderHistory, orderLines, orderRequests, orders } from './tables.server.ts';
import { type Actor, statesBefore } from './transitions.ts';

export type Order = typeof orders.$inferSelect;
export type OrderLine = typeof orderLines.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position'>;

/** Inserts an order with its lines and the first entry of its history, in one pipeline of statements. */
export async function insertOrder(
  tx: Tx,
  draft: NewOrder,
  lines: readonly NewLine[],
): Promise<{ order: Order; lines: OrderLine[] }> {
  const { db } = tx;
  const { id = randomUUID(), state, createdAt: at } = draft;
  const [[order], insertedLines] = await pipeline([
    db
      .insert(orders)
      .values({ ...draft, id })
      .returning()
      .execute(),
    db
      .insert(orderLines)
      .values(lines.map((line, position) => ({ ...line, orderId: id, position })))
      .returning()
      .execute(),
    db.insert(orderHistory).values({ orderId: id, state, actor: 'shopper', at }).execute(),
  ]);
  if (!order) throw new Error('insert into orders returned no row');
  return { order, lines: insertedLines.toSorted((a, b) => a.position - b.position) };
}

/**
 * Changes the state of an order and adds a history entry. Returns undefined and changes nothing if the order does not
 * exist, or if this actor may not make the transition. The UPDATE checks the current state, so two concurrent transitions
 * cannot both start from the same state. `from` restricts the states in which the order may be.
 */
export async function transitionOrder(
  shop: Shop,
  id: string,
  transition: { from?: readonly OrderState[]; to: OrderState; actor: Actor; note?: string; at?: Date },
  changes: Partial<
    Pick<NewOrder, 'placedAt' | 'promisedBy' | 'expiresAt' | 'deliveredAt' | 'restockedAt'>
  > = {},
): Promise<Order | undefined> {
  const { to, actor, note, at = shop.clock.now() } = transition;
  const allowed = statesBefore(to, actor);
  const from = transition.from ? allowed.filter((state) => transition.from?.includes(state)) : allowed;
  const [updated] = await shop.db
    .update(orders)
    .set({ state: to, ...changes })
    .where(and(eq(orders.id, id), inArray(orders.state, from)))
    .returning();
  if (!updated) return undefined;
  await shop.db.insert(orderHistory).values({ orderId: id, state: to, actor, note, at });
  return updated;
}

/** Reads the order and locks its row until the transaction ends. */
export async function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, id)).for('update');
  return order;
}

export async function listLines(shop: Shop, orderId: string): Promise<OrderLine[]> {
  return shop.db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position);
}

/**
 * Supersedes the customer's orders in the state `pending_payment`, before a new order is inserted. A later payment of a
 * superseded order is refunded.
 * Returns the superseded orders. `paymentPending` is true if the provider is still processing a payment of the order.
 */
export async function supersedePending(
  tx: Tx,
  customerId: string,
): Promise<{ id: string; paymentPending: boolean }[]> {
  const now = tx.clock.now();
  const superseded = await tx.db
    .update(orders)
    .set({ state: 'expired', supersededAt: now, supersededReason: 'new-order' })
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(orders.state, 'pending_payment'),
        isNull(orders.supersededAt),
      ),
    )
    .returning({
      id: orders.id,
      // `orders.id` is written out, because drizzle omits the table here and `payments` has a column `id` too.
      paymentPending: sql<boolean>`exists (select from ${payments} as payment
        where payment.reference = orders.id::text and payment.pending_attempt is not null)`,
    })
    .execute();
  if (superseded.length === 0) return superseded;
  await tx.db.insert(orderHistory).values(
    superseded.map(({ id }) => ({
      orderId: id,
      state: 'expired' as const,
      actor: 'shopper',
      note: 'begun anew',
      at: now,
    })),
  );
  return superseded;
}

/** Supersedes an unpaid order that its customer cancels. A later payment of the order is refunded. */
export async function supersede(tx: Tx, id: string): Promise<Order> {
  const [order] = await tx.db
    .update(orders)
    .set({ supersededAt: tx.clock.now(), supersededReason: 'cancelled' })
    .where(eq(orders.id, id))
    .returning();
  if (!order) throw new Error(`no order ${id}`);
  return order;
}

/**
 * Finds the customer's earlier checkout request with this key, and its order. Returns undefined if there is none. `key`
 * may be SQL.
 */
export async function findRequest(shop: Shop, customerId: string, key: string | SQL) {
  const [request] = await shop.db
    .select({ key: orderRequests.key, bodyHash: orderRequests.bodyHash, order: orders })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(and(eq(orderRequests.customerId, customerId), eq(orderRequests.key, key)))
    .limit(1)
    .execute();
  return request;
}

/** Stores a checkout request with its order. Replaces an earlier request of the customer with the same key. */
export async function saveRequest(
  shop: Shop,
  request: { customerId: string; key: string; bodyHash: string; orderId: string },
): Promise<void> {
  const at = shop.clock.now();
  await shop.db
    .insert(orderRequests)
    .values({ ...request, at })
    .onConflictDoUpdate({
      target: [orderRequests.customerId, orderRequests.key],
      set: { bodyHash: sql`excluded.body_hash`, orderId: sql`excluded.order_id`, at },
    })
    .execute();
}

/** Converts an order to the response of a checkout. `paymentPending` is false; callers that know a pending payment set it. */
export function toPlacedOrder(order: Order, lines: readonly OrderLine[]): PlacedOrder {
  return {
    _id: order.id,
    channel_order_id: order.number,
    orderItems: lines.map((line) => ({
      proId: line.productId,
      productName: line.name,
      image: line.image,
      mrp: line.mrpPaise === null ? null : toRupees(line.mrpPaise),
      qnty: line.quantity,
      productPriceAfterDiscount: toRupees(line.pricePaise),
      priceAfterQnty: toRupees(line.pricePaise * line.quantity),
      sizeLabel: line.sizeLabel,
    })),
    subtotal: toRupees(order.subtotalPaise),
    taxes: toRupees(order.taxPaise),
    shipping_charges: toRupees(order.shippingPaise),
    total: toRupees(order.totalPaise),
    paymentMethod: order.paymentMethod,
    state: order.state,
    userId: order.shipTo,
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt?.toISOString() ?? null,
    promisedBy: order.promisedBy,
    paymentPending: false,
  };
}
