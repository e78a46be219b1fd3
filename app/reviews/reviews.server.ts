import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { lockProducts, readProduct, saveRatings } from '../catalogue/catalogue.server.ts';
import type { ProductImage } from '../catalogue/contract.ts';
import { isPublished } from '../catalogue/product-rows.server.ts';
import { productPath } from '../catalogue/rules.ts';
import { categories, productImages, products } from '../catalogue/tables.server.ts';
import { tag } from '../foundation/cache/cache-tags.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { orderHistory, orderLines, orders } from '../orders/tables.server.ts';
import type { Ratings, Review } from './contract.ts';
import { reviews } from './tables.server.ts';

export const firstImage = sql<ProductImage | null>`(
  select json_build_object('file', pp.file, 'width', pp.width, 'height', pp.height, 'colour', pp.colour, 'alt', pp.alt)
  from ${productImages} pp where pp.product_id = ${products.id} order by pp.position limit 1)`;

const isShown = and(
  isNotNull(reviews.approvedAt),
  isNull(reviews.hiddenAt),
  isNotNull(reviews.text),
  isPublished,
);

/**
 * Where the piece went that a customer rated. Their name is read from there each time and kept nowhere else: with the
 * account it is gone from every review.
 */
export const recipientOf = sql<{ firstName: string; city: string } | null>`(
  select json_build_object('firstName', ${orders.shipTo} ->> 'firstName', 'city', ${orders.shipTo} ->> 'city')
  from ${orders} where ${orders.customerId} = ${reviews.customerId} and ${deliveredIn(reviews.productId)}
  order by ${orders.createdAt} desc limit 1)`;

/** Who stands beside words whose writer has no account any more. */
const someId = 'A buyer';

type Writer = {
  firstName: string;
  city: string;
  recipient: { firstName: string; city: string } | null;
};

/** The name that stands beside the words. */
export function reviewerOf({ firstName, city, recipient }: Writer): Review['user'] {
  return {
    firstName: firstName || recipient?.firstName || someId,
    city: city || recipient?.city || '',
  };
}

/** The newest approved reviews with words. */
export function listReviews(shop: Shop, limit: number): Promise<Review[]> {
  return selectReviews(shop, undefined, limit);
}

/** The approved reviews of one piece, newest first, at most 50. */
export function listReviewsOf(shop: Shop, proId: string): Promise<Review[]> {
  return selectReviews(shop, proId, 50);
}

async function selectReviews(shop: Shop, proId: string | undefined, limit: number): Promise<Review[]> {
  const rows = await shop.db
    .select({
      id: reviews.id,
      stars: reviews.stars,
      words: reviews.text,
      firstName: reviews.firstName,
      city: reviews.city,
      answer: reviews.reply,
      recipient: recipientOf,
      createdAt: reviews.createdAt,
      proId: products.id,
      productName: products.name,
      catName: categories.name,
      catSlug: categories.slug,
      picture: firstImage,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(proId === undefined ? isShown : and(isShown, eq(products.id, proId)))
    .orderBy(desc(reviews.createdAt), asc(reviews.id))
    .limit(limit);
  tag('reviews', 'menus', ...rows.map((row) => `product:${row.proId}`));
  return rows.map((row) => ({
    _id: row.id,
    stars: row.stars,
    review: row.words ?? '',
    productName: row.productName,
    catName: row.catName,
    proId: row.proId,
    url: productPath(row.catSlug, row.productName, row.proId),
    product: { img1: row.picture?.file ?? null, picture: row.picture },
    user: reviewerOf(row),
    answer: row.answer,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** All stars of one piece. Throws `no-such-product` (404). */
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

export type NewReview = {
  productId: string;
  stars: number;
  text: string | null;
  firstName: string;
  city: string;
  approvedAt: Date | null;
  createdAt: Date;
};

/**
 * Keeps reviews that came from elsewhere (the seeds, an import), and the pieces' averages in step with them. The
 * pieces are locked before their stars are added up: of two who review one piece at once, the second counts both.
 */
export async function insertReviews(shop: Shop, list: readonly NewReview[]): Promise<void> {
  if (list.length === 0) return;
  await inTransaction(shop, async (tx) => {
    const reviewed = [...new Set(list.map(({ productId }) => productId))];
    await lockProducts(tx, reviewed);
    await tx.db.insert(reviews).values([...list]);
    await sumRatings(tx, reviewed);
  });
}

/** Brings the averages of these pieces, which are locked, in step with their stars. */
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

/** SQL condition: true if the order contains the product and was delivered, whatever its state is now. */
function deliveredIn(productId: string | PgColumn): SQL {
  return sql`exists (select 1 from ${orderLines}
      where ${orderLines.orderId} = ${orders.id} and ${orderLines.productId} = ${productId})
    and exists (select 1 from ${orderHistory}
      where ${orderHistory.orderId} = ${orders.id} and ${orderHistory.state} = 'delivered')`;
}

/** Whether any order of theirs has brought them this piece. */
export async function hasReceived(shop: Shop, customerId: string, productId: string): Promise<boolean> {
  const found = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), deliveredIn(productId)))
    .limit(1);
  return found.length > 0;
}
