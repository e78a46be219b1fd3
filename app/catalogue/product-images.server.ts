import { eq, inArray } from 'drizzle-orm';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import {
  NoSuchImage,
  NotReadyToPublish,
  ProductChanged,
  type ProductImage,
  TooManyImages,
} from './contract.ts';
import type { AdminProduct } from './for-staff/contract.ts';
import { lockProduct, readStaffProduct } from './for-staff/read-products.server.ts';
import { productImages, products } from './tables.server.ts';

const maxImages = 4;

/** Appends an image, or replaces the image whose file is `replaces`. @throws TooManyImages (409); NoSuchImage (404) */
export function addImage(shop: Shop, id: string, image: ProductImage, replaces?: string) {
  return changeImages(shop, id, (product) => {
    const index = replaces === undefined ? product.images.length : positionOf(product, replaces);
    if (index >= maxImages) throw TooManyImages();
    return product.images.toSpliced(index, 1, image);
  });
}

/** Returns the default description of an image, used if the staff have written none. */
export function defaultAlt(name: string, index: number): string {
  return index === 0 ? name : `${name}, picture ${index + 1}`;
}

/** Sets the order and the descriptions of the images. @throws ProductChanged (409) if the product now has other images */
export function arrangeImages(shop: Shop, id: string, input: readonly { file: string; alt: string }[]) {
  return changeImages(shop, id, ({ images }) => {
    const files = new Set(input.map(({ file }) => file));
    if (files.size !== input.length || input.length !== images.length) throw ProductChanged();
    return input.map(({ file, alt }) => {
      const image = images.find((other) => other.file === file);
      if (!image) throw ProductChanged();
      return { ...image, alt };
    });
  });
}

/** Replaces the images. @throws TooManyImages (409); NotReadyToPublish (409) if a published product would have none */
export function setImages(shop: Shop, id: string, images: readonly ProductImage[]) {
  if (images.length > maxImages) throw TooManyImages();
  return changeImages(shop, id, ({ state }) => {
    if (images.length === 0 && state === 'live') throw NotReadyToPublish();
    return images;
  });
}

/**
 * Removes an image from a product. Keeps the file, because orders show it.
 * @throws NotReadyToPublish (409) for the last image of a published product; NoSuchImage (404)
 */
export function removeImage(shop: Shop, id: string, file: string) {
  return changeImages(shop, id, (product) => {
    const remaining = product.images.toSpliced(positionOf(product, file), 1);
    if (remaining.length === 0 && product.state === 'live')
      throw NotReadyToPublish(
        'A published product needs at least one picture. Replace it, or unpublish the product first.',
        [{ field: 'images', message: 'This is the only picture of the product.' }],
      );
    return remaining;
  });
}

export async function setVideo(shop: Shop, id: string, file: string | null): Promise<AdminProduct> {
  return inTransaction(shop, async (tx) => {
    const product = await lockProduct(tx, id);
    await tx.db.update(products).set({ video: file }).where(eq(products.id, product.id));
    return readStaffProduct(tx, product.id);
  });
}

/** Finds the sizes and mean colours of images by their file names. */
export function findImages({ db }: Shop, files: readonly string[]) {
  const { file, width, height, colour } = productImages;
  return db
    .selectDistinctOn([file], { file, width, height, colour })
    .from(productImages)
    .where(inArray(file, [...files]));
}

function positionOf({ images }: AdminProduct, file: string): number {
  const index = images.findIndex((image) => image.file === file);
  if (index < 0) throw NoSuchImage();
  return index;
}

type ImageChange = (product: AdminProduct) => readonly ProductImage[];

/**
 * Replaces the images of a product by the images that `change` returns. Adds {@link defaultAlt} to an image without description.
 * @throws NoSuchProduct (404)
 */
async function changeImages(shop: Shop, id: string, change: ImageChange): Promise<AdminProduct> {
  return inTransaction(shop, async (tx) => {
    const product = await lockProduct(tx, id);
    const rows = change(product).map((image, position) => ({
      ...image,
      alt: image.alt.trim() || defaultAlt(product.name, position),
      productId: product.id,
      position,
    }));
    await tx.db.delete(productImages).where(eq(productImages.productId, product.id));
    if (rows.length > 0) await tx.db.insert(productImages).values(rows);
    return readStaffProduct(tx, product.id);
  });
}
