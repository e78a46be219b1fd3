import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { NoSuchProduct, type Product } from '../catalogue/contract.ts';
import { isPublished, selectProducts } from '../catalogue/product-rows.server.ts';
import { products } from '../catalogue/tables.server.ts';
import { lockCustomer } from '../customers/accounts.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { type ExportedWish, maxWishlistItems, type Wished, WishlistFull } from './contract.ts';
import { wishlistItems } from './tables.server.ts';

/**
 * Adds a product to a wishlist or removes it; `toggle` does the opposite of the current state. A product that is already on the
 * wishlist keeps its position. Concurrent changes wait for each other.
 * @throws NoSuchProduct (404) if it is not published; WishlistFull (409); NotSignedIn (401) if the account was deleted
 */
export function changeWishlist(
  shop: Shop,
  change: 'add' | 'remove' | 'toggle',
  customerId: string,
  productId: string,
): Promise<Wished> {
  return inTransaction(shop, async (tx) => {
    await lockCustomer(tx, customerId, 'no key update');
    const wasRemoved = change !== 'add' && (await removeItem(tx, customerId, productId));
    const wished = change === 'add' || (change === 'toggle' && !wasRemoved);
    if (wished) await addItem(tx, customerId, productId);
    return { success: true, wished, proIds: await listWishlistIds(tx, customerId) };
  });
}

/** Lists the published products on a wishlist, newest first. Includes sold-out products. */
export function listWishlistProducts(shop: Shop, customerId: string): Promise<Product[]> {
  const wishedIds = shop.db
    .select({ id: wishlistItems.productId })
    .from(wishlistItems)
    .where(eq(wishlistItems.customerId, customerId));
  const addedAt = sql`(select w.added_at from ${wishlistItems} w
    where w.customer_id = ${customerId} and w.product_id = ${products.id})`;
  return selectProducts(shop, {
    where: and(isPublished, inArray(products.id, wishedIds)),
    orderBy: [sql`${addedAt} desc`, sql`${products.id}`],
    limit: maxWishlistItems,
  });
}

/** Lists the numbers of the products that {@link listWishlistProducts} returns. */
export async function listWishlistIds(shop: Shop, customerId: string): Promise<string[]> {
  const rows = await shop.db
    .select({ id: wishlistItems.productId })
    .from(wishlistItems)
    .innerJoin(products, eq(products.id, wishlistItems.productId))
    .where(and(isPublished, eq(wishlistItems.customerId, customerId)))
    .orderBy(sql`${wishlistItems.addedAt} desc`, wishlistItems.productId);
  return rows.map(({ id }) => id);
}

/** Counts the products on a customer's wishlist, including unpublished products. */
export async function countWishlistItems(shop: Shop, customerId: string): Promise<number> {
  return shop.db.$count(wishlistItems, eq(wishlistItems.customerId, customerId));
}

/** Lists all products on a customer's wishlist, newest first, for the export of the customer's personal data. */
export async function exportWishlist(shop: Shop, customerId: string): Promise<ExportedWish[]> {
  const rows = await shop.db
    .select({ proId: wishlistItems.productId, addedAt: wishlistItems.addedAt })
    .from(wishlistItems)
    .where(eq(wishlistItems.customerId, customerId))
    .orderBy(desc(wishlistItems.addedAt), wishlistItems.productId);
  return rows.map(({ proId, addedAt }) => ({ proId, addedAt: addedAt.toISOString() }));
}

/** Removes all products from a wishlist. @throws NotSignedIn (401) if the account was deleted. */
export async function clearWishlist(shop: Shop, customerId: string): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await lockCustomer(tx, customerId, 'no key update');
    await tx.db.delete(wishlistItems).where(eq(wishlistItems.customerId, customerId));
  });
}

/** Removes a product. Returns false if it is not on the wishlist. */
async function removeItem({ db }: Tx, customerId: string, productId: string): Promise<boolean> {
  const removed = await db
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.customerId, customerId), isNumber(wishlistItems.productId, productId)))
    .returning({ id: wishlistItems.productId });
  return removed.length > 0;
}

async function addItem(tx: Tx, customerId: string, productId: string): Promise<void> {
  const { db, clock } = tx;
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
  // Throw to roll back the transaction, because the inserted row exceeds the limit.
  if ((await countWishlistItems(tx, customerId)) > maxWishlistItems) throw WishlistFull();
}

/** SQL condition: true for this product number in any capitalisation. */
function isNumber(column: typeof products.id | typeof wishlistItems.productId, productId: string): SQL {
  return sql`upper(${column}) = upper(${productId.trim()})`;
}
