import { expect } from 'vitest';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listProducts } from './catalogue.server.ts';
import { readListing } from './listing/listing.server.ts';
import { searchProducts } from './search/search.server.ts';

it('a page of 36 products needs as many statements as one product [S-LIST-10]', {
  timeout: 60_000,
}, async ({ ownShop }) => {
  const listed = (ids: readonly string[] | undefined) => () =>
    readListing(ownShop, ids ? { kind: 'products', ids } : { kind: 'category', id: 'Sarees' }, {
      filters: { availability: ['in-stock', 'out-of-stock'] },
      sort: 'featured',
      page: 2,
    });
  const list = (limit: number) => () => listProducts(ownShop, { sort: 'newest', limit, offset: 0 });
  const search = (limit: number) => () => searchProducts(ownShop, 'saree', limit);

  await ownShop.db.execute("update products set category_id = 'Sarees'");
  expect((await listed(undefined)()).products).toHaveLength(36);
  for (const work of [listed(undefined), listed(['TB-SAR-001'])]) expect(await countStatements(work)).toBe(3);
  for (const work of [list(36), list(1), search(12), search(1)]) expect(await countStatements(work)).toBe(2);
});
