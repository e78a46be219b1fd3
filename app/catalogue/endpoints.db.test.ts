import { existsSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, fieldsOf, problemOf, readAs, statusAndTitle } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Category, Product } from './contract.ts';

const products = (app: App, path: string) => readAs(z.array(Product), app.request(`/api/${path}`));

const single = (app: App, id: string) => readAs(Product, app.request(`/api/product/get-single/${id}`));

const numbers = async (app: App, path: string) => (await products(app, path)).map(({ proId }) => proId);

describe('product/get-all', () => {
  it('returns an array of all products, and the total number [S-API-09 Q-037]', async ({ app }) => {
    const response = await app.request('/api/product/get-all');
    expect(response.headers.get('x-total-count')).toBe('36');
    expect(response.headers.get('link')).toBeNull();
    expect(await response.json()).toHaveLength(36);
  });

  it('links each page of products to the next page, in the requested sort order [S-API-09]', async ({
    app,
  }) => {
    const prices: number[] = [];
    const seen: string[] = [];
    let next: string | undefined = '/api/product/get-all?sort=price-asc&limit=15';
    while (next) {
      const response: Response = await app.request(next);
      const page = await readAs(z.array(Product), response);
      seen.push(...page.map(({ proId }) => proId));
      prices.push(...page.map(({ price }) => price));
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(prices[0]).toBe(450);
    expect(seen).toEqual(await numbers(app, 'product/get-all?sort=price-asc'));
    expect(await numbers(app, 'product/get-all?offset=36')).toEqual([]);
  });
});

describe('the endpoints of a category, a craft, a fabric and a product', () => {
  const coOrdSets = ['001', '002', '003', '004', '005', '006'].map((number) => `TB-COR-${number}`);
  const stoles = ['TB-STO-001', 'TB-STO-002', 'TB-STO-003', 'TB-STO-004'];
  const brocades = ['TB-SAR-001', 'TB-SAR-011', 'TB-SUT-008', 'TB-DUP-004'];

  it.for([
    ['catName/CoOrdSets', coOrdSets],
    ['catName/coordsets', coOrdSets],
    ['catName/Co-Ord%20Sets', coOrdSets],
    ['catName/co-ord%20sets', coOrdSets],
    ['catName/Co-OrdSets', coOrdSets],
    ['catName/%20Co-Ord%20Sets%20', coOrdSets],
    ['catName/Stoles', stoles],
    ['fabric/Katan%20silk', ['TB-SAR-001', 'TB-SAR-011']],
    ['fabric/katan%20SILK', ['TB-SAR-001', 'TB-SAR-011']],
    ['fabric/%20Katan%20silk', ['TB-SAR-001', 'TB-SAR-011']],
    ['fabric/Gota', ['TB-DUP-003']], // The second fabric of the product.
    ['craft/Banarasi%20brocade', brocades],
    ['craft/banarasi%20BROCADE', brocades],
  ] as const)(
    'respond to `product/%s` with the products %j [S-API-10…12 Q-002 Q-009]',
    async ([path, ids], { app }) => {
      expect(await numbers(app, `product/${path}`)).toEqual(ids);
    },
  );

  it.for([
    ...['Turbans', '---', '%25', 'Sarees%2FSuits', 'null'].map((name) => ['category', `catName/${name}`]),
    ['fabric', 'fabric/Nylon'],
    ['fabric', 'fabric/sil'],
    ['craft', 'craft/Knitting'],
    ['craft', 'craft/%25'],
    ...['TB-SAR-999', 'TB-SAR', '%25', "'"].map((id) => ['product', `get-single/${id}`]),
  ])('respond 404 for an unknown %s: %s [S-API-10…12 S-API-14]', async ([kind, path], { app }) => {
    expect(await statusAndTitle(app.request(`/api/product/${path}`))).toEqual([404, `no-such-${kind}`]);
  });
});

describe('the API response about a product', () => {
  it.for(['TB-SAR-001', 'tb-sar-001', 'Tb-Sar-001'])(
    'has the specified fields if the number is in upper, lower or mixed case: %s [S-API-14 S-DATA-03]',
    async (id, { app }) => {
      expect(await single(app, id)).toMatchObject({
        ...{ proId: 'TB-SAR-001', productName: 'Gulnar Banarasi Katan Silk Saree', catName: 'Sarees' },
        ...{ price: 24800, mrp: 28500, quantity: 1, rating: 5, color: 'Lac red' },
        ...{ img1: 'tb-sar-001-1.jpg', img4: 'tb-sar-001-4.jpg', video: 'tb-sar-001.mp4' },
        createdAt: '2026-01-24T22:03:30.000Z',
      });
    },
  );

  it('contains the product’s number as each id, names of existing files, and the units of all sizes as the quantity [S-DATA-03 S-DATA-26 Q-011]', async ({
    app,
  }) => {
    for (const product of await products(app, 'product/get-all')) {
      const { _id, id, proId, quantity, sizes, description, video, pictures } = product;
      const sum = sizes.reduce((units, size) => units + size.quantity, 0);
      expect([_id, id, quantity]).toEqual([proId, proId, sum]);
      expect(sizes.length).toBeGreaterThan(0);
      expect(description).toMatch(/^([^:\n]+: .+(\n|$))+$/);
      for (const file of [video ?? 'breeze.mp4', ...pictures.map(({ file }) => file)])
        expect(existsSync(`seeds/uploads/${file}`) && !file.includes('/'), file).toBe(true);
    }
  });

  it.for([
    ['TB-SAR-009', { rating: null, ratings: 0 }],
    ['TB-DUP-005', { fabric: 'Cotton', fabric1: 'Silk', fabric2: 'Zari', fabric3: null, fabric4: null }],
    ['TB-SAR-006', { craft: 'Patola', craft1: 'Ikat', craft2: null, craft3: null, craft4: null }],
  ] as const)(
    'contains for %s these fields: %j [S-DATA-03 S-DATA-04 S-DATA-05 Q-089]',
    async ([id, fields], { app }) => {
      expect(await single(app, id)).toMatchObject(fields);
    },
  );
});

it('the categories are in the owner’s order, each with its link and its number of products [S-API-08 S-DATA-02 Q-117]', async ({
  app,
}) => {
  const categories = await readAs(z.array(Category), app.request('/api/category/get-all'));
  expect(categories.map(({ name, link, pieces }) => `${name} ${link} ${pieces}`)).toEqual([
    ...['Sarees /Sarees 12', 'Suits /Suits 8', 'Co-Ord Sets /CoOrdSets 6'],
    ...['Dupattas /Dupattas 6', 'Stoles /Stoles 4'],
  ]);
});

describe('product/search', () => {
  it('returns products, best match first [S-API-15 S-SRCH-08]', async ({ app }) => {
    expect((await numbers(app, 'product/search?query=gulnar'))[0]).toBe('TB-SAR-001');
  });

  it('responds with an error of the field `query` if the query is missing [S-API-15]', async ({ app }) => {
    const { errors } = await problemOf(app.request('/api/product/search'));
    expect(errors).toEqual([{ field: 'query', message: 'What are you looking for ?' }]);
  });
});

describe('invalid input', () => {
  it.for([
    ...['0', '501', 'abc', '-1', '1.5', '1e9', ''].map((limit) => ['limit', `get-all?limit=${limit}`]),
    ...['-1', 'abc', '1000001'].map((offset) => ['offset', `get-all?offset=${offset}`]),
    ['sort', 'get-all?sort=cheap'],
    ['limit offset sort', 'get-all?limit=0&sort=x&offset=-1'],
    ...['a'.repeat(121), '%20'].map((name) => ['name', `catName/${name}`]),
    // The server rejects a NUL byte before it reads the parameters.
    ...['catName/%00', 'fabric/Zari%00', 'craft/%00', 'get-single/TB-SAR-001%00'].map((path) => ['', path]),
    ...['filter?catName=Sarees&craft=%00', 'search?query=silk%00'].map((path) => ['', path]),
    ['id', `get-single/${'T'.repeat(65)}`],
    ...['', '?query=', '?query=%20%20', '?query=a&query=b'].map((query) => ['query', `search${query}`]),
    ...['0', '101', 'x'].map((limit) => ['limit', `search?query=silk&limit=${limit}`]),
  ])(
    'causes a 400 response that names the parameters “%s”: %s [S-API-09 S-API-10 S-API-14 S-SRCH-07 Q-028]',
    async ([fields, path], { app }) => {
      const problem = await problemOf(app.request(`/api/product/${path}`));
      expect([problem.status, fieldsOf(problem).toSorted().join(' ')]).toEqual([400, fields]);
    },
  );
});

it('a response has another ETag after one of its products has changed [S-API-01]', async ({ app, shop }) => {
  const before = (await app.request('/api/product/get-all')).headers.get('etag');
  await shop.db.execute("update products set price_paise = price_paise - 100 where id = 'TB-SAR-001'");
  expect((await app.request('/api/product/get-all')).headers.get('etag')).not.toBe(before);
});
