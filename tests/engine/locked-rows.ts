import type { PgTable } from 'drizzle-orm/pg-core';
import type { Shop } from '../../app/foundation/shop.server.ts';

/** Runs `work` while another transaction holds locks on all rows of a table. Works on PostgreSQL only. */
export async function whileLocked<T>(shop: Shop, table: PgTable, work: () => Promise<T>): Promise<T> {
  const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
  const { promise: done, resolve: release } = Promise.withResolvers<void>();
  const transaction = shop.db.transaction(async (tx) => {
    await tx.select().from(table).for('update');
    markLocked();
    await done;
  });
  await Promise.race([locked, transaction]);
  try {
    return await work();
  } finally {
    release();
    await transaction;
  }
}
