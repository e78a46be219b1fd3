import { z } from '@hono/zod-openapi';
import {
  NoSuchImage,
  NoSuchProduct,
  NotReadyToPublish,
  ProductChanged,
  TooManyImages,
} from '../../../catalogue/contract.ts';
import { ImageRejected, ImagesBusy, ImageTooLarge } from '../../../foundation/files/images.server.ts';
import { VideoRejected, VideoTooLarge } from '../../../foundation/files/videos.server.ts';
import { endpoint, router } from '../../../foundation/http/endpoint.server.ts';
import { staff } from '../../sign-in/for-staff.server.ts';
import { AdminProduct, ArrangeImagesInput } from '../contract.ts';
import {
  addImageAsStaff,
  addVideoAsStaff,
  arrangeImagesAsStaff,
  removeImageAsStaff,
  removeVideoAsStaff,
} from './product-images.server.ts';

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
      addImageAsStaff(shop, staff, params.id, c.req.raw, query.replaces),
  }),
  endpoint({
    id: 'arrangeProductImages',
    method: 'put',
    path: '/admin/products/{id}/images',
    summary: 'Set the order of a product’s images and their alternative texts',
    access: staff(),
    params,
    body: ArrangeImagesInput,
    response: AdminProduct,
    problems: [NoSuchProduct, ProductChanged],
    run: ({ shop, staff, params, body }) => arrangeImagesAsStaff(shop, staff, params.id, body.images),
  }),
  endpoint({
    id: 'removeProductImage',
    method: 'delete',
    path: '/admin/products/{id}/images/{file}',
    summary: 'Remove an image from a product',
    access: staff(),
    params: params.extend({ file: z.string().max(120) }),
    response: AdminProduct,
    problems: [NoSuchProduct, NoSuchImage, NotReadyToPublish],
    run: ({ shop, staff, params }) => removeImageAsStaff(shop, staff, params.id, params.file),
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
    run: ({ shop, staff, params, c }) => addVideoAsStaff(shop, staff, params.id, c.req.raw),
  }),
  endpoint({
    id: 'removeProductVideo',
    method: 'delete',
    path: '/admin/products/{id}/video',
    summary: 'Remove the video from a product',
    access: staff(),
    params,
    response: AdminProduct,
    problems: [NoSuchProduct],
    run: ({ shop, staff, params }) => removeVideoAsStaff(shop, staff, params.id),
  }),
]);
