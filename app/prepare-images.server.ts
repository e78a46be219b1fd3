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

/** Maximum number of products whose first images one run looks up. */
const maxProductsPerRun = 1000;

/**
 * Creates a poller that generates placeholders and image variants for first-screen images, one image at a time, while no client
 * waits for an image. The poller also removes metadata from older stored videos. It does this once per process, because a bucket
 * charges for each request that lists its files.
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

/**
 * Generates placeholders and image variants for first-screen images until `mustStop` returns true. If an image fails, logs the
 * error and continues.
 */
export async function prepareFirstImages(shop: Shop, mustStop = () => false): Promise<void> {
  for (const file of await listUnpreparedImages(shop)) {
    if (mustStop()) return;
    await prepareImage(shop, file, { yielding: true }).catch((error: unknown) =>
      shop.log.warn({ err: error, file }, 'failed to prepare image'),
    );
  }
}

/**
 * Lists the images without a stored placeholder: the images of hero banners and categories, and the first images of up to 1,000
 * published products.
 */
async function listUnpreparedImages(shop: Shop): Promise<string[]> {
  const [banners, categoryImages, firstImages] = await Promise.all([
    listBanners(shop, 'first'),
    shop.db.select({ file: categories.img }).from(categories).where(isNotNull(categories.img)),
    shop.db
      .select({ file: productImages.file })
      .from(productImages)
      .innerJoin(products, eq(products.id, productImages.productId))
      .where(and(isPublished, eq(productImages.position, 0), isUnprepared(productImages.file)))
      .orderBy(asc(products.position))
      .limit(maxProductsPerRun),
  ]);
  const slides = banners.flatMap((banner) => banner.slides.map(({ img }) => img));
  const otherFiles = new Set([...slides, ...categoryImages.map(({ file }) => file ?? '')].filter(Boolean));
  return [...(await listUnprepared(shop, [...otherFiles])), ...new Set(firstImages.map(({ file }) => file))];
}
