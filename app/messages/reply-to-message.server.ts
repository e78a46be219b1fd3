import { eq } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import { queueEmail } from '../foundation/email/email.server.ts';
import type { Tx } from '../foundation/shop.server.ts';
import {
  AlreadyAnswered,
  type MessageReplyInput,
  type MessageStatus,
  type MessageStatusInput,
  NoSuchMessage,
  StatusChanged,
} from './contract.ts';
import { readMessage } from './inbox.server.ts';
import { replyEmail } from './reply-email.server.ts';
import { messageReplies, messages } from './tables.server.ts';

/**
 * Stores a reply, queues it as an email to the sender, and marks the message as answered. Returns the message and its status
 * before and after for the audit log.
 * @throws NoSuchMessage (404), AlreadyAnswered (409) if the message does not have `seenReplyCount` replies
 */
export async function replyToMessage(tx: Tx, id: string, reply: MessageReplyInput & { author: string }) {
  const { text, author, seenReplyCount } = reply;
  const message = await lockMessage(tx, id);
  const replyCount = await tx.db.$count(messageReplies, eq(messageReplies.messageId, id));
  if (replyCount !== seenReplyCount) throw AlreadyAnswered();
  await tx.db.insert(messageReplies).values({ messageId: id, text, author, createdAt: tx.clock.now() });
  await queueEmail(tx, replyEmail({ message, text }, await readSettings(tx)));
  tx.wakeEmailWorker();
  return setStatus(tx, message, 'answered');
}

/**
 * Closes or reopens a message. Returns the message and its status before and after for the audit log.
 * @throws NoSuchMessage (404), StatusChanged (409) if the status is not `from`
 */
export async function setMessageStatus(tx: Tx, id: string, { from, to }: MessageStatusInput) {
  const message = await lockMessage(tx, id);
  if (message.status !== from) throw StatusChanged();
  return setStatus(tx, message, to);
}

async function lockMessage(tx: Tx, id: string) {
  const [message] = await tx.db.select().from(messages).where(eq(messages.id, id)).for('update');
  if (!message) throw NoSuchMessage();
  return message;
}

async function setStatus(tx: Tx, { id, status }: typeof messages.$inferSelect, to: MessageStatus) {
  await tx.db.update(messages).set({ status: to, statusAt: tx.clock.now() }).where(eq(messages.id, id));
  return { before: { status }, after: { status: to }, result: await readMessage(tx, id) };
}
