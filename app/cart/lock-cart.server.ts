import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import type { Tx } from '../foundation/shop.server.ts';
import { cartLines, carts } from './tables.server.ts';

const Locked = z.object({ version: z.number().int(), email: z.string() });

/**
 * Keeps the account, and the cart as it is, until the transaction has ended; answers the cart's version and the account's
 * address. Whoever else would change or buy this cart waits here. The account is locked before the cart, as where it is
 * deleted. Throws `not-signed-in` (401) when that was done a moment ago.
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

/** Takes out what was bought, leaves what was put in since, and counts the change. The cart is locked already. */
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
  const theirs = sql`${cartLines.customerId} = ${customerId} and ${cartLines.variantId} = line.variant_id`;
  await tx.db
    .execute(sql`
      with line (variant_id, count) as (values ${lines}),
        gone as (delete from ${cartLines} using line where ${theirs} and ${cartLines.quantity} <= line.count),
        fewer as (update ${cartLines} set quantity = ${cartLines.quantity} - line.count from line
          where ${theirs} and ${cartLines.quantity} > line.count)
      update ${carts} set version = version + 1, updated_at = ${tx.clock.now().toISOString()}::timestamptz
      where ${eq(carts.customerId, customerId)}`)
    .execute();
}
