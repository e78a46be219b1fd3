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
import { router } from '../../../foundation/http/endpoint.server.ts';
import { staffAction } from '../../audit-log/staff-action.server.ts';
import { ArrangeImagesInput } from '../contract.ts';
import { changeProduct } from '../products.server.ts';
import { receiveImage, receiveVideo } from './product-images.server.ts';

const params = z.object({ id: z.string().max(40) });

/** Images and videos of products. */
export const productFileEndpoints = router('Admin: products', [
  staffAction({
    id: 'addProductImage',
    method: 'post',
    path: '/admin/upload/products/{id}/images',
    audit: 'product.update-images',
    summary: 'Add an image to a product, or replace one',
    params,
    query: z.strictObject({ replaces: z.string().max(120).optional() }),
    takesFile: true,
    response: AdminProduct,
    problems: [ImageRejected, NoSuchProduct, NoSuchImage, TooManyImages, ImageTooLarge, ImagesBusy],
    prepare: ({ shop, params, query, c }) => receiveImage(shop, params.id, c.req.raw, query.replaces),
  }),
  staffAction({
    id: 'arrangeProductImages',
    method: 'put',
    path: '/admin/products/{id}/images',
    audit: 'product.update-images',
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
    params,
    takesFile: true,
    response: AdminProduct,
    problems: [VideoRejected, NoSuchProduct, VideoTooLarge],
    prepare: ({ shop, params, c }) => receiveVideo(shop, params.id, c.req.raw),
  }),
  staffAction({
    id: 'removeProductVideo',
    method: 'delete',
    path: '/admin/products/{id}/video',
    audit: 'product.update-video',
    summary: 'Remove the video from a product',
    params,
    response: AdminProduct,
    problems: [NoSuchProduct],
    run: (tx, { params: { id } }) => changeProduct(tx, id, () => setVideo(tx, id, null)),
  }),
]);
