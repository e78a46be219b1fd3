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
import { lockProduct, readStaffProduct } from './products-for-staff.server.ts';
import { productImages, products } from './tables.server.ts';

const maxImages = 4;

/**
 * Gives a piece one more picture, the last one, or puts it in the place of the one whose file is `replaces`. A picture
 * without words gets the piece's name. Throws `too-many-images` (409), `no-such-image` and `no-such-product` (404).
 */
export async function addImage(
  shop: Shop,
  id: string,
  image: ProductImage,
  replaces?: string,
): Promise<AdminProduct> {
  return inTransaction(shop, async (tx) => {
    const product = await lockProduct(tx, id);
    const at = replaces === undefined ? product.images.length : positionOf(product, replaces);
    if (at >= maxImages) throw TooManyImages();
    const alt = image.alt.trim() || defaultAlt(product.name, at);
    return saveImages(tx, product, product.images.toSpliced(at, 1, { ...image, alt }));
  });
}

/** What is said of a picture until somebody says more. */
export function defaultAlt(name: string, at: number): string {
  return at === 0 ? name : `${name}, picture ${at + 1}`;
}

/**
 * Sets the order of a piece's pictures and the words for those who do not see them. Throws `changed-meanwhile` (409)
 * when the piece has other pictures by now.
 */
export async function arrangeImages(
  shop: Shop,
  id: string,
  input: readonly { file: string; alt: string }[],
): Promise<AdminProduct> {
  return inTransaction(shop, async (tx) => {
    const product = await lockProduct(tx, id);
    const files = new Set(input.map(({ file }) => file));
    if (files.size !== input.length || input.length !== product.images.length) throw ProductChanged();
    const images = input.map(({ file, alt }, at) => {
      const image = product.images.find((one) => one.file === file);
      if (!image) throw ProductChanged();
      return { ...image, alt: alt.trim() || defaultAlt(product.name, at) };
    });
    return saveImages(tx, product, images);
  });
}

/** Gives a piece these pictures, four at most, instead of those that it had. A picture without words gets the piece's name. */
export async function setImages(
  shop: Shop,
  id: string,
  images: readonly ProductImage[],
): Promise<AdminProduct> {
  if (images.length > maxImages) throw TooManyImages();
  return inTransaction(shop, async (tx) => {
    const product = await lockProduct(tx, id);
    if (images.length === 0 && product.state === 'live') throw NotReadyToPublish();
    const worded = images.map((image, at) => ({
      ...image,
      alt: image.alt.trim() || defaultAlt(product.name, at),
    }));
    return saveImages(tx, product, worded);
  });
}

/** Takes a picture off a piece. Its file stays, because orders show it. A piece in the shop keeps its last one: `not-ready` (409). */
export async function removeImage(shop: Shop, id: string, file: string): Promise<AdminProduct> {
  return inTransaction(shop, async (tx) => {
    const product = await lockProduct(tx, id);
    const left = product.images.toSpliced(positionOf(product, file), 1);
    if (left.length === 0 && product.state === 'live')
      throw NotReadyToPublish(
        'A piece in the shop keeps one picture. Replace it, or take the piece down first.',
        [{ field: 'images', message: 'The last one.' }],
      );
    return saveImages(tx, product, left);
  });
}

/** Gives a piece a film, or takes it away. */
export async function setVideo(shop: Shop, id: string, file: string | null): Promise<AdminProduct> {
  return inTransaction(shop, async (tx) => {
    const product = await lockProduct(tx, id);
    await tx.db.update(products).set({ video: file }).where(eq(products.id, product.id));
    return readStaffProduct(tx, product.id);
  });
}

/** Finds the sizes and colours of images that a product has, one per file. */
export function findImages({ db }: Shop, files: readonly string[]) {
  const { file, width, height, colour } = productImages;
  return db
    .selectDistinctOn([file], { file, width, height, colour })
    .from(productImages)
    .where(inArray(file, [...files]));
}

function positionOf({ images }: AdminProduct, file: string): number {
  const at = images.findIndex((one) => one.file === file);
  if (at < 0) throw NoSuchImage();
  return at;
}

async function saveImages(
  shop: Shop,
  { id }: AdminProduct,
  images: readonly ProductImage[],
): Promise<AdminProduct> {
  await shop.db.delete(productImages).where(eq(productImages.productId, id));
  if (images.length > 0)
    await shop.db
      .insert(productImages)
      .values(images.map((image, position) => ({ ...image, productId: id, position })));
  return readStaffProduct(shop, id);
}
