import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../../foundation/http/http.server.ts';
import { forStaff, staffErrorResponses } from '../../sign-in/for-staff.server.ts';
import { AdminProduct, ArrangeImagesInput } from '../contract.ts';
import {
  addImageAsStaff,
  addVideoAsStaff,
  arrangeImagesAsStaff,
  removeImageAsStaff,
  removeVideoAsStaff,
} from './product-images.server.ts';

const params = z.object({ id: z.string().max(40) });
const imageParams = params.extend({ file: z.string().max(120) });
const { 400: notRight, 404: notThere } = errorResponses;
const conflict = (description: string) => ({ ...notRight, description });
const oneProduct = respond('The piece as it is now', AdminProduct);
const row = { tags: ['Back office: pieces'], ...forStaff };

function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** The file itself is the body; what it is, its content says. */
const file = {
  required: true,
  content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
};

/** Pictures and films of pieces. */
export const productFileEndpoints = createRouter()
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/upload/pieces/{id}/pictures',
      summary: 'Adds a picture, or puts it in the place of another',
      request: { params, query: z.object({ replaces: z.string().max(120).optional() }), body: file },
      responses: {
        200: oneProduct,
        400: notRight,
        404: notThere,
        409: conflict('It has four already.'),
        413: conflict('Larger than 15 MB.'),
        503: conflict('Many pictures are coming in.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const { replaces } = c.req.valid('query');
      return c.json(await addImageAsStaff(c.get('shop'), c.get('staff'), id, c.req.raw, replaces), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'put',
      path: '/admin/pieces/{id}/pictures',
      summary: 'Sets the pictures’ order and their words',
      request: { params, body: body(ArrangeImagesInput) },
      responses: {
        200: oneProduct,
        400: notRight,
        404: notThere,
        409: conflict('The piece has other pictures by now.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const { pictures: images } = c.req.valid('json');
      return c.json(await arrangeImagesAsStaff(c.get('shop'), c.get('staff'), id, images), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'delete',
      path: '/admin/pieces/{id}/pictures/{file}',
      summary: 'Takes a picture off a piece',
      request: { params: imageParams },
      responses: {
        200: oneProduct,
        400: notRight,
        404: notThere,
        409: conflict('It is the last one of a piece in the shop.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id, file: name } = c.req.valid('param');
      return c.json(await removeImageAsStaff(c.get('shop'), c.get('staff'), id, name), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/upload/pieces/{id}/film',
      summary: 'Gives a piece a film: MP4 or WebM, up to 25 MB',
      request: { params, body: file },
      responses: {
        200: oneProduct,
        400: notRight,
        404: notThere,
        413: conflict('Larger than 25 MB.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await addVideoAsStaff(c.get('shop'), c.get('staff'), id, c.req.raw), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'delete',
      path: '/admin/pieces/{id}/film',
      summary: 'Takes the film off a piece',
      request: { params },
      responses: { 200: oneProduct, 400: notRight, 404: notThere, ...staffErrorResponses },
    }),
    async (c) =>
      c.json(await removeVideoAsStaff(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  );
