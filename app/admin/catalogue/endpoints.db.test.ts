import { readdirSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { type SignedInStaff, signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { cleanMp4 } from '../../../tests/fixtures/videos.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { AdminProduct } from '../../catalogue/for-staff/contract.ts';
import { auditLog } from '../tables.server.ts';
import { ProductFieldsInput, ProductHistory, ProductList, UsedLabels } from './contract.ts';

const it = base.extend('kavita', ({ shop }) => signInAsStaff(shop));

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

type RequestInput = { method?: string; json?: unknown; body?: BodyInit };

async function ask(
  shop: TestShop,
  staff: SignedInStaff,
  where: string,
  { method, json, body }: RequestInput = {},
) {
  const app = createApp({ shop });
  const content = json === undefined ? body : JSON.stringify(json);
  const response = await app.request(`/api/admin${where}`, {
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    headers: staff.headers,
    ...(content !== undefined && { body: content }),
  });
  const read: unknown = await response.json();
  return { status: response.status, body: read };
}

const productOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return AdminProduct.parse(body);
};
const written = ({ sizes, ...product }: AdminProduct) =>
  ProductFieldsInput.strip().parse({ ...product, sizes: sizes.map(({ id, label }) => ({ id, label })) });
const photo = (colour: string) =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

describe('products in the admin', () => {
  it('publishes a new product with an image, so that customers see it [F-130]', async ({ shop, kavita }) => {
    const created = productOf(await ask(shop, kavita, '/products', { json: saree }));
    expect(created).toMatchObject({ id: 'TB-SAR-013', state: 'draft', price: 4200 });
    expect(created.attributes.care).toBeUndefined();
    for (const colour of ['#8d1f2b', '#26386b', '#495b1c', '#9c6200'])
      await ask(shop, kavita, `/upload/products/${created.id}/images`, {
        body: new Uint8Array(await photo(colour)),
      });
    const move = { method: 'POST', json: { version: created.version, state: 'live' } };
    const live = productOf(await ask(shop, kavita, `/products/${created.id}/state`, move));
    expect(live.images).toHaveLength(4);
    const app = createApp({ shop });
    const seen = await app.request(`/api/product/get-single/${created.id}`);
    expect(await seen.json()).toMatchObject({ productName: saree.name, img4: live.images[3]?.file });
    const shown = await app.request(`/uploads/${live.images[0]?.file}?w=320`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('reports to the second of two editors which fields have changed [F-139]', async ({ shop, kavita }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const created = productOf(await ask(shop, kavita, '/products', { json: saree }));
    const { id, version } = created;
    const first = { method: 'PUT', json: { ...written(created), version, price: 3900 } };
    productOf(await ask(shop, kavita, `/products/${id}`, first));
    const second = { method: 'PUT', json: { ...written(created), version, name: 'Mine' } };
    const refused = await ask(shop, arjun, `/products/${id}`, second);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        title: 'changed-meanwhile',
        errors: [{ field: 'price', message: 'kavita@example.in: price ₹4,200 → ₹3,900' }],
      },
    });
    expect(productOf(await ask(shop, arjun, `/products/${id}`))).toMatchObject({
      name: saree.name,
      price: 3900,
    });
  });

  it('writes no audit entry if a product already has the requested state', async ({ shop, kavita }) => {
    const { id, version, state } = productOf(await ask(shop, kavita, '/products', { json: saree }));
    productOf(await ask(shop, kavita, `/products/${id}/state`, { json: { version, state } }));
    const log = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(log.map(({ action }) => action)).toEqual(['product.create']);
  });

  it('saves texts although an image was added after the editor was opened', async ({ shop, kavita }) => {
    const created = productOf(await ask(shop, kavita, '/products', { json: saree }));
    const body = new Uint8Array(await photo('#8d1f2b'));
    const pictured = productOf(await ask(shop, kavita, `/upload/products/${created.id}/images`, { body }));
    expect(pictured.version).toBe(created.version);
  });

  it('N-25 records a sale in the store as one unit fewer, and who sold it', async ({ shop, kavita }) => {
    const sold = { json: { size: 'TB-SAR-001', change: -1, reason: 'sold in the store' } };
    const product = productOf(await ask(shop, kavita, '/products/TB-SAR-001/stock', sold));
    expect(product.sizes).toMatchObject([{ onHand: 0 }]);
    expect(await ask(shop, kavita, '/products/TB-SAR-001/stock', sold)).toMatchObject({
      status: 409,
      body: { message: 'It is sold out.' },
    });
    const { body } = await ask(shop, kavita, '/products/TB-SAR-001/history');
    const { entries } = ProductHistory.parse(body);
    const details = entries.map(({ text, author }) => `${author}: ${text}`);
    expect(details).toContain('kavita@example.in: 1 fewer: sold in the store');
    expect(details).toContain('null: 1 more: first stock');
    expect(details).toHaveLength(2);
  });

  it('rejects an upload that is not an image and stores no file', async ({ shop, kavita }) => {
    const body = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    expect(
      await ask(shop, kavita, '/upload/products/TB-SAR-001/images?replaces=tb-sar-001-1.jpg', { body }),
    ).toMatchObject({ status: 400, body: { title: 'image-rejected' } });
    expect(readdirSync(path.join(shop.config.dataDir, 'uploads'))).toEqual([]);
  });

  it('deletes an uploaded image file if the product cannot take it', async ({ shop, kavita }) => {
    const body = new Uint8Array(await photo('#8d1f2b'));
    const where = '/upload/products/TB-SAR-001/images?replaces=not-there.jpg';
    expect(await ask(shop, kavita, where, { body })).toMatchObject({ status: 404 });
    expect(readdirSync(path.join(shop.config.dataDir, 'uploads'))).toEqual([]);
  });

  it('recognizes a video by its first bytes and rejects other files', async ({ shop, kavita }) => {
    const where = '/upload/products/TB-SAR-002/video';
    const product = productOf(await ask(shop, kavita, where, { body: new Uint8Array(cleanMp4) }));
    expect(product.video).toMatch(/^f-[0-9a-f]{24}\.mp4$/);
    expect(await ask(shop, kavita, where, { body: '<html>' })).toMatchObject({
      status: 400,
      body: { title: 'video-rejected' },
    });
    expect(readdirSync(path.join(shop.config.dataDir, 'uploads'))).toEqual([product.video]);
    expect(
      productOf(await ask(shop, kavita, '/products/TB-SAR-002/video', { method: 'DELETE' })).video,
    ).toBeNull();
  });

  it('lists products page by page, filtered by text, state and stock [F-130]', async ({ shop, kavita }) => {
    const list = async (query: string) => {
      const { status, body } = await ask(shop, kavita, `/products?${query}`);
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
    await ask(shop, kavita, '/products/TB-STO-001/state', { json: { version: 0, state: 'archived' } });
    expect((await list('q=tb-sto-001')).rows).toEqual([]);
    expect((await list('state=archived')).rows.map(({ id }) => id)).toEqual(['TB-STO-001']);
  });

  it('N-14 returns the tax rates that the editor shows', async ({ shop, kavita }) => {
    const text = UsedLabels.parse((await ask(shop, kavita, '/product-labels')).body);
    expect(text.rates.some(({ hsnPrefix, rate }) => hsnPrefix === '62' && rate === 1800)).toBe(true);
    expect(text.today).toBe('2026-11-21');
  });
});
