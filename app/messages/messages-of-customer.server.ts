import { desc, inArray } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import type { MessageWithReplies } from './contract.ts';
import { isFrom } from './inbox.server.ts';
import { messageReplies, messages } from './tables.server.ts';

/** Lists the messages from an email address with their replies, newest first. */
export async function listMessagesFrom(shop: Shop, email: string): Promise<MessageWithReplies[]> {
  const rows = await shop.db
    .select()
    .from(messages)
    .where(isFrom(email))
    .orderBy(desc(messages.createdAt), desc(messages.id));
  const ids = rows.map(({ id }) => id);
  const replies = await shop.db
    .select()
    .from(messageReplies)
    .where(inArray(messageReplies.messageId, ids))
    .orderBy(messageReplies.createdAt, messageReplies.id);
  return rows.map(({ id, name, message, productId, status, createdAt }) => ({
    id,
    name,
    message,
    productId,
    status,
    createdAt: createdAt.toISOString(),
    replies: replies
      .filter(({ messageId }) => messageId === id)
      .map((reply) => ({ text: reply.text, createdAt: reply.createdAt.toISOString() })),
  }));
}

/** Deletes the messages from an email address with their replies. Returns the number of messages. */
export async function deleteMessagesFrom(tx: Tx, email: string): Promise<number> {
  const gone = await tx.db.delete(messages).where(isFrom(email)).returning({ id: messages.id });
  return gone.length;
}
