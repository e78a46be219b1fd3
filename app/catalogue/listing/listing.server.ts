import { readSettings } from '../../content/content.server.ts';
import { cached } from '../../foundation/cache/read-cache.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { Filters, Listing, Sort } from '../contract.ts';
import { readProducts } from '../product-rows.server.ts';
import { findMatches } from '../search/search.server.ts';
import { filterAndCount } from './facets.server.ts';
import { readListingIndex } from './listing-index.server.ts';
import { entriesOf, type Scope, toFilterConditions } from './listing-scope.server.ts';

/** Number of products that a listing shows at first, and that each "Load more" adds. */
export const listingStep = 24;

/** Maximum number of products that a search lists. */
const searchDepth = 240;

type ListingQuery = { filters: Filters; sort: Sort; page: number };

/** The products of a listing: those of a category, a craft or a fabric, or the results of a search. */
type ListingScope = Scope | { kind: 'search'; text: string };

/** Reads one view of a listing: the products of pages 1 to `page`, the number of products, and the facets. */
export function readListing(shop: Shop, listingScope: ListingScope, query: ListingQuery): Promise<Listing> {
  return readListingCached(shop, { listingScope, query });
}

const readListingCached = cached(
  async (
    shop,
    { listingScope, query }: { listingScope: ListingScope; query: ListingQuery },
  ): Promise<Listing> => {
    const { filters, sort, page } = query;
    const { priceBands } = await readSettings(shop);
    const matches =
      listingScope.kind === 'search' ? await findMatches(shop, listingScope.text, searchDepth) : [];
    const scope: Scope = listingScope.kind === 'search' ? { kind: 'products', ids: matches } : listingScope;
    const index = await readListingIndex(shop);
    const order = scope.kind === 'products' && sort === 'featured' ? 'relevance' : sort;
    const entries = entriesOf(index, scope, order);
    const { ids, facets } = filterAndCount(entries, filters, priceBands);
    const products = await readProducts(shop, ids.slice(0, listingStep * page), listingTagOf(scope));
    return { products, total: ids.length, unfilteredTotal: entries.length, facets };
  },
);

/** Reads the products of a scope that match the filters, in the owner's order. Used by `product/filter`. */
export async function filterProducts(shop: Shop, scope: Scope, filters: Filters, limit: number) {
  const { priceBands } = await readSettings(shop);
  const index = await readListingIndex(shop);
  const conditions = toFilterConditions(filters, priceBands);
  const matching = entriesOf(index, scope, 'featured').filter((entry) =>
    conditions.every(({ matches }) => matches(entry)),
  );
  const ids = matching.slice(0, limit).map(({ id }) => id);
  return readProducts(shop, ids, listingTagOf(scope));
}

const listingTagOf = (scope: Scope) => (scope.kind === 'category' ? `category:${scope.id}` : 'listings');
