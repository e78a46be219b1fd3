import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Product } from '../catalogue/contract.ts';
import type { Shop } from '../foundation/shop.server.ts';
import * as urls from '../urls.ts';
import { NoSuchList, type Share } from './contract.ts';
import { wishlistShares } from './tables.server.ts';
import { listWishlistProducts } from './wishlist.server.ts';

/** 128 bits: nobody comes upon a list by trying. */
const newKey = () => randomBytes(16).toString('base64url');
const isKey = /^[\w-]{22}$/;

/** Shares the list. A list that is shared already keeps its address, however often somebody asks. */
export async function shareList(shop: Shop, customerId: string): Promise<Share> {
  const [shared] = await shop.db
    .insert(wishlistShares)
    .values({ customerId, key: newKey(), sharedAt: shop.clock.now() })
    // An update of nothing: of two who share at once, both are answered the same key.
    .onConflictDoUpdate({ target: wishlistShares.customerId, set: { key: sql`${wishlistShares.key}` } })
    .returning({ key: wishlistShares.key });
  return addressOf(shop, shared?.key);
}

/** Where the list is shared, if it is. */
export async function findShare(shop: Shop, customerId: string): Promise<Share> {
  const [shared] = await shop.db
    .select({ key: wishlistShares.key })
    .from(wishlistShares)
    .where(eq(wishlistShares.customerId, customerId));
  return addressOf(shop, shared?.key);
}

/** Ends the sharing: the address leads nowhere from now on, and the next one is another. */
export async function unshareList(shop: Shop, customerId: string): Promise<Share> {
  await shop.db.delete(wishlistShares).where(eq(wishlistShares.customerId, customerId));
  return { url: null };
}

/** The pieces of the list that is shared under `key`, and nothing of whose it is. Throws `no-such-list` (404). */
export async function readSharedList(shop: Shop, key: string): Promise<Product[]> {
  if (!isKey.test(key)) throw NoSuchList();
  const [shared] = await shop.db
    .select({ customerId: wishlistShares.customerId })
    .from(wishlistShares)
    .where(eq(wishlistShares.key, key));
  if (!shared) throw NoSuchList();
  return listWishlistProducts(shop, shared.customerId);
}

function addressOf({ config }: Shop, key: string | undefined): Share {
  return { url: key === undefined ? null : new URL(`${urls.sharedWishlist}/${key}`, config.publicUrl).href };
}
