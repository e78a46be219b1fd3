import { type MetaArgs, useLoaderData } from 'react-router';
import { QuickView } from '../../cart/quick-view.tsx';
import { withPlaceholders } from '../../catalogue/card-placeholders.server.ts';
import { listCategories, listLatest, listProductsWithVideo } from '../../catalogue/catalogue.server.ts';
import type { Product } from '../../catalogue/contract.ts';
import { trimProductCardData } from '../../catalogue/listing/listing-products.tsx';
import { ProductCard } from '../../catalogue/product-card/product-card.tsx';
import { hasVideo } from '../../catalogue/rules.ts';
import { cached } from '../../foundation/cache/read-cache.server.ts';
import { findPlaceholders } from '../../foundation/files/placeholders.server.ts';
import { page } from '../../foundation/pages/page.server.ts';
import { describePage, publicUrlOf } from '../../foundation/ui/describe.ts';
import { listReviews } from '../../reviews/reviews.server.ts';
import * as urls from '../../urls.ts';
import { listBanners, listStores, listTiles, listVideos, readSettings } from '../content.server.ts';
import { Hero } from './hero.tsx';
import { Belonging } from './home-belonging.tsx';
import { CategoryRail, CategoryStrip, Popular } from './home-categories.tsx';
import { aboutShop } from './home-linked-data.ts';
import { Badges, Features, Latest, type ProductWithVideo, Reviews, Videos, Visit } from './home-sections.tsx';
import { Typewriter } from './typewriter.tsx';

const maxVideos = 12;
const maxReviews = 20;
/**
 * Number of categories and number of new products whose images get placeholders. Phones show these categories on the first
 * screen, and tablets show these products.
 */
const [tilesInView, latestInView] = [6, 3];
const productSizes = '(min-width: 1080px) 23vw, (min-width: 768px) 19rem, 40vw';

/** Returns a list with the product, or an empty list if the product has no video. */
function toProductWithVideo(product: Product): ProductWithVideo[] {
  const { url, productName, price, mrp, video, pictures: images } = product;
  if (!hasVideo(video)) return [];
  return [{ url, productName, price, mrp, video, image: images[0] }];
}

const readHome = cached(async (shop) => {
  const settingsRead = readSettings(shop);
  const [
    settings,
    categories,
    heroes,
    features,
    closeUps,
    latest,
    tiles,
    videos,
    productsWithVideo,
    reviews,
    stores,
  ] = await Promise.all([
    settingsRead,
    listCategories(shop),
    listBanners(shop, 'first'),
    listBanners(shop, 'second'),
    listBanners(shop, 'handwoven'),
    settingsRead.then(({ latestOnHome }) => listLatest(shop, latestOnHome)),
    listTiles(shop),
    listVideos(shop),
    listProductsWithVideo(shop, maxVideos),
    listReviews(shop, { limit: maxReviews }),
    listStores(shop),
  ]);
  const slides = heroes[0]?.slides ?? [];
  const firstTiles = categories.slice(0, tilesInView).map(({ img }) => img);
  const placeholders = await findPlaceholders(shop, [slides[0]?.img, ...firstTiles]);
  const { name, tagline, heroText, description, typewriter, belonging, popularText, visitText } = settings;
  return {
    text: { name, tagline, heroText, description, typewriter, belonging, popularText, visitText },
    rules: { shipping: settings.shipping, cod: settings.cod },
    contact: { email: settings.contact.email, phone: settings.contact.phone, socials: settings.socials },
    hindiName: settings.hindiName,
    categories: categories.map(({ name, link, img, pieces: products }) => ({ name, link, img, products })),
    slides,
    placeholders,
    features: features[0],
    closeUp: closeUps[0]?.slides[0],
    latest: await withPlaceholders(shop, latest.map(trimProductCardData), latestInView),
    tiles,
    video: videos[0],
    productsWithVideo: productsWithVideo.flatMap(toProductWithVideo),
    reviews,
    stores,
  };
});

export const loader = page(({ shop }) => readHome(shop, 'home'));

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { text, contact, slides } = loaderData;
  return describePage(matches, {
    title: `Hand-woven sarees, suits and more | ${text.name}`,
    description: text.description,
    path: urls.home,
    image: slides[0]?.img,
    jsonLd: aboutShop({ publicUrl: publicUrlOf(matches), ...text, ...contact }),
  });
}

export default function HomePage() {
  const home = useLoaderData<typeof loader>();
  const { text, rules, categories } = home;
  return (
    <>
      <CategoryStrip categories={categories} placeholders={home.placeholders} />
      <Hero
        slides={home.slides}
        placeholder={home.placeholders[home.slides[0]?.img ?? '']}
        word={home.hindiName}
        title={text.tagline}
        text={text.heroText}
      />
      <div className="page">
        {home.latest.length > 0 && (
          <Latest>
            {home.latest.map((product) => (
              <ProductCard key={product.proId} product={product} sizes={productSizes} />
            ))}
          </Latest>
        )}
        <Popular tiles={home.tiles} categories={categories} text={text.popularText} />
        <Belonging text={text.belonging} video={home.video} closeUp={home.closeUp} />
        <section className="band pt-0" aria-label="What we promise">
          <Typewriter phrases={text.typewriter} />
          <Badges rules={rules} />
        </section>
        <CategoryRail categories={categories.filter(({ products }) => products > 0)} />
        <Features banner={home.features} />
        <Videos products={home.productsWithVideo} />
        <Reviews reviews={home.reviews} />
        <Visit stores={home.stores} text={text.visitText} />
      </div>
      <QuickView />
    </>
  );
}
