import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { QuickView } from '../../cart/quick-view.tsx';
import { cached } from '../../foundation/cache/read-cache.server.ts';
import { page } from '../../foundation/pages/page.server.ts';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import { toShownListing } from '../card-placeholders.server.ts';
import { readCategory } from '../catalogue.server.ts';
import { categoryPath } from '../rules.ts';
import { readChoice } from './filters.ts';
import { readListing } from './listing.server.ts';
import { ListingScreen } from './listing.tsx';
import { describeListing } from './listing-head.tsx';
import { NoProductsYet } from './no-products-yet.tsx';

const recallCategory = cached(readCategory);

/** Any spelling of the category's name finds it; one other than its slug leads to the canonical address. */
export const loader = page(async ({ shop, params, url }) => {
  const category = await recallCategory(shop, params.category ?? '');
  const path = categoryPath(category.slug);
  if (url.pathname !== path) throw redirect(path + url.search, 301);
  const choice = readChoice(url.searchParams);
  const listing = await readListing(shop, { kind: 'category', id: category._id }, choice);
  return { category, choice, listing: await toShownListing(shop, listing) };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { category, choice, listing } = loaderData;
  const path = categoryPath(category.slug);
  return describeListing(matches, { title: category.name, intro: category.intro, path, choice, listing });
}

export default function CategoryPage() {
  const { category, choice, listing } = useLoaderData<typeof loader>();
  return (
    <Selvedge {...cloths[category.selvedge]}>
      <ListingScreen
        key={category.slug}
        title={category.name}
        word={category.word}
        intro={category.intro}
        display={category.display}
        listing={listing}
        choice={choice}
        emptyState={<NoProductsYet />}
      />
      <QuickView />
    </Selvedge>
  );
}
