import { z } from '@hono/zod-openapi';
import {
  NoSuchImage,
  NoSuchProduct,
  NotReadyToPublish,
  ProductChanged,
  TooManyImages,
} from '../../../catalogue/contract.ts';
import { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { readStaffProduct } from '../../../catalogue/for-staff/read-products.server.ts';
import { addImage, arrangeImages, removeImage, setVideo } from '../../../catalogue/product-images.server.ts';
import { firstProductWidths } from '../../../foundation/files/image-widths.ts';
import {
  ImageRejected,
  ImagesBusy,
  ImageTooLarge,
  maxImageBytes,
  storeImage,
  TooManyBytes,
} from '../../../foundation/files/images.server.ts';
import { pregenerateVariants } from '../../../foundation/files/uploads.server.ts';
import { uploadsOf } from '../../../foundation/files/uploads-storage.server.ts';
import { storeVideo, VideoRejected, VideoTooLarge } from '../../../foundation/files/videos.server.ts';
import { router } from '../../../foundation/http/endpoint.server.ts';
import { receiveBytes } from '../../../foundation/http/read-body.server.ts';
import type { Shop, Tx } from '../../../foundation/shop.server.ts';
import { type StaffWork, staffAction } from '../../audit-log/staff-action.server.ts';
import { ArrangeImagesInput } from '../contract.ts';
import { changeProduct } from '../products.server.ts';

const params = z.object({ id: z.string().max(40) });
const change = { params, response: AdminProduct } as const;

export const productFileEndpoints = router('Admin: products', [
  staffAction({
    id: 'addProductImage',
    method: 'post',
    path: '/admin/upload/products/{id}/images',
    audit: 'product.update-images',
    summary: 'Add an image to a product, or replace one',
    ...change,
    query: z.strictObject({ replaces: z.string().max(120).optional() }),
    takesFile: true,
    problems: [ImageRejected, NoSuchProduct, NoSuchImage, TooManyImages, ImageTooLarge, ImagesBusy],
    prepare: ({ shop, params, query, c }) => receiveImage(shop, params.id, c.req.raw, query.replaces),
  }),
  staffAction({
    id: 'arrangeProductImages',
    method: 'put',
    path: '/admin/products/{id}/images',
    audit: 'product.update-images',
    summary: 'Set the order of a product’s images and their alternative texts',
    ...change,
    body: ArrangeImagesInput,
    problems: [NoSuchProduct, ProductChanged],
    run: (tx, { params: { id }, body }) => changeProduct(tx, id, () => arrangeImages(tx, id, body.images)),
  }),
  staffAction({
    id: 'removeProductImage',
    method: 'delete',
    path: '/admin/products/{id}/images/{file}',
    audit: 'product.update-images',
    summary: 'Remove an image from a product',
    params: params.extend({ file: z.string().max(120) }),
    response: AdminProduct,
    problems: [NoSuchProduct, NoSuchImage, NotReadyToPublish],
    run: (tx, { params: { id, file } }) => changeProduct(tx, id, () => removeImage(tx, id, file)),
  }),
  staffAction({
    id: 'addProductVideo',
    method: 'post',
    path: '/admin/upload/products/{id}/video',
    audit: 'product.update-video',
    summary: 'Add a video to a product: MP4 or WebM, up to 25 MB',
    ...change,
    takesFile: true,
    problems: [VideoRejected, NoSuchProduct, VideoTooLarge],
    prepare: ({ shop, params, c }) => receiveVideo(shop, params.id, c.req.raw),
  }),
  staffAction({
    id: 'removeProductVideo',
    method: 'delete',
    path: '/admin/products/{id}/video',
    audit: 'product.update-video',
    summary: 'Remove the video from a product',
    ...change,
    problems: [NoSuchProduct],
    run: (tx, { params: { id } }) => changeProduct(tx, id, () => setVideo(tx, id, null)),
  }),
]);

/**
 * Stores the image from the request's body with its WebP variants. AVIF variants are generated later. Returns the use case that
 * adds the image to the product, either as the last image or in place of `replaces`.
 */
async function receiveImage(
  shop: Shop,
  id: string,
  request: Request,
  replaces: string | undefined,
): Promise<StaffWork<AdminProduct>> {
  const { images } = await readStaffProduct(shop, id);
  // Check the number of images first, to avoid receiving up to 15 MB for nothing.
  if (replaces === undefined && images.length >= 4) throw TooManyImages();
  const bytes = await receiveBytes(request, maxImageBytes, TooManyBytes);
  const image = await storeImage(bytes, uploadsOf(shop));
  await pregenerateVariants(shop, image.file, firstProductWidths);
  return changeWithFile(id, image.file, (tx) => addImage(tx, id, { ...image, alt: '' }, replaces));
}

/** Stores the video from the request's body. Returns the use case that sets it as the product's video. */
async function receiveVideo(shop: Shop, id: string, request: Request) {
  await readStaffProduct(shop, id);
  const file = await storeVideo(request, uploadsOf(shop));
  return changeWithFile(id, file, (tx) => setVideo(tx, id, file));
}

/** Returns a use case that calls `work` to add an uploaded file to a product. If that fails, the use case deletes the file. */
function changeWithFile(
  id: string,
  file: string,
  work: (tx: Tx) => Promise<AdminProduct>,
): StaffWork<AdminProduct> {
  return (tx) =>
    changeProduct(tx, id, () => work(tx)).catch(async (error: unknown) => {
      await uploadsOf(tx)
        .remove(file)
        .catch((err: unknown) => tx.log.warn({ err, file }, 'failed to delete an unused file'));
      throw error;
    });
}
