import { desc, inArray, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import type { MessageWithReplies } from './contract.ts';
import { messageReplies, messages } from './tables.server.ts';

/** SQL condition that is true for messages from an email address, ignoring case. */
export const isFrom = (email: string) => sql`lower(${messages.email}) = lower(${email})`;

/** Lists the messages from an email address with their replies, newest first. */
export async function listMessagesFrom(shop: Shop, email: string): Promise<MessageWithReplies[]> {
  const { id, name, message, productId, status, createdAt } = messages;
  const rows = await shop.db
    .select({ id, name, message, productId, status, createdAt })
    .from(messages)
    .where(isFrom(email))
    .orderBy(desc(createdAt), desc(id));
  const ids = rows.map((row) => row.id);
  const replies = Map.groupBy(await listReplies(shop, ids), ({ messageId }) => messageId);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    replies: (replies.get(row.id) ?? []).map(({ text, createdAt }) => ({ text, createdAt })),
  }));
}

/** Deletes the messages from an email address with their replies. Returns the number of messages. */
export async function deleteMessagesFrom(tx: Tx, email: string): Promise<number> {
  const deleted = await tx.db.delete(messages).where(isFrom(email)).returning({ id: messages.id });
  return deleted.length;
}

/** Lists the replies to messages, oldest first. */
export async function listReplies({ db }: Shop, messageIds: readonly string[]) {
  const { messageId, createdAt, id } = messageReplies;
  const isReplyToOne = inArray(messageId, [...messageIds]);
  const rows = await db.select().from(messageReplies).where(isReplyToOne).orderBy(createdAt, id);
  return rows.map((reply) => ({ ...reply, createdAt: reply.createdAt.toISOString() }));
}
