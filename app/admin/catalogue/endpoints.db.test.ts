import { readdirSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { staffRequests } from '../../../tests/fixtures/admin-requests.ts';
import { cleanMp4 } from '../../../tests/fixtures/videos.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { AdminProduct } from '../../catalogue/for-staff/contract.ts';
import { auditLog } from '../tables.server.ts';
import { ProductFieldsInput, ProductHistory, ProductList, UsedLabels } from './contract.ts';

const it = base.extend('kavita', ({ shop }) => staffRequests(shop, 'owner'));

const saree = {
  name: 'Wagtail Kota Doria Saree',
  category: 'Sarees',
  price: 4200,
  mrp: 4800,
  colour: 'Sparrow grey',
  colourFamily: 'grey',
  type: 'Kota',
  pattern: null,
  crafts: ['Kota Doria'],
  fabrics: ['Cotton'],
  attributes: { fabric: 'Cotton and silk', measures: [{ part: 'saree', cm: 550 }], care: ' ', hsn: '5208' },
  sizes: [{ label: null, quantity: 2 }],
};

type Send = Awaited<ReturnType<typeof staffRequests>>;

const productOf = ({ status, body }: Awaited<ReturnType<Send>>) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return AdminProduct.parse(body);
};
const written = ({ sizes, ...product }: AdminProduct) =>
  ProductFieldsInput.strip().parse({ ...product, sizes: sizes.map(({ id, label }) => ({ id, label })) });
const photo = async (background: string) => {
  const image = sharp({ create: { width: 600, height: 800, channels: 3, background } });
  return new Uint8Array(await image.jpeg().toBuffer());
};

describe('staff', () => {
  it('create a product with images, and publish it for customers [F-130]', async ({ shop, kavita }) => {
    const created = productOf(await kavita('POST', '/products', saree));
    expect(created).toMatchObject({ id: 'TB-SAR-013', state: 'draft', price: 4200 });
    expect(created.attributes.care).toBeUndefined();
    for (const colour of ['#8d1f2b', '#26386b', '#495b1c', '#9c6200'])
      await kavita('POST', `/upload/products/${created.id}/images`, undefined, await photo(colour));
    const change = { version: created.version, state: 'live' };
    const live = productOf(await kavita('POST', `/products/${created.id}/state`, change));
    productOf(
      await kavita('POST', `/products/${created.id}/state`, { version: live.version, state: 'live' }),
    );
    const log = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, created.id));
    // The state that the product already has causes no entry.
    const actions = ['product.create', ...Array(4).fill('product.update-images'), 'product.publish'];
    expect(log.map(({ action }) => action)).toEqual(actions);
    // Images do not change the version, so that an open editor can still save its texts.
    expect(live.images).toHaveLength(4);
    const app = createApp({ shop });
    const seen = await app.request(`/api/product/get-single/${created.id}`);
    expect(await seen.json()).toMatchObject({ productName: saree.name, img4: live.images[3]?.file });
    const shown = await app.request(`/uploads/${live.images[0]?.file}?w=320`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('see which field another editor has changed if their own change is rejected [F-139]', async ({
    shop,
    kavita,
  }) => {
    const arjun = await staffRequests(shop);
    const created = productOf(await kavita('POST', '/products', saree));
    const { id, version } = created;
    productOf(await kavita('PUT', `/products/${id}`, { ...written(created), version, price: 3900 }));
    const late = await arjun('PUT', `/products/${id}`, { ...written(created), version, name: 'Mine' });
    const errors = [{ field: 'price', message: 'kavita@example.in: price ₹4,200 → ₹3,900' }];
    expect(late).toMatchObject({ status: 409, title: 'changed-meanwhile', body: { errors } });
    const stored = productOf(await arjun('GET', `/products/${id}`));
    expect(stored).toMatchObject({ name: saree.name, price: 3900 });
  });

  it('record a sale in the store, with their name in the history [N-25]', async ({ kavita }) => {
    const sold = { size: 'TB-SAR-001', change: -1, reason: 'sold in the store' };
    const product = productOf(await kavita('POST', '/products/TB-SAR-001/stock', sold));
    expect(product.sizes).toMatchObject([{ onHand: 0 }]);
    const again = await kavita('POST', '/products/TB-SAR-001/stock', sold);
    expect(again).toMatchObject({ status: 409, body: { message: 'No unit is left in stock.' } });
    const { body } = await kavita('GET', '/products/TB-SAR-001/history');
    const { entries } = ProductHistory.parse(body);
    expect(entries.map(({ text, author }) => `${author}: ${text}`).toSorted()).toEqual([
      'kavita@example.in: 1 fewer: sold in the store',
      'null: 1 more: first stock',
    ]);
  });

  it('cannot upload a file that is not an image, or replace an unknown image', async ({ shop, kavita }) => {
    const body = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const where = '/upload/products/TB-SAR-001/images?replaces=';
    const rejected = await kavita('POST', `${where}tb-sar-001-1.jpg`, undefined, body);
    expect(rejected).toMatchObject({ status: 400, title: 'image-rejected' });
    const unwanted = await kavita('POST', `${where}not-there.jpg`, undefined, await photo('#8d1f2b'));
    expect(unwanted.status).toBe(404);
    expect(readdirSync(path.join(shop.config.dataDir, 'uploads'))).toEqual([]);
  });

  it('upload a video, which is recognized by its first bytes, and delete it', async ({ shop, kavita }) => {
    const where = '/upload/products/TB-SAR-002/video';
    const product = productOf(await kavita('POST', where, undefined, new Uint8Array(cleanMp4)));
    expect(product.video).toMatch(/^f-[0-9a-f]{24}\.mp4$/);
    const rejected = await kavita('POST', where, undefined, '<html>');
    expect(rejected).toMatchObject({ status: 400, title: 'video-rejected' });
    expect(readdirSync(path.join(shop.config.dataDir, 'uploads'))).toEqual([product.video]);
    expect(productOf(await kavita('DELETE', '/products/TB-SAR-002/video')).video).toBeNull();
  });

  it('list products page by page, filtered by text, state and stock [F-130]', async ({ kavita }) => {
    const list = async (query: string) => {
      const { status, body } = await kavita('GET', `/products?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return ProductList.parse(body);
    };
    const first = await list('');
    expect(first.rows).toHaveLength(30);
    const second = await list(`after=${first.next}`);
    expect(second).toMatchObject({ next: null });
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(36);
    for (const sort of ['name', '-name', 'price', '-price']) {
      const head = await list(`sort=${sort}`);
      const tail = await list(`sort=${sort}&after=${head.next}`);
      const all = [...head.rows, ...tail.rows];
      expect(new Set(all.map(({ id }) => id)).size, sort).toBe(36);
      const prices = all.map(({ price }) => price);
      if (sort === 'price') expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      if (sort === '-price') expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    }
    expect((await list('q=tb-sto')).rows.length).toBe(4);
    expect((await list('q=100%25')).rows).toEqual([]);
    expect((await list('state=draft')).rows).toEqual([]);
    expect((await list('category=Stoles&stock=low')).rows.every(({ sizes }) => sizes.length > 0)).toBe(true);
    const cursorOf = (...values: string[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
    for (const query of [
      'after=rubbish',
      `after=${encodeURIComponent(cursorOf('2026-02-30 10:00:00+00', 'TB-SAR-001'))}`,
      `sort=price&after=${cursorOf('abc', 'TB-SAR-001')}`,
      `sort=name&after=${cursorOf('\0', 'TB-SAR-001')}`,
    ])
      expect((await list(query)).rows, query).toHaveLength(30);
    await kavita('POST', '/products/TB-STO-001/state', { version: 0, state: 'archived' });
    expect((await list('q=tb-sto-001')).rows).toEqual([]);
    expect((await list('state=archived')).rows.map(({ id }) => id)).toEqual(['TB-STO-001']);
  });

  it('get the tax rates for the editor of a product [N-14]', async ({ kavita }) => {
    const text = UsedLabels.parse((await kavita('GET', '/product-labels')).body);
    expect(text.rates.some(({ hsnPrefix, rate }) => hsnPrefix === '62' && rate === 1800)).toBe(true);
    expect(text.today).toBe('2026-11-21');
  });
});
