import { z } from '@hono/zod-openapi';
import {
  InvalidProduct,
  NoSuchCategory,
  NoSuchProduct,
  NotReadyToPublish,
  NumberInUse,
  ProductChanged,
  SizeInUse,
} from '../../catalogue/contract.ts';
import { proposeNumber } from '../../catalogue/product-number.server.ts';
import { readStaffProduct } from '../../catalogue/products-for-staff.server.ts';
import { endpoint, router } from '../../foundation/http/endpoint.server.ts';
import { NotEnoughStock } from '../../stock/contract.ts';
import { ChangedSinceRead } from '../layout/contract.ts';
import { staff } from '../sign-in/for-staff.server.ts';
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
import { NoSuchSize } from './editor/problems.ts';
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

export const adminProductEndpoints = router('Admin: products', [
  endpoint({
    id: 'listProductsForStaff',
    method: 'get',
    path: '/admin/products',
    summary: 'List all products, drafts and archived ones included',
    access: staff(),
    query: ProductsQuery,
    response: ProductList,
    run: ({ shop, query }) => listProductsForAdmin(shop, query),
  }),
  endpoint({
    id: 'listUsedLabels',
    method: 'get',
    path: '/admin/product-labels',
    summary: 'List the labels that the editor offers, and the tax rates',
    access: staff(),
    response: UsedLabels,
    run: ({ shop }) => readUsedLabels(shop),
  }),
  endpoint({
    id: 'proposeProductNumber',
    method: 'get',
    path: '/admin/product-number',
    summary: 'Propose the next product number of a category',
    access: staff(),
    query: z.strictObject({ category: z.string().max(80) }),
    response: ProposedNumber,
    problems: [NoSuchCategory],
    run: async ({ shop, query }) => ({ id: await proposeNumber(shop, query.category) }),
  }),
  endpoint({
    id: 'createProduct',
    method: 'post',
    path: '/admin/products',
    summary: 'Create a product, as a draft',
    access: staff(),
    body: NewProductInput,
    response: AdminProduct,
    problems: [InvalidProduct, NoSuchCategory, NumberInUse],
    run: ({ shop, staff, body }) => createProductAsStaff(shop, staff, body),
  }),
  endpoint({
    id: 'getProductForStaff',
    method: 'get',
    path: '/admin/products/{id}',
    summary: 'Read one product',
    access: staff(),
    params,
    response: AdminProduct,
    problems: [NoSuchProduct],
    run: async ({ shop, params }) => toAdminProduct(await readStaffProduct(shop, params.id)),
  }),
  endpoint({
    id: 'updateProduct',
    method: 'put',
    path: '/admin/products/{id}',
    summary: 'Update a product, unless it has changed since it was read',
    access: staff(),
    params,
    body: EditProductInput,
    response: AdminProduct,
    problems: [
      InvalidProduct,
      NoSuchProduct,
      NoSuchCategory,
      ChangedSinceRead,
      ProductChanged,
      NumberInUse,
      SizeInUse,
      NotReadyToPublish,
    ],
    run: ({ shop, staff, params, body }) => editProductAsStaff(shop, staff, params.id, body),
  }),
  endpoint({
    id: 'setProductState',
    method: 'post',
    path: '/admin/products/{id}/state',
    summary: 'Publish, unpublish or archive a product',
    access: staff(),
    params,
    body: ProductStateInput,
    response: AdminProduct,
    problems: [NoSuchProduct, ChangedSinceRead, ProductChanged, NotReadyToPublish],
    run: ({ shop, staff, params, body }) => setProductStateAsStaff(shop, staff, params.id, body),
  }),
  endpoint({
    id: 'duplicateProduct',
    method: 'post',
    path: '/admin/products/{id}/duplicate',
    summary: 'Duplicate a product, without its images and stock',
    access: staff(),
    params,
    response: AdminProduct,
    problems: [NoSuchProduct],
    run: ({ shop, staff, params }) => duplicateProductAsStaff(shop, staff, params.id),
  }),
  endpoint({
    id: 'adjustStock',
    method: 'post',
    path: '/admin/products/{id}/stock',
    summary: 'Adjust the stock of a size, with a reason',
    access: staff(),
    params,
    body: AdjustStockInput,
    response: AdminProduct,
    problems: [NoSuchProduct, NoSuchSize, NotEnoughStock],
    run: ({ shop, staff, params, body }) => adjustStockAsStaff(shop, staff, params.id, body),
  }),
  endpoint({
    id: 'listProductHistory',
    method: 'get',
    path: '/admin/products/{id}/history',
    summary: 'List what happened to a product and to its stock, newest first',
    access: staff(),
    params,
    response: ProductHistory,
    problems: [NoSuchProduct],
    run: async ({ shop, params }) => ({ entries: await readProductHistory(shop, params.id) }),
  }),
]).route('/', productFileEndpoints);
