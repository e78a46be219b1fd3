import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { productImages, products } from '../catalogue/tables.server.ts';
import { createReadCache } from '../foundation/cache/read-cache.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { addToCart, readCart } from './cart.server.ts';

const stole = 'TB-STO-001';

/** Creates a shop with a connected read cache, and a customer with a stole in the cart. The cart has been read once. */
async function afterRead(shop: Shop) {
  const readCache = createReadCache();
  readCache.setConnected(true);
  const withCache = { ...shop, readCache };
  const { id } = await signInAs(shop, 'asha@example.in');
  await addToCart(withCache, id, stole, { quantity: 1 });
  const readLine = async (from: Shop = withCache) => (await readCart(from, id)).items[0];
  return { readCache, readLine, first: await readLine(), uncached: shop };
}

describe('a cart with a read cache', () => {
  it('returns the same cart with and without a read cache [S-CART-13]', async ({ shop }) => {
    const { readLine, first, uncached } = await afterRead(shop);
    expect(first?.picture).not.toBeNull();
    expect(first).toEqual(await readLine(uncached));
  });

  it('returns the current price of a product in the cache [S-CART-13]', async ({ shop }) => {
    const { readLine } = await afterRead(shop);
    await shop.db.update(products).set({ pricePaise: 39_900 }).where(eq(products.id, stole));
    expect((await readLine())?.proPrice).toBe(399);
  });

  it('returns edited product fields even if no cache tag was invalidated', async ({ shop }) => {
    const { readLine } = await afterRead(shop);
    await shop.db
      .update(products)
      .set({ attributes: sql`attributes || '{"place": "Bhuj"}'`, version: sql`version + 1` })
      .where(eq(products.id, stole));
    expect((await readLine())?.from).toContain('Bhuj');
  });

  it('returns the image’s new text after the cache tag `menus` was invalidated', async ({ shop }) => {
    const { readLine, readCache } = await afterRead(shop);
    await shop.db
      .update(productImages)
      .set({ alt: 'From the other side' })
      .where(eq(productImages.productId, stole));
    readCache.invalidate('menus');
    expect((await readLine())?.picture?.alt).toBe('From the other side');
  });
});
