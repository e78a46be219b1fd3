import { TooManyImages } from '../../../catalogue/contract.ts';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { addImage, setVideo } from '../../../catalogue/product-images.server.ts';
import { readStaffProduct } from '../../../catalogue/products-for-staff.server.ts';
import { firstProductWidths } from '../../../foundation/files/image-widths.ts';
import { maxImageBytes, storeImage, TooManyBytes } from '../../../foundation/files/images.server.ts';
import { pregenerateVariants } from '../../../foundation/files/uploads.server.ts';
import { uploadsOf } from '../../../foundation/files/uploads-storage.server.ts';
import { storeVideo } from '../../../foundation/files/videos.server.ts';
import { receiveBytes } from '../../../foundation/http/read-body.server.ts';
import type { Shop, Tx } from '../../../foundation/shop.server.ts';
import type { StaffWork } from '../../audit-log/staff-action.server.ts';
import { changeProduct } from '../products.server.ts';

/**
 * Stores the image in the body of a request with its WebP variants; AVIF is generated later. Returns the use case that adds it
 * to the product as the last image, or instead of `replaces`. Throws what `storeImage` and `addImage` do.
 */
export async function receiveImage(
  shop: Shop,
  id: string,
  request: Request,
  replaces: string | undefined,
): Promise<StaffWork<AdminProduct>> {
  const { images } = await readStaffProduct(shop, id);
  // Before up to 15 MB are read in vain.
  if (replaces === undefined && images.length >= 4) throw TooManyImages();
  const bytes = await receiveBytes(request, maxImageBytes, TooManyBytes);
  const image = await storeImage(bytes, uploadsOf(shop));
  await pregenerateVariants(shop, image.file, firstProductWidths);
  return changeWithFile(id, image.file, (tx) => addImage(tx, id, { ...image, alt: '' }, replaces));
}

/** Stores the video in the body of a request. Returns the use case that sets it as the product's video. */
export async function receiveVideo(shop: Shop, id: string, request: Request) {
  await readStaffProduct(shop, id);
  const file = await storeVideo(request, uploadsOf(shop));
  return changeWithFile(id, file, (tx) => setVideo(tx, id, file));
}

/** Returns the use case that changes a product by `work`, and deletes the stored file if that fails. */
function changeWithFile(
  id: string,
  file: string,
  work: (tx: Tx) => Promise<AdminProduct>,
): StaffWork<AdminProduct> {
  return (tx) =>
    changeProduct(tx, id, () => work(tx)).catch(async (error: unknown) => {
      await uploadsOf(tx)
        .remove(file)
        .catch((err: unknown) => tx.log.warn({ err, file }, 'a file that nobody needs was not removed'));
      throw error;
    });
}
