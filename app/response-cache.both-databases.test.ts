import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { openCopy } from '../tests/engine/databases.ts';
import { makeTempFolder } from '../tests/engine/temp-folder.ts';
import type { App } from '../tests/fixtures/api.ts';
import { holdStock } from '../tests/fixtures/holds.ts';
import { shopWithFixtures } from '../tests/fixtures/shop.ts';
import { test as base } from '../tests/fixtures/world.ts';
import { access } from '../tests/security/access.ts';
import { createApp } from './app.server.ts';
import { createResponseCache } from './foundation/cache/cached-response.server.ts';
import { createReadCache } from './foundation/cache/read-cache.server.ts';
import { findPlaceholders, savePlaceholders } from './foundation/files/placeholders.server.ts';
import type { Shop } from './foundation/shop.server.ts';
import { insertReviews } from './reviews/reviews.server.ts';
import { releaseHold, sellStock } from './stock/holds.server.ts';
import { receiveStock } from './stock/stock.server.ts';

/** A shop that keeps its answers, and the same shop that makes each anew. */
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
  await database.listen({
    onChange: (tags) => {
      for (const tag of tags) readCache.invalidate(tag);
      for (const tag of tags) cachedResponses.invalidate(tag);
    },
    onConnection: (isConnected) => {
      readCache.setConnected(isConnected);
      cachedResponses.setConnected(isConnected);
    },
  });
  await expect.poll(() => keepsSomething(cachedResponses)).toBe(true);
  const uploadsFolder = path.join(dataDir, 'uploads');
  mkdirSync(uploadsFolder, { recursive: true });
  const keepingShop = { ...shop, readCache };
  return {
    shop,
    keepingShop,
    cachedResponses,
    keeping: createApp({ shop: keepingShop, uploadsFolder, cachedResponses }),
    fresh: createApp({ shop, uploadsFolder }),
  };
});

/** What is said is heard in its order: the shop has heard all when it has heard what is said last. */
async function heardAll(shop: Shop, cachedResponses: ReturnType<typeof createResponseCache>): Promise<void> {
  cachedResponses.store(
    '/last',
    { headers: [], etag: '', body: Buffer.alloc(0) },
    ['last'],
    cachedResponses.currentVersion(),
  );
  await shop.db.execute(sql`select pg_notify('shop_changes', 'last')`);
  await expect.poll(() => cachedResponses.find('/last'), { timeout: 10_000 }).toBeUndefined();
}

function keepsSomething(cachedResponses: ReturnType<typeof createResponseCache>): boolean {
  cachedResponses.store(
    '/probe',
    { headers: [], etag: '', body: Buffer.alloc(0) },
    ['probe'],
    cachedResponses.currentVersion(),
  );
  return cachedResponses.find('/probe') !== undefined;
}

/** Every public call, and a few more shelves, windows and searches. */
const calls = [
  ...Object.entries(access).flatMap(([name, { access, path: example, isNondeterministic }]) => {
    const [method, own = ''] = name.split(' ');
    return method === 'GET' &&
      access === 'everybody' &&
      !isNondeterministic &&
      !(example ?? own).includes('{')
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
    calls.map(async (call) => {
      const response = await app.request(call);
      return [call, `${response.status} ${await response.text()}`] as const;
    }),
  );
  return Object.fromEntries(
    read.map(([call, said]) => [call, said.replaceAll(/"requestId":"[^"]+"/g, '"requestId"')]),
  );
}

const gulnar = [{ variantId: 'TB-SAR-001', count: 1 }];
const writes: [name: string, write: (shop: Shop) => Promise<unknown>][] = [
  ['a piece is sold', (shop) => sellStock(shop, gulnar, { reference: 'TB1', owner: 'asha' })],
  ['a piece comes in', (shop) => receiveStock(shop, [{ variantId: 'TB-SAR-001', change: 3 }], 'woven')],
  [
    'a piece is held, and given back',
    async (shop) => {
      const until = new Date(shop.clock.now().getTime() + 60_000);
      await holdStock(shop, gulnar, { holder: 'order', owner: 'asha', expiresAt: until });
      await releaseHold(shop, 'order');
    },
  ],
  [
    'a price',
    (shop) =>
      shop.db.execute(sql`update products set price_paise = price_paise - 100 where id = 'TB-SAR-001'`),
  ],
  [
    'a piece that is put away',
    (shop) => shop.db.execute(sql`update products set published = false where id = 'TB-SAR-001'`),
  ],
  [
    'another shelf',
    (shop) =>
      shop.db.execute(
        sql`update products set category_id = (select id from categories where slug = 'Suits') where id = 'TB-SAR-002'`,
      ),
  ],
  ['a craft', (shop) => shop.db.execute(sql`delete from product_crafts where product_id = 'TB-SAR-001'`)],
  ['a fabric', (shop) => shop.db.execute(sql`delete from product_fabrics where product_id = 'TB-SAR-001'`)],
  [
    'a picture',
    (shop) =>
      shop.db.execute(sql`update product_images set alt = 'from near' where product_id = 'TB-SAR-001'`),
  ],
  [
    'a review',
    (shop) => {
      const now = shop.clock.now();
      const review = { productId: 'TB-SAR-001', stars: 2, text: 'Thin.', firstName: 'A', city: 'B' };
      return insertReviews(shop, [{ ...review, approvedAt: now, createdAt: now }]);
    },
  ],
  ['words of the owner', (shop) => shop.db.execute(sql`update tiles set title = 'New tile'`)],
  ['a page', (shop) => shop.db.execute(sql`update pages set title = 'New title'`)],
  ['a category', (shop) => shop.db.execute(sql`update categories set intro = 'New words'`)],
];

describe('answers that are kept whole', () => {
  it.for(writes)(
    'are never wrong for longer than it takes to hear of it: %s',
    async ([, write], { twins }) => {
      const { shop, keeping, fresh } = twins;
      const before = await readAll(keeping);
      await write(shop);
      const after = await readAll(fresh);
      await expect.poll(() => readAll(keeping), { timeout: 10_000 }).toEqual(after);
      expect(Object.keys(before)).toEqual(Object.keys(after));
    },
  );

  it('one answer is made for all who ask at once', async ({ twins: { keeping, cachedResponses } }) => {
    cachedResponses.invalidate('everything');
    const before = cachedResponses.stats.hits;
    await Promise.all(
      Array.from({ length: 20 }, () => keeping.request('/api/product/get-single/TB-SUT-001')),
    );
    expect(cachedResponses.stats.hits - before).toBe(19);
  });

  it('are sent to nobody who carries a token, and nothing of theirs is kept', async ({
    twins: { keeping, cachedResponses },
  }) => {
    cachedResponses.invalidate('everything');
    const headers = { authorization: 'Bearer somebody' };
    await keeping.request('/api/product/get-single/TB-SUT-001', { headers });
    await keeping.request('/api/cart/get', { headers });
    expect(cachedResponses.find('/api/product/get-single/TB-SUT-001')).toBeUndefined();
    expect(cachedResponses.find('/api/cart/get')).toBeUndefined();
  });

  it('refusals and what is not found are made anew', async ({ twins: { keeping, cachedResponses } }) => {
    await keeping.request('/api/product/get-single/TB-SAR-999');
    await keeping.request('/api/cart/get');
    expect(cachedResponses.find('/api/product/get-single/TB-SAR-999')).toBeUndefined();
    expect(cachedResponses.find('/api/cart/get')).toBeUndefined();
  });

  it('name what they show, for a cache in front of the shop', async ({ twins: { keeping } }) => {
    const response = await keeping.request('/api/product/get-single/TB-SUT-001');
    expect(response.headers.get('cache-tag')?.split(',')).toContain('product:TB-SUT-001');
  });
});

const shown = {
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
type Shown = keyof typeof shown;
const names = Object.keys(shown).filter((name): name is Shown => name in shown);

const ofSuit = sql`variant_id in (select id from variants where product_id = 'TB-SUT-001')`;
const reviewOf = (id: string) =>
  sql`insert into reviews (product_id, stars, text, first_name, city, created_at, approved_at)
    values (${id}, 4, 'It is light.', 'A', 'B', now(), now())`;

/** One statement for each cache tag, and what shows what it changes; the reviews show the pieces that they are about. */
const changes: [tag: string, statement: SQL, gone: Shown[]][] = [
  [
    'product: another count of what can still be bought',
    sql`update stock_levels set on_hand = on_hand + 3 where ${ofSuit}`,
    ['suit', 'suits', 'reviews'],
  ],
  [
    'category, listings: the last units are sold',
    sql`update stock_levels set on_hand = held where ${ofSuit}`,
    ['suit', 'suits', 'searched', 'reviews'],
  ],
  [
    'menus: a piece is put away',
    sql`update products set published = false where id = 'TB-SUT-001'`,
    ['suit', 'sarees', 'suits', 'searched', 'categories', 'menus', 'reviews'],
  ],
  ['reviews: a saree is rated', reviewOf('TB-SAR-003'), ['sarees', 'reviews', 'stars']],
  ['image: a placeholder', sql`select notify_changes(array['image:tb-sar-001-1.jpg'])`, []],
  ['content: a banner', sql`update banners set position = position`, names],
];

describe('a change', () => {
  it.for(changes)(
    'drops what shows it, and nothing else: %s',
    async ([, statement, gone], { twins: { shop, keeping, cachedResponses } }) => {
      await shop.db.execute(sql`update products set published = true where not published`);
      await shop.db.execute(sql`update stock_levels set on_hand = held + 5 where ${ofSuit}`);
      await heardAll(shop, cachedResponses);
      for (const name of names) expect((await keeping.request(shown[name])).status, name).toBe(200);
      expect(names.filter((name) => !cachedResponses.find(shown[name]))).toEqual([]);
      await shop.db.execute(statement);
      await heardAll(shop, cachedResponses);
      expect(names.filter((name) => !cachedResponses.find(shown[name]))).toEqual(gone);
    },
  );

  it('of one placeholder drops what was read of it, also that it had none', async ({ twins }) => {
    const { shop, keepingShop, cachedResponses } = twins;
    const [one, other] = [['empty-1.jpg'], ['empty-2.jpg']];
    expect(await findPlaceholders(keepingShop, one)).toEqual({});
    const before = await findPlaceholders(keepingShop, other);
    await savePlaceholders(shop, { 'empty-1.jpg': 'AAAA' });
    await heardAll(shop, cachedResponses);
    expect(await findPlaceholders(keepingShop, one)).toEqual({ 'empty-1.jpg': 'AAAA' });
    expect(await findPlaceholders(keepingShop, other)).toBe(before);
  });
});

const nothing = sql`update products set published = false`;
const publish = (id: string) => sql`update products set published = true where id = ${id}`;
const publishIkat = sql`update products set published = true where id in (
  select product_id from product_crafts join crafts on crafts.id = craft_id where crafts.name = 'Ikat')`;
const soldOut = sql`update stock_levels set on_hand = held`;
const first = sql`update stock_levels set on_hand = held + 1 where variant_id = 'TB-SAR-001'`;
const inStock = '/api/product/filter?catName=Sarees&availability=in-stock';

/** Where a list is empty, nothing in it can name the tag: the list does. */
const lists: [tag: string, call: string, empty: SQL, first: SQL][] = [
  ['listings', '/api/product/get-all', nothing, publish('TB-SAR-001')],
  ['listings', '/api/product/search?query=gulnar', nothing, publish('TB-SAR-001')],
  ['listings', '/api/product/craft/Ikat', nothing, publishIkat],
  ['category', inStock, soldOut, first],
  ['menus', '/api/product/facets', nothing, publishIkat],
  ['reviews', '/api/rating/', sql`delete from reviews`, reviewOf('TB-SAR-001')],
  [
    'product',
    '/api/product/get-single/TB-SAR-001',
    sql`delete from product_fabrics`,
    sql`insert into product_fabrics (product_id, fabric_id, position) select 'TB-SAR-001', min(id), 0 from fabrics`,
  ],
];

describe('the answer to an empty list', () => {
  it.for(lists)(
    'goes when the first row appears: %s, %s',
    async ([, call, empty, firstRow], { twins: { shop, keeping, fresh, cachedResponses } }) => {
      await shop.db.execute(publish('TB-SAR-001'));
      await shop.db.execute(empty);
      await heardAll(shop, cachedResponses);
      const before = await (await keeping.request(call)).text();
      expect(cachedResponses.find(call)).toBeDefined();
      await shop.db.execute(firstRow);
      await heardAll(shop, cachedResponses);
      const after = await (await fresh.request(call)).text();
      expect(after).not.toBe(before);
      expect(await (await keeping.request(call)).text()).toBe(after);
    },
  );
});
