import { isNull } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/** An email to one recipient. `to` and `replyTo` are email addresses without a name. */
export type Email = {
  /** The kind of email in one word, for the log and the admin. */
  kind: string;
  to: string;
  /** The email address for replies, if it is not the shop's. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** For emails with a secret, such as a code: deleted once sent, and not sent after this time. */
  expiresAt?: Date;
};

/**
 * Inserts an email into the outbox, which the email worker sends. In a transaction that rolls back, nothing is sent.
 */
export async function queueEmail(shop: Shop, email: Email): Promise<void> {
  const now = shop.clock.now();
  await shop.db
    .insert(outbox)
    .values({ ...email, createdAt: now, nextTryAt: now })
    .execute();
}

/** Queues an email for `dueAt` under an id. Replaces the content of an unsent email with the same id. */
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
