import { count, eq } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import { queueMail } from '../foundation/email/email.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { AnsweredMeanwhile, type MessageStatus, MovedMeanwhile, NoSuchMessage } from './contract.ts';
import { letterOfReply } from './reply-email.server.ts';
import { messageReplies, messages } from './tables.server.ts';

/** What has become of a message: for the audit log, so without its words. */
export type Moved = { before: { status: MessageStatus }; after: { status: MessageStatus } };

/**
 * Keeps an answer and lays it into the outbox as a letter to whoever wrote; the message is answered then. `seen` is how
 * many answers the writer has seen: of two who answer at once the second is told (`answered-meanwhile`, 409). Throws
 * `no-such-message` (404). It belongs to the caller's transaction.
 */
export async function answerMessage(
  inside: Shop,
  id: string,
  { text, by, seen }: { text: string; by: string; seen: number },
): Promise<Moved> {
  const message = await lockMessage(inside, id);
  const [counted] = await inside.db
    .select({ replies: count() })
    .from(messageReplies)
    .where(eq(messageReplies.messageId, id));
  if ((counted?.replies ?? 0) !== seen) throw AnsweredMeanwhile();
  await inside.db.insert(messageReplies).values({ messageId: id, text, by, createdAt: inside.clock.now() });
  await queueMail(inside, letterOfReply({ message, text }, await readSettings(inside)));
  inside.postSoon();
  return move(inside, message, 'answered');
}

/**
 * Closes a message that needs no answer (any more), or opens it again. `from` is the state that was seen: whoever comes
 * second is told (`moved-meanwhile`, 409). Throws `no-such-message` (404).
 */
export async function moveMessage(
  inside: Shop,
  id: string,
  { from, to }: { from: MessageStatus; to: MessageStatus },
): Promise<Moved> {
  const message = await lockMessage(inside, id);
  if (message.status !== from) throw MovedMeanwhile();
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
): Promise<Moved> {
  await inside.db
    .update(messages)
    .set({ status: to, statusAt: inside.clock.now() })
    .where(eq(messages.id, id));
  return { before: { status }, after: { status: to } };
}
