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
import { editProduct, setProductState } from '../../catalogue/edit-product.server.ts';
import { AdminProduct } from '../../catalogue/for-staff/contract.ts';
import { readStaffProduct } from '../../catalogue/for-staff/read-products.server.ts';
import { proposeNumber } from '../../catalogue/product-number.server.ts';
import { router } from '../../foundation/http/endpoint.server.ts';
import { NotEnoughStock } from '../../stock/contract.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { ChangedSinceRead } from '../layout/contract.ts';
import { staffRead } from '../sign-in/staff-access.server.ts';
import {
  AdjustStockInput,
  EditProductInput,
  NewProductInput,
  NoSuchSize,
  ProductHistory,
  ProductList,
  ProductStateInput,
  ProductsQuery,
  ProposedNumber,
  UsedLabels,
} from './contract.ts';
import { productFileEndpoints } from './files/endpoints.server.ts';
import { readProductHistory } from './product-history.server.ts';
import {
  adjustProductStock,
  changeProduct,
  createProductFromWire,
  duplicateForStaff,
  fromWire,
  listProductsForAdmin,
  readUsedLabels,
} from './products.server.ts';

const params = z.object({ id: z.string().max(40) });
const change = { params, response: AdminProduct } as const;
const actionOfState = {
  live: 'product.publish',
  draft: 'product.unpublish',
  archived: 'product.archive',
} as const;

export const adminProductEndpoints = router('Admin: products', [
  staffRead({
    id: 'listProductsForStaff',
    path: '/admin/products',
    summary: 'List all products, drafts and archived ones included',
    query: ProductsQuery,
    response: ProductList,
    run: ({ shop, query }) => listProductsForAdmin(shop, query),
  }),
  staffRead({
    id: 'listUsedLabels',
    path: '/admin/product-labels',
    summary: 'List the labels and tax rates that the product form offers',
    response: UsedLabels,
    run: ({ shop }) => readUsedLabels(shop),
  }),
  staffRead({
    id: 'proposeProductNumber',
    path: '/admin/product-number',
    summary: 'Propose the next product number of a category',
    query: z.strictObject({ category: z.string().max(80) }),
    response: ProposedNumber,
    problems: [NoSuchCategory],
    run: async ({ shop, query }) => ({ id: await proposeNumber(shop, query.category) }),
  }),
  staffAction({
    id: 'createProduct',
    method: 'post',
    path: '/admin/products',
    audit: 'product.create',
    summary: 'Create a product, as a draft',
    body: NewProductInput,
    response: AdminProduct,
    problems: [InvalidProduct, NoSuchCategory, NumberInUse],
    run: (tx, { body }) => createProductFromWire(tx, body),
  }),
  staffRead({
    id: 'getProductForStaff',
    path: '/admin/products/{id}',
    summary: 'Read one product',
    params,
    response: AdminProduct,
    problems: [NoSuchProduct],
    run: ({ shop, params }) => readStaffProduct(shop, params.id),
  }),
  staffAction({
    id: 'updateProduct',
    method: 'put',
    path: '/admin/products/{id}',
    audit: 'product.update',
    summary: 'Update a product; responds 409 if it has changed since it was read',
    ...change,
    body: EditProductInput,
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
    run: (tx, { params: { id }, body: { version, ...fields } }) =>
      changeProduct(tx, id, () => editProduct(tx, id, version, fromWire(fields)), version),
  }),
  staffAction({
    id: 'setProductState',
    method: 'post',
    path: '/admin/products/{id}/state',
    audit: ({ body }) => actionOfState[body.state],
    summary: 'Publish, unpublish or archive a product',
    ...change,
    body: ProductStateInput,
    problems: [NoSuchProduct, ChangedSinceRead, ProductChanged, NotReadyToPublish],
    run: (tx, { params: { id }, body: { version, state } }) =>
      changeProduct(tx, id, () => setProductState(tx, id, version, state), version),
  }),
  staffAction({
    id: 'duplicateProduct',
    method: 'post',
    path: '/admin/products/{id}/duplicate',
    audit: 'product.create',
    summary: 'Duplicate a product, without its images and stock',
    ...change,
    problems: [NoSuchProduct],
    run: (tx, { params }) => duplicateForStaff(tx, params.id),
  }),
  staffAction({
    id: 'adjustStock',
    method: 'post',
    path: '/admin/products/{id}/stock',
    audit: 'product.adjust-stock',
    summary: 'Adjust the stock of a size, with a reason',
    ...change,
    body: AdjustStockInput,
    problems: [NoSuchProduct, NoSuchSize, NotEnoughStock],
    run: (tx, { params, body }) => adjustProductStock(tx, params.id, body),
  }),
  staffRead({
    id: 'listProductHistory',
    path: '/admin/products/{id}/history',
    summary: 'List the changes of a product and its stock, newest first',
    params,
    response: ProductHistory,
    problems: [NoSuchProduct],
    run: async ({ shop, params }) => ({ entries: await readProductHistory(shop, params.id) }),
  }),
]).route('/', productFileEndpoints);
