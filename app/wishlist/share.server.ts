import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Product } from '../catalogue/contract.ts';
import type { Shop } from '../foundation/shop.server.ts';
import * as urls from '../urls.ts';
import { NoSuchList, type Share } from './contract.ts';
import { wishlistShares } from './tables.server.ts';
import { listWishlistProducts } from './wishlist.server.ts';

/** Key of a shared wishlist. It has 128 random bits, so it cannot be guessed. */
const newKey = () => randomBytes(16).toString('base64url');
const isKey = /^[\w-]{22}$/;

/** Shares the wishlist. Idempotent: a shared wishlist keeps its URL. */
export async function shareList(shop: Shop, customerId: string): Promise<Share> {
  const [shared] = await shop.db
    .insert(wishlistShares)
    .values({ customerId, key: newKey(), sharedAt: shop.clock.now() })
    // Set the key to itself, because without an update the statement would not return the key of an existing row.
    .onConflictDoUpdate({ target: wishlistShares.customerId, set: { key: sql`${wishlistShares.key}` } })
    .returning({ key: wishlistShares.key });
  return toShare(shop, shared?.key);
}

/** Returns the URL of the wishlist, or null if the wishlist is not shared. */
export async function findShare(shop: Shop, customerId: string): Promise<Share> {
  const [shared] = await shop.db
    .select({ key: wishlistShares.key })
    .from(wishlistShares)
    .where(eq(wishlistShares.customerId, customerId));
  return toShare(shop, shared?.key);
}

/** Stops sharing the wishlist. Its URL becomes invalid, and sharing it again creates a different URL. */
export async function unshareList(shop: Shop, customerId: string): Promise<Share> {
  await shop.db.delete(wishlistShares).where(eq(wishlistShares.customerId, customerId));
  return { url: null };
}

/** Lists the products of the wishlist that is shared under `key`. @throws NoSuchList (404) */
export async function readSharedList(shop: Shop, key: string): Promise<Product[]> {
  if (!isKey.test(key)) throw NoSuchList();
  const [shared] = await shop.db
    .select({ customerId: wishlistShares.customerId })
    .from(wishlistShares)
    .where(eq(wishlistShares.key, key));
  if (!shared) throw NoSuchList();
  return listWishlistProducts(shop, shared.customerId);
}

function toShare({ config }: Shop, key: string | undefined): Share {
  return { url: key === undefined ? null : new URL(`${urls.sharedWishlist}/${key}`, config.publicUrl).href };
}
