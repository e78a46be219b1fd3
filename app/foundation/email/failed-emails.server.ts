import { desc, isNotNull } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/** Lists the failed emails, newest first. */
export function listFailedEmails({ db }: Shop, limit: number) {
  return db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      to: outbox.to,
      subject: outbox.subject,
      at: outbox.createdAt,
      error: outbox.lastError,
    })
    .from(outbox)
    .where(isNotNull(outbox.failedAt))
    .orderBy(desc(outbox.createdAt))
    .limit(limit);
}

/** Counts the failed emails, as a query or as a column of another query. */
export const countFailedEmails = ({ db }: Shop) => db.$count(outbox, isNotNull(outbox.failedAt));
