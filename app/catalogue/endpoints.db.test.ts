import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, fieldsOf, problemOf, readAs } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Category, Facets, Product } from './contract.ts';

const products = (app: App, call: string) => readAs(z.array(Product), app.request(`/api/${call}`));

const numbers = async (app: App, call: string) => (await products(app, call)).map(({ proId }) => proId);

/** The problem that a call is refused with. */
async function error(app: App, call: string, status: number) {
  const problem = await problemOf(app.request(`/api/${call}`));
  expect(problem.status, call).toBe(status);
  return problem;
}

describe('category/get-all', () => {
  it('answers the categories in the owner’s order [S-API-08]', async ({ app }) => {
    const response = await app.request('/api/category/get-all');
    const categories = z.array(Category).parse(await response.json());
    expect(categories.map(({ slug }) => slug)).toEqual([
      'Sarees',
      'Suits',
      'CoOrdSets',
      'Dupattas',
      'Stoles',
    ]);
  });
});

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
      seen.push(
        ...z
          .array(Product)
          .parse(await response.json())
          .map(({ proId }) => proId),
      );
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

  it.for(['0', '501', 'abc', '-1', '1.5', '1e9', ''])(
    'refuses limit=%s [S-API-09]',
    async (limit, { app }) => {
      expect(fieldsOf(await error(app, `product/get-all?limit=${limit}`, 400))).toEqual(['limit']);
    },
  );

  it.for([
    ['offset', '-1'],
    ['offset', 'abc'],
    ['offset', '1000001'],
    ['sort', 'cheap'],
  ] as const)('refuses %s=%s [S-API-09]', async ([field, value], { app }) => {
    expect(fieldsOf(await error(app, `product/get-all?${field}=${value}`, 400))).toEqual([field]);
  });

  it('names every field that is wrong [S-API-09]', async ({ app }) => {
    const problem = await error(app, 'product/get-all?limit=0&sort=x&offset=-1', 400);
    expect(fieldsOf(problem).toSorted()).toEqual(['limit', 'offset', 'sort']);
  });
});

describe('product/catName', () => {
  it.for(['CoOrdSets', 'coordsets', 'Co-Ord%20Sets', 'co-ord%20sets', 'Co-OrdSets', '%20Co-Ord%20Sets%20'])(
    '%s answers the six co-ord sets [S-API-10 Q-002]',
    async (name, { app }) => {
      const found = await products(app, `product/catName/${name}`);
      expect(found).toHaveLength(6);
      expect(new Set(found.map(({ catName }) => catName))).toEqual(new Set(['Co-Ord Sets']));
    },
  );

  it('stands in the owner’s order [S-API-10]', async ({ app }) => {
    expect(await numbers(app, 'product/catName/Stoles')).toEqual([
      'TB-STO-001',
      'TB-STO-002',
      'TB-STO-003',
      'TB-STO-004',
    ]);
  });

  it.for(['Turbans', '---', '%25', 'Sarees%2FSuits', 'null'])(
    'knows no category %s [S-API-10]',
    async (name, { app }) => {
      expect((await error(app, `product/catName/${name}`, 404)).title).toBe('no-such-category');
    },
  );

  it('refuses a name of 121 letters [S-API-10]', async ({ app }) => {
    expect(fieldsOf(await error(app, `product/catName/${'a'.repeat(121)}`, 400))).toEqual(['name']);
  });

  it('refuses a blank name [S-API-10]', async ({ app }) => {
    expect(fieldsOf(await error(app, 'product/catName/%20', 400))).toEqual(['name']);
  });
});

describe('product/fabric and product/craft', () => {
  it.for(['Katan%20silk', 'katan%20SILK', '%20Katan%20silk'])(
    'fabric/%s [S-API-11 Q-009]',
    async (value, { app }) => {
      expect(await numbers(app, `product/fabric/${value}`)).toEqual(['TB-SAR-001', 'TB-SAR-011']);
    },
  );

  it('finds a fabric that stands second on a piece [S-API-11]', async ({ app }) => {
    expect(await numbers(app, 'product/fabric/Gota')).toEqual(['TB-DUP-003']);
  });

  it.for(['Banarasi%20brocade', 'banarasi%20BROCADE'])(
    'craft/%s [S-API-12 Q-009]',
    async (value, { app }) => {
      expect(await numbers(app, `product/craft/${value}`)).toEqual([
        'TB-SAR-001',
        'TB-SAR-011',
        'TB-SUT-008',
        'TB-DUP-004',
      ]);
    },
  );

  it('finds a craft that stands second on a piece [S-API-12]', async ({ app }) => {
    expect(await numbers(app, 'product/craft/Ikat')).toContain('TB-SAR-006');
  });

  it.for([
    ['fabric', 'Nylon', 'no-such-fabric'],
    ['fabric', 'sil', 'no-such-fabric'],
    ['craft', 'Knitting', 'no-such-craft'],
    ['craft', '%25', 'no-such-craft'],
  ] as const)('knows no %s %s [S-API-11 S-API-12]', async ([kind, value, title], { app }) => {
    expect((await error(app, `product/${kind}/${value}`, 404)).title).toBe(title);
  });
});

describe('product/get-single', () => {
  it.for(['TB-SAR-001', 'tb-sar-001', 'Tb-Sar-001'])(
    'finds Gulnar by %s [S-API-14 Q-011]',
    async (id, { app }) => {
      const response = await app.request(`/api/product/get-single/${id}`);
      expect(Product.parse(await response.json())).toMatchObject({
        productName: 'Gulnar Banarasi Katan Silk Saree',
      });
    },
  );

  it.for(['TB-SAR-999', 'TB-SAR', '%25', "'"])('knows no piece %s [S-API-14]', async (id, { app }) => {
    expect((await error(app, `product/get-single/${id}`, 404)).title).toBe('no-such-product');
  });

  it('refuses a number of 65 letters [S-API-14]', async ({ app }) => {
    expect(fieldsOf(await error(app, `product/get-single/${'T'.repeat(65)}`, 400))).toEqual(['id']);
  });
});

describe('product/search', () => {
  it('answers pieces, best first [S-API-15 S-SRCH-08]', async ({ app }) => {
    expect((await numbers(app, 'product/search?query=gulnar'))[0]).toBe('TB-SAR-001');
  });

  it('answers at most as many as asked for [S-API-15]', async ({ app }) => {
    expect(await numbers(app, 'product/search?query=silk&limit=3')).toHaveLength(3);
  });

  it.for(['', '?query=', '?query=%20%20', '?query=a&query=b'])(
    'refuses search%s [S-API-15 S-SRCH-07 Q-028]',
    async (query, { app }) => {
      expect(fieldsOf(await error(app, `product/search${query}`, 400))).toEqual(['query']);
    },
  );

  it('says in words what is missing [S-API-15]', async ({ app }) => {
    const { errors } = await error(app, 'product/search', 400);
    expect(errors).toEqual([{ field: 'query', message: 'What are you looking for ?' }]);
  });

  it.for(['0', '101', 'x'])('refuses limit=%s [S-API-15]', async (limit, { app }) => {
    expect(fieldsOf(await error(app, `product/search?query=silk&limit=${limit}`, 400))).toEqual(['limit']);
  });
});

describe('product/facets', () => {
  it('answers the crafts and fabrics of the menus [S-HDR-11 S-HDR-12]', async ({ app }) => {
    const response = await app.request('/api/product/facets');
    const { crafts, fabrics } = Facets.parse(await response.json());
    expect(crafts.find(({ name }) => name === 'Ikat')?.count).toBe(5);
    expect(fabrics.find(({ name }) => name === 'Zari')?.count).toBe(7);
  });
});
