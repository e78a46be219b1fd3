import { z } from '@hono/zod-openapi';
import { type SQL, sql } from 'drizzle-orm';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { pipeline } from '../foundation/database/pipeline.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Tx } from '../foundation/shop.server.ts';
import type { ShipTo } from './contract.ts';
import { addressKey, isOpenCash, orderLines, orders } from './tables.server.ts';

const UnpaidStock = z.object({
  scope: z.enum(['account', 'phone', 'address']),
  /** Number of open cash orders, which are orders that are neither shipped nor cancelled. */
  cashOrders: z.number(),
  /** Number of different variants in the open cash orders, and for an account also in its unpaid online order. */
  variants: z.number(),
  /** Number of units in the same orders as `variants`. */
  units: z.number(),
});
/** Stock that is ordered but unpaid, for an account, a phone number or a delivery address. */
export type UnpaidStock = z.infer<typeof UnpaidStock>;

/** Counts an account's open cash orders, and the variants and units in these orders and in the account's unpaid order. */
export async function countUnpaid(tx: Tx, customerId: string): Promise<UnpaidStock[]> {
  return readRows(UnpaidStock, await tx.db.execute(unpaidOf(customerId)).execute());
}

const unpaidOf = (customerId: string) =>
  countOf(
    'account',
    sql`orders.customer_id = ${customerId} and ((${isOpenCash}) or state = 'pending_payment')`,
  );

const countOf = (scope: UnpaidStock['scope'], condition: SQL) => sql`
  select ${scope}::text as scope, count(distinct orders.id) filter (where orders.payment_method = 'COD')::int as "cashOrders",
    count(distinct line.variant_id)::int as variants, coalesce(sum(line.quantity), 0)::int as units
  from ${orders} as orders join ${orderLines} as line on line.order_id = orders.id
  where ${condition}`;

/**
 * Counts the unpaid stock of the account, phone number and address of a new cash order. Concurrent cash orders with the same
 * phone number or address wait here until this transaction ends, so that together they cannot exceed a limit.
 */
export async function countUnpaidInCash(tx: Tx, customerId: string, shipTo: ShipTo): Promise<UnpaidStock[]> {
  const { phone } = shipTo;
  const address = addressKey(sql`${JSON.stringify(shipTo)}::jsonb`);
  const counts = [
    unpaidOf(customerId),
    countOf('phone', sql`${isOpenCash} and ship_to->>'phone' = ${phone}`),
    countOf('address', sql`${isOpenCash} and ${addressKey(sql`ship_to`)} = ${address}`),
  ];
  const [, counted] = await pipeline([
    // Lock in key order, so that two orders with the same phone number and address cannot deadlock.
    tx.db
      .execute(sql`
        select pg_advisory_xact_lock(7265, key) from
          (select distinct hashtext(owner) as key from (values (${phone}::text), (${address})) as owners (owner) order by key) as keys`)
      .execute(),
    tx.db.execute(sql.join(counts, sql` union all `)).execute(),
  ]);
  return readRows(UnpaidStock, counted);
}

const HeldRow = z.object({ variantId: z.string(), seconds: z.number() });

/**
 * Returns the seconds for which the customer's unpaid orders held each variant in the last 24 hours. Leaves out the order
 * `exceptOrderId`. The stock hold of a pending order counts only until now, because a new order supersedes the pending order.
 */
export async function readHeldSeconds(
  tx: Tx,
  customerId: string,
  exceptOrderId?: string,
): Promise<Map<string, number>> {
  const now = sqlTime(tx.clock.now());
  const since = sql`${now} - interval '24 hours'`;
  const rows = await tx.db
    .execute(sql`
      select line.variant_id as "variantId", ceil(extract(epoch from sum(
        least(orders.superseded_at, orders.expires_at, ${now}) - greatest(orders.created_at, ${since}))))::int as seconds
      from ${orders} as orders join ${orderLines} as line on line.order_id = orders.id
      where orders.customer_id = ${customerId} and orders.placed_at is null and orders.created_at > ${since} - interval '1 day'
        and least(orders.superseded_at, orders.expires_at, ${now}) > ${since}
        and orders.id <> ${exceptOrderId ?? '00000000-0000-0000-0000-000000000000'}
      group by line.variant_id`)
    .execute();
  return new Map(readRows(HeldRow, rows).map(({ variantId, seconds }) => [variantId, seconds]));
}
