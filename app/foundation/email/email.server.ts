import { and, desc, eq, inArray, isNotNull, isNull, type SQLWrapper } from 'drizzle-orm';
import type { Shop, Tx } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/** An email to one recipient. `to` and `replyTo` are email addresses without a name. */
export type Email = {
  /** The kind of email, such as `message`, for the log and the admin. */
  kind: string;
  to: string;
  /** The email address for replies. By default, replies go to the shop. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Id from which the email worker renders the attached file. */
  attachmentId?: string | undefined;
  /** Set for emails with a secret, such as a code: they are deleted after sending, or unsent after this time. */
  expiresAt?: Date;
};

/** Kind of the emails to staff about events. Such an email records no event if it fails. */
export const staffNotification = 'staff-notification';

/** Inserts an email into the outbox, which the email worker sends after the transaction's commit. */
export async function queueEmail(shop: Shop, email: Email): Promise<void> {
  const now = shop.clock.now();
  await shop.db
    .insert(outbox)
    .values({ ...email, createdAt: now, nextTryAt: now })
    .execute();
}

/**
 * Queues an email for `dueAt` under an id. An unsent email with this id gets the new content and keeps its time, a sent one
 * stays.
 */
export async function scheduleEmail(
  shop: Shop,
  { id, dueAt }: { id: string; dueAt: Date },
  email: Email,
): Promise<void> {
  await shop.db
    .insert(outbox)
    .values({ ...email, id, createdAt: shop.clock.now(), nextTryAt: dueAt })
    .onConflictDoUpdate({ target: outbox.id, set: email, setWhere: isNull(outbox.sentAt) });
}

/** True if an email with this attachment was queued in the last 30 days. */
export const hasAttachment = async ({ db }: Shop, attachmentId: string): Promise<boolean> =>
  (await db.$count(outbox, eq(outbox.attachmentId, attachmentId))) > 0;

/** Deletes those of the emails that are not sent. `ids` is a query of ids. Returns the ids of the deleted emails. */
export async function deleteUnsentEmails({ db }: Tx, ids: SQLWrapper): Promise<string[]> {
  const deleted = await db
    .delete(outbox)
    .where(and(inArray(outbox.id, ids), isNull(outbox.sentAt)))
    .returning({ id: outbox.id });
  return deleted.map(({ id }) => id);
}

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

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
