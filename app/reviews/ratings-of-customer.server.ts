import { desc, eq } from 'drizzle-orm';
import { products } from '../catalogue/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { CustomerRating } from './contract.ts';
import { reviews } from './tables.server.ts';

/** Lists the customer's ratings for staff, newest first. */
export async function listRatingsOf(shop: Shop, customerId: string): Promise<CustomerRating[]> {
  const rows = await shop.db
    .select({ review: reviews, productName: products.name })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviews.customerId, customerId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id));
  return rows.map(({ review, productName }) => ({
    id: review.id,
    proId: review.productId,
    productName,
    stars: review.stars,
    review: review.text ?? '',
    reply: review.reply ?? '',
    createdAt: review.createdAt.toISOString(),
  }));
}
