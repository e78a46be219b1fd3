import type { PgTable } from 'drizzle-orm/pg-core';
import type { Shop } from '../../app/foundation/shop.server.ts';

/** Does `work` while another transaction has locked all rows of a table. Only PostgreSQL has two transactions at once. */
export async function whileLocked<T>(shop: Shop, table: PgTable, work: () => Promise<T>): Promise<T> {
  const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>();
  const { promise: done, resolve: letGo } = Promise.withResolvers<void>();
  const transaction = shop.db.transaction(async (tx) => {
    await tx.select().from(table).for('update');
    noteLocked();
    await done;
  });
  await Promise.race([locked, transaction]);
  try {
    return await work();
  } finally {
    letGo();
    await transaction;
  }
}
