import { and, isNotNull, sql } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/**
 * Has the post office try a mail anew that it has given up, as if it were new.
 * False when no such mail is set aside.
 */
export async function resendEmail(tx: Shop, mailId: string): Promise<boolean> {
  const again = await tx.db
    .update(outbox)
    .set({ failedAt: null, tries: 0, nextTryAt: tx.clock.now() })
    .where(and(sql`${outbox.id}::text = ${mailId}`, isNotNull(outbox.failedAt)))
    .returning({ id: outbox.id });
  if (again.length === 0) return false;
  tx.wakeEmailWorker();
  return true;
}
