import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { openCopy } from '../tests/engine/databases.ts';
import { makeTempFolder } from '../tests/engine/temp-folder.ts';
import type { App } from '../tests/fixtures/api.ts';
import { holdStock } from '../tests/fixtures/holds.ts';
import { shopWithFixtures } from '../tests/fixtures/shop.ts';
import { test as base } from '../tests/fixtures/world.ts';
import { access } from '../tests/security/access.ts';
import { createApp } from './app.server.ts';
import { createReadCache } from './foundation/cache/read-cache.server.ts';
import { createResponseCache, type ResponseCache } from './foundation/cache/response-cache.server.ts';
import { findPlaceholders, savePlaceholders } from './foundation/files/placeholders.server.ts';
import type { Shop } from './foundation/shop.server.ts';
import { insertReviews } from './reviews/reviews.server.ts';
import { releaseHold, sellStock } from './stock/holds.server.ts';
import { receiveStock } from './stock/stock.server.ts';

/** Creates a shop with a response cache, and the same shop without a cache. */
const it = base.extend('twins', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  const database = await openCopy(world);
  const dataDir = makeTempFolder('whole-answers');
  onCleanup(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  const shop = shopWithFixtures(database.db, dataDir);
  const cachedResponses = createResponseCache();
  const readCache = createReadCache();
  const caches = [readCache, cachedResponses];
  await database.listen({
    onChange: (tags) => {
      for (const tag of tags) for (const cache of caches) cache.invalidate(tag);
    },
    onConnection: (isConnected) => {
      for (const cache of caches) cache.setConnected(isConnected);
    },
  });
  await expect
    .poll(() => storeEmpty(cachedResponses, 'first') ?? cachedResponses.find('/first'))
    .toBeDefined();
  mkdirSync(path.join(dataDir, 'uploads'), { recursive: true });
  const cachingShop = { ...shop, readCache };
  return {
    shop,
    cachingShop,
    cachedResponses,
    caching: createApp({ shop: cachingShop, cachedResponses }),
    uncached: createApp({ shop }),
  };
});

/**
 * Waits until all earlier notifications are processed. Sends a last notification and waits for it, because notifications arrive
 * in order.
 */
async function flushChanges(shop: Shop, cachedResponses: ResponseCache): Promise<void> {
  storeEmpty(cachedResponses, 'last');
  await shop.db.execute(sql`select pg_notify('shop_changes', 'last')`);
  await expect.poll(() => cachedResponses.find('/last'), { timeout: 10_000 }).toBeUndefined();
}

/** Stores an empty response with the tag `name` at the path `/name`. */
function storeEmpty(cachedResponses: ResponseCache, name: string) {
  const empty = { headers: [], etag: '', body: Buffer.alloc(0) };
  cachedResponses.store(`/${name}`, empty, [name], cachedResponses.currentVersion());
}

/**
 * Paths of public GET endpoints that have no path parameter and a deterministic response. Also contains paths of several
 * listings, products and searches.
 */
const paths = [
  ...Object.entries(access).flatMap(([name, { access, path: example, isNondeterministic }]) => {
    const [method, own = ''] = name.split(' ');
    return method === 'GET' && access === 'public' && !isNondeterministic && !(example ?? own).includes('{')
      ? [`/api${example ?? own}`]
      : [];
  }),
  '/api/product/filter?catName=Sarees&availability=in-stock',
  '/api/product/get-single/TB-SAR-001',
  '/api/product/get-single/TB-SUT-001',
  '/api/product/search?query=gulnar',
  '/sitemap.xml',
];

async function readAll(app: App): Promise<Record<string, string>> {
  const read = await Promise.all(
    paths.map(async (path) => {
      const response = await app.request(path);
      return [path, `${response.status} ${await response.text()}`] as const;
    }),
  );
  return Object.fromEntries(
    read.map(([path, text]) => [path, text.replaceAll(/"requestId":"[^"]+"/g, '"requestId"')]),
  );
}

const gulnar = [{ variantId: 'TB-SAR-001', count: 1 }];
const writes: [name: string, write: (shop: Shop) => Promise<unknown>][] = [
  ['a unit is sold', (shop) => sellStock(shop, gulnar, { reference: 'TB1', owner: 'asha' })],
  ['stock is received', (shop) => receiveStock(shop, [{ variantId: 'TB-SAR-001', change: 3 }], 'woven')],
  [
    'all units are held',
    (shop) => {
      const expiresAt = new Date(shop.clock.now().getTime() + 15 * 60_000);
      const units = [{ variantId: 'TB-SAR-001', count: 3 }];
      return holdStock(shop, units, { holder: 'order', owner: 'asha', expiresAt });
    },
  ],
  ['a hold is released', (shop) => releaseHold(shop, 'order')],
  [
    'a price changes',
    ({ db }) => db.execute(sql`update products set price_paise = price_paise - 100 where id = 'TB-SAR-001'`),
  ],
  [
    'a review is added',
    (shop) => {
      const now = shop.clock.now();
      const review = { productId: 'TB-SAR-001', stars: 2, text: 'Thin.', firstName: 'A', city: 'B' };
      return insertReviews(shop, [{ ...review, approvedAt: now, createdAt: now }]);
    },
  ],
];

it.for(writes)('invalidates the cached responses when %s', async ([, write], { twins }) => {
  const { shop, caching, uncached } = twins;
  const before = await readAll(caching);
  await write(shop);
  const after = await readAll(uncached);
  await expect.poll(() => readAll(caching), { timeout: 10_000 }).toEqual(after);
  expect(Object.keys(before)).toEqual(Object.keys(after));
});

const pathsByName = {
  saree: '/api/product/get-single/TB-SAR-001',
  suit: '/api/product/get-single/TB-SUT-001',
  sarees: '/api/product/catName/Sarees',
  suits: '/api/product/catName/Suits',
  searched: '/api/product/search?query=gulnar',
  categories: '/api/category/get-all',
  menus: '/api/product/facets',
  reviews: '/api/rating/',
  stars: '/api/rating/TB-SAR-001',
  banner: '/api/first-banner/',
};
type ResponseName = keyof typeof pathsByName;
const names = Object.keys(pathsByName).filter((name): name is ResponseName => name in pathsByName);

const ofSuit = sql`variant_id in (select id from variants where product_id = 'TB-SUT-001')`;
const reviewOf = (id: string) =>
  sql`insert into reviews (product_id, stars, text, first_name, city, created_at, approved_at)
    values (${id}, 4, 'It is light.', 'A', 'B', now(), now())`;

/**
 * Each entry contains the kinds of cache tags that a change has, with a description of the change. It also contains the statement
 * that makes the change, and the responses that become invalid. The list of reviews also shows products.
 */
const changes: [title: string, statement: SQL, invalidated: ResponseName[]][] = [
  [
    'product: the available stock changes',
    sql`update stock_levels set on_hand = on_hand + 3 where ${ofSuit}`,
    ['suit', 'suits', 'reviews'],
  ],
  [
    'category, listings: the last units are sold',
    sql`update stock_levels set on_hand = held where ${ofSuit}`,
    ['suit', 'suits', 'searched', 'reviews'],
  ],
  [
    'menus: a product is unpublished',
    sql`update products set published = false where id = 'TB-SUT-001'`,
    ['suit', 'sarees', 'suits', 'searched', 'categories', 'menus', 'reviews'],
  ],
  ['reviews: a review is added', reviewOf('TB-SAR-003'), ['sarees', 'reviews', 'stars']],
  ['image: a placeholder changes', sql`select notify_changes(array['image:tb-sar-001-1.jpg'])`, []],
  ['content: a banner changes', sql`update banners set position = position`, names],
];

it.for(changes)(
  'invalidates only the responses that have the tags of a change – %s',
  async ([, statement, invalidated], { twins: { shop, caching, cachedResponses } }) => {
    await shop.db.execute(sql`update products set published = true where not published`);
    await shop.db.execute(sql`update stock_levels set on_hand = held + 5 where ${ofSuit}`);
    await flushChanges(shop, cachedResponses);
    for (const name of names) expect((await caching.request(pathsByName[name])).status, name).toBe(200);
    expect(names.filter((name) => !cachedResponses.find(pathsByName[name]))).toEqual([]);
    await shop.db.execute(statement);
    await flushChanges(shop, cachedResponses);
    expect(names.filter((name) => !cachedResponses.find(pathsByName[name]))).toEqual(invalidated);
  },
);

it('reads an image’s placeholder again after it is saved, but keeps the cached placeholders of other images', async ({
  twins,
}) => {
  const { shop, cachingShop, cachedResponses } = twins;
  const [one, other] = [['empty-1.jpg'], ['empty-2.jpg']];
  expect(await findPlaceholders(cachingShop, one)).toEqual({});
  const before = await findPlaceholders(cachingShop, other);
  await savePlaceholders(shop, { 'empty-1.jpg': 'AAAA' });
  await flushChanges(shop, cachedResponses);
  expect(await findPlaceholders(cachingShop, one)).toEqual({ 'empty-1.jpg': 'AAAA' });
  expect(await findPlaceholders(cachingShop, other)).toBe(before);
});

const unpublishAll = sql`update products set published = false`;
const publish = (id: string) => sql`update products set published = true where id = ${id}`;
const publishIkat = sql`update products set published = true where id in (
  select product_id from product_crafts join crafts on crafts.id = craft_id where crafts.name = 'Ikat')`;
const soldOut = sql`update stock_levels set on_hand = held`;
const first = sql`update stock_levels set on_hand = held + 1 where variant_id = 'TB-SAR-001'`;
const inStock = '/api/product/filter?catName=Sarees&availability=in-stock';

/**
 * Each entry contains the cache tag of a list and its path. It also contains a statement that empties the list, and a statement
 * that adds the first entry. The response for an empty list has the tag too.
 */
const lists: [tag: string, path: string, empty: SQL, first: SQL][] = [
  ['listings', '/api/product/get-all', unpublishAll, publish('TB-SAR-001')],
  ['listings', '/api/product/search?query=gulnar', unpublishAll, publish('TB-SAR-001')],
  ['listings', '/api/product/craft/Ikat', unpublishAll, publishIkat],
  ['category', inStock, soldOut, first],
  ['menus', '/api/product/facets', unpublishAll, publishIkat],
  ['reviews', '/api/rating/', sql`delete from reviews`, reviewOf('TB-SAR-001')],
  [
    'product',
    '/api/product/get-single/TB-SAR-001',
    sql`delete from product_fabrics`,
    sql`insert into product_fabrics (product_id, fabric_id, position) select 'TB-SAR-001', min(id), 0 from fabrics`,
  ],
];

it.for(lists)(
  'invalidates the cached empty list with the tag %s when its first entry is added: %s',
  async ([, path, empty, firstRow], { twins: { shop, caching, uncached, cachedResponses } }) => {
    await shop.db.execute(publish('TB-SAR-001'));
    await shop.db.execute(empty);
    await flushChanges(shop, cachedResponses);
    const before = await (await caching.request(path)).text();
    expect(cachedResponses.find(path)).toBeDefined();
    await shop.db.execute(firstRow);
    await flushChanges(shop, cachedResponses);
    const after = await (await uncached.request(path)).text();
    expect(after).not.toBe(before);
    expect(await (await caching.request(path)).text()).toBe(after);
  },
);
