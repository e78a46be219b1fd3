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
import type { Shop } from '../../../foundation/shop.server.ts';
import { audited } from '../../audit-log/audited.server.ts';
import type { Staff } from '../../sign-in/staff-sessions.server.ts';
import { changeProduct } from '../products.server.ts';

/**
 * Takes the body of a request in as a picture of the piece: the next one, or in the place of `replaces`. Throws what
 * `storeImage` and `addImage` do. Its WebP is ready when this returns; AVIF is made behind.
 */
export async function receiveImage(
  shop: Shop,
  staff: Staff,
  id: string,
  request: Request,
  replaces: string | undefined,
): Promise<AdminProduct> {
  const { images } = await readStaffProduct(shop, id);
  // Before 15 MB are read for nothing.
  if (replaces === undefined && images.length >= 4) throw TooManyImages();
  const bytes = await receiveBytes(request, maxImageBytes, TooManyBytes);
  const image = await storeImage(bytes, uploadsOf(shop));
  const action = { action: 'product.update-images', subject: { kind: 'product' } };
  const product = await orForget(shop, image.file, () =>
    audited(shop, staff, action, (tx) =>
      changeProduct(tx, id, () => addImage(tx, id, { ...image, alt: '' }, replaces)),
    ),
  );
  await pregenerateVariants(shop, image.file, firstProductWidths);
  return product;
}

/** Takes the body of a request in as the piece's film, instead of the one that it had. */
export async function receiveVideo(shop: Shop, staff: Staff, id: string, request: Request) {
  await readStaffProduct(shop, id);
  const file = await storeVideo(request, uploadsOf(shop));
  const action = { action: 'product.update-video', subject: { kind: 'product' } };
  return orForget(shop, file, () =>
    audited(shop, staff, action, (tx) => changeProduct(tx, id, () => setVideo(tx, id, file))),
  );
}

/** A file that no piece took is not kept. */
async function orForget<T>(shop: Shop, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await uploadsOf(shop)
      .remove(file)
      .catch((err: unknown) => shop.log.warn({ err, file }, 'a file that nobody needs was not removed'));
    throw error;
  }
}
