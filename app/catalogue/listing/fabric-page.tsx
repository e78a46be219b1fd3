import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { QuickView } from '../../cart/quick-view.tsx';
import { page } from '../../foundation/pages/page.server.ts';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import { toShownListing } from '../card-placeholders.server.ts';
import { readFabric } from '../menus.server.ts';
import { fabricPath } from '../rules.ts';
import { readChoice } from './filters.ts';
import { readListing } from './listing.server.ts';
import { ListingScreen } from './listing.tsx';
import { describeListing } from './listing-head.tsx';
import { NoProductsYet } from './no-products-yet.tsx';

/** The name finds the fabric whatever its case; another spelling leads to the canonical address. */
export const loader = page(async ({ shop, params, url }) => {
  const fabric = await readFabric(shop, params.fabric ?? '');
  const path = fabricPath(fabric.name);
  if (url.pathname !== path) throw redirect(path + url.search, 301);
  const choice = readChoice(url.searchParams);
  const listing = await readListing(shop, { kind: 'fabric', name: fabric.name }, choice);
  return { fabric, choice, listing: await toShownListing(shop, listing) };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { fabric, choice, listing } = loaderData;
  return describeListing(matches, {
    title: fabric.name,
    intro: fabric.intro,
    path: fabricPath(fabric.name),
    choice,
    listing,
  });
}

export default function FabricPage() {
  const { fabric, choice, listing } = useLoaderData<typeof loader>();
  return (
    <Selvedge {...cloths[fabric.selvedge]}>
      <ListingScreen
        key={fabric.name}
        title={fabric.name}
        word={fabric.word}
        intro={fabric.intro}
        display={fabric.display}
        listing={listing}
        choice={choice}
        emptyState={<NoProductsYet />}
      />
      <QuickView />
    </Selvedge>
  );
}
