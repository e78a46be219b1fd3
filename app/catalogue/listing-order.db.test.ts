import { describe, expect } from 'vitest';
import { listSeedProducts } from '../../seeds/seed.server.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { Listing, Sort } from './contract.ts';
import { listingStep, readListing } from './listing/listing.server.ts';

const world = listSeedProducts();

/** Reads the listing of all products. */
async function everything(shop: Shop, sort: Sort, page = 2) {
  await shop.db.execute("update products set category_id = 'Sarees'");
  return readListing(shop, { kind: 'category', id: 'Sarees' }, { filters: {}, sort, page });
}

const idsOf = ({ products }: Listing) => products.map(({ proId }) => proId);

describe('the sort orders of a listing', () => {
  it('list featured products in the owner’s order [S-LIST-03 Q-098]', async ({ shop }) => {
    expect(idsOf(await everything(shop, 'featured'))).toEqual(world.map(({ id }) => id));
  });

  it('list featured products with the same position newest first [S-LIST-03 Q-098]', async ({ shop }) => {
    await shop.db.execute('update products set position = 0');
    const newest = world
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .map(({ id }) => id);
    expect(idsOf(await everything(shop, 'featured'))).toEqual(newest);
  });

  it.for([
    ['cheapest', 'price-asc', 1, 'TB-STO-001'],
    ['dearest', 'price-desc', -1, 'TB-SAR-002'],
  ] as const)(
    'list the %s products first for %s, and products with the same price by their numbers [S-LIST-04 S-LIST-05]',
    async ([, sort, sign, first], { shop }) => {
      const { products } = await everything(shop, sort);
      const prices = products.map(({ price }) => price);
      expect(prices).toEqual(prices.toSorted((a, b) => sign * (a - b)));
      expect(products[0]?.proId).toBe(first);
      await shop.db.execute('update products set price_paise = 100000, mrp_paise = null');
      const numbers = idsOf(await everything(shop, sort));
      expect(numbers).toEqual(numbers.toSorted());
    },
  );
});

it('a listing of 36 products shows 24 on its first page, and all 36 on the second [S-LIST-10 Q-099]', async ({
  shop,
}) => {
  const first = await everything(shop, 'price-asc', 1);
  const second = await everything(shop, 'price-asc', 2);
  expect([first.products.length, first.total]).toEqual([listingStep, 36]);
  expect(idsOf(second).slice(0, listingStep)).toEqual(idsOf(first));
  expect(new Set(idsOf(second)).size).toBe(36);
});

describe('the listing of a search', () => {
  const search = { kind: 'search', text: 'banarasi' } as const;

  it('lists the products in the order of the search results [S-SRCH-01]', async ({ shop }) => {
    const requested = { filters: {}, sort: 'featured' as const, page: 1 };
    const { products, unfilteredTotal } = await readListing(shop, search, requested);
    expect(products[0]?.productName).toContain('Banarasi');
    expect(products).toHaveLength(unfilteredTotal);
  });

  it('can be filtered, and sorted by price [S-SRCH-01]', async ({ shop }) => {
    const requested = { filters: { craft: ['Banarasi'] }, sort: 'price-asc' as const, page: 1 };
    const listing = await readListing(shop, search, requested);
    expect(idsOf(listing)).toEqual(['TB-DUP-004', 'TB-SUT-008', 'TB-SAR-011', 'TB-SAR-001']);
  });
});
