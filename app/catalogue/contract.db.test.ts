import { existsSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, readAs } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Category, Product } from './contract.ts';

const read = <Shape extends z.ZodType>(app: App, path: string, shape: Shape) =>
  readAs(shape, app.request(`/api/${path}`));

const readProducts = (app: App) => read(app, 'product/get-all', z.array(Product));

describe('the API response about a product', () => {
  it('has the specified field names [S-DATA-03]', async ({ app }) => {
    const gulnar = await read(app, 'product/get-single/TB-SAR-001', Product);
    expect(gulnar).toMatchObject({
      ...{ proId: 'TB-SAR-001', productName: 'Gulnar Banarasi Katan Silk Saree', catName: 'Sarees' },
      ...{ price: 24800, mrp: 28500, quantity: 1, rating: 5, color: 'Lac red' },
      ...{ img1: 'tb-sar-001-1.jpg', img4: 'tb-sar-001-4.jpg', video: 'tb-sar-001.mp4' },
      createdAt: '2026-01-24T22:03:30.000Z',
    });
  });

  it('has its number in three fields, and the sum of its sizes as its quantity [S-DATA-03 Q-011]', async ({
    app,
  }) => {
    for (const { _id, id, proId, quantity, sizes, description } of await readProducts(app)) {
      const sum = sizes.reduce((units, size) => units + size.quantity, 0);
      expect([_id, id, quantity]).toEqual([proId, proId, sum]);
      expect(sizes.length).toBeGreaterThan(0);
      expect(description).toMatch(/^([^:\n]+: .+(\n|$))+$/);
    }
  });

  it.for([
    ['TB-SAR-009', { rating: null, ratings: 0 }],
    ['TB-DUP-005', { fabric: 'Cotton', fabric1: 'Silk', fabric2: 'Zari', fabric3: null, fabric4: null }],
    ['TB-SAR-006', { craft: 'Patola', craft1: 'Ikat', craft2: null, craft3: null, craft4: null }],
  ] as const)('of %s contains %j [S-DATA-03 S-DATA-04 S-DATA-05 Q-089]', async ([id, fields], { app }) => {
    expect(await read(app, `product/get-single/${id}`, Product)).toMatchObject(fields);
  });

  it('contains the names of existing files for its images and its video [S-DATA-26]', async ({ app }) => {
    for (const { video, pictures } of await readProducts(app))
      for (const file of [video ?? 'breeze.mp4', ...pictures.map(({ file }) => file)])
        expect(existsSync(`seeds/uploads/${file}`) && !file.includes('/'), file).toBe(true);
  });
});

describe('each category in API responses', () => {
  it('is in the owner’s order, with its link and its number of products [S-API-08 S-DATA-02 Q-117]', async ({
    app,
  }) => {
    const categories = await read(app, 'category/get-all', z.array(Category));
    expect(categories.map(({ name, link, pieces }) => `${name} ${link} ${pieces}`)).toEqual([
      'Sarees /Sarees 12',
      'Suits /Suits 8',
      'Co-Ord Sets /CoOrdSets 6',
      'Dupattas /Dupattas 6',
      'Stoles /Stoles 4',
    ]);
  });
});
