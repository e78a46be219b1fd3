import { createRoute, z } from '@hono/zod-openapi';
import { proposeNumber } from '../../catalogue/product-number.server.ts';
import { readStaffProduct } from '../../catalogue/products-for-staff.server.ts';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import {
  AdjustStockInput,
  AdminProduct,
  EditProductInput,
  NewProductInput,
  ProductHistory,
  ProductList,
  ProductStateInput,
  ProductsQuery,
  ProposedNumber,
  UsedLabels,
} from './contract.ts';
import { productFileEndpoints } from './files/endpoints.server.ts';
import { readProductHistory } from './product-history.server.ts';
import { adjustStockAsStaff } from './product-stock.server.ts';
import {
  createProductAsStaff,
  duplicateProductAsStaff,
  editProductAsStaff,
  listProductsForAdmin,
  readUsedLabels,
  setProductStateAsStaff,
  toAdminProduct,
} from './products.server.ts';

const params = z.object({ id: z.string().max(40) });
const { 400: notRight, 404: notThere } = errorResponses;
const conflict = (description: string) => ({ ...notRight, description });
const oneProduct = respond('The piece as it is now', AdminProduct);

function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

const row = {
  tags: ['Back office: pieces'],
  ...forStaff,
};

/** Pieces: the editor, pictures, stock. */
export const productEndpoints = createRouter()
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/pieces',
      summary: 'All pieces, drafts and pieces put away included',
      request: { query: ProductsQuery },
      responses: { 200: respond('A part of the list', ProductList), 400: notRight, ...staffErrorResponses },
    }),
    async (c) => c.json(await listProductsForAdmin(c.get('shop'), c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/piece-words',
      summary: 'What the editor offers to choose from, and the tax rates',
      responses: { 200: respond('Words and rates', UsedLabels), ...staffErrorResponses },
    }),
    async (c) => c.json(await readUsedLabels(c.get('shop')), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/piece-number',
      summary: 'The next number of a category',
      request: { query: z.object({ category: z.string().max(80) }) },
      responses: {
        200: respond('The number', ProposedNumber),
        400: notRight,
        404: notThere,
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json({ id: await proposeNumber(c.get('shop'), c.req.valid('query').category) }, 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/pieces',
      summary: 'Writes down a new piece, as a draft',
      request: { body: body(NewProductInput) },
      responses: {
        200: oneProduct,
        400: notRight,
        404: notThere,
        409: conflict('Another piece has the number.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await createProductAsStaff(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/pieces/{id}',
      summary: 'One piece',
      request: { params },
      responses: { 200: oneProduct, 400: notRight, 404: notThere, ...staffErrorResponses },
    }),
    async (c) => c.json(toAdminProduct(await readStaffProduct(c.get('shop'), c.req.valid('param').id)), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'put',
      path: '/admin/pieces/{id}',
      summary: 'Writes a piece anew, unless somebody else has meanwhile',
      request: { params, body: body(EditProductInput) },
      responses: {
        200: oneProduct,
        400: notRight,
        404: notThere,
        409: conflict('Somebody has changed it; `errors` says what and who. Or a size is in the books.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await editProductAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/pieces/{id}/state',
      summary: 'Hangs a piece up in the shop, takes it down, or puts it away',
      request: { params, body: body(ProductStateInput) },
      responses: {
        200: oneProduct,
        400: notRight,
        404: notThere,
        409: conflict('Somebody has changed it, or something is missing; `errors` names what.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        await setProductStateAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')),
        200,
      );
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/pieces/{id}/duplicate',
      summary: 'Writes down a piece like this one, without pictures and stock',
      request: { params },
      responses: { 200: oneProduct, 400: notRight, 404: notThere, ...staffErrorResponses },
    }),
    async (c) =>
      c.json(await duplicateProductAsStaff(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/pieces/{id}/stock',
      summary: 'Changes how many of a size there are, with a reason',
      request: { params, body: body(AdjustStockInput) },
      responses: {
        200: oneProduct,
        400: notRight,
        404: notThere,
        409: conflict('Fewer are free.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await adjustStockAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/pieces/{id}/history',
      summary: 'What happened to a piece and to its stock',
      request: { params },
      responses: {
        200: respond('The newest first', ProductHistory),
        400: notRight,
        404: notThere,
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json({ entries: await readProductHistory(c.get('shop'), c.req.valid('param').id) }, 200),
  )
  .route('/', productFileEndpoints);
