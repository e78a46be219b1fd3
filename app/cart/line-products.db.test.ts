import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { productImages, products } from '../catalogue/tables.server.ts';
import { createReadCache } from '../foundation/cache/read-cache.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { addToCart, readCart } from './cart.server.ts';

const stole = 'TB-STO-001';

/** The shop with a memory that hears of what changes, and somebody with a stole in the cart who has looked at it. */
async function afterRead(shop: Shop) {
  const readCache = createReadCache();
  readCache.setConnected(true);
  const withCache = { ...shop, readCache };
  const { id } = await signInAs(shop, 'asha@example.in');
  await addToCart(withCache, id, stole, { quantity: 1 });
  const look = async (whose: Shop = withCache) => (await readCart(whose, id)).items[0];
  return { readCache, look, first: await look(), bare: shop };
}

describe('a cart in a shop with a memory', () => {
  it('shows what a shop without one shows [S-CART-13]', async ({ shop }) => {
    const { look, first, bare } = await afterRead(shop);
    expect(first?.picture).not.toBeNull();
    expect(first).toEqual(await look(bare));
  });

  it('asks what a piece costs each time [S-CART-13]', async ({ shop }) => {
    const { look } = await afterRead(shop);
    await shop.db.update(products).set({ pricePaise: 39_900 }).where(eq(products.id, stole));
    expect((await look())?.proPrice).toBe(399);
  });

  it('shows a piece as the staff have changed it, whether or not anybody has said so', async ({ shop }) => {
    const { look } = await afterRead(shop);
    await shop.db
      .update(products)
      .set({ attributes: sql`attributes || '{"place": "Bhuj"}'`, version: sql`version + 1` })
      .where(eq(products.id, stole));
    expect((await look())?.from).toContain('Bhuj');
  });

  it('shows another picture once it is said that something hangs on a piece', async ({ shop }) => {
    const { look, readCache } = await afterRead(shop);
    await shop.db
      .update(productImages)
      .set({ alt: 'From the other side' })
      .where(eq(productImages.productId, stole));
    readCache.invalidate('menus');
    expect((await look())?.picture?.alt).toBe('From the other side');
  });
});
