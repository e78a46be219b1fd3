import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Tx } from '../foundation/shop.server.ts';
import type { ShipTo } from './contract.ts';
import { orderLines, orders } from './tables.server.ts';

/** The open cash orders (placed, not shipped) of an account, a phone number or a delivery address, this order included. */
export type OpenCash = {
  of: 'account' | 'phone' | 'address';
  orders: number;
  products: number;
  units: number;
};

const OpenCashRow = z.object({
  of: z.enum(['account', 'phone', 'address']),
  orders: z.number(),
  products: z.number(),
  units: z.number(),
});

/**
 * Counts the open cash orders that share the account, the phone number or the address of an order. Waits for other orders with the same
 * phone number or address that are being placed, so that two of them cannot both be the last one allowed.
 */
export async function countOpenCash(tx: Tx, customerId: string, shipTo: ShipTo): Promise<OpenCash[]> {
  const { phone } = shipTo;
  const address = addressKey(sql`${JSON.stringify(shipTo)}::jsonb`);
  const same = {
    account: sql`orders.customer_id = ${customerId}`,
    phone: sql`orders.ship_to->>'phone' = ${phone}`,
    address: sql`${addressKey(sql`orders.ship_to`)} = ${address}`,
  };
  const counts = Object.entries(same).map(
    ([of, isSame]) => sql`
      select ${of}::text as of, count(distinct orders.id)::int as orders,
        count(distinct line.product_id)::int as products, coalesce(sum(line.quantity), 0)::int as units
      from ${orders} as orders join ${orderLines} as line on line.order_id = orders.id
      where orders.payment_method = 'COD' and orders.state in ('placed', 'packed', 'out_for_pickup') and ${isSame}`,
  );
  const locks = tx.db
    .execute(sql`
      select pg_advisory_xact_lock(7265, key) from
        (select distinct hashtext(owner) as key from (values (${phone}::text), (${address})) as owners (owner) order by key) as keys`)
    .execute();
  const counted = tx.db.execute(sql.join(counts, sql` union all `)).execute();
  await locks;
  return readRows(OpenCashRow, await counted);
}

/** The address in lower case, without spaces and signs: one address written in two ways counts as one. */
const addressKey = (shipTo: ReturnType<typeof sql>) =>
  sql`lower(regexp_replace((${shipTo}->>'address') || (${shipTo}->>'apartment') || (${shipTo}->>'pincode'), '[[:space:][:punct:]]', '', 'g'))`;

const HeldRow = z.object({ variantId: z.string(), seconds: z.number() });

/**
 * Reads for how many seconds each variant was held for the customer by unpaid orders in the last 24 hours. An order that still waits for
 * its payment counts until now: the order that is being placed supersedes it. `except` is the id of an order that does not count.
 */
export async function readHeldSeconds(
  tx: Tx,
  customerId: string,
  except?: string,
): Promise<Map<string, number>> {
  const now = sql`${tx.clock.now().toISOString()}::timestamptz`;
  const since = sql`${now} - interval '24 hours'`;
  const found = await tx.db
    .execute(sql`
      select line.variant_id as "variantId", ceil(extract(epoch from sum(
        least(orders.superseded_at, orders.expires_at, ${now}) - greatest(orders.created_at, ${since}))))::int as seconds
      from ${orders} as orders join ${orderLines} as line on line.order_id = orders.id
      where orders.customer_id = ${customerId} and orders.placed_at is null and orders.created_at > ${since} - interval '1 day'
        and least(orders.superseded_at, orders.expires_at, ${now}) > ${since}
        and orders.id <> ${except ?? '00000000-0000-0000-0000-000000000000'}
      group by line.variant_id`)
    .execute();
  return new Map(readRows(HeldRow, found).map(({ variantId, seconds }) => [variantId, seconds]));
}
