import { desc, eq, sql } from 'drizzle-orm';
import { lockProducts } from '../catalogue/catalogue.server.ts';
import { NoSuchProduct } from '../catalogue/contract.ts';
import { products } from '../catalogue/tables.server.ts';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { keyedHash } from '../foundation/config/secret.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { NotABuyer, type OwnRating, type RatingInput } from './contract.ts';
import { hasReceived, sumRatings } from './reviews.server.ts';
import { reviews } from './tables.server.ts';

/**
 * Keeps what a buyer thinks of a piece, in the place of what they thought before: one rating for each of them and each
 * piece. Stars count at once; words wait until the owner has read them, and other words wait anew. Throws
 * `no-such-product` (404) and `not-a-buyer` (403), both also for a piece that has been put away, unless they have it.
 */
export function rateProduct(
  shop: Shop,
  customerId: string,
  id: string,
  { stars, review }: RatingInput,
): Promise<OwnRating> {
  return inTransaction(shop, async (tx) => {
    await holdCustomer(tx, customerId);
    const productId = await findReceived(tx, customerId, id);
    // Of two who rate it at once the second counts both; and two presses of one person follow each other.
    await lockProducts(tx, [productId]);
    const text = review || null;
    const hasNewText = sql`excluded.text is distinct from ${reviews.text}`;
    const unlessNew = (column: typeof reviews.approvedAt | typeof reviews.hiddenAt | typeof reviews.reply) =>
      sql`case when ${hasNewText} then null else ${column} end`;
    const [stored] = await tx.db
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
    if (!stored) throw new Error('a rating was written, but the database gave no row back');
    await sumRatings(tx, [productId]);
    return toOwnRating(stored);
  });
}

/** All that a shopper has rated, the newest first. */
export async function listRatingsOfCustomer(shop: Shop, customerId: string): Promise<OwnRating[]> {
  const rows = await shop.db
    .select()
    .from(reviews)
    .where(eq(reviews.customerId, customerId))
    .orderBy(desc(reviews.createdAt), reviews.productId);
  return rows.map(toOwnRating);
}

function toOwnRating(row: typeof reviews.$inferSelect): OwnRating {
  return {
    proId: row.productId,
    stars: row.stars,
    review: row.text ?? '',
    approved: row.approvedAt !== null,
  };
}

/** The piece's number as it is written. A piece that is put away is still known to those who have it. */
async function findReceived(tx: Tx, customerId: string, id: string): Promise<string> {
  const [product] = await tx.db
    .select({ id: products.id, published: products.published })
    .from(products)
    .where(sql`upper(${products.id}) = upper(${id.trim()})`);
  if (!product) throw NoSuchProduct();
  if (await hasReceived(tx, customerId, product.id)) return product.id;
  throw product.published ? NotABuyer() : NoSuchProduct();
}

/** Nobody deletes the account meanwhile; whose account is gone has no session either. */
async function holdCustomer(tx: Tx, customerId: string): Promise<void> {
  const found = await tx.db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('key share');
  if (found.length === 0) throw NotSignedIn();
}

/** A random-looking id, the same for all ratings of one person, from which nobody can tell who they are. */
function authorOf(shop: Pick<Shop, 'secret'>, customerId: string): string {
  const hex = keyedHash(shop, 'the author of a rating', customerId).toString('hex');
  // Version 8 of a UUID: made by rules of one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
