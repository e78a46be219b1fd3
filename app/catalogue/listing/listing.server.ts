import { readSettings } from '../../content/content.server.ts';
import { cached } from '../../foundation/cache/read-cache.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { Filters, Listing, Product, Sort } from '../contract.ts';
import { readProducts } from '../product-rows.server.ts';
import { findMatches } from '../search/search.server.ts';
import { choose, toFacets } from './facets.server.ts';
import { readListingIndex } from './listing-index.server.ts';
import { cardsOf, choicesOf, type Scope } from './listing-scope.server.ts';

/** How many pieces a listing shows before "Load more", and adds with each. */
export const listingStep = 24;

/** How many of the best matches a search can list. */
const searchDepth = 240;

type ListingQuery = { filters: Filters; sort: Sort; page: number };

type Shelf = Scope | { kind: 'search'; text: string };

/** One screen of a listing: the pieces of pages 1 to `page`, the counts, and what every filter would show. */
export function readListing(shop: Shop, listing: Shelf, query: ListingQuery): Promise<Listing> {
  return recallListing(shop, { shelf: listing, query });
}

const recallListing = cached(
  async (shop, { shelf: listing, query }: { shelf: Shelf; query: ListingQuery }): Promise<Listing> => {
    const { filters, sort, page } = query;
    const { priceBands } = await readSettings(shop);
    const found = listing.kind === 'search' ? await findMatches(shop, listing.text, searchDepth) : [];
    const scope: Scope = listing.kind === 'search' ? { kind: 'pieces', ids: found } : listing;
    const cards = await readListingIndex(shop);
    const order = scope.kind === 'pieces' && sort === 'featured' ? 'relevance' : sort;
    const onListing = cardsOf(cards, scope, order);
    const { ids, counts } = choose(cards, onListing, choicesOf(cards, filters, priceBands), priceBands);
    // The card index goes on changing while the pieces are read.
    const all = onListing.length;
    return {
      products: await readProducts(shop, ids.slice(0, listingStep * page), listingOf(scope)),
      total: ids.length,
      all,
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
  const cards = await readListingIndex(shop);
  const choices = choicesOf(cards, filters, priceBands);
  const fitting = cardsOf(cards, scope, 'featured').filter((entry) =>
    choices.every(({ fits }) => fits(entry)),
  );
  return readProducts(
    shop,
    fitting.slice(0, limit).map(({ id }) => id),
    listingOf(scope),
  );
}

const listingOf = (scope: Scope) => (scope.kind === 'category' ? `category:${scope.id}` : 'listings');
