import { and, type SQL, sql } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import type { PriceBand } from '../content/contract.ts';
import { remembered } from '../foundation/memory.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { orderOf } from './catalogue.server.ts';
import type { Filters, Listing, Product, Sort } from './contract.ts';
import { countFacets, toFacets } from './facets.server.ts';
import { selectProducts } from './product-rows.server.ts';
import { chosenIn, inScope, matches, type Scope } from './scope.server.ts';
import { findMatches } from './search.server.ts';
import { products } from './tables.server.ts';

/** How many pieces a listing shows before "Load more", and adds with each. */
export const listingStep = 24;

/** How many of the best matches a search can list. */
const searchDepth = 240;

type Asked = { filters: Filters; sort: Sort; page: number };

type Shelf = Scope | { kind: 'search'; text: string };

/** One screen of a listing: the pieces of pages 1 to `page`, the counts, and what every filter would show. */
export function readListing(shop: Shop, shelf: Shelf, asked: Asked): Promise<Listing> {
  return recallListing(shop, { shelf, asked });
}

const recallListing = remembered(
  async (shop, { shelf, asked }: { shelf: Shelf; asked: Asked }): Promise<Listing> => {
    const { filters, sort, page } = asked;
    const { priceBands } = await readSettings(shop);
    const found = shelf.kind === 'search' ? await findMatches(shop, shelf.text, searchDepth) : [];
    const scope: Scope = shelf.kind === 'search' ? { kind: 'pieces', ids: found } : shelf;
    const orderBy = scope.kind === 'pieces' && sort === 'featured' ? [byRelevance(scope.ids)] : orderOf(sort);
    const [list, counts] = await Promise.all([
      selectProducts(shop, {
        where: whereOf(scope, filters, priceBands),
        orderBy,
        limit: listingStep * page,
        shelf: shelfOf(scope),
      }),
      countFacets(shop, scope, filters, priceBands),
    ]);
    const tally = (dimension: string) => counts.find((row) => row.dimension === dimension)?.count ?? 0;
    return {
      products: list,
      total: tally('total'),
      all: tally('all'),
      facets: toFacets(counts, priceBands),
    };
  },
);

/** The pieces of a shelf that match, in the owner's order: what `product/filter` answers. */
export async function filterProducts(
  shop: Shop,
  scope: Scope,
  filters: Filters,
  limit: number,
): Promise<Product[]> {
  const { priceBands } = await readSettings(shop);
  return selectProducts(shop, {
    where: whereOf(scope, filters, priceBands),
    orderBy: orderOf('featured'),
    limit,
    shelf: shelfOf(scope),
  });
}

const shelfOf = (scope: Scope) => (scope.kind === 'category' ? `category:${scope.id}` : 'shelves');

function whereOf(scope: Scope, filters: Filters, bands: readonly PriceBand[]): SQL | undefined {
  return and(
    inScope(scope),
    ...chosenIn(filters).map(({ dimension, values }) => matches(dimension, values, bands)),
  );
}

function byRelevance(ids: readonly string[]): SQL {
  return sql`array_position(array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[], ${products.id})`;
}
