import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, fieldsOf, problemOf, readAs, statusAndTitle } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Facets, Product } from './contract.ts';

const products = (app: App, call: string) => readAs(z.array(Product), app.request(`/api/${call}`));

const numbers = async (app: App, call: string) => (await products(app, call)).map(({ proId }) => proId);

describe('product/get-all', () => {
  it('answers an array of all pieces, and how many there are [S-API-09 Q-037]', async ({ app }) => {
    const response = await app.request('/api/product/get-all');
    expect(response.headers.get('x-total-count')).toBe('36');
    expect(response.headers.get('link')).toBeNull();
    expect(await response.json()).toHaveLength(36);
  });

  it('windows follow each other without a gap or an overlap [S-API-09]', async ({ app }) => {
    for (const sort of ['featured', 'newest', 'price-asc', 'price-desc']) {
      const windows = [0, 10, 20, 30].map((offset) =>
        numbers(app, `product/get-all?sort=${sort}&limit=10&offset=${offset}`),
      );
      const together = (await Promise.all(windows)).flat();
      expect(together).toEqual(await numbers(app, `product/get-all?sort=${sort}`));
      expect(new Set(together).size).toBe(36);
    }
  });

  it('following Link from window to window ends after the last piece [S-API-09]', async ({ app }) => {
    const seen: string[] = [];
    let next: string | undefined = '/api/product/get-all?sort=price-asc&limit=15';
    while (next) {
      const response: Response = await app.request(next);
      seen.push(...(await readAs(z.array(Product), response)).map(({ proId }) => proId));
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(await numbers(app, 'product/get-all?sort=price-asc'));
  });

  it('past the end there is nothing [S-API-09]', async ({ app }) => {
    expect(await numbers(app, 'product/get-all?offset=36')).toEqual([]);
  });

  it('can be had from the cheapest [S-API-09]', async ({ app }) => {
    const prices = (await products(app, 'product/get-all?sort=price-asc')).map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(prices[0]).toBe(450);
  });
});

describe('a category, a craft, a fabric, a piece', () => {
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
    ['fabric/Gota', ['TB-DUP-003']], // It stands second on the piece.
    ['craft/Banarasi%20brocade', brocades],
    ['craft/banarasi%20BROCADE', brocades],
  ] as const)(
    '%s answers %j, in the owner’s order [S-API-10 S-API-11 S-API-12 Q-002 Q-009]',
    async ([call, ids], { app }) => {
      expect(await numbers(app, `product/${call}`)).toEqual(ids);
    },
  );

  it('finds a craft that stands second on a piece [S-API-12]', async ({ app }) => {
    expect(await numbers(app, 'product/craft/Ikat')).toContain('TB-SAR-006');
  });

  it.for(['TB-SAR-001', 'tb-sar-001', 'Tb-Sar-001'])(
    'finds Gulnar by %s [S-API-14 Q-011]',
    async (id, { app }) => {
      const { productName } = await readAs(Product, app.request(`/api/product/get-single/${id}`));
      expect(productName).toBe('Gulnar Banarasi Katan Silk Saree');
    },
  );

  it.for([
    ...['Turbans', '---', '%25', 'Sarees%2FSuits', 'null'].map((name) => ['category', `catName/${name}`]),
    ['fabric', 'fabric/Nylon'],
    ['fabric', 'fabric/sil'],
    ['craft', 'craft/Knitting'],
    ['craft', 'craft/%25'],
    ...['TB-SAR-999', 'TB-SAR', '%25', "'"].map((id) => ['product', `get-single/${id}`]),
  ])('knows no %s %s [S-API-10 S-API-11 S-API-12 S-API-14]', async ([kind, call], { app }) => {
    expect(await statusAndTitle(app.request(`/api/product/${call}`))).toEqual([404, `no-such-${kind}`]);
  });
});

describe('product/search', () => {
  it('answers pieces, best first [S-API-15 S-SRCH-08]', async ({ app }) => {
    expect((await numbers(app, 'product/search?query=gulnar'))[0]).toBe('TB-SAR-001');
  });

  it('answers at most as many as asked for [S-API-15]', async ({ app }) => {
    expect(await numbers(app, 'product/search?query=silk&limit=3')).toHaveLength(3);
  });

  it('says in words what is missing [S-API-15]', async ({ app }) => {
    const { errors } = await problemOf(app.request('/api/product/search'));
    expect(errors).toEqual([{ field: 'query', message: 'What are you looking for ?' }]);
  });
});

describe('input that no call takes', () => {
  it.for([
    ...['0', '501', 'abc', '-1', '1.5', '1e9', ''].map((limit) => ['limit', `get-all?limit=${limit}`]),
    ...['-1', 'abc', '1000001'].map((offset) => ['offset', `get-all?offset=${offset}`]),
    ['sort', 'get-all?sort=cheap'],
    ['limit offset sort', 'get-all?limit=0&sort=x&offset=-1'],
    ...['a'.repeat(121), '%20'].map((name) => ['name', `catName/${name}`]),
    // A NUL is refused before the parameters are read.
    ...['catName/%00', 'fabric/Zari%00', 'craft/%00', 'get-single/TB-SAR-001%00'].map((call) => ['', call]),
    ...['filter?catName=Sarees&craft=%00', 'search?query=silk%00'].map((call) => ['', call]),
    ['id', `get-single/${'T'.repeat(65)}`],
    ...['', '?query=', '?query=%20%20', '?query=a&query=b'].map((query) => ['query', `search${query}`]),
    ...['0', '101', 'x'].map((limit) => ['limit', `search?query=silk&limit=${limit}`]),
  ])(
    'is refused with status 400 that names %s: %s [S-API-09 S-API-10 S-API-14 S-API-15 S-SRCH-07 Q-028]',
    async ([fields, call], { app }) => {
      const problem = await problemOf(app.request(`/api/product/${call}`));
      expect([problem.status, fieldsOf(problem).toSorted().join(' ')]).toEqual([400, fields]);
    },
  );
});

describe('product/facets', () => {
  it('answers the crafts and fabrics of the menus [S-HDR-11 S-HDR-12]', async ({ app }) => {
    const { crafts, fabrics } = await readAs(Facets, app.request('/api/product/facets'));
    expect(crafts.find(({ name }) => name === 'Ikat')?.count).toBe(5);
    expect(fabrics.find(({ name }) => name === 'Zari')?.count).toBe(7);
  });
});

it('a changed answer has another ETag [S-API-01]', async ({ app, shop }) => {
  const before = (await app.request('/api/product/get-all')).headers.get('etag');
  await shop.db.execute("update products set price_paise = price_paise - 100 where id = 'TB-SAR-001'");
  expect((await app.request('/api/product/get-all')).headers.get('etag')).not.toBe(before);
});
