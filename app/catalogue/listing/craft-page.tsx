import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { QuickView } from '../../cart/quick-view.tsx';
import { page } from '../../foundation/pages/page.server.ts';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import { toShownListing } from '../card-placeholders.server.ts';
import { readCraft } from '../menus.server.ts';
import { craftPath } from '../rules.ts';
import { readChoice } from './filters.ts';
import { readListing } from './listing.server.ts';
import { ListingScreen } from './listing.tsx';
import { describeListing } from './listing-head.tsx';
import { NoProductsYet } from './no-products-yet.tsx';

/** The name finds the craft whatever its case; another spelling leads to the canonical address. */
export const loader = page(async ({ shop, params, url }) => {
  const craft = await readCraft(shop, params.craft ?? '');
  const path = craftPath(craft.name);
  if (url.pathname !== path) throw redirect(path + url.search, 301);
  const choice = readChoice(url.searchParams);
  const listing = await readListing(shop, { kind: 'craft', name: craft.name }, choice);
  return { craft, choice, listing: await toShownListing(shop, listing) };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { craft, choice, listing } = loaderData;
  return describeListing(matches, {
    title: craft.name,
    intro: craft.intro,
    path: craftPath(craft.name),
    choice,
    listing,
  });
}

export default function CraftPage() {
  const { craft, choice, listing } = useLoaderData<typeof loader>();
  return (
    <Selvedge {...cloths[craft.selvedge]}>
      <ListingScreen
        key={craft.name}
        title={craft.name}
        word={craft.word}
        intro={craft.intro}
        display={craft.display}
        listing={listing}
        choice={choice}
        emptyState={<NoProductsYet />}
      />
      <QuickView />
    </Selvedge>
  );
}
