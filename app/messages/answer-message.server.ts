import { count, eq } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import { queueEmail } from '../foundation/email/email.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { AlreadyAnswered, type MessageStatus, NoSuchMessage, StatusChanged } from './contract.ts';
import { replyEmail } from './reply-email.server.ts';
import { messageReplies, messages } from './tables.server.ts';

/** What has become of a message: for the audit log, so without its words. */
export type StatusInput = { before: { status: MessageStatus }; after: { status: MessageStatus } };

/**
 * Keeps an answer and lays it into the outbox as a letter to whoever wrote; the message is answered then. `seen` is how
 * many answers the writer has seen: of two who answer at once the second is told (`answered-meanwhile`, 409). Throws
 * `no-such-message` (404). It belongs to the caller's transaction.
 */
export async function replyToMessage(
  inside: Shop,
  id: string,
  { text, by, seen }: { text: string; by: string; seen: number },
): Promise<StatusInput> {
  const message = await lockMessage(inside, id);
  const [counted] = await inside.db
    .select({ replies: count() })
    .from(messageReplies)
    .where(eq(messageReplies.messageId, id));
  if ((counted?.replies ?? 0) !== seen) throw AlreadyAnswered();
  await inside.db.insert(messageReplies).values({ messageId: id, text, by, createdAt: inside.clock.now() });
  await queueEmail(inside, replyEmail({ message, text }, await readSettings(inside)));
  inside.postSoon();
  return move(inside, message, 'answered');
}

/**
 * Closes a message that needs no answer (any more), or opens it again. `from` is the state that was seen: whoever comes
 * second is told (`moved-meanwhile`, 409). Throws `no-such-message` (404).
 */
export async function setMessageStatus(
  inside: Shop,
  id: string,
  { from, to }: { from: MessageStatus; to: MessageStatus },
): Promise<StatusInput> {
  const message = await lockMessage(inside, id);
  if (message.status !== from) throw StatusChanged();
  return move(inside, message, to);
}

async function lockMessage(inside: Shop, id: string) {
  const [message] = await inside.db.select().from(messages).where(eq(messages.id, id)).for('update');
  if (!message) throw NoSuchMessage();
  return message;
}

async function move(
  inside: Shop,
  { id, status }: { id: string; status: MessageStatus },
  to: MessageStatus,
): Promise<StatusInput> {
  await inside.db
    .update(messages)
    .set({ status: to, statusAt: inside.clock.now() })
    .where(eq(messages.id, id));
  return { before: { status }, after: { status: to } };
}
