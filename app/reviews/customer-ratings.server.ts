import { and, desc, eq, sql } from 'drizzle-orm';
import { lockProducts } from '../catalogue/catalogue.server.ts';
import { NoSuchProduct } from '../catalogue/contract.ts';
import { products } from '../catalogue/tables.server.ts';
import { lockCustomer } from '../customers/accounts.server.ts';
import { keyedHash } from '../foundation/config/secret.server.ts';
import { recordEvent } from '../foundation/jobs/events.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { type CustomerRating, NotABuyer, type OwnRating, type RatingInput } from './contract.ts';
import { hasReceived, sumRatings } from './reviews.server.ts';
import { reviews } from './tables.server.ts';

/**
 * Stores a buyer's rating of a product, or replaces the buyer's previous rating. The stars count at once. Customers see a new
 * text only after the staff have approved it. Buyers can also rate an archived product.
 * @throws NoSuchProduct (404), NotABuyer (403)
 */
export function rateProduct(shop: Shop, customerId: string, id: string, { stars, review }: RatingInput) {
  return inTransaction(shop, async (tx) => {
    // Lock the account, so that it is not deleted concurrently.
    await lockCustomer(tx, customerId, 'key share');
    const productId = await findReceived(tx, customerId, id);
    // Lock the product, so that the second of two concurrent ratings updates the average with both.
    await lockProducts(tx, [productId]);
    const text = review || null;
    const hasNewText = sql`excluded.text is distinct from ${reviews.text}`;
    const unlessNew = (column: typeof reviews.approvedAt | typeof reviews.hiddenAt | typeof reviews.reply) =>
      sql`case when ${hasNewText} then null else ${column} end`;
    const ofCustomer = and(eq(reviews.customerId, customerId), eq(reviews.productId, productId));
    const [earlier] = await tx.db.select({ text: reviews.text }).from(reviews).where(ofCustomer);
    const [rating] = await tx.db
      .insert(reviews)
      .values({
        productId,
        customerId,
        authorId: authorOf(shop, customerId),
        stars,
        text,
        firstName: '',
        city: '',
        createdAt: shop.clock.now(),
      })
      .onConflictDoUpdate({
        target: [reviews.customerId, reviews.productId],
        set: {
          stars,
          ...(review === undefined
            ? {}
            : {
                text,
                approvedAt: unlessNew(reviews.approvedAt),
                hiddenAt: unlessNew(reviews.hiddenAt),
                reply: unlessNew(reviews.reply),
              }),
        },
      })
      .returning();
    if (!rating) throw new Error('insert into reviews returned no row');
    if (text !== null && text !== earlier?.text)
      await recordEvent(tx, { kind: 'review-waits', payload: { reviewId: rating.id } });
    await sumRatings(tx, [productId]);
    return toOwnRating(rating);
  });
}

/** Lists the customer's own ratings, newest first. */
export async function listRatingsOfCustomer(shop: Shop, customerId: string): Promise<OwnRating[]> {
  const rows = await shop.db
    .select()
    .from(reviews)
    .where(eq(reviews.customerId, customerId))
    .orderBy(desc(reviews.createdAt), reviews.productId);
  return rows.map(toOwnRating);
}

/** Lists a customer's ratings for the staff, newest first. */
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

function toOwnRating({ productId, stars, text, approvedAt }: typeof reviews.$inferSelect): OwnRating {
  return { proId: productId, stars, review: text ?? '', approved: approvedAt !== null };
}

/**
 * Finds a product that the customer has received, ignoring upper and lower case. Returns its number as stored.
 * @throws NotABuyer (403) if the customer has not received the product; NoSuchProduct (404), also if the product is not published
 * and the customer has not received it
 */
async function findReceived(tx: Tx, customerId: string, id: string): Promise<string> {
  const [product] = await tx.db
    .select({ id: products.id, published: products.published })
    .from(products)
    .where(sql`upper(${products.id}) = upper(${id.trim()})`);
  if (!product) throw NoSuchProduct();
  if (await hasReceived(tx, customerId, product.id)) return product.id;
  throw product.published ? NotABuyer() : NoSuchProduct();
}

/** Returns a pseudonymous id. All ratings of a customer have the same id. */
function authorOf(shop: Pick<Shop, 'secret'>, customerId: string): string {
  const hex = keyedHash(shop, 'the author of a rating', customerId).toString('hex');
  // UUID version 8 allows a custom format.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
