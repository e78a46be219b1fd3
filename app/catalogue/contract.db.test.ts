import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { ZodObject } from 'zod';
import { z } from 'zod';
import { type App, readAs } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Category, Product } from './contract.ts';

const uploads = path.join(import.meta.dirname, '..', '..', 'seeds', 'uploads');

const read = <Shape extends z.ZodType>(app: App, call: string, shape: Shape) =>
  readAs(shape, app.request(`/api/${call}`));

const readProducts = (app: App) => read(app, 'product/get-all', z.array(Product));

/** Refuses a field that is missing, of the wrong type, or not in the contract. */
const exactly = (shape: ZodObject) => z.array(shape.strict());

const identity = '_id id proId productName catName price mrp quantity description'.split(' ');
const display = 'img1 img2 img3 img4 video createdAt rating color'.split(' ');
const fabricFields = 'fabric fabric1 fabric2 fabric3 fabric4'.split(' ');
const craftFields = 'craft craft1 craft2 craft3 craft4'.split(' ');

describe('a piece on the wire', () => {
  it.for([
    'product/get-all',
    'product/catName/Sarees',
    'product/fabric/Zari',
    'product/craft/Ikat',
    'product/filter?catName=Suits',
    'product/search?query=ikat',
  ])(
    '%s answers pieces with the fields of the contract and no other [S-DATA-03 S-DATA-04 S-DATA-05]',
    async (call, { app }) => {
      const products = await read(app, call, exactly(Product));
      expect(products.length).toBeGreaterThan(0);
      for (const product of products) {
        expect(Object.keys(product)).toEqual(
          expect.arrayContaining([...identity, ...display, ...fabricFields, ...craftFields]),
        );
      }
    },
  );

  it('product/get-single answers the same piece as the lists [S-DATA-03]', async ({ app }) => {
    const products = await readProducts(app);
    const gulnar = await read(app, 'product/get-single/TB-SAR-001', Product.strict());
    expect(products.find(({ proId }) => proId === 'TB-SAR-001')).toEqual(gulnar);
  });

  it('the names of the fields are spelt as specified [S-DATA-03]', async ({ app }) => {
    const gulnar = await read(app, 'product/get-single/TB-SAR-001', Product);
    expect(gulnar).toMatchObject({
      proId: 'TB-SAR-001',
      productName: 'Gulnar Banarasi Katan Silk Saree',
      catName: 'Sarees',
      price: 24800,
      mrp: 28500,
      quantity: 1,
      img1: 'tb-sar-001-1.jpg',
      img4: 'tb-sar-001-4.jpg',
      video: 'tb-sar-001.mp4',
      createdAt: '2026-01-24T22:03:30.000Z',
      rating: 5,
      color: 'Lac red',
    });
  });

  it('_id, id and proId are one number [S-DATA-03 Q-011]', async ({ app }) => {
    for (const { _id, id, proId } of await readProducts(app)) expect([_id, id]).toEqual([proId, proId]);
  });

  it('quantity is what all sizes have together [S-DATA-03]', async ({ app }) => {
    for (const { proId, quantity, sizes } of await readProducts(app)) {
      expect([proId, quantity]).toEqual([proId, sizes.reduce((sum, size) => sum + size.quantity, 0)]);
    }
  });

  it('a piece that nobody has rated has no rating [S-DATA-03 Q-089]', async ({ app }) => {
    expect(await read(app, 'product/get-single/TB-SAR-009', Product)).toMatchObject({
      rating: null,
      ratings: 0,
    });
  });

  it('the fabrics stand in their order, and the fields after them are null [S-DATA-04]', async ({ app }) => {
    expect(await read(app, 'product/get-single/TB-DUP-005', Product)).toMatchObject({
      fabric: 'Cotton',
      fabric1: 'Silk',
      fabric2: 'Zari',
      fabric3: null,
      fabric4: null,
    });
  });

  it('the crafts stand in their order, and the fields after them are null [S-DATA-05]', async ({ app }) => {
    expect(await read(app, 'product/get-single/TB-SAR-006', Product)).toMatchObject({
      craft: 'Patola',
      craft1: 'Ikat',
      craft2: null,
      craft3: null,
      craft4: null,
    });
  });

  it('says in which country the piece was made', async ({ app, shop }) => {
    await shop.db.execute(
      `update products set attributes = attributes || '{"countryOfOrigin": "Nepal"}' where id = 'TB-STO-001'`,
    );
    const made = (id: string) => read(app, `product/get-single/${id}`, Product.strict());
    expect(await made('TB-STO-001')).toMatchObject({ countryOfOrigin: 'Nepal' });
    expect(await made('TB-SAR-001')).toMatchObject({ countryOfOrigin: 'India' });
  });

  it('a description is lines of label and value [S-DATA-03]', async ({ app }) => {
    for (const { description } of await readProducts(app))
      expect(description).toMatch(/^([^:\n]+: .+(\n|$))+$/);
  });

  it('every picture and film is a bare name of a file that is there [S-DATA-26]', async ({ app }) => {
    for (const { img1, img2, img3, img4, video, pictures: images } of await readProducts(app)) {
      const files = [img1, img2, img3, img4, video, ...images.map(({ file }) => file)];
      for (const file of files.filter((name) => name !== null)) {
        expect(file).not.toContain('/');
        expect(existsSync(path.join(uploads, file)), file).toBe(true);
      }
    }
  });
});

describe('the sizes of a piece', () => {
  it('every piece has at least one', async ({ app }) => {
    for (const { sizes } of await readProducts(app)) expect(sizes.length).toBeGreaterThan(0);
  });

  it('suits and co-ord sets have S, M, L and XL', async ({ app }) => {
    const cut = (await readProducts(app)).filter(({ catName }) => ['Suits', 'Co-Ord Sets'].includes(catName));
    expect(cut).toHaveLength(14);
    for (const { sizes } of cut) expect(sizes.map(({ label }) => label)).toEqual(['S', 'M', 'L', 'XL']);
  });

  it('each size has its own stock: Mehndi is left in M alone', async ({ app }) => {
    const { sizes, quantity } = await read(app, 'product/get-single/TB-SUT-008', Product);
    expect(sizes.map((size) => size.quantity)).toEqual([0, 1, 0, 0]);
    expect(quantity).toBe(1);
  });

  it('a saree has one, without a label', async ({ app }) => {
    const sarees = (await readProducts(app)).filter(({ catName }) => catName === 'Sarees');
    expect(sarees).toHaveLength(12);
    for (const { sizes } of sarees) expect(sizes.map(({ label }) => label)).toEqual([null]);
  });

  it('no two have the same id', async ({ app }) => {
    const ids = (await readProducts(app)).flatMap(({ sizes }) => sizes.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a category on the wire', () => {
  it('has the fields of the contract and no other [S-DATA-02]', async ({ app }) => {
    const categories = await read(app, 'category/get-all', exactly(Category));
    expect(categories.map(({ name }) => name)).toEqual([
      'Sarees',
      'Suits',
      'Co-Ord Sets',
      'Dupattas',
      'Stoles',
    ]);
  });

  it('its link is its own path unless the owner set another [S-DATA-02 Q-117]', async ({ app }) => {
    const categories = await read(app, 'category/get-all', z.array(Category));
    expect(categories.map(({ link }) => link)).toEqual([
      '/Sarees',
      '/Suits',
      '/CoOrdSets',
      '/Dupattas',
      '/Stoles',
    ]);
  });

  it('its picture is a file that is there [S-DATA-02 S-DATA-26]', async ({ app }) => {
    for (const { img } of await read(app, 'category/get-all', z.array(Category))) {
      expect(existsSync(path.join(uploads, img ?? 'none')), String(img)).toBe(true);
    }
  });

  it('it counts its pieces [S-DATA-02]', async ({ app }) => {
    const categories = await read(app, 'category/get-all', z.array(Category));
    expect(categories.map(({ pieces: products }) => products)).toEqual([12, 8, 6, 6, 4]);
  });
});
