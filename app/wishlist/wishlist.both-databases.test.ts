import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { unpublish } from '../../tests/fixtures/products.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { customers } from '../customers/tables.server.ts';
import { createSemaphore } from '../foundation/jobs/semaphore.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { maxWishlistItems } from './contract.ts';
import { readSharedList, shareList } from './share.server.ts';
import { wishlistItems } from './tables.server.ts';
import { changeWishlist, clearWishlist, listWishlistIds, listWishlistProducts } from './wishlist.server.ts';

const asha = async (shop: Shop) => (await signInAs(shop, 'asha@tests.example')).id;
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);

/** Inserts copies of the product Gulnar. Returns their numbers, starting with `COPY-1`. */
async function insertCopies(shop: Shop, count: number): Promise<string[]> {
  await shop.db.execute(sql`
    insert into products select (jsonb_populate_record(p, jsonb_build_object('id', 'COPY-' || n))).*
    from products p, generate_series(1, ${count}::int) n where p.id = 'TB-SAR-001'`);
  return upTo(count).map((nth) => `COPY-${nth}`);
}

describe('the wishlist', () => {
  it('rejects an unknown or unpublished product, but lets the customer remove it', async ({ shop }) => {
    const id = await asha(shop);
    await changeWishlist(shop, 'add', id, 'TB-SAR-001');
    await unpublish(shop, 'TB-SAR-001');
    await unpublish(shop, 'TB-SAR-002');
    for (const none of ['TB-NONE-1', 'NULL', 'TB-SAR-002']) {
      for (const change of ['add', 'toggle'] as const)
        await expect(changeWishlist(shop, change, id, none)).rejects.toThrow(
          'We have no piece by that number.',
        );
      await expect(changeWishlist(shop, 'remove', id, none)).resolves.toMatchObject({ wished: false });
    }
    expect(await changeWishlist(shop, 'toggle', id, 'TB-SAR-001')).toMatchObject({ wished: false });
    expect(await shop.db.select().from(wishlistItems)).toEqual([]);
  });

  it('cannot be changed after the account is deleted', async ({ shop }) => {
    const id = await asha(shop);
    await shop.db.delete(customers).where(eq(customers.id, id));
    await expect(changeWishlist(shop, 'toggle', id, 'TB-SAR-001')).rejects.toThrow('Please sign in.');
  });

  it('lists the published products, newest first [S-WISH-01 S-DATA-14]', async ({ shop }) => {
    const id = await asha(shop);
    for (const proId of ['TB-SAR-001', 'TB-SUT-002', 'TB-SAR-003']) {
      await changeWishlist(shop, 'add', id, proId);
      shop.clock.advance(1000);
    }
    await changeWishlist(shop, 'add', id, 'TB-SAR-001');
    const items = await listWishlistProducts(shop, id);
    expect(items.map(({ proId }) => proId)).toEqual(['TB-SAR-003', 'TB-SUT-002', 'TB-SAR-001']);
    expect(items[2]).toMatchObject({
      proId: 'TB-SAR-001',
      productName: 'Gulnar Banarasi Katan Silk Saree',
      price: expect.any(Number),
      img1: expect.stringContaining('.'),
    });
    expect(await listWishlistIds(shop, id)).toEqual(items.map(({ proId }) => proId));
    await unpublish(shop, 'TB-SUT-002');
    const published = ['TB-SAR-003', 'TB-SAR-001'];
    expect((await listWishlistProducts(shop, id)).map(({ proId }) => proId)).toEqual(published);
    expect(await listWishlistIds(shop, id)).toEqual(published);
  });

  it('is cleared without a change of other customers’ wishlists [S-WISH-05]', async ({ shop }) => {
    const id = await asha(shop);
    const { id: other } = await signInAs(shop, 'ravi@tests.example');
    await changeWishlist(shop, 'add', id, 'TB-SAR-001');
    await changeWishlist(shop, 'add', other, 'TB-SAR-001');
    await clearWishlist(shop, id);
    await clearWishlist(shop, id);
    expect(await listWishlistProducts(shop, id)).toEqual([]);
    expect(await listWishlistIds(shop, other)).toEqual(['TB-SAR-001']);
  });

  it('is limited to 200 products for each customer', async ({ shop }) => {
    const id = await asha(shop);
    const { id: other } = await signInAs(shop, 'ravi@tests.example');
    const copies = await insertCopies(shop, maxWishlistItems);
    await shop.db
      .insert(wishlistItems)
      .values(copies.map((productId) => ({ customerId: id, productId, addedAt: shop.clock.now() })));
    const full = 'A wishlist holds 200 pieces. Please remove one first.';
    await expect(changeWishlist(shop, 'add', id, 'TB-SAR-001')).rejects.toThrow(full);
    await expect(changeWishlist(shop, 'toggle', id, 'TB-SAR-001')).rejects.toThrow(full);
    expect(await changeWishlist(shop, 'add', other, 'TB-SAR-001')).toMatchObject({ wished: true });
    expect(await changeWishlist(shop, 'add', id, 'COPY-1')).toMatchObject({ wished: true });
    await changeWishlist(shop, 'remove', id, 'COPY-1');
    await changeWishlist(shop, 'add', id, 'TB-SAR-001');
    expect(await listWishlistProducts(shop, id)).toHaveLength(maxWishlistItems);
  });

  it('is read in one SQL statement for its customer, and in two under its shared URL', async ({
    ownShop: shop,
  }) => {
    const id = await asha(shop);
    const { url } = await shareList(shop, id);
    const key = url?.split('/').at(-1) ?? '';
    const list = () => listWishlistProducts(shop, id);
    for (const copy of await insertCopies(shop, 20)) await changeWishlist(shop, 'add', id, copy);
    expect(await list()).toHaveLength(20);
    expect(await countStatements(list)).toBe(1);
    expect(await countStatements(() => listWishlistIds(shop, id))).toBe(1);
    expect(await countStatements(() => readSharedList(shop, key))).toBe(2);
  });
});

describe('concurrent wishlist changes', () => {
  it('are applied one after the other if one product is saved and removed twenty times [S-WISH-06 Q-058]', {
    timeout: 30_000,
  }, async ({ ownShop: shop }) => {
    const id = await asha(shop);
    const toggled = await Promise.all(upTo(20).map(() => changeWishlist(shop, 'toggle', id, 'TB-SAR-001')));
    expect(toggled.filter(({ wished }) => wished)).toHaveLength(10);
    expect(await listWishlistIds(shop, id)).toEqual([]);
    await Promise.all(upTo(3).map(() => changeWishlist(shop, 'toggle', id, 'TB-SAR-001')));
    expect(await listWishlistIds(shop, id)).toEqual(['TB-SAR-001']);
  });

  it('save at most 200 products if 250 are added', async ({ ownShop: shop }) => {
    const id = await asha(shop);
    const copies = await insertCopies(shop, 250);
    // Send at most 40 at a time, so that no request waits for a connection longer than its timeout.
    const limit = createSemaphore(40);
    const outcomes = await Promise.allSettled(
      copies.map((copy) => limit(() => changeWishlist(shop, 'add', id, copy))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxWishlistItems);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(new Set(refused.map(({ name }) => name))).toEqual(new Set(['wishlist-full']));
    expect(await shop.db.select().from(wishlistItems)).toHaveLength(maxWishlistItems);
  });
});
