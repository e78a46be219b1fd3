import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, describe, expect, vi } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';
import { createReadCache, type ReadCache } from '../../foundation/cache/read-cache.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { readListingIndex } from './listing-index.server.ts';

afterEach(() => vi.restoreAllMocks());

/** The statements that reach either engine's driver from now on. */
function statements() {
  const drivers = [vi.spyOn(PGlite.prototype, 'query'), vi.spyOn(pg.Pool.prototype, 'query')];
  return () => drivers.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

/** The same shop with a memory that hears what the test tells it. */
function withCache(shop: Shop): { shop: Shop; readCache: ReadCache } {
  const readCache = createReadCache();
  readCache.setConnected(true);
  return { shop: { ...shop, readCache }, readCache };
}

/** Says so when something is being read. */
function noticing(shop: Shop, notice: () => void): Shop {
  const db = new Proxy(shop.db, {
    get(target, name) {
      if (name === 'select') notice();
      return Reflect.get(target, name, target);
    },
  });
  return { ...shop, db };
}

const hide = (shop: Shop, id: string) =>
  shop.db.execute(sql`update products set published = false where id = ${id}`);

describe('the card index', () => {
  it('is read once until something changes', async ({ ownShop }) => {
    const { shop } = withCache(ownShop);
    const count = statements();
    await Promise.all([readListingIndex(shop), readListingIndex(shop)]);
    await readListingIndex(shop);
    expect(count()).toBe(1);
  });

  it('reads a piece that changed, and no other', async ({ ownShop }) => {
    const { shop, readCache } = withCache(ownShop);
    const before = (await readListingIndex(shop)).count;
    await hide(shop, 'TB-SAR-001');
    await hide(shop, 'TB-SAR-002');
    readCache.invalidate('product:TB-SAR-001');
    const index = await readListingIndex(shop);
    expect(index.find('TB-SAR-001')).toBeUndefined();
    expect(index.find('TB-SAR-002')).toBeDefined();
    expect(index.count).toBe(before - 1);
  });

  it('knows of what changed while it was being read', async ({ ownShop }) => {
    const { shop, readCache } = withCache(ownShop);
    let isBegun = () => {};
    const begun = new Promise<void>((resolve) => {
      isBegun = resolve;
    });
    const early = noticing(shop, isBegun);
    const reading = readListingIndex(early);
    await begun;
    readCache.invalidate('product:TB-SAR-001');
    expect((await reading).find('TB-SAR-001')).toBeDefined();
    await hide(shop, 'TB-SAR-001');
    expect((await readListingIndex(shop)).find('TB-SAR-001')).toBeUndefined();
  });

  it('is handed to nobody while what changed is being read', async ({ ownShop }) => {
    const { shop, readCache } = withCache(ownShop);
    await readListingIndex(shop);
    await hide(shop, 'TB-SAR-001');
    readCache.invalidate('product:TB-SAR-001');
    const isGone = async () => (await readListingIndex(shop)).find('TB-SAR-001') === undefined;
    expect(await Promise.all([isGone(), isGone(), isGone()])).toEqual([true, true, true]);
  });

  it('is read whole after everything changed, and after changes may be missed', async ({ ownShop }) => {
    const { shop, readCache } = withCache(ownShop);
    await readListingIndex(shop);
    await hide(shop, 'TB-SAR-001');
    readCache.invalidate('everything');
    expect((await readListingIndex(shop)).find('TB-SAR-001')).toBeUndefined();
    await hide(shop, 'TB-SAR-002');
    readCache.setConnected(false);
    readCache.setConnected(true);
    expect((await readListingIndex(shop)).find('TB-SAR-002')).toBeUndefined();
  });

  it('is not kept while changes are not heard', async ({ ownShop }) => {
    const { shop, readCache } = withCache(ownShop);
    readCache.setConnected(false);
    await readListingIndex(shop);
    await hide(shop, 'TB-SAR-001');
    expect((await readListingIndex(shop)).find('TB-SAR-001')).toBeUndefined();
  });

  it('tries again what it could not read', async ({ ownShop }) => {
    const { shop, readCache } = withCache(ownShop);
    await readListingIndex(shop);
    await hide(shop, 'TB-SAR-001');
    readCache.invalidate('product:TB-SAR-001');
    const select = vi.spyOn(shop.db, 'select').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(readListingIndex(shop)).rejects.toThrow('away');
    select.mockRestore();
    expect((await readListingIndex(shop)).find('TB-SAR-001')).toBeUndefined();
  });
});
