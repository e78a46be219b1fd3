import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { listSeedProducts } from '../../../seeds/seed.server.ts';
import { it } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { Dimension, Filters, Listing, Sort } from '../contract.ts';
import { insertProducts, type NewProduct } from '../create-product.server.ts';
import { shownDimensions } from './filters.ts';
import { filterProducts, listingStep, readListing } from './listing.server.ts';
import type { Scope } from './listing-scope.server.ts';

const world = listSeedProducts();
const everything: Scope = { kind: 'products', ids: world.map(({ id }) => id) };
const sarees: Scope = { kind: 'category', id: 'Sarees' };

const contains = (field: string | null, value: string) =>
  field?.toLowerCase().includes(value.toLowerCase()) ?? false;

const quantityOf = ({ sizes }: NewProduct) => sizes.reduce((sum, { quantity }) => sum + quantity, 0);

function isInBand({ pricePaise }: NewProduct, key: string): boolean {
  if (key === 'under-500') return pricePaise < 50_000;
  if (key === 'over-5000') return pricePaise > 500_000;
  const [from = 0, to = 0] = key.split('-').map((rupees) => Number(rupees) * 100);
  return pricePaise >= from && pricePaise <= to;
}

/** Implements the specified matching in plain code, without an index. */
const matchers: Record<Dimension, (product: NewProduct, value: string) => boolean> = {
  craft: (product, value) => product.crafts.some((craft) => contains(craft, value)),
  fabric: (product, value) => product.fabrics.some((fabric) => contains(fabric, value)),
  color: (product, value) => contains(product.colour, value) || contains(product.colourFamily, value),
  type: (product, value) => contains(product.type, value),
  pattern: (product, value) => contains(product.pattern, value),
  availability: (product, value) => quantityOf(product) > 0 === (value === 'in-stock'),
  price: isInBand,
};

/** Returns the values by which the filter of a dimension counts a product. */
const offered: Record<Dimension, (product: NewProduct) => readonly (string | null)[]> = {
  craft: ({ crafts }) => crafts,
  fabric: ({ fabrics }) => fabrics,
  color: ({ colourFamily }) => [colourFamily],
  type: ({ type }) => [type],
  pattern: ({ pattern }) => [pattern],
  availability: (product) => [quantityOf(product) > 0 ? 'in-stock' : 'out-of-stock'],
  price: (product) => settings.priceBands.map(({ key }) => key).filter((key) => isInBand(product, key)),
};

function isListed(product: NewProduct, scope: Scope): boolean {
  if (scope.kind === 'category') return product.categoryId === scope.id;
  if (scope.kind === 'craft') return product.crafts.includes(scope.name);
  if (scope.kind === 'fabric') return product.fabrics.includes(scope.name);
  return scope.ids.includes(product.id);
}

function passes(product: NewProduct, filters: Filters): boolean {
  return shownDimensions.every((dimension) => {
    const values = filters[dimension] ?? [];
    return values.length === 0 || values.some((value) => matchers[dimension](product, value));
  });
}

function expectedListing(scope: Scope, filters: Filters) {
  const listing = world.filter((product) => isListed(product, scope));
  const facets = shownDimensions.map((dimension): [Dimension, Record<string, number>] => {
    const chosen = dimension === 'price' ? (filters.price ?? []) : [];
    const offers = listing.flatMap((product) => offered[dimension](product));
    const values = [...new Set([...offers, ...chosen])].filter((one) => one !== null);
    const count = (value: string) =>
      listing.filter((product) => passes(product, { ...filters, [dimension]: [value] })).length;
    return [dimension, Object.fromEntries(values.map((value) => [value, count(value)]))];
  });
  return {
    ids: listing.filter((product) => passes(product, filters)).map(({ id }) => id),
    unfilteredTotal: listing.length,
    facets: Object.fromEntries(facets),
  };
}

function summaryOf({ products, total, unfilteredTotal, facets }: Listing) {
  const counted = facets.map(({ dimension, values }) => [
    dimension,
    Object.fromEntries(values.map(({ value, count }) => [value, count])),
  ]);
  return {
    ids: products.map(({ proId }) => proId),
    total,
    unfilteredTotal,
    facets: Object.fromEntries(counted),
  };
}

const listed = (shop: Shop, scope: Parameters<typeof readListing>[1], filters: Filters) =>
  readListing(shop, scope, { filters, sort: 'featured', page: 2 });

const idsOf = ({ products }: Listing) => products.map(({ proId }) => proId);

/** Returns all values that the filter of a dimension offers. */
const values = (dimension: Dimension) =>
  [...new Set(world.flatMap((product) => offered[dimension](product)))].filter((value) => value !== null);
const choiceOf = (dimension: Dimension, more: string[] = []) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values(dimension), ...more), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
    freq: 2,
  });
const filtersOf = fc.record({
  craft: choiceOf('craft', ['doria', 'KA']),
  fabric: choiceOf('fabric', ['silk', 'COTTON']),
  color: choiceOf('color', ['lac', 'Henna green']),
  // Most listings have no product in the cheapest band. If the band is chosen, the listing shows it with a count of 0.
  price: choiceOf('price', ['under-500']),
  type: choiceOf('type', ['set']),
  pattern: choiceOf('pattern', ['dots', 'stripes']),
  availability: choiceOf('availability'),
});
const scopeOf = fc.constantFrom<Scope>(
  everything,
  ...['Sarees', 'Suits', 'CoOrdSets', 'Dupattas', 'Stoles'].map((id): Scope => ({ kind: 'category', id })),
  { kind: 'craft', name: 'Ikat' },
  { kind: 'fabric', name: 'Cotton' },
);

describe('filters', () => {
  it('match and count the same products as an implementation without an index [S-FILT-06 S-FILT-07 S-FILT-08 S-FILT-09 S-FILT-11 S-FILT-12 S-FILT-14 S-FILT-16 Q-103 Q-104]', {
    timeout: 60_000,
  }, async ({ shop }) => {
    await fc.assert(
      fc.asyncProperty(scopeOf, filtersOf, async (scope, filters) => {
        const { ids, unfilteredTotal, facets } = expectedListing(scope, filters);
        const listing = summaryOf(await listed(shop, scope, filters));
        expect(listing).toEqual({ ids, total: ids.length, unfilteredTotal, facets });
      }),
      { seed: 6, numRuns: 60 },
    );
  });

  it('count values that differ only in case or spaces as one value [S-FILT-11]', async ({ shop }) => {
    await shop.db.execute("update products set type = ' banarasi ' where id = 'TB-SAR-002'");
    const { facets } = await listed(shop, sarees, {});
    const types = facets.find(({ dimension }) => dimension === 'type')?.values ?? [];
    const banarasi = types.filter(({ value }) => value.trim().toLowerCase() === 'banarasi');
    expect(banarasi.map(({ count }) => count)).toEqual([3]);
  });

  it('match the same products as the endpoint `product/filter`, and none for an unknown value [S-FILT-01 S-FILT-18]', async ({
    shop,
  }) => {
    const filters: Filters = { fabric: ['zari'], color: ['red', 'indigo'] };
    for (const unknown of [{ price: ['free'] }, { availability: ['banana'] }])
      expect((await listed(shop, everything, unknown)).total).toBe(0);
    const filtered = await filterProducts(shop, sarees, filters, 500);
    expect(filtered.map(({ proId }) => proId)).toEqual(idsOf(await listed(shop, sarees, filters)));
  });
});

function withPrice(rupees: number): NewProduct {
  const [first] = world;
  if (!first) throw new Error('the seed has no products');
  const pricePaise = Math.round(rupees * 100);
  return { ...first, id: `TB-NEW-${rupees}`, pricePaise, mrpPaise: null, position: 100 };
}

it('the price bands match prices at their limits [S-FILT-19…23 Q-106]', async ({ shop }) => {
  await insertProducts(shop, [499.99, 500, 1000, 2000, 5000, 5000.01].map(withPrice), 'a test');
  for (const [band, expected] of [
    ['under-500', [499.99]],
    ['500-1000', [500, 1000]],
    ['1000-2000', [1000, 2000]],
    ['2000-5000', [2000, 5000]],
    ['over-5000', [5000.01]],
  ] as const) {
    const { products } = await listed(shop, sarees, { price: [band] });
    const fresh = products.filter(({ proId }) => proId.startsWith('TB-NEW-')).map(({ price }) => price);
    expect(
      fresh.toSorted((a, b) => a - b),
      band,
    ).toEqual(expected);
  }
});

/** Reads the listing of all products. */
async function listingOfAll(shop: Shop, sort: Sort, page = 2) {
  await shop.db.execute("update products set category_id = 'Sarees'");
  return readListing(shop, sarees, { filters: {}, sort, page });
}

describe('the sort orders of a listing', () => {
  it('list featured products in the owner’s order, and those with the same position newest first [S-LIST-03 Q-098]', async ({
    shop,
  }) => {
    expect(idsOf(await listingOfAll(shop, 'featured'))).toEqual(world.map(({ id }) => id));
    await shop.db.execute('update products set position = 0');
    const newest = world.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    expect(idsOf(await listingOfAll(shop, 'featured'))).toEqual(newest.map(({ id }) => id));
  });

  it.for([
    ['cheapest', 'price-asc', 1, 'TB-STO-001'],
    ['dearest', 'price-desc', -1, 'TB-SAR-002'],
  ] as const)(
    'list the %s products first for %s, and products with the same price by their numbers [S-LIST-04 S-LIST-05]',
    async ([, sort, sign, first], { shop }) => {
      const { products } = await listingOfAll(shop, sort);
      const prices = products.map(({ price }) => price);
      expect(prices).toEqual(prices.toSorted((a, b) => sign * (a - b)));
      expect(products[0]?.proId).toBe(first);
      await shop.db.execute('update products set price_paise = 100000, mrp_paise = null');
      const numbers = idsOf(await listingOfAll(shop, sort));
      expect(numbers).toEqual(numbers.toSorted());
    },
  );
});

it('a listing of 36 products shows 24 on page 1, and all on page 2 [S-LIST-10 Q-099]', async ({ shop }) => {
  const first = await listingOfAll(shop, 'price-asc', 1);
  const second = await listingOfAll(shop, 'price-asc', 2);
  expect([first.products.length, first.total]).toEqual([listingStep, 36]);
  expect(idsOf(second).slice(0, listingStep)).toEqual(idsOf(first));
  expect(new Set(idsOf(second)).size).toBe(36);
});

it('the results of a search can be filtered, and sorted by price [S-SRCH-01]', async ({ shop }) => {
  const search = { kind: 'search', text: 'banarasi' } as const;
  const found = await listed(shop, search, {});
  expect(found.products[0]?.productName).toContain('Banarasi');
  expect(found.products).toHaveLength(found.unfilteredTotal);
  const requested = { filters: { craft: ['Banarasi'] }, sort: 'price-asc' as const, page: 1 };
  const sorted = ['TB-DUP-004', 'TB-SUT-008', 'TB-SAR-011', 'TB-SAR-001'];
  expect(idsOf(await readListing(shop, search, requested))).toEqual(sorted);
});
