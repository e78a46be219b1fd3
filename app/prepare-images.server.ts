import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { isPublished } from './catalogue/product-rows.server.ts';
import { categories, productImages, products } from './catalogue/tables.server.ts';
import { listBanners } from './content/content.server.ts';
import { minutes } from './foundation/clock.ts';
import { isUnprepared, listUnprepared } from './foundation/files/placeholders.server.ts';
import { prepareImage } from './foundation/files/uploads.server.ts';
import { cleanStoredVideos } from './foundation/files/videos.server.ts';
import { createPoller, type Poller } from './foundation/jobs/poller.server.ts';
import type { RootShop, Shop } from './foundation/shop.server.ts';

/** The most products whose first images are read in one round. */
const productsInARound = 1000;

/**
 * Prepares the images of the first screens that are not prepared yet: those of a shop from before there were placeholders, those that an
 * import named, and those that staff moved to the first place. One at a time, after the shoppers who wait for an image. First it cleans
 * the videos that were uploaded before uploads were cleaned, once per process, because a bucket charges for each listing.
 */
export function createImageWorker(shop: RootShop): Poller {
  let videosAreClean = false;
  async function cleanVideos(mustStop: () => boolean) {
    if (!videosAreClean) await cleanStoredVideos(shop, mustStop);
    videosAreClean = true;
  }
  return createPoller(
    shop,
    [
      ['stored videos', cleanVideos],
      ['first images', (mustStop) => prepareFirstImages(shop, mustStop)],
    ],
    minutes(5),
  );
}

export async function prepareFirstImages(shop: Shop, mustStop = () => false): Promise<void> {
  for (const file of await listUnpreparedImages(shop)) {
    if (mustStop()) return;
    await prepareImage(shop, file, { yielding: true }).catch((error: unknown) =>
      shop.log.warn({ err: error, file }, 'a picture was not prepared'),
    );
  }
}

/** Lists unprepared images of first screens: those of the home page's hero, of the categories, and the first of some products. */
async function listUnpreparedImages(shop: Shop): Promise<string[]> {
  const [heroes, tiles, firsts] = await Promise.all([
    listBanners(shop, 'first'),
    shop.db.select({ file: categories.img }).from(categories).where(isNotNull(categories.img)),
    shop.db
      .select({ file: productImages.file })
      .from(productImages)
      .innerJoin(products, eq(products.id, productImages.productId))
      .where(and(isPublished, eq(productImages.position, 0), isUnprepared(productImages.file)))
      .orderBy(asc(products.position))
      .limit(productsInARound),
  ]);
  const slides = heroes.flatMap((banner) => banner.slides.map(({ img }) => img));
  const others = new Set([...slides, ...tiles.map(({ file }) => file ?? '')].filter(Boolean));
  return [...(await listUnprepared(shop, [...others])), ...new Set(firsts.map(({ file }) => file))];
}
