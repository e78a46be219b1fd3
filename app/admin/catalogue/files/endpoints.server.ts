import { z } from '@hono/zod-openapi';
import {
  NoSuchImage,
  NoSuchProduct,
  NotReadyToPublish,
  ProductChanged,
  TooManyImages,
} from '../../../catalogue/contract.ts';
import { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { arrangeImages, removeImage, setVideo } from '../../../catalogue/product-images.server.ts';
import { ImageRejected, ImagesBusy, ImageTooLarge } from '../../../foundation/files/images.server.ts';
import { VideoRejected, VideoTooLarge } from '../../../foundation/files/videos.server.ts';
import { endpoint, router } from '../../../foundation/http/endpoint.server.ts';
import { staffAction } from '../../audit-log/staff-action.server.ts';
import { staff } from '../../sign-in/for-staff.server.ts';
import { ArrangeImagesInput } from '../contract.ts';
import { changeProduct } from '../products.server.ts';
import { receiveImage, receiveVideo } from './product-images.server.ts';

const params = z.object({ id: z.string().max(40) });

/** Images and videos of products. */
export const productFileEndpoints = router('Admin: products', [
  endpoint({
    id: 'addProductImage',
    method: 'post',
    path: '/admin/upload/products/{id}/images',
    summary: 'Add an image to a product, or replace one',
    access: staff(),
    params,
    query: z.strictObject({ replaces: z.string().max(120).optional() }),
    takesFile: true,
    response: AdminProduct,
    problems: [ImageRejected, NoSuchProduct, NoSuchImage, TooManyImages, ImageTooLarge, ImagesBusy],
    run: ({ shop, staff, params, query, c }) =>
      receiveImage(shop, staff, params.id, c.req.raw, query.replaces),
  }),
  staffAction({
    id: 'arrangeProductImages',
    method: 'put',
    path: '/admin/products/{id}/images',
    audit: 'product.update-images',
    kind: 'product',
    summary: 'Set the order of a product’s images and their alternative texts',
    params,
    body: ArrangeImagesInput,
    response: AdminProduct,
    problems: [NoSuchProduct, ProductChanged],
    run: (tx, { params: { id }, body }) => changeProduct(tx, id, () => arrangeImages(tx, id, body.images)),
  }),
  staffAction({
    id: 'removeProductImage',
    method: 'delete',
    path: '/admin/products/{id}/images/{file}',
    audit: 'product.update-images',
    kind: 'product',
    summary: 'Remove an image from a product',
    params: params.extend({ file: z.string().max(120) }),
    response: AdminProduct,
    problems: [NoSuchProduct, NoSuchImage, NotReadyToPublish],
    run: (tx, { params: { id, file } }) => changeProduct(tx, id, () => removeImage(tx, id, file)),
  }),
  endpoint({
    id: 'addProductVideo',
    method: 'post',
    path: '/admin/upload/products/{id}/video',
    summary: 'Add a video to a product: MP4 or WebM, up to 25 MB',
    access: staff(),
    params,
    takesFile: true,
    response: AdminProduct,
    problems: [VideoRejected, NoSuchProduct, VideoTooLarge],
    run: ({ shop, staff, params, c }) => receiveVideo(shop, staff, params.id, c.req.raw),
  }),
  staffAction({
    id: 'removeProductVideo',
    method: 'delete',
    path: '/admin/products/{id}/video',
    audit: 'product.update-video',
    kind: 'product',
    summary: 'Remove the video from a product',
    params,
    response: AdminProduct,
    problems: [NoSuchProduct],
    run: (tx, { params: { id } }) => changeProduct(tx, id, () => setVideo(tx, id, null)),
  }),
]);
