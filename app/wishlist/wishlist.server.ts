import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { NoSuchProduct, type Product } from '../catalogue/contract.ts';
import { isPublished, selectProducts } from '../catalogue/product-rows.server.ts';
import { products } from '../catalogue/tables.server.ts';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { type ExportedWish, maxWishlistItems, type Wished, WishlistFull } from './contract.ts';
import { wishlistItems } from './tables.server.ts';

/** Takes the piece off the list if it is there, and puts it there if it is not. Throws as {@link addToWishlist} does. */
export function toggleWishlistItem(shop: Shop, customerId: string, productId: string): Promise<Wished> {
  return changing(shop, customerId, async (tx) => {
    if (await takeOff(tx, customerId, productId)) return false;
    await putOn(tx, customerId, productId);
    return true;
  });
}

/**
 * Puts the piece on the list; one that is there already keeps its place. Throws `no-such-product` (404) for a number
 * that no published piece has, and `wishlist-full` (409).
 */
export function addToWishlist(shop: Shop, customerId: string, productId: string): Promise<Wished> {
  return changing(shop, customerId, async (tx) => {
    await putOn(tx, customerId, productId);
    return true;
  });
}

/** Takes the piece off the list. What is not there, or was never woven, is no trouble. */
export function removeFromWishlist(shop: Shop, customerId: string, productId: string): Promise<Wished> {
  return changing(shop, customerId, async (tx) => {
    await takeOff(tx, customerId, productId);
    return false;
  });
}

/** The wished-for pieces that may be looked at, sold-out ones too, the newest wish first. */
export function listWishlistProducts(shop: Shop, customerId: string): Promise<Product[]> {
  const mine = shop.db
    .select({ id: wishlistItems.productId })
    .from(wishlistItems)
    .where(eq(wishlistItems.customerId, customerId));
  const since = sql`(select w.added_at from ${wishlistItems} w
    where w.customer_id = ${customerId} and w.product_id = ${products.id})`;
  return selectProducts(shop, {
    where: and(isPublished, inArray(products.id, mine)),
    orderBy: [sql`${since} desc`, sql`${products.id}`],
    limit: maxWishlistItems,
  });
}

/** The numbers of the pieces that {@link listWishlistProducts} lists. */
export async function listWishlistIds(shop: Shop, customerId: string): Promise<string[]> {
  const rows = await shop.db
    .select({ id: wishlistItems.productId })
    .from(wishlistItems)
    .innerJoin(products, eq(products.id, wishlistItems.productId))
    .where(and(isPublished, eq(wishlistItems.customerId, customerId)))
    .orderBy(sql`${wishlistItems.addedAt} desc`, wishlistItems.productId);
  return rows.map(({ id }) => id);
}

/** Counts the products on a customer's wishlist, unpublished ones too. */
export async function countWishlistItems(shop: Shop, customerId: string): Promise<number> {
  return shop.db.$count(wishlistItems, eq(wishlistItems.customerId, customerId));
}

/** Lists all products on a customer's wishlist, newest first, for the export of their personal data. */
export async function exportWishlist(shop: Shop, customerId: string): Promise<ExportedWish[]> {
  const rows = await shop.db
    .select({ proId: wishlistItems.productId, addedAt: wishlistItems.addedAt })
    .from(wishlistItems)
    .where(eq(wishlistItems.customerId, customerId))
    .orderBy(desc(wishlistItems.addedAt), wishlistItems.productId);
  return rows.map(({ proId, addedAt }) => ({ proId, addedAt: addedAt.toISOString() }));
}

/** Takes everything off the list. */
export async function clearWishlist(shop: Shop, customerId: string): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await lockList(tx, customerId);
    await tx.db.delete(wishlistItems).where(eq(wishlistItems.customerId, customerId));
  });
}

/** Does `work`, which tells whether the piece is on the list afterwards, while nobody else changes the list. */
function changing(shop: Shop, customerId: string, work: (tx: Tx) => Promise<boolean>): Promise<Wished> {
  return inTransaction(shop, async (tx) => {
    await lockList(tx, customerId);
    const wished = await work(tx);
    return { success: true, wished, proIds: await listWishlistIds(tx, customerId) };
  });
}

/**
 * Changes of one list follow each other: so that toggles of one piece alternate, and that what is counted is still
 * true when the next row comes in. The customer's row is there even while the list is empty.
 */
async function lockList({ db }: Shop, customerId: string): Promise<void> {
  const found = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update');
  // The account was deleted by another device a moment ago.
  if (found.length === 0) throw NotSignedIn();
}

async function takeOff({ db }: Shop, customerId: string, productId: string): Promise<boolean> {
  const gone = await db
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.customerId, customerId), isNumber(wishlistItems.productId, productId)))
    .returning({ id: wishlistItems.productId });
  return gone.length > 0;
}

async function putOn({ db, clock }: Shop, customerId: string, productId: string): Promise<void> {
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(isPublished, isNumber(products.id, productId)))
    .for('key share');
  if (!product) throw NoSuchProduct();
  const added = await db
    .insert(wishlistItems)
    .values({ customerId, productId: product.id, addedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: wishlistItems.productId });
  if (added.length === 0) return;
  const [counted] = await db
    .select({ pieces: count() })
    .from(wishlistItems)
    .where(eq(wishlistItems.customerId, customerId));
  // The row that is too many goes with the transaction.
  if (counted && counted.pieces > maxWishlistItems) throw WishlistFull();
}

/** A piece's number is found whatever its case. */
function isNumber(column: typeof products.id | typeof wishlistItems.productId, productId: string): SQL {
  return sql`upper(${column}) = upper(${productId.trim()})`;
}
