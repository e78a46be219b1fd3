import { and, eq, ilike, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { productPath } from '../catalogue/rules.ts';
import { categories, products } from '../catalogue/tables.server.ts';
import { keyset, likePattern, toPage } from '../foundation/database/keyset.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { NoSuchReview, ReviewChanged } from './contract.ts';
import { recipientOf, reviewerOf } from './reviews.server.ts';
import { reviews } from './tables.server.ts';

/** Words wait until somebody has read them; then they are shown or hidden. */
export type TextState = 'waiting' | 'shown' | 'hidden';

/** A review with words, as whoever reads them for the shop sees it. */
export type ReviewForModeration = {
  id: string;
  stars: number;
  review: string;
  /** Empty where the shop has answered nothing. */
  reply: string;
  state: TextState;
  /** First name and city, as they stand beside the words. */
  author: string;
  /** Their account, if they have one. */
  customerId: string | null;
  proId: string;
  productName: string;
  url: string;
  createdAt: string;
};

export type ReviewsQuery = {
  q: string;
  state?: TextState | undefined;
  stars?: number | undefined;
  after: string;
  limit: number;
};

/** What is decided; what is left out stays. `seen` are the words that were read. */
export type Decision = {
  seenText: string;
  state?: Exclude<TextState, 'waiting'> | undefined;
  reply?: string | undefined;
};

type Moderated = { state: TextState; isAnswered: boolean };

const inState: Record<TextState, SQL | undefined> = {
  waiting: and(isNull(reviews.approvedAt), isNull(reviews.hiddenAt)),
  shown: and(isNotNull(reviews.approvedAt), isNull(reviews.hiddenAt)),
  hidden: isNotNull(reviews.hiddenAt),
};

const newestFirst = keyset(reviews.createdAt, reviews.id, 'desc');

/** The reviews that have words, the newest first. `q` finds words, the piece, and its number. */
export async function listReviewTexts(
  shop: Shop,
  { q, state, stars, after, limit }: ReviewsQuery,
): Promise<{ rows: ReviewForModeration[]; next: string | null }> {
  const like = likePattern(q);
  const found = await selectText(
    shop,
    and(
      state ? inState[state] : undefined,
      stars ? eq(reviews.stars, stars) : undefined,
      q ? or(ilike(reviews.text, like), ilike(products.name, like), ilike(products.id, like)) : undefined,
      newestFirst.after(after),
    ),
    limit + 1,
  );
  return toPage(found, limit);
}

/** Throws `no-such-review` (404), also for stars without words. */
export async function readReviewText(shop: Shop, id: string): Promise<ReviewForModeration> {
  const [row] = await selectText(shop, eq(reviews.id, id), 1);
  if (!row) throw NoSuchReview();
  return row;
}

/**
 * Shows or hides the words of a review, or answers them in the shop's name; an empty answer takes an earlier one back.
 * The stars count whatever is decided. Words that are not the ones that were read are nobody's to decide
 * (`review-changed`, 409). Throws `no-such-review` (404). Answers how it was and how it is, for the audit log.
 */
export async function decideReview(
  tx: Tx,
  id: string,
  { seenText, state, reply }: Decision,
): Promise<{ before: Moderated; after: Moderated }> {
  const [row] = await tx.db.select().from(reviews).where(eq(reviews.id, id)).for('update');
  if (!row || row.text === null) throw NoSuchReview();
  if (row.text !== seenText) throw ReviewChanged();
  const now = tx.clock.now();
  const stood =
    state === undefined
      ? {}
      : state === 'shown'
        ? { approvedAt: row.approvedAt ?? now, hiddenAt: null }
        : { approvedAt: null, hiddenAt: row.hiddenAt ?? now };
  const answered = reply === undefined ? {} : { reply: reply || null };
  const decided = { ...row, ...stood, ...answered };
  await tx.db
    .update(reviews)
    .set({ approvedAt: decided.approvedAt, hiddenAt: decided.hiddenAt, reply: decided.reply })
    .where(eq(reviews.id, id));
  return { before: toModerated(row), after: toModerated(decided) };
}

type Stood = Pick<typeof reviews.$inferSelect, 'approvedAt' | 'hiddenAt' | 'reply'>;

function toModerated(row: Stood): Moderated {
  return { state: stateOf(row), isAnswered: row.reply !== null };
}

function stateOf({ approvedAt, hiddenAt }: Omit<Stood, 'reply'>): TextState {
  if (hiddenAt) return 'hidden';
  return approvedAt ? 'shown' : 'waiting';
}

async function selectText(shop: Shop, where: SQL | undefined, limit: number): Promise<ReviewForModeration[]> {
  const rows = await shop.db
    .select({
      review: reviews,
      recipient: recipientOf,
      proId: products.id,
      productName: products.name,
      catSlug: categories.slug,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isNotNull(reviews.text), where))
    .orderBy(...newestFirst.orderBy)
    .limit(limit);
  return rows.map(({ review, recipient, proId, productName, catSlug }) => {
    const { firstName, city } = reviewerOf({ ...review, recipient });
    return {
      id: review.id,
      stars: review.stars,
      review: review.text ?? '',
      reply: review.reply ?? '',
      state: stateOf(review),
      author: [firstName, city].filter(Boolean).join(', '),
      customerId: review.customerId,
      proId,
      productName,
      url: productPath(catSlug, productName, proId),
      createdAt: review.createdAt.toISOString(),
    };
  });
}
