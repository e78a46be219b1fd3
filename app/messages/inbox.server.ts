import { and, eq, ilike, min, ne, or, type SQL, sql } from 'drizzle-orm';
import { findProduct } from '../catalogue/catalogue.server.ts';
import { customers } from '../customers/tables.server.ts';
import { keyset, likePattern, toPage } from '../foundation/database/keyset.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import {
  type AdminMessage,
  type InboxMessage,
  type MessageStatus,
  NoSuchMessage,
  type UnansweredMessages,
} from './contract.ts';
import { isFrom, listReplies } from './messages-of-sender.server.ts';
import { messages } from './tables.server.ts';

/** Maximum length of an excerpt, in characters. */
const maxExcerptLength = 140;

const newestFirst = keyset(messages.createdAt, messages.id, 'desc');

type Query = { q: string; state?: MessageStatus | undefined; after: string; limit: number };

/** Lists messages, newest first. `q` searches names, email addresses, words of the text and product numbers. */
export async function listInbox(shop: Shop, { q, state, after, limit }: Query) {
  const { name, email, message, productId, status } = messages;
  const columns = [name, email, message, productId];
  const isFound = q ? or(...columns.map((column) => ilike(column, likePattern(q)))) : undefined;
  const where = and(state && eq(status, state), isFound, newestFirst.after(after));
  return toPage(await selectMessages(shop, where, limit + 1), limit);
}

/** Reads a message with its replies, its product, and other messages from the same email address. @throws NoSuchMessage (404) */
export async function readMessage(shop: Shop, id: string): Promise<AdminMessage> {
  const [row] = await shop.db
    .select({ message: messages, customerId: customers.id })
    .from(messages)
    .leftJoin(customers, eq(customers.email, sql`lower(${messages.email})`))
    .where(eq(messages.id, id));
  if (!row) throw NoSuchMessage();
  const { message, customerId } = row;
  const product = await findProduct(shop, message.productId);
  const replies = await listReplies(shop, [id]);
  return {
    ...message,
    createdAt: message.createdAt.toISOString(),
    statusAt: message.statusAt?.toISOString() ?? null,
    customerId,
    aboutProduct: product && { proId: product.proId, productName: product.productName, url: product.url },
    replies: replies.map(({ messageId: _messageId, ...reply }) => reply),
    otherMessages: await selectMessages(shop, and(isFrom(message.email), ne(messages.id, id)), 20),
  };
}

/** SQL that counts the messages with the status `new`. Usable as a column of another query. */
export const countUnanswered = ({ db }: Shop) => db.$count(messages, eq(messages.status, 'new'));

/** Counts the messages with the status `new`. Also returns the names of the first three senders. */
export async function readUnanswered(shop: Shop): Promise<UnansweredMessages> {
  const { name, createdAt, status } = messages;
  const examples = sql<string[] | null>`(array_agg(${name} order by ${createdAt}))[1:3]`;
  const [row] = await shop.db
    .select({ count: sql<number>`count(*)::int`, examples, since: min(createdAt) })
    .from(messages)
    .where(eq(status, 'new'));
  return { count: row?.count ?? 0, examples: row?.examples ?? [], since: row?.since?.toISOString() ?? null };
}

/** Selects messages with only the beginning of their texts, newest first. */
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
  const excerpt = characters.slice(0, maxExcerptLength).join('');
  return characters.length > maxExcerptLength ? `${excerpt}…` : excerpt;
}
