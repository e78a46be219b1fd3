import { count, eq } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import { queueEmail } from '../foundation/email/email.server.ts';
import type { Tx } from '../foundation/shop.server.ts';
import { AlreadyAnswered, type MessageStatus, NoSuchMessage, StatusChanged } from './contract.ts';
import { replyEmail } from './reply-email.server.ts';
import { messageReplies, messages } from './tables.server.ts';

/** What has become of a message: for the audit log, so without its words. */
export type StatusAudit = { before: { status: MessageStatus }; after: { status: MessageStatus } };

/**
 * Keeps an answer and lays it into the outbox as a letter to whoever wrote; the message is answered then. `seenReplyCount` is how
 * many answers the writer has seen: of two who answer at once the second is told (`already-answered`, 409). Throws
 * `no-such-message` (404). It belongs to the caller's transaction.
 */
export async function replyToMessage(
  tx: Tx,
  id: string,
  { text, author, seenReplyCount }: { text: string; author: string; seenReplyCount: number },
): Promise<StatusAudit> {
  const message = await lockMessage(tx, id);
  const [counted] = await tx.db
    .select({ replies: count() })
    .from(messageReplies)
    .where(eq(messageReplies.messageId, id));
  if ((counted?.replies ?? 0) !== seenReplyCount) throw AlreadyAnswered();
  await tx.db.insert(messageReplies).values({ messageId: id, text, author, createdAt: tx.clock.now() });
  await queueEmail(tx, replyEmail({ message, text }, await readSettings(tx)));
  tx.wakeEmailWorker();
  return setStatus(tx, message, 'answered');
}

/**
 * Closes a message that needs no answer (any more), or opens it again. `from` is the state that was seen: whoever comes
 * second is told (`status-changed`, 409). Throws `no-such-message` (404).
 */
export async function setMessageStatus(
  tx: Tx,
  id: string,
  { from, to }: { from: MessageStatus; to: MessageStatus },
): Promise<StatusAudit> {
  const message = await lockMessage(tx, id);
  if (message.status !== from) throw StatusChanged();
  return setStatus(tx, message, to);
}

async function lockMessage(tx: Tx, id: string) {
  const [message] = await tx.db.select().from(messages).where(eq(messages.id, id)).for('update');
  if (!message) throw NoSuchMessage();
  return message;
}

async function setStatus(
  tx: Tx,
  { id, status }: { id: string; status: MessageStatus },
  to: MessageStatus,
): Promise<StatusAudit> {
  await tx.db.update(messages).set({ status: to, statusAt: tx.clock.now() }).where(eq(messages.id, id));
  return { before: { status }, after: { status: to } };
}
