import { eq, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { cartLines, carts } from './tables.server.ts';

/**
 * Keeps the cart as it is until the transaction has ended, and answers its version. Whoever else would change or buy
 * this cart waits here.
 */
export async function lockCart(inside: Shop, customerId: string): Promise<number> {
  const updatedAt = inside.clock.now();
  const [cart] = await inside.db
    .insert(carts)
    .values({ customerId, updatedAt })
    .onConflictDoUpdate({ target: carts.customerId, set: { version: sql`${carts.version}` } })
    .returning({ version: carts.version });
  if (!cart) throw new Error('the cart was locked, but the database gave no row back');
  return cart.version;
}

/** Takes out what was bought, and leaves what was put in since. The cart is locked already. */
export async function settleCart(
  inside: Shop,
  customerId: string,
  bought: readonly { variantId: string; count: number }[],
): Promise<void> {
  if (bought.length === 0) return;
  const updatedAt = inside.clock.now();
  await inside.db
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt })
    .where(eq(carts.customerId, customerId));
  const lines = sql.join(
    bought.map(({ variantId, count }) => sql`(${variantId}, ${count}::int)`),
    sql`, `,
  );
  const theirs = sql`${cartLines.customerId} = ${customerId} and ${cartLines.variantId} = line.variant_id`;
  await inside.db.execute(sql`
    delete from ${cartLines} using (values ${lines}) as line (variant_id, count)
    where ${theirs} and ${cartLines.quantity} <= line.count`);
  await inside.db.execute(sql`
    update ${cartLines} set quantity = ${cartLines.quantity} - line.count from (values ${lines}) as line (variant_id, count)
    where ${theirs}`);
}
