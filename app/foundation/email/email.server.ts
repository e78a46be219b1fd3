import { isNull } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
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
  /**
   * Set for emails with a secret, such as a code. The email is deleted after sending. If this time has passed when the
   * email worker runs, the email is deleted unsent.
   */
  expiresAt?: Date;
};

/** Inserts an email into the outbox, which the email worker sends after the transaction's commit. */
export async function queueEmail(shop: Shop, email: Email): Promise<void> {
  const now = shop.clock.now();
  await shop.db
    .insert(outbox)
    .values({ ...email, createdAt: now, nextTryAt: now })
    .execute();
}

/**
 * Queues an email for `dueAt` under an id. If an unsent email has the same id, replaces its content and keeps its due
 * time. Does nothing if an email with this id was sent.
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
