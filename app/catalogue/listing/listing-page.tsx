import { type MetaArgs, type Params, redirect, useLoaderData } from 'react-router';
import { QuickView } from '../../cart/quick-view.tsx';
import { cached } from '../../foundation/cache/read-cache.server.ts';
import { page } from '../../foundation/pages/page.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import * as urls from '../../urls.ts';
import { toShownListing } from '../card-placeholders.server.ts';
import { readCategory } from '../catalogue.server.ts';
import { type ListingLabel, readLabel } from '../menus.server.ts';
import { categoryPath, craftPath, fabricPath } from '../rules.ts';
import { readChoice } from './filters.ts';
import { readListing } from './listing.server.ts';
import { ListingScreen } from './listing.tsx';
import { describeListing } from './listing-head.tsx';
import type { Scope } from './listing-scope.server.ts';

const recallCategory = cached(readCategory);

type ListingHead = ListingLabel & { path: string; scope: Scope };

/**
 * Finds the craft, fabric or category in the route's parameters. Returns it with the canonical path and the scope of its listing.
 * @throws NoSuchCraft, NoSuchFabric or NoSuchCategory (404)
 */
async function findHead(shop: Shop, { craft, fabric, category = '' }: Params): Promise<ListingHead> {
  const label = craft ?? fabric;
  if (label !== undefined) {
    const kind = craft === undefined ? 'fabric' : 'craft';
    const head = await readLabel(shop, kind, label);
    const path = kind === 'craft' ? craftPath(head.name) : fabricPath(head.name);
    return { ...head, path, scope: { kind, name: head.name } };
  }
  const { _id: id, slug, name, intro, word, display, selvedge } = await recallCategory(shop, category);
  const head = { name, intro, word, display, selvedge };
  return { ...head, path: categoryPath(slug), scope: { kind: 'category', id } };
}

/** Finds the listing of the name or slug in the URL, ignoring case. Redirects to the canonical path. */
export const loader = page(async ({ shop, params, url }) => {
  const { scope, ...head } = await findHead(shop, params);
  if (url.pathname !== head.path) throw redirect(head.path + url.search, 301);
  const choice = readChoice(url.searchParams);
  const listing = await readListing(shop, scope, choice);
  return { head, choice, listing: await toShownListing(shop, listing) };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { head, choice, listing } = loaderData;
  return describeListing(matches, { title: head.name, intro: head.intro, path: head.path, choice, listing });
}

export default function ListingPage() {
  const { head, choice, listing } = useLoaderData<typeof loader>();
  return (
    // Give each listing its own state: an open quick view, for example, must not stay open in the next listing.
    <Selvedge key={head.path} {...cloths[head.selvedge]}>
      <ListingScreen
        title={head.name}
        word={head.word}
        intro={head.intro}
        display={head.display}
        listing={listing}
        choice={choice}
        emptyState={<NoProductsYet />}
      />
      <QuickView />
    </Selvedge>
  );
}

function NoProductsYet() {
  return (
    <EmptyRod>
      <p>No pieces here yet. New ones arrive as they leave the loom.</p>
      <div className="actions">
        <Link className="btn" to={urls.category}>
          See all categories
        </Link>
      </div>
    </EmptyRod>
  );
}
