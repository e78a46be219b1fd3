import { eq } from 'drizzle-orm';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { FourImages, NoSuchImage, NotReadyToPublish, ProductChanged, type ProductImage } from './contract.ts';
import { lockProduct, readStaffProduct, type StaffProduct } from './products-for-staff.server.ts';
import { productPictures, products } from './tables.server.ts';

const mostPictures = 4;

/**
 * Gives a piece one more picture, the last one, or puts it in the place of the one whose file is `replaces`. A picture
 * without words gets the piece's name. Throws `four-pictures` (409), `no-such-picture` and `no-such-product` (404).
 */
export async function addImage(
  shop: Shop,
  id: string,
  picture: ProductImage,
  replaces?: string,
): Promise<StaffProduct> {
  return inTransaction(shop, async (inside) => {
    const piece = await lockProduct(inside, id);
    const at = replaces === undefined ? piece.pictures.length : placeOf(piece, replaces);
    if (at >= mostPictures) throw FourImages();
    const alt = picture.alt.trim() || plainAlt(piece.name, at);
    return hang(inside, piece, piece.pictures.toSpliced(at, 1, { ...picture, alt }));
  });
}

/** What is said of a picture until somebody says more. */
export function plainAlt(name: string, at: number): string {
  return at === 0 ? name : `${name}, picture ${at + 1}`;
}

/**
 * Sets the order of a piece's pictures and the words for those who do not see them. Throws `changed-meanwhile` (409)
 * when the piece has other pictures by now.
 */
export async function arrangeImages(
  shop: Shop,
  id: string,
  wanted: readonly { file: string; alt: string }[],
): Promise<StaffProduct> {
  return inTransaction(shop, async (inside) => {
    const piece = await lockProduct(inside, id);
    const files = new Set(wanted.map(({ file }) => file));
    if (files.size !== wanted.length || wanted.length !== piece.pictures.length) throw ProductChanged();
    const arranged = wanted.map(({ file, alt }, at) => {
      const picture = piece.pictures.find((one) => one.file === file);
      if (!picture) throw ProductChanged();
      return { ...picture, alt: alt.trim() || plainAlt(piece.name, at) };
    });
    return hang(inside, piece, arranged);
  });
}

/** Gives a piece these pictures, four at most, instead of those that it had. A picture without words gets the piece's name. */
export async function setImages(
  shop: Shop,
  id: string,
  pictures: readonly ProductImage[],
): Promise<StaffProduct> {
  if (pictures.length > mostPictures) throw FourImages();
  return inTransaction(shop, async (inside) => {
    const piece = await lockProduct(inside, id);
    if (pictures.length === 0 && piece.state === 'live') throw NotReadyToPublish();
    const worded = pictures.map((picture, at) => ({
      ...picture,
      alt: picture.alt.trim() || plainAlt(piece.name, at),
    }));
    return hang(inside, piece, worded);
  });
}

/** Takes a picture off a piece. Its file stays, because orders show it. A piece in the shop keeps its last one: `not-ready` (409). */
export async function removeImage(shop: Shop, id: string, file: string): Promise<StaffProduct> {
  return inTransaction(shop, async (inside) => {
    const piece = await lockProduct(inside, id);
    const left = piece.pictures.toSpliced(placeOf(piece, file), 1);
    if (left.length === 0 && piece.state === 'live')
      throw NotReadyToPublish(
        'A piece in the shop keeps one picture. Replace it, or take the piece down first.',
        [{ field: 'pictures', message: 'The last one.' }],
      );
    return hang(inside, piece, left);
  });
}

/** Gives a piece a film, or takes it away. */
export async function setVideo(shop: Shop, id: string, file: string | null): Promise<StaffProduct> {
  return inTransaction(shop, async (inside) => {
    const piece = await lockProduct(inside, id);
    await inside.db.update(products).set({ video: file }).where(eq(products.id, piece.id));
    return readStaffProduct(inside, piece.id);
  });
}

function placeOf({ pictures }: StaffProduct, file: string): number {
  const at = pictures.findIndex((one) => one.file === file);
  if (at < 0) throw NoSuchImage();
  return at;
}

async function hang(
  shop: Shop,
  { id }: StaffProduct,
  pictures: readonly ProductImage[],
): Promise<StaffProduct> {
  await shop.db.delete(productPictures).where(eq(productPictures.productId, id));
  if (pictures.length > 0)
    await shop.db
      .insert(productPictures)
      .values(pictures.map((picture, position) => ({ ...picture, productId: id, position })));
  return readStaffProduct(shop, id);
}
