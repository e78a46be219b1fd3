import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { createCategories, createLabels } from '../app/catalogue/categories.server.ts';
import { ProductImage, TextileAttributes } from '../app/catalogue/contract.ts';
import { insertProducts, type NewProduct } from '../app/catalogue/create-product.server.ts';
import * as content from '../app/content/tables.server.ts';
import { createCustomers } from '../app/customers/accounts.server.ts';
import { savePlaceholders } from '../app/foundation/files/placeholders.server.ts';
import { storeVariant } from '../app/foundation/files/uploads.server.ts';
import type { UploadsStorage } from '../app/foundation/files/uploads-storage.server.ts';
import { createSemaphore } from '../app/foundation/jobs/semaphore.server.ts';
import { toPaise } from '../app/foundation/money.ts';
import { inTransaction, type Shop } from '../app/foundation/shop.server.ts';
import { saveTaxRates } from '../app/pricing/tax-rates.server.ts';
import { insertReviews } from '../app/reviews/reviews.server.ts';
import { categories, colourFamilies, crafts, fabrics } from './categories.ts';
import { banners, settings, stores, tiles, videos } from './content.ts';
import { shoppers } from './customers.ts';
import { pastOrders } from './orders.ts';
import { pages } from './pages.ts';
import placeholders from './placeholders.json' with { type: 'json' };
import productList from './products.json' with { type: 'json' };
import reviewList from './reviews.json' with { type: 'json' };
import { insertPastOrder } from './seed-orders.server.ts';
import { bookPretendShipment } from './seed-shipment.server.ts';
import { shippedWidths } from './shipped-images.ts';
import { taxRates } from './tax-rates.ts';

const SeedProduct = z.object({
  id: z.string(),
  category: z.string(),
  name: z.string(),
  price: z.number(),
  mrp: z.number().nullable(),
  colour: z.string(),
  type: z.string(),
  pattern: z.string(),
  crafts: z.array(z.string()),
  fabrics: z.array(z.string()),
  attributes: TextileAttributes,
  video: z.string().nullable(),
  createdAt: z.coerce.date(),
  images: z.array(ProductImage),
  sizes: z.array(z.object({ label: z.string().nullable(), quantity: z.number().int() })),
});

const SeedReview = z.object({
  proId: z.string(),
  stars: z.number().int(),
  name: z.string(),
  city: z.string(),
  review: z.string(),
  date: z.coerce.date(),
});

/** Returns the products of the demo catalogue. */
export function listSeedProducts(): NewProduct[] {
  return z
    .array(SeedProduct)
    .parse(productList)
    .map(({ category, price, mrp, ...product }, position) => ({
      ...product,
      categoryId: category,
      pricePaise: toPaise(price),
      mrpPaise: mrp === null ? null : toPaise(mrp),
      colourFamily: colourFamilies[product.colour]?.family ?? null,
      position,
    }));
}

/** True if the shop has not been seeded yet. */
export async function isShopEmpty(shop: Shop): Promise<boolean> {
  const rows = await shop.db.select({ id: content.settings.id }).from(content.settings).limit(1);
  return rows.length === 0;
}

/** Seeds an empty shop with the content, products and customers of the demo, in one transaction. */
export async function seedShop(shop: Shop): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await seedContent(tx);
    await seedProductsAndCustomers(tx);
  });
}

/** Seeds an empty shop like {@link seedShop}, and adds the past orders of the customers. */
export async function seedDemonstration(shop: Shop): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await seedShop(tx);
    await seedOrders(tx);
  });
}

/** Seeds an empty shop with the content of every new shop: settings, pages, categories and labels, but no products. */
export async function seedContent(shop: Shop): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const { db } = tx;
    const updatedAt = shop.clock.now();
    await db.insert(content.settings).values({ value: settings });
    await db.insert(content.banners).values(banners);
    await db.insert(content.videos).values(videos);
    await db.insert(content.tiles).values(tiles);
    await db.insert(content.stores).values(stores);
    await db.insert(content.pages).values(pages.map((page) => ({ ...page, updatedAt })));
    await saveTaxRates(tx, taxRates);
    await createCategories(tx, categories);
    await createLabels(tx, { crafts, fabrics });
    await savePlaceholders(
      tx,
      shippedPlaceholders((file) => !isOfProduct(file)),
    );
  });
}

/** Inserts the products of the demo with their reviews, and the demo's three customers. {@link seedContent} must run first. */
export async function seedProductsAndCustomers(shop: Shop): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await insertProducts(tx, listSeedProducts(), 'first stock');
    await savePlaceholders(tx, shippedPlaceholders(isOfProduct));
    await createCustomers(tx, shoppers);
    await insertReviews(
      tx,
      z
        .array(SeedReview)
        .parse(reviewList)
        .map(({ proId, stars, name, city, review, date }) => ({
          productId: proId,
          stars,
          text: review,
          firstName: name,
          city,
          approvedAt: date,
          createdAt: date,
        })),
    );
  });
}

/** Inserts the past orders of the demo's customers. */
export async function seedOrders(shop: Shop): Promise<void> {
  await inTransaction(shop, async (tx) => {
    for (const past of pastOrders) {
      const { order } = await insertPastOrder(tx, past);
      if (order.state === 'packed') await bookPretendShipment(tx, order);
    }
  });
}

/** Images of the banners, which every new shop gets. One of them shows a product, so its name begins with the product's id. */
const bannerImages = new Set(banners.flatMap(({ slides }) => slides.map(({ img }) => img)));

/** True if only a product of the demo shows the file. The name of such a file begins with the product's id. */
function isOfProduct(file: string): boolean {
  return !bannerImages.has(file) && productList.some(({ id }) => file.startsWith(id.toLowerCase()));
}

function shippedPlaceholders(isIncluded: (file: string) => boolean) {
  return Object.fromEntries(Object.entries(placeholders).filter(([file]) => isIncluded(file)));
}

/**
 * Returns the path of the shipped WebP file that contains the image `file` in this width. `uploads` is the folder of the original
 * images.
 */
const shippedVariant = (uploads: string, file: string, width: number) =>
  path.join(uploads, '..', 'pictures', `${file}-${width}.webp`);

/**
 * Copies the demo's images and videos into the uploads, and the shipped WebP files as image variants. Copies the files of
 * products only if `products` is true. Returns the number of copied images and videos.
 */
export async function copyUploads(from: string, to: UploadsStorage, products = true): Promise<number> {
  const files = (await readdir(from)).filter((file) => products || !isOfProduct(file));
  const limit = createSemaphore(8);
  await Promise.all(
    files.map((file) =>
      limit(async () => {
        await to.storeBytes(file, await readFile(path.join(from, file)));
        for (const width of shippedWidths.get(file) ?? [])
          await storeVariant(to, file, width, await readFile(shippedVariant(from, file, width)));
      }),
    ),
  );
  return files.length;
}
