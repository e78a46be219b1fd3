import { Form, type MetaArgs, useLoaderData } from 'react-router';
import { QuickView } from '../../cart/quick-view.tsx';
import { page } from '../../foundation/pages/page.server.ts';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import * as urls from '../../urls.ts';
import { toShownListing } from '../card-placeholders.server.ts';
import type { Listing } from '../contract.ts';
import { readChoice } from '../listing/filters.ts';
import { readListing } from '../listing/listing.server.ts';
import { ListingScreen } from '../listing/listing.tsx';
import { describeListing } from '../listing/listing-head.tsx';
import { maxQueryLength } from '../rules.ts';
import { useLayoutData } from '../use-layout-data.ts';

const emptyListing: Listing = { products: [], total: 0, unfilteredTotal: 0, facets: [] };

export const loader = page(async ({ shop, url }) => {
  const query = (url.searchParams.get('query') ?? '').replace(/\s+/g, ' ').trim().slice(0, maxQueryLength);
  const choice = readChoice(url.searchParams);
  const listing = query ? await readListing(shop, { kind: 'search', text: query }, choice) : emptyListing;
  return { query, choice, listing: await toShownListing(shop, listing) };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { query, choice, listing } = loaderData;
  return describeListing(matches, {
    title: query ? `Results for “${query}”` : 'Search',
    intro: 'Search the shop by piece, craft, fabric, colour or place.',
    path: urls.search,
    choice,
    listing,
    indexable: false,
  });
}

export default function SearchPage() {
  const { query, choice, listing } = useLoaderData<typeof loader>();
  return (
    <Selvedge {...cloths.temple}>
      {query ? (
        <ListingScreen
          key={query}
          title={`Results for “${query}”`}
          crumb="Search"
          intro=""
          display="flat"
          listing={listing}
          choice={choice}
          query={query}
          above={<SearchField query={query} />}
          emptyState={<NothingFound query={query} />}
        />
      ) : (
        <div className="page pt-4">
          <h1 className="plain">Search</h1>
          <p className="intro">Search for a piece, a craft, a fabric, a colour or a place.</p>
          <SearchField query="" />
          <PopularCrafts />
        </div>
      )}
      <QuickView />
    </Selvedge>
  );
}

function SearchField({ query }: { query: string }) {
  return (
    <Form className={`search mb-6 max-w-md ${query ? 'md:hidden' : ''}`} action={urls.search} role="search">
      <Icon name="search" />
      <label className="sr" htmlFor="search-again">
        Search
      </label>
      <input
        id="search-again"
        key={query}
        type="search"
        name="query"
        placeholder="What are you looking for ?"
        defaultValue={query}
        maxLength={maxQueryLength}
        enterKeyHint="search"
        autoComplete="off"
      />
      <button className="btn quiet small" type="submit">
        Search
      </button>
    </Form>
  );
}

function NothingFound({ query }: { query: string }) {
  return (
    <EmptyRod>
      <p>We found nothing for “{query}”. Please check the spelling, or try a craft, a fabric or a colour.</p>
      <Link className="btn" to={urls.category}>
        Shop all pieces
      </Link>
      <PopularCrafts />
    </EmptyRod>
  );
}

/** Links to the crafts that have the most products. */
function PopularCrafts() {
  const crafts = useLayoutData()?.crafts ?? [];
  const popular = [...crafts].sort((a, b) => b.count - a.count).slice(0, 8);
  if (popular.length === 0) return null;
  return (
    <section className="mt-5" aria-labelledby="popular-crafts">
      <h2 className="plain" id="popular-crafts">
        Popular crafts
      </h2>
      <div className="chips">
        {popular.map(({ name, count }) => (
          <Link className="chip pr-3" to={`${urls.craft}/${encodeURIComponent(name)}`} key={name}>
            {name} <span className="soft num">{count}</span>
          </Link>
        ))}
      </div>
    </section>
  );
}
