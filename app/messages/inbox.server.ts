import { and, asc, eq, ilike, min, ne, or, type SQL, sql } from 'drizzle-orm';
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
import { findProductOfMessage } from './product-of-message.server.ts';
import { messageReplies, messages } from './tables.server.ts';

export type InboxQuery = { q: string; state?: MessageStatus | undefined; after: string; limit: number };

/** How much of a message the inbox shows, in characters. */
const excerptLength = 140;
const maxOtherMessages = 20;
const maxExamples = 3;

const newestFirst = keyset(messages.createdAt, messages.id, 'desc');

/** What people wrote, the newest first. `q` finds a name, an address, words, and a piece's number. */
export async function listInbox(
  shop: Shop,
  { q, state, after, limit }: InboxQuery,
): Promise<{ rows: InboxMessage[]; next: string | null }> {
  const like = likePattern(q);
  const found = await selectRows(
    shop,
    and(
      state ? eq(messages.status, state) : undefined,
      q
        ? or(
            ilike(messages.name, like),
            ilike(messages.email, like),
            ilike(messages.message, like),
            ilike(messages.productId, like),
          )
        : undefined,
      newestFirst.after(after),
    ),
    limit + 1,
  );
  return toPage(found, limit);
}

/** One message with its answers, its piece, and what else its sender wrote. Throws `no-such-message` (404). */
export async function readMessage(shop: Shop, id: string): Promise<AdminMessage> {
  const [row] = await shop.db.select().from(messages).where(eq(messages.id, id));
  if (!row) throw NoSuchMessage();
  const replies = await shop.db
    .select()
    .from(messageReplies)
    .where(eq(messageReplies.messageId, id))
    .orderBy(asc(messageReplies.createdAt), asc(messageReplies.id));
  const [customer] = await shop.db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.email, row.email.toLowerCase()));
  const product = await findProductOfMessage(shop, row.productId);
  const { name, email, message, status } = row;
  return {
    id,
    name,
    email,
    message,
    customerId: customer?.id ?? null,
    productId: row.productId,
    status,
    createdAt: row.createdAt.toISOString(),
    statusAt: row.statusAt?.toISOString() ?? null,
    aboutProduct: product && { proId: product.proId, productName: product.productName, url: product.url },
    replies: replies.map((reply) => ({
      id: reply.id,
      text: reply.text,
      author: reply.author,
      createdAt: reply.createdAt.toISOString(),
    })),
    otherMessages: await selectRows(shop, and(isFrom(email), ne(messages.id, id)), maxOtherMessages),
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

/** Whose address it is, as a condition on `messages`; people write their own now so, now so. */
export function isFrom(email: string): SQL {
  return sql`lower(${messages.email}) = lower(${email})`;
}

async function selectRows(shop: Shop, where: SQL | undefined, limit: number): Promise<InboxMessage[]> {
  const rows = await shop.db
    .select({
      id: messages.id,
      name: messages.name,
      email: messages.email,
      message: messages.message,
      productId: messages.productId,
      status: messages.status,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(where)
    .orderBy(...newestFirst.orderBy)
    .limit(limit);
  return rows.map(({ message, createdAt, ...row }) => ({
    ...row,
    excerpt: excerptOf(message),
    createdAt: createdAt.toISOString(),
  }));
}

function excerptOf(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ')];
  return characters.length > excerptLength
    ? `${characters.slice(0, excerptLength).join('')}…`
    : characters.join('');
}
