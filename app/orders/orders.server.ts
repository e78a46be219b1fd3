import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { pipeline } from '../foundation/database/pipeline.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { payments } from '../payments/tables.server.ts';
import { NoSuchOrder, type OrderState } from './contract.ts';
import { deriveState } from './order-state.ts';
import {
  changeStateOfRows,
  changeStateOfUnits,
  chooseUnits,
  listUnits,
  type OrderUnits,
} from './order-units.server.ts';
import type { Selection } from './returns/contract.ts';
import { orderHistory, orderLines, orderRequests, orders, orderUnits } from './tables.server.ts';
import { type Actor, statesBefore } from './transitions.ts';

export type Order = typeof orders.$inferSelect;
export type OrderLine = typeof orderLines.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position'>;

/** Inserts an order with its lines, their units and the first history entry, in one pipeline of statements. */
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
    db
      .insert(orderUnits)
      .values(lines.map(({ quantity }, position) => ({ orderId: id, position, quantity, state })))
      .execute(),
    db.insert(orderHistory).values({ orderId: id, state, actor: 'shopper', at }).execute(),
  ]);
  if (!order) throw new Error('insert into orders returned no row');
  return { order, lines: insertedLines.toSorted((a, b) => a.position - b.position) };
}

type Transition = {
  /** Limits the change to units in these states. */
  from?: readonly OrderState[];
  to: OrderState;
  actor: Actor;
  note?: string | null;
  at?: Date;
  /** Limits the change to the selected units. */
  selection?: Selection | undefined;
  /** The return to which the changed units then belong. */
  returnId?: string;
  /** If given, only units of this return can be selected. Has no effect without `selection`. */
  ofReturn?: string;
};

/**
 * Changes the state of units of the locked order, derives the order's state and adds a history entry. With a selection, changes
 * exactly the selected units. Without a selection, changes all units for which this actor may make the transition. Returns
 * undefined and changes nothing if the actor may not make it for any unit, or not for all selected units.
 */
export async function transitionOrder(
  tx: Tx,
  { id }: Order,
  transition: Transition,
  changes: Partial<Pick<NewOrder, 'placedAt' | 'promisedBy' | 'expiresAt' | 'deliveredAt'>> = {},
): Promise<Order | undefined> {
  const { to, actor, note, at = tx.clock.now(), selection, returnId, ofReturn } = transition;
  const allowed = statesBefore(to, actor);
  const from = transition.from ? allowed.filter((state) => transition.from?.includes(state)) : allowed;
  const units = await listUnits(tx, id);
  const changed = selection
    ? await chooseUnits(
        tx,
        units.filter((unit) => ofReturn === undefined || unit.returnId === ofReturn),
        { from, selection },
      )
    : units.filter((unit) => from.includes(unit.state));
  if (!changed || changed.length === 0) return undefined;
  const unchanged = withoutUnits(units, changed);
  const state = deriveState([{ state: to }, ...unchanged]);
  const isPart = unchanged.some((unit) => unit.state !== 'cancelled');
  const lines = isPart ? changed.map(({ position, quantity }) => ({ position, quantity })) : null;
  // If other units of the order remain, the cancelled units are not invoiced, so store their price. An order that is cancelled as
  // a whole keeps its total.
  const cancelled = to === 'cancelled' && isPart ? { cancelledPaise: priceOfCancelled(id) } : {};
  const [, [updated]] = await pipeline([
    changeStateOfRows(tx, changed, { to, returnId }),
    tx.db
      .update(orders)
      .set({ state, ...cancelled, ...changes })
      .where(eq(orders.id, id))
      .returning()
      .execute(),
    tx.db.insert(orderHistory).values({ orderId: id, state: to, actor, note, lines, at }).execute(),
  ]);
  return updated;
}

/** Stores the order's state derived from its units, after an inspection without a transition. The order must be locked. */
export async function updateDerivedState(tx: Tx, { id }: Order): Promise<Order> {
  const state = deriveState(await listUnits(tx, id));
  const [order] = await tx.db.update(orders).set({ state }).where(eq(orders.id, id)).returning();
  if (!order) throw new Error(`no order ${id}`);
  return order;
}

/** Subtracts the units in `changed` from `units`. Omits rows from which no units remain. */
function withoutUnits(units: readonly OrderUnits[], changed: readonly OrderUnits[]): OrderUnits[] {
  const changedQuantityOf = new Map(changed.map((row) => [row.id, row.quantity]));
  return units.flatMap((row) => {
    const quantity = row.quantity - (changedQuantityOf.get(row.id) ?? 0);
    return quantity > 0 ? [{ ...row, quantity }] : [];
  });
}

/** SQL for the price of the order's cancelled units, in paise. */
const priceOfCancelled = (id: string) => sql`(
  select sum(unit.quantity * line.price_paise) from ${orderUnits} as unit
  join ${orderLines} as line on line.order_id = unit.order_id and line.position = unit.position
  where unit.order_id = ${id} and unit.state = 'cancelled')`;

/**
 * Reads the order and locks its row until the transaction ends. A transaction locks an order once, here, before it reads anything
 * that decides a change. All functions that change an order take this locked order.
 */
export async function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, id)).for('update').execute();
  return order;
}

/** Locks the order and runs `work` in the same transaction. Then wakes the email worker. @throws NoSuchOrder (404) */
export async function withLockedOrder<T>(
  shop: Shop,
  id: string,
  work: (tx: Tx, order: Order) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(shop, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw NoSuchOrder('This order does not exist.');
    return work(tx, order);
  });
  shop.wakeEmailWorker();
  return result;
}

export async function listLines(shop: Shop, orderId: string): Promise<OrderLine[]> {
  return (await listLinesOf(shop, [orderId])).get(orderId) ?? [];
}

/** Lists the lines of these orders by order id, sorted by position. */
export async function listLinesOf(
  shop: Shop,
  orderIds: readonly string[],
): Promise<Map<string, OrderLine[]>> {
  if (orderIds.length === 0) return new Map();
  const lines = await shop.db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
  return Map.groupBy(lines, ({ orderId }) => orderId);
}

/** Lists the histories of these orders by order id, oldest entry first. */
export function listHistory(shop: Shop, orderIds: readonly string[]) {
  return shop.db
    .select()
    .from(orderHistory)
    .where(inArray(orderHistory.orderId, [...orderIds]))
    .orderBy(asc(orderHistory.id));
}

/**
 * Supersedes the customer's unpaid orders before a new order is inserted. A later payment of such an order is refunded, even if
 * the order had expired. Returns the orders that had not expired. `paymentPending` is true if the provider is still processing a
 * payment of the order.
 */
export async function supersedePending(
  tx: Tx,
  customerId: string,
): Promise<{ id: string; paymentPending: boolean }[]> {
  const now = tx.clock.now();
  const unpaid = await tx.db
    .update(orders)
    .set({ state: 'expired', supersededAt: now, supersededReason: 'new-order' })
    .where(and(eq(orders.customerId, customerId), isNull(orders.placedAt), isNull(orders.supersededAt)))
    .returning({
      id: orders.id,
      wasPending: sql<boolean>`exists (select from ${orderUnits} as unit
        where unit.order_id = orders.id and unit.state = 'pending_payment')`,
      // Write the literal `orders.id` into the SQL. Drizzle would omit the table name of a column object here, and `payments` has
      // a column `id` too.
      paymentPending: sql<boolean>`exists (select from ${payments} as payment
        where payment.reference = orders.id::text and payment.pending_attempt is not null)`,
    })
    .execute();
  const superseded = unpaid.filter(({ wasPending }) => wasPending);
  if (superseded.length === 0) return superseded;
  const ids = superseded.map(({ id }) => id);
  const entry = { state: 'expired', actor: 'shopper', note: 'Replaced by a newer order.', at: now } as const;
  await pipeline([
    // All units of an unpaid order have the same state as the order.
    changeStateOfUnits(tx, ids, { from: ['pending_payment'], to: 'expired' }),
    tx.db
      .insert(orderHistory)
      .values(ids.map((orderId) => ({ orderId, ...entry })))
      .execute(),
  ]);
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
 * Finds the customer's earlier checkout request with this key, and the request's order. Otherwise returns undefined. `key` may be
 * SQL.
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

/** Sets the merchant's private note of an order. Returns false if the stored note is not `before`. */
export async function savePrivateNote(
  shop: Shop,
  orderId: string,
  { privateNote, before }: { privateNote: string; before: string },
): Promise<boolean> {
  const updated = await shop.db
    .update(orders)
    .set({ privateNote })
    .where(and(eq(orders.id, orderId), eq(orders.privateNote, before)))
    .returning({ id: orders.id });
  return updated.length > 0;
}
