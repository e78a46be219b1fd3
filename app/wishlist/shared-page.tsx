import { type MetaArgs, useLoaderData } from 'react-router';
import { QuickView } from '../cart/quick-view.tsx';
import { trimProductCardData } from '../catalogue/listing/listing-products.tsx';
import { ProductCard } from '../catalogue/product-card/product-card.tsx';
import { page } from '../foundation/pages/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { formatCount } from '../foundation/ui/format-count.ts';
import { SectionHeading } from '../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import { ListEmpty } from './list-states.tsx';
import { readSharedList } from './share.server.ts';
import { wishlistImageSizes } from './wishlist-product.tsx';

export const loader = page(async ({ shop, params, url }) => ({
  path: url.pathname,
  items: (await readSharedList(shop, params.key ?? '')).map(trimProductCardData),
}));

/** Its owner may end the sharing at any moment: no cache may go on showing it. */
export function headers() {
  return { 'cache-control': 'no-store' };
}

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  return [
    ...describePage(matches, {
      title: 'A shared wishlist',
      description: 'Hand-woven pieces that somebody likes, and shows you.',
      path: loaderData.path,
    }),
    { name: 'robots', content: 'noindex' },
  ];
}

/** A list as whoever has its address sees it: the pieces, and nothing of its owner. */
export default function SharedPage() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <Selvedge {...cloths.rosette}>
      <div className="page pt-5 pb-7">
        <SectionHeading
          isShort
          level={1}
          hindiWord="चाह"
          title="A shared wishlist"
          end={<span className="num soft">{formatCount(items.length, 'piece')}</span>}
        />
        {items.length === 0 ? (
          <ListEmpty text="Nothing hangs on this list at the moment." />
        ) : (
          <>
            <h2 className="sr">Pieces</h2>
            <div className="product-grid four">
              {items.map((product, index) => (
                <ProductCard
                  key={product.proId}
                  product={product}
                  sizes={wishlistImageSizes}
                  priority={index < 4}
                />
              ))}
            </div>
          </>
        )}
      </div>
      <QuickView />
    </Selvedge>
  );
}
