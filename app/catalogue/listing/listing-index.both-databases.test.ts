import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterEach, describe, expect, vi } from 'vitest';
import { unpublish } from '../../../tests/fixtures/products.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createReadCache, type ReadCache } from '../../foundation/cache/read-cache.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { readListingIndex } from './listing-index.server.ts';

afterEach(() => vi.restoreAllMocks());

/** Counts the statements that reach the driver of either database engine from now on. */
function countStatements() {
  const drivers = [vi.spyOn(PGlite.prototype, 'query'), vi.spyOn(pg.Pool.prototype, 'query')];
  return () => drivers.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

/** Returns the shop with a read cache. The test invalidates the cache itself. */
function withCache(shop: Shop): { shop: Shop; readCache: ReadCache } {
  const readCache = createReadCache();
  readCache.setConnected(true);
  return { shop: { ...shop, readCache }, readCache };
}

const it = base.extend('own', ({ ownShop }) => withCache(ownShop));

/** Returns the shop with a callback that is called at the start of each query. */
function withQueryCallback(shop: Shop, onQuery: () => void): Shop {
  const db = new Proxy(shop.db, {
    get(target, name) {
      if (name === 'select') onQuery();
      return Reflect.get(target, name, target);
    },
  });
  return { ...shop, db };
}

describe('the listing index', () => {
  it('is read once for several concurrent and later callers', async ({ own: { shop } }) => {
    const count = countStatements();
    await Promise.all([readListingIndex(shop), readListingIndex(shop)]);
    await readListingIndex(shop);
    expect(count()).toBe(1);
  });

  it('is updated by reading only the changed product', async ({ own: { shop, readCache } }) => {
    const before = (await readListingIndex(shop)).count;
    await unpublish(shop, 'TB-SAR-001');
    await unpublish(shop, 'TB-SAR-002');
    readCache.invalidate('product:TB-SAR-001');
    const index = await readListingIndex(shop);
    expect(index.find('TB-SAR-001')).toBeUndefined();
    expect(index.find('TB-SAR-002')).toBeDefined();
    expect(index.count).toBe(before - 1);
  });

  it('does not miss a change that is notified during a read', async ({ own: { shop, readCache } }) => {
    const started = Promise.withResolvers<void>();
    const reading = readListingIndex(withQueryCallback(shop, started.resolve));
    await started.promise;
    readCache.invalidate('product:TB-SAR-001');
    expect((await reading).find('TB-SAR-001')).toBeDefined();
    await unpublish(shop, 'TB-SAR-001');
    expect((await readListingIndex(shop)).find('TB-SAR-001')).toBeUndefined();
  });

  it('contains the last change, also for concurrent readers', async ({ own: { shop, readCache } }) => {
    await readListingIndex(shop);
    await unpublish(shop, 'TB-SAR-001');
    readCache.invalidate('product:TB-SAR-001');
    const isRemoved = async () => (await readListingIndex(shop)).find('TB-SAR-001') === undefined;
    expect(await Promise.all([isRemoved(), isRemoved(), isRemoved()])).toEqual([true, true, true]);
  });

  it('is read again when the tag `everything` is invalidated, and when the change listener loses or regains its connection', async ({
    own: { shop, readCache },
  }) => {
    await readListingIndex(shop);
    await unpublish(shop, 'TB-SAR-001');
    readCache.invalidate('everything');
    expect((await readListingIndex(shop)).find('TB-SAR-001')).toBeUndefined();
    await unpublish(shop, 'TB-SAR-002');
    readCache.setConnected(false);
    expect((await readListingIndex(shop)).find('TB-SAR-002')).toBeUndefined();
    await unpublish(shop, 'TB-SAR-003');
    readCache.setConnected(true);
    expect((await readListingIndex(shop)).find('TB-SAR-003')).toBeUndefined();
  });

  it('is read again if reading the changed product has failed', async ({ own: { shop, readCache } }) => {
    await readListingIndex(shop);
    await unpublish(shop, 'TB-SAR-001');
    readCache.invalidate('product:TB-SAR-001');
    const select = vi.spyOn(shop.db, 'select').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(readListingIndex(shop)).rejects.toThrow('away');
    select.mockRestore();
    expect((await readListingIndex(shop)).find('TB-SAR-001')).toBeUndefined();
  });
});
