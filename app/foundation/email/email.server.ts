import { isNull } from 'drizzle-orm';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';

/** A mail to one person. `to` and `replyTo` are bare addresses, without a name. */
export type Email = {
  /** What it is about, in one word; for the log and the back office. */
  kind: string;
  to: string;
  /** Where an answer goes, if not to the shop. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** From then on it is not worth sending, and once it is sent its words are not kept: for what opens a door. */
  expiresAt?: Date;
};

/**
 * Puts a mail into the outbox; the post office sends it. The row belongs to the caller's transaction: if that is
 * rolled back, nothing is sent.
 */
export async function queueEmail(shop: Shop, email: Email): Promise<void> {
  const now = shop.clock.now();
  await shop.db
    .insert(outbox)
    .values({ ...email, createdAt: now, nextTryAt: now })
    .execute();
}

/** Queues an email for `dueAt` under this id. Replaces the one that was queued under it, unless that is already sent. */
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

/** Makes text safe to stand in the HTML of a mail, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
