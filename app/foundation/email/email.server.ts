import { and, desc, eq, inArray, isNotNull, isNull, type SQLWrapper } from 'drizzle-orm';
import type { Shop, Tx } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/** An email to one recipient. `to` and `replyTo` are email addresses without a name. */
export type Email = {
  /** The kind of email, such as `message`, which the log and the admin display. */
  kind: string;
  to: string;
  /** The email address for replies. By default, replies are sent to the shop. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Id of the attachment, which the email worker renders when it sends the email. For an invoice, the order's id. */
  attachmentId?: string | undefined;
  /**
   * Expiry of an email with a secret, such as a sign-in code. Such an email is deleted after it is sent, or at this time if it is
   * still unsent.
   */
  expiresAt?: Date;
};

/**
 * Kind of the emails that notify staff of events. The failure of such an email records no event, because the event would queue
 * another email of this kind.
 */
export const staffNotification = 'staff-notification';

/** Inserts an email into the outbox. The email worker sends it after the commit of the transaction. */
export async function queueEmail(shop: Shop, email: Email): Promise<void> {
  const now = shop.clock.now();
  await shop.db
    .insert(outbox)
    .values({ ...email, createdAt: now, nextTryAt: now })
    .execute();
}

/**
 * Queues an email with this id for `dueAt`. If an unsent email already has this id, replaces its content but keeps its due time.
 * Does not change a sent email.
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

/**
 * True if the outbox contains an email with this attachment. Returns false after the email is deleted, 30 days after it was sent.
 */
export const hasAttachment = async ({ db }: Shop, attachmentId: string): Promise<boolean> =>
  (await db.$count(outbox, eq(outbox.attachmentId, attachmentId))) > 0;

/** Deletes the unsent emails with these ids. `ids` is a query that selects ids. Returns the ids of the deleted emails. */
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

/** SQL that counts the failed emails. Usable as a query or as a column of another query. */
export const countFailedEmails = ({ db }: Shop) => db.$count(outbox, isNotNull(outbox.failedAt));

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
