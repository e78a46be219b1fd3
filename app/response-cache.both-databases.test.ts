import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { openCopy } from '../tests/engine/databases.ts';
import { scratchFolder } from '../tests/engine/temp-folder.ts';
import { holdStock } from '../tests/fixtures/holds.ts';
import { shopWithFixtures } from '../tests/fixtures/shop.ts';
import { test as base } from '../tests/fixtures/world.ts';
import { access } from '../tests/security/access.ts';
import { createApp } from './app.server.ts';
import { createResponseCache } from './foundation/cache/cached-response.server.ts';
import { createReadCache } from './foundation/cache/read-cache.server.ts';
import type { Shop } from './foundation/shop.server.ts';
import { insertReviews } from './reviews/reviews.server.ts';
import { releaseHold, sellStock } from './stock/holds.server.ts';
import { receiveStock } from './stock/stock.server.ts';

/** A shop that keeps its answers, and the same shop that makes each anew. */
const it = base.extend('twins', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  const database = await openCopy(world);
  const dataDir = scratchFolder('whole-answers');
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
  return {
    shop,
    cachedResponses,
    keeping: createApp({ shop: { ...shop, readCache }, uploadsFolder, cachedResponses }),
    fresh: createApp({ shop, uploadsFolder }),
  };
});

function keepsSomething(cachedResponses: ReturnType<typeof createResponseCache>): boolean {
  cachedResponses.store(
    '/probe',
    { headers: [], etag: '', body: Buffer.alloc(0) },
    ['probe'],
    cachedResponses.begin(),
  );
  return cachedResponses.find('/probe') !== undefined;
}

type App = { request(path: string, init?: RequestInit): Response | Promise<Response> };

/** Every public call, and a few more shelves, windows and searches. */
const calls = [
  ...Object.entries(access).flatMap(([name, { who, path: example, differs }]) => {
    const [method, own = ''] = name.split(' ');
    return method === 'GET' && who === 'everybody' && !differs && !(example ?? own).includes('{')
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

  it('only those go that show what has changed', async ({ twins: { shop, keeping, cachedResponses } }) => {
    await readAll(keeping);
    await receiveStock(shop, [{ variantId: 'TB-SAR-011', change: 1 }], 'woven');
    await expect.poll(() => cachedResponses.find('/api/product/catName/Sarees')).toBeUndefined();
    expect(cachedResponses.find('/api/product/get-single/TB-SUT-001')).toBeDefined();
    expect(cachedResponses.find('/api/category/get-all')).toBeDefined();
  });

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
