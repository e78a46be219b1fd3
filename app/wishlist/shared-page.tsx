import { type MetaArgs, useLoaderData } from 'react-router';
import { QuickView } from '../cart/quick-view.tsx';
import { trimProductCardData } from '../catalogue/listing/listing-products.tsx';
import { page } from '../foundation/pages/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { formatCount } from '../foundation/ui/format-count.ts';
import { TitledPage } from '../foundation/ui/page-frame.tsx';
import { ListEmpty } from './list-states.tsx';
import { readSharedList } from './share.server.ts';
import { WishlistGrid } from './wishlist-grid.tsx';

export const loader = page(async ({ shop, params, url }) => ({
  path: url.pathname,
  items: (await readSharedList(shop, params.key ?? '')).map(trimProductCardData),
}));

/** Forbids caching, because the customer may stop sharing at any time. */
export function headers() {
  return { 'cache-control': 'no-store' };
}

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const title = 'A shared wishlist';
  const description = 'Hand-woven pieces that someone has shared with you.';
  return describePage(matches, { title, description, path: loaderData.path, isIndexed: false });
}

/** Page with the products of a customer's shared wishlist. It does not show the customer's name. */
export default function SharedPage() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <TitledPage
      cloth="rosette"
      className="pt-5 pb-7"
      hindiWord="चाह"
      title="A shared wishlist"
      end={<span className="num soft">{formatCount(items.length, 'piece')}</span>}
    >
      {items.length === 0 ? (
        <ListEmpty text="There is nothing on this list at the moment." />
      ) : (
        <WishlistGrid products={items} />
      )}
      <QuickView />
    </TitledPage>
  );
}
