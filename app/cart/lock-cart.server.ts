import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Tx } from '../foundation/shop.server.ts';
import { cartLines, carts } from './tables.server.ts';

const Locked = z.object({ version: z.number().int(), email: z.string() });

/**
 * Locks the account and the cart until the transaction ends. Inserts the cart's row if there is none. Returns the cart's
 * version and the account's email address. Concurrent changes and orders of the same cart wait here. Locks the account first,
 * as account deletion does, to avoid deadlocks.
 * @throws NotSignedIn (401) if the account has been deleted
 */
export async function lockCart(tx: Tx, customerId: string): Promise<z.infer<typeof Locked>> {
  const [locked] = readRows(
    Locked,
    await tx.db
      .execute(sql`
        insert into ${carts} (customer_id, updated_at)
        select id, ${tx.clock.now().toISOString()}::timestamptz from ${customers} where id = ${customerId} for key share
        on conflict (customer_id) do update set version = ${carts}.version
        returning version, (select email from ${customers} where id = customer_id)`)
      .execute(),
  );
  if (!locked) throw NotSignedIn();
  return locked;
}

/**
 * Subtracts the ordered quantities from the cart and increments the version. Keeps units that are not part of the order. The
 * caller holds the cart's lock.
 */
export async function removeOrderedUnits(
  tx: Tx,
  customerId: string,
  ordered: readonly { variantId: string; count: number }[],
): Promise<void> {
  if (ordered.length === 0) return;
  const lines = sql.join(
    ordered.map(({ variantId, count }) => sql`(${variantId}, ${count}::int)`),
    sql`, `,
  );
  const isOrderedLine = sql`${cartLines.customerId} = ${customerId} and ${cartLines.variantId} = line.variant_id`;
  await tx.db
    .execute(sql`
      with line (variant_id, count) as (values ${lines}),
        gone as (delete from ${cartLines} using line where ${isOrderedLine} and ${cartLines.quantity} <= line.count),
        fewer as (update ${cartLines} set quantity = ${cartLines.quantity} - line.count from line
          where ${isOrderedLine} and ${cartLines.quantity} > line.count)
      update ${carts} set version = version + 1, updated_at = ${tx.clock.now().toISOString()}::timestamptz
      where ${eq(carts.customerId, customerId)}`)
    .execute();
}
