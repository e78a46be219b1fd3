import { and, eq, ilike, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { productPath } from '../catalogue/rules.ts';
import { products } from '../catalogue/tables.server.ts';
import { keyset, likePattern, toPage } from '../foundation/database/keyset.server.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import {
  type AdminReview,
  NoSuchReview,
  ReviewChanged,
  type ReviewDecision,
  type TextState,
} from './contract.ts';
import { reviewerOf, selectReviews } from './reviews.server.ts';
import { reviews } from './tables.server.ts';

type Query = {
  q: string;
  state?: TextState | undefined;
  stars?: number | undefined;
  after: string;
  limit: number;
};

const inState: Record<TextState, SQL | undefined> = {
  waiting: and(isNull(reviews.approvedAt), isNull(reviews.hiddenAt)),
  shown: and(isNotNull(reviews.approvedAt), isNull(reviews.hiddenAt)),
  hidden: isNotNull(reviews.hiddenAt),
};

/** SQL that counts the reviews whose text is neither approved nor hidden. Used as a query, and as a column of another query. */
export const countWaitingReviews = ({ db }: Shop) =>
  db.$count(reviews, and(isNotNull(reviews.text), inState.waiting));

const newestFirst = keyset(reviews.createdAt, reviews.id, 'desc');

/** Lists the reviews with a text, newest first. `q` searches words of the text, product names and product numbers. */
export async function listReviewTexts(shop: Shop, { q, state, stars, after, limit }: Query) {
  const like = likePattern(q);
  const where = and(
    state ? inState[state] : undefined,
    stars ? eq(reviews.stars, stars) : undefined,
    q ? or(ilike(reviews.text, like), ilike(products.name, like), ilike(products.id, like)) : undefined,
    newestFirst.after(after),
  );
  return toPage(await selectWithText(shop, where, limit + 1), limit);
}

/** Reads a review with a text. @throws NoSuchReview (404), also for a rating without a text */
export async function readReviewText(shop: Shop, id: string): Promise<AdminReview> {
  const [row] = await selectWithText(shop, eq(reviews.id, id), 1);
  if (!row) throw NoSuchReview();
  return row;
}

/**
 * Shows or hides the text of a review, or sets the shop's reply. An empty reply removes it. Returns the review's state before and
 * after for the audit log.
 * @throws NoSuchReview (404), ReviewChanged (409) if the text is not `seenText`
 */
export async function decideReview(tx: Tx, id: string, { seenText, state, reply }: ReviewDecision) {
  const [row] = await tx.db.select().from(reviews).where(eq(reviews.id, id)).for('update');
  if (!row || row.text === null) throw NoSuchReview();
  if (row.text !== seenText) throw ReviewChanged();
  const now = tx.clock.now();
  const decided = {
    ...row,
    ...(state === 'shown' && { approvedAt: row.approvedAt ?? now, hiddenAt: null }),
    ...(state === 'hidden' && { approvedAt: null, hiddenAt: row.hiddenAt ?? now }),
    ...(reply !== undefined && { reply: reply || null }),
  };
  await tx.db
    .update(reviews)
    .set({ approvedAt: decided.approvedAt, hiddenAt: decided.hiddenAt, reply: decided.reply })
    .where(eq(reviews.id, id));
  return { before: toModerated(row), after: toModerated(decided) };
}

type Row = typeof reviews.$inferSelect;

/** The state of a review in the audit log. */
const toModerated = (row: Row) => ({ state: stateOf(row), isAnswered: row.reply !== null });

function stateOf({ approvedAt, hiddenAt }: Row): TextState {
  if (hiddenAt) return 'hidden';
  return approvedAt ? 'shown' : 'waiting';
}

/** Selects reviews with a text, newest first. */
async function selectWithText(shop: Shop, where: SQL | undefined, limit: number): Promise<AdminReview[]> {
  const rows = await selectReviews(shop, and(isNotNull(reviews.text), where))
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
