import { useState } from 'react';
import { type MetaArgs, redirect, useLoaderData, useRouteLoaderData } from 'react-router';
import { AddToCart } from '../../cart/add-to-cart.tsx';
import { BuyBar } from '../../cart/buy-bar.tsx';
import { readSettings } from '../../content/content.server.ts';
import { cached } from '../../foundation/cache/read-cache.server.ts';
import { findPlaceholders } from '../../foundation/files/placeholders.server.ts';
import { formatRupees } from '../../foundation/money.ts';
import { page } from '../../foundation/pages/page.server.ts';
import { describePage, publicUrlOf } from '../../foundation/ui/describe.ts';
import { Rail } from '../../foundation/ui/rail.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import { ProductReviews } from '../../reviews/product-reviews.tsx';
import { listReviews } from '../../reviews/reviews.server.ts';
import type { loader as rootLoader } from '../../root.tsx';
import { findCategory, listRelated, readProduct } from '../catalogue.server.ts';
import { type ProductCardData, trimProductCardData } from '../listing/listing-products.tsx';
import { ProductCard } from '../product-card/product-card.tsx';
import { readDescription } from '../rules.ts';
import { useLayoutData } from '../use-layout-data.ts';
import { Gallery, largeSizes } from './gallery.tsx';
import { productFacts } from './product-facts.server.ts';
import { Cloth, Disclosure, ProductFacts } from './product-facts.tsx';
import { makingOf, ProductCrumbs, ProductHeading, ProductLine } from './product-heading.tsx';
import { productLinkedData } from './product-linked-data.ts';

/** Id of the form. The bar at the bottom of a phone's screen submits the same form. */
const addFormId = 'add-to-cart';

/**
 * Reads a product for its page. Cached by product number, because shared links and advertisements add different query strings to
 * the URL.
 */
const readProductCached = cached(async (shop, proId: string) => {
  const product = await readProduct(shop, proId);
  const [first] = product.pictures;
  const [category, related, reviews, placeholders] = await Promise.all([
    findCategory(shop, product.catName),
    listRelated(shop, product, 12),
    listReviews(shop, { proId: product.proId }),
    findPlaceholders(shop, [first?.file]),
  ]);
  const placeholder = first && placeholders[first.file];
  return { product, category, related: related.map(trimProductCardData), reviews, placeholder };
});

/** Finds the product by its number only. Redirects to the canonical path if category, name or case differ from it. */
export const loader = page(async ({ shop, params, url }) => {
  const record = await readProductCached(shop, params.proId ?? '');
  const { product } = record;
  if (url.pathname !== product.url) throw redirect(product.url + url.search, 301);
  return { ...record, facts: productFacts(product, await readSettings(shop)) };
});

export const handle = {
  firstImage: ({ product }: Awaited<ReturnType<typeof loader>>) => ({
    ...product.pictures[0],
    sizes: largeSizes,
  }),
};

export function meta({ matches, loaderData }: MetaArgs<typeof loader, { root: typeof rootLoader }>) {
  const root = matches.find((match) => match?.id === 'root');
  if (!loaderData || !root?.loaderData) return [];
  const { product, reviews, category } = loaderData;
  const lines = readDescription(product.description);
  const loom = lines.find(({ label }) => label === 'Time to make')?.value;
  const made = [product.productName, makingOf(product, lines)].filter(Boolean).join(': ');
  return describePage(matches, {
    title: product.productName,
    description: `${made}. ${formatRupees(product.price)}, including all taxes.${loom ? ` Time to make: ${loom}.` : ''}`,
    path: product.url,
    image: product.img1,
    type: 'product',
    jsonLd: productLinkedData({
      product,
      settings: root.loaderData.layoutData.settings,
      reviews,
      categoryPath: category?.link ?? '/',
      publicUrl: publicUrlOf(matches),
    }),
  });
}

export default function ProductPage() {
  const { product, category, related, reviews, placeholder, facts } = useLoaderData<typeof loader>();
  const settings = useLayoutData()?.settings;
  const [sizeId, setSizeId] = useState<string>();
  const lowStockAt = settings?.lowStockAt ?? 5;
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl ?? '';
  const lines = readDescription(product.description);
  const hung = product.display === 'hung';
  return (
    <div className="page">
      <Selvedge {...cloths[product.selvedge]} />
      <div className="prodwrap">
        {/* The key gives each product a new gallery and an empty form. */}
        <div className="prod" style={{ '--c': product.pictures[0]?.colour }} key={product.proId}>
          <Gallery product={product} placeholder={placeholder} />
          <div className={hung ? 'buy hung' : 'buy'}>
            <ProductLine product={product} word={category?.word ?? ''} address={publicUrl + product.url} />
            <ProductHeading product={product} lines={lines} reviews={reviews.length} />
            <AddToCart product={product} lowStockAt={lowStockAt} formId={addFormId} onChoose={setSizeId} />
            <ProductFacts {...{ facts, sizeId }} />
            <Cloth lines={lines} />
            {settings && <Disclosure product={product} settings={settings} seller={facts.seller} />}
            <ProductCrumbs product={product} category={category} />
          </div>
        </div>
      </div>
      <ProductReviews reviews={reviews} />
      <AlsoLike products={related} />
      <BuyBar
        key={product.proId}
        product={product}
        lowStockAt={lowStockAt}
        sizeId={sizeId}
        formId={addFormId}
      />
    </div>
  );
}

const railSizes = '(min-width: 1080px) 24vw, (min-width: 700px) 304px, 40vw';

/** Row of other products of the same category. */
function AlsoLike({ products }: { products: readonly ProductCardData[] }) {
  if (products.length === 0) return null;
  return (
    <section className="band [.band+&]:pt-0">
      <SectionHeading hindiWord="साथ" title="You may also like" />
      <Rail label="You may also like">
        {products.map((product) => (
          <ProductCard key={product.proId} product={product} sizes={railSizes} />
        ))}
      </Rail>
    </section>
  );
}
