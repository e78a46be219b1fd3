import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { lockProducts, readProduct, saveRatings } from '../catalogue/catalogue.server.ts';
import { firstImageOf, isPublished } from '../catalogue/product-rows.server.ts';
import { productPath } from '../catalogue/rules.ts';
import { categories, products } from '../catalogue/tables.server.ts';
import { tag } from '../foundation/cache/cache-tags.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { orderHistory, orderLines, orders } from '../orders/tables.server.ts';
import type { Ratings, Review } from './contract.ts';
import { reviews } from './tables.server.ts';

const isShown = and(
  isNotNull(reviews.approvedAt),
  isNull(reviews.hiddenAt),
  isNotNull(reviews.text),
  isPublished,
);

/**
 * First name and city of the customer who received the product. They are read from the order and not stored with the rating, so
 * deleting the account removes them from the review.
 */
const recipientOf = sql<Review['user'] | null>`(
  select json_build_object('firstName', ${orders.shipTo} ->> 'firstName', 'city', ${orders.shipTo} ->> 'city')
  from ${orders} where ${orders.customerId} = ${reviews.customerId} and ${deliveredIn(reviews.productId)}
  order by ${orders.createdAt} desc limit 1)`;

type Reviewer = Review['user'] & { recipient: Review['user'] | null };

/** Returns the name and the city shown with a review. After the account was deleted, the name is `A buyer`. */
export function reviewerOf({ firstName, city, recipient }: Reviewer): Review['user'] {
  return {
    firstName: firstName || recipient?.firstName || 'A buyer',
    city: city || recipient?.city || '',
  };
}

/** Lists the approved reviews with a text, newest first, of all products or of `proId`. Returns at most `limit`. */
export async function listReviews(shop: Shop, { proId, limit = 50 }: { proId?: string; limit?: number }) {
  const rows = await selectReviews(shop, and(isShown, proId ? eq(products.id, proId) : undefined))
    .orderBy(desc(reviews.createdAt), asc(reviews.id))
    .limit(limit);
  tag('reviews', 'menus', ...rows.map((row) => `product:${row.proId}`));
  return rows.map(({ review, recipient, proId, productName, catName, catSlug, picture }) => ({
    _id: review.id,
    stars: review.stars,
    review: review.text ?? '',
    productName,
    catName,
    proId,
    url: productPath(catSlug, productName, proId),
    product: { img1: picture?.file ?? null, picture },
    user: reviewerOf({ ...review, recipient }),
    answer: review.reply,
    createdAt: review.createdAt.toISOString(),
  }));
}

/** Selects reviews with the recipient, the product and the category. */
export function selectReviews(shop: Shop, where: SQL | undefined) {
  return shop.db
    .select({
      review: reviews,
      recipient: recipientOf,
      proId: products.id,
      productName: products.name,
      catName: categories.name,
      catSlug: categories.slug,
      picture: firstImageOf(sql`${products}.id`),
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(where);
}

/** Reads the ratings of a product, newest first. Returns at most 1,000. @throws NoSuchProduct (404) */
export async function readRatings(shop: Shop, id: string): Promise<Ratings> {
  const { proId } = await readProduct(shop, id);
  tag('reviews');
  const ratings = await shop.db
    .select({ userId: reviews.authorId, stars: reviews.stars })
    .from(reviews)
    .where(eq(reviews.productId, proId))
    .orderBy(desc(reviews.createdAt), asc(reviews.id))
    .limit(1000);
  return { ratings };
}

export type NewReview = Omit<typeof reviews.$inferInsert, 'id' | 'customerId' | 'authorId'>;

/** Inserts reviews, for example those of the seed, and updates the average ratings of their products. */
export async function insertReviews(shop: Shop, list: readonly NewReview[]): Promise<void> {
  if (list.length === 0) return;
  await inTransaction(shop, async (tx) => {
    const productIds = [...new Set(list.map(({ productId }) => productId))];
    await lockProducts(tx, productIds);
    await tx.db.insert(reviews).values([...list]);
    await sumRatings(tx, productIds);
  });
}

/** Updates the average ratings of products. The caller must have locked the products. */
export async function sumRatings(tx: Tx, productIds: readonly string[]): Promise<void> {
  const sums = await tx.db
    .select({
      productId: reviews.productId,
      sum: sql<number>`sum(${reviews.stars})::int`,
      count: sql<number>`count(*)::int`,
    })
    .from(reviews)
    .where(inArray(reviews.productId, [...productIds]))
    .groupBy(reviews.productId);
  await saveRatings(tx, sums);
}

/**
 * SQL condition that is true if the order contains the product and has been delivered, even if the product was returned later.
 */
function deliveredIn(productId: string | PgColumn): SQL {
  return sql`exists (select 1 from ${orderLines}
      where ${orderLines.orderId} = ${orders.id} and ${orderLines.productId} = ${productId})
    and exists (select 1 from ${orderHistory}
      where ${orderHistory.orderId} = ${orders.id} and ${orderHistory.state} = 'delivered')`;
}

export async function hasReceived(shop: Shop, customerId: string, productId: string): Promise<boolean> {
  const received = and(eq(orders.customerId, customerId), deliveredIn(productId));
  return (await shop.db.$count(orders, received)) > 0;
}
