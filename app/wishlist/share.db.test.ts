import { describe, expect } from 'vitest';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { findShare, readSharedList, shareList, unshareList } from './share.server.ts';
import { changeWishlist } from './wishlist.server.ts';

const urlPattern = /^http:\/\/shop\.test\/wishlist\/shared\/([\w-]{22})$/;

async function shareAs(shop: Shop, email: string) {
  const { id } = await signInAs(shop, email);
  const { url } = await shareList(shop, id);
  return { id, url, key: urlPattern.exec(url ?? '')?.[1] ?? 'none' };
}

describe('a shared wishlist', () => {
  it('has a URL with 128 random bits, which does not change [S-WISH-05]', async ({ shop }) => {
    const { id, url, key } = await shareAs(shop, 'asha@tests.example');
    expect(Buffer.from(key, 'base64url')).toHaveLength(16);
    expect(await shareList(shop, id)).toEqual({ url });
    expect(await findShare(shop, id)).toEqual({ url });
    expect((await shareAs(shop, 'ravi@tests.example')).key).not.toBe(key);
  });

  it('has one URL if eight devices share it at once [S-WISH-05]', async ({ ownShop: shop }) => {
    const { id } = await signInAs(shop, 'asha@tests.example');
    const shares = await Promise.all(Array.from({ length: 8 }, () => shareList(shop, id)));
    expect(new Set(shares.map(({ url }) => url)).size).toBe(1);
  });

  it('contains no personal data, and gets a new URL if it is shared again after sharing was stopped [S-WISH-05]', async ({
    shop,
  }) => {
    const { id, key } = await shareAs(shop, 'asha@tests.example');
    expect(await readSharedList(shop, key)).toEqual([]);
    await changeWishlist(shop, 'add', id, 'TB-SAR-001');
    const items = await readSharedList(shop, key);
    expect(items.map(({ proId }) => proId)).toEqual(['TB-SAR-001']);
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`${id}|asha`));
    expect(await unshareList(shop, id)).toEqual({ url: null });
    expect(await unshareList(shop, id)).toEqual({ url: null });
    expect(await findShare(shop, id)).toEqual({ url: null });
    await expect(readSharedList(shop, key)).rejects.toThrow('This list is not shared any more.');
    const again = await shareAs(shop, 'asha@tests.example');
    expect(again.key).not.toBe(key);
  });

  const wrongKeys = ['', 'x', 'A'.repeat(22), 'A'.repeat(23), "' or true --xxxxxxxxxx", '%'.repeat(22)];

  it('is found only by its own key, and stays shared when another customer stops sharing', async ({
    shop,
  }) => {
    const own = await shareAs(shop, 'asha@tests.example');
    const other = await shareAs(shop, 'ravi@tests.example');
    await changeWishlist(shop, 'add', own.id, 'TB-SAR-001');
    await changeWishlist(shop, 'add', other.id, 'TB-STO-001');
    for (const wrong of wrongKeys)
      await expect(readSharedList(shop, wrong), wrong).rejects.toThrow('This list is not shared any more.');
    const shown = async (key: string) => (await readSharedList(shop, key)).map(({ proId }) => proId);
    expect([await shown(own.key), await shown(other.key)]).toEqual([['TB-SAR-001'], ['TB-STO-001']]);
    expect(await findShare(shop, other.id)).toEqual({ url: other.url });
    await unshareList(shop, other.id);
    expect(await findShare(shop, own.id)).toEqual({ url: own.url });
    expect(await findShare(shop, other.id)).toEqual({ url: null });
  });
});
