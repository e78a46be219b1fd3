/**
 * Every SQL statement of the drills. The type check fails for a typed statement when a column is renamed. It does not see the
 * columns in text statements, so `tests/drill-queries.both-databases.test.ts` runs these.
 */
import { and, asc, eq, gt, inArray, isNull, like, sql } from 'drizzle-orm';
import { z } from 'zod';
import { staff } from '../../app/admin/tables.server.ts';
import { products } from '../../app/catalogue/tables.server.ts';
import { tiles } from '../../app/content/tables.server.ts';
import { customers, signInRequests } from '../../app/customers/tables.server.ts';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { events, outbox } from '../../app/foundation/tables.server.ts';
import { notificationRecipients } from '../../app/notifications/tables.server.ts';
import { orderHistory, orders } from '../../app/orders/tables.server.ts';
import { reviews } from '../../app/reviews/tables.server.ts';
import { holds, stockLevels } from '../../app/stock/tables.server.ts';

/** Condition for the orders of the simulated shoppers, without the demo orders. */
const isSimulated = sql`c.email like 'shopper-%@example.in'`;

const DrillOrder = z.object({
  id: z.string(),
  number: z.string(),
  state: z.string(),
  isPlaced: z.boolean(),
  /** The idempotency keys under which the order was created. */
  keys: z.array(z.string()),
  /** The quantity per product. */
  lines: z.record(z.string(), z.number()),
  /** Number of the order's confirmation emails in the outbox. */
  emails: z.coerce.number(),
  /** Number of the order's order-placed events, about which staff are notified. */
  events: z.coerce.number(),
});
export type DrillOrder = z.infer<typeof DrillOrder>;

/** Lists the orders of the simulated shoppers. */
export async function listDrillOrders({ db }: Shop): Promise<DrillOrder[]> {
  return readRows(
    DrillOrder,
    await db.execute(sql`select o.id, o.number, o.state, o.placed_at is not null as "isPlaced",
        (select coalesce(json_agg(r.key), '[]'::json) from order_requests r where r.order_id = o.id) as keys,
        (select json_object_agg(l.product_id, l.quantity) from order_lines l where l.order_id = o.id) as lines,
        (select count(*) from outbox m where m.kind = 'order' and m.subject = 'Your order ' || o.number) as emails,
        (select count(*) from events e
          where e.kind = 'order-placed' and e.payload->>'orderId' = o.id::text) as events
      from orders o join customers c on c.id = o.customer_id where ${isSimulated}`),
  );
}

const LeftOvers = z.object({ heldUnits: z.coerce.number(), unknownPayments: z.coerce.number() });

/** Counts the held units, and the payments that the pretend bank captured but the shop has not recorded. */
export async function countLeftOvers({ db }: Shop): Promise<z.infer<typeof LeftOvers>> {
  const [leftOvers] = readRows(
    LeftOvers,
    await db.execute(sql`select
      (select coalesce(sum(held), 0) from stock_levels) as "heldUnits",
      (select count(*) from pretend_bank_payments b where b.state = 'captured'
        and not exists (select from receipts r where r.provider_payment_id = b.id)) as "unknownPayments"`),
  );
  if (!leftOvers) throw new Error('An aggregate without a group returns one row.');
  return leftOvers;
}

export const countPendingOrders = ({ db }: Shop): Promise<number> =>
  db.$count(orders, eq(orders.state, 'pending_payment'));

export async function listOrderIds({ db }: Shop): Promise<string[]> {
  return (await db.select({ id: orders.id }).from(orders)).map(({ id }) => id);
}

export const countUnsentEmails = ({ db }: Shop, kind: string): Promise<number> =>
  db.$count(outbox, and(eq(outbox.kind, kind), isNull(outbox.sentAt)));

/** Inserts owners. By default, owners get an email about each new order. */
export async function insertOwners({ db, clock }: Shop, count: number): Promise<void> {
  const createdAt = clock.now();
  const owners = Array.from({ length: count }, (_, number) => `drill-owner-${number}@example.in`);
  await db.insert(staff).values(owners.map((email) => ({ email, role: 'owner' as const, createdAt })));
}

/** Ends the pauses after emails to staff, which are longer than two minutes. Does not end leases, which are shorter. */
export async function endPauses({ db, clock }: Shop): Promise<void> {
  const now = clock.now();
  const isPause = gt(notificationRecipients.nextTryAt, new Date(now.getTime() + 120_000));
  await db.update(notificationRecipients).set({ nextTryAt: now }).where(isPause);
}

/** Ends the leases of events, recipients and emails that a killed process has left. */
export async function endLeases({ db, clock }: Shop): Promise<void> {
  const now = { nextTryAt: clock.now() };
  await db.update(events).set(now).where(isNull(events.handledAt));
  await db.update(notificationRecipients).set(now);
  await db.update(outbox).set(now).where(isNull(outbox.sentAt));
}

const NotificationCounts = z.object({
  events: z.coerce.number(),
  notifications: z.coerce.number(),
  emails: z.coerce.number(),
  /** Number of unfinished events, notifications and emails. */
  open: z.coerce.number(),
  /** Number of notifications that have ended without an email in the outbox. */
  lost: z.coerce.number(),
  /** Number of emails that state another number of events than they have notifications. */
  wrong: z.coerce.number(),
});

/** Counts the events, the staff's notifications and their emails. */
export async function countNotifications({ db }: Shop): Promise<z.infer<typeof NotificationCounts>> {
  const [counts] = readRows(
    NotificationCounts,
    await db.execute(sql`with emails as (
      select m.subject, m.sent_at, (select count(*) from notifications n where n.email_id = m.id) as named
      from outbox m where m.kind = 'staff-notification')
      select (select count(*) from events) as events,
        (select count(*) from notifications) as notifications,
        (select count(*) from emails) as emails,
        (select count(*) from events where handled_at is null)
          + (select count(*) from notifications where ended_at is null)
          + (select count(*) from emails where sent_at is null) as open,
        (select count(*) from notifications n where n.ended_at is not null
          and not exists (select from outbox m where m.id = n.email_id)) as lost,
        (select count(*) from emails
          where case named when 1 then subject not like 'New order%' else subject <> named || ' events in your shop' end) as wrong`),
  );
  if (!counts) throw new Error('An aggregate without a group returns one row.');
  return counts;
}

/** Returns the number of counted guesses of the newest sign-in code of `email`. Returns undefined if there is no code. */
export async function readCountedGuesses({ db }: Shop, email: string): Promise<number | undefined> {
  const [code] = await db
    .select({ tries: signInRequests.triesByEmail })
    .from(signInRequests)
    .where(eq(signInRequests.email, email));
  return code?.tries ?? undefined;
}

export async function readStockLevel({ db }: Shop, variantId: string) {
  const [level] = await db.select().from(stockLevels).where(eq(stockLevels.variantId, variantId));
  if (!level) throw new Error(`There is no stock level of ${variantId}.`);
  return level;
}

/** Sets the expiry of every unpaid order and stock hold to the past. */
export async function expirePendingOrders({ db, clock }: Shop): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() - 1000);
  await db.update(holds).set({ expiresAt });
  await db.update(orders).set({ expiresAt }).where(eq(orders.state, 'pending_payment'));
}

/** Counts the pending orders, the expired orders and the expiries of customers whose email address matches `emails`. */
export async function countExpiries({ db }: Shop, emails: string) {
  const orderIds = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(like(customers.email, emails));
  const countIn = (state: 'pending_payment' | 'expired') =>
    db.$count(orders, and(eq(orders.state, state), inArray(orders.id, orderIds)));
  return {
    pending: await countIn('pending_payment'),
    expired: await countIn('expired'),
    expiries: await db.$count(
      orderHistory,
      and(eq(orderHistory.state, 'expired'), inArray(orderHistory.orderId, orderIds)),
    ),
  };
}

/** Changes a price without the shop's code, as another process does. */
export async function setPrice({ db }: Shop, productId: string, pricePaise: number): Promise<void> {
  await db.update(products).set({ pricePaise }).where(eq(products.id, productId));
}

/** Changes the title of the first tile of the home page. */
export async function setFirstTileTitle({ db }: Shop, title: string): Promise<void> {
  const first = db.select({ id: tiles.id }).from(tiles).orderBy(asc(tiles.position)).limit(1);
  await db.update(tiles).set({ title }).where(inArray(tiles.id, first));
}

const Counted = z.object({ count: z.coerce.number() });

/** Counts the migrations that ran, and the rows that the seed inserted. */
export async function countSeeded({ db }: Shop) {
  const [migrations] = readRows(
    Counted,
    await db.execute(sql`select count(*) from drizzle.__drizzle_migrations`),
  );
  return {
    migrations: migrations?.count,
    products: await db.$count(products),
    reviews: await db.$count(reviews),
    tiles: await db.$count(tiles),
  };
}

/** SQL that cuts the connections on which the processes of a shop on PostgreSQL listen for changes. */
export const terminateListeners = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query in ('select 1', 'listen shop_changes')`;
