import { and, asc, desc, eq, ilike, inArray, min, ne, or, type SQL, sql } from 'drizzle-orm';
import { customers } from '../customers/tables.server.ts';
import { keyset, likePattern, toPage } from '../foundation/database/keyset.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import {
  type AdminMessage,
  type InboxMessage,
  type MessageStatus,
  type MessageWithReplies,
  NoSuchMessage,
  type UnansweredMessages,
} from './contract.ts';
import { findProductOfMessage } from './product-of-message.server.ts';
import { messageReplies, messages } from './tables.server.ts';

/** How much of a message the inbox shows, in characters. */
const excerptLength = 140;
const maxOtherMessages = 20;
const maxExamples = 3;

const newestFirst = keyset(messages.createdAt, messages.id, 'desc');

type Query = { q: string; state?: MessageStatus | undefined; after: string; limit: number };

/** Lists messages, newest first. `q` finds names, email addresses, words of the text, and product numbers. */
export async function listInbox(shop: Shop, { q, state, after, limit }: Query) {
  const { name, email, message, productId, status } = messages;
  const columns = [name, email, message, productId];
  const isFound = q ? or(...columns.map((column) => ilike(column, likePattern(q)))) : undefined;
  const where = and(state && eq(status, state), isFound, newestFirst.after(after));
  return toPage(await selectMessages(shop, where, limit + 1), limit);
}

/** Reads a message with its replies, its product, and other messages from its address. @throws NoSuchMessage (404) */
export async function readMessage(shop: Shop, id: string): Promise<AdminMessage> {
  const [message] = await shop.db.select().from(messages).where(eq(messages.id, id));
  if (!message) throw NoSuchMessage();
  const replies = await shop.db
    .select()
    .from(messageReplies)
    .where(eq(messageReplies.messageId, id))
    .orderBy(asc(messageReplies.createdAt), asc(messageReplies.id));
  const [customer] = await shop.db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.email, message.email.toLowerCase()));
  const product = await findProductOfMessage(shop, message.productId);
  const isOther = and(isFrom(message.email), ne(messages.id, id));
  return {
    ...message,
    createdAt: message.createdAt.toISOString(),
    statusAt: message.statusAt?.toISOString() ?? null,
    customerId: customer?.id ?? null,
    aboutProduct: product && { proId: product.proId, productName: product.productName, url: product.url },
    replies: replies.map(({ messageId: _messageId, createdAt, ...reply }) => ({
      ...reply,
      createdAt: createdAt.toISOString(),
    })),
    otherMessages: await selectMessages(shop, isOther, maxOtherMessages),
  };
}

/** Counts the messages without a reply, with the first senders. */
export async function readUnanswered(shop: Shop): Promise<UnansweredMessages> {
  const [row] = await shop.db
    .select({
      count: sql<number>`count(*)::int`,
      since: min(messages.createdAt),
      names: sql<
        string[] | null
      >`(array_agg(${messages.name} order by ${messages.createdAt}))[1:${sql.raw(String(maxExamples))}]`,
    })
    .from(messages)
    .where(eq(messages.status, 'new'));
  return {
    count: row?.count ?? 0,
    examples: row?.names ?? [],
    since: row?.since ? new Date(row.since).toISOString() : null,
  };
}

/** Condition for messages from an email address, in any capitalisation. */
const isFrom = (email: string) => sql`lower(${messages.email}) = lower(${email})`;

async function selectMessages(shop: Shop, where: SQL | undefined, limit: number): Promise<InboxMessage[]> {
  const rows = await shop.db
    .select()
    .from(messages)
    .where(where)
    .orderBy(...newestFirst.orderBy)
    .limit(limit);
  return rows.map(({ message, statusAt: _statusAt, createdAt, ...row }) => ({
    ...row,
    excerpt: excerptOf(message),
    createdAt: createdAt.toISOString(),
  }));
}

function excerptOf(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ')];
  const excerpt = characters.slice(0, excerptLength).join('');
  return characters.length > excerptLength ? `${excerpt}…` : excerpt;
}

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
