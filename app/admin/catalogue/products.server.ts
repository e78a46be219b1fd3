import { setProductState } from '../../catalogue/archive-product.server.ts';
import type { TextileAttributes } from '../../catalogue/contract.ts';
import { createProduct, duplicateProduct, editProduct } from '../../catalogue/edit-product.server.ts';
import { listLabels } from '../../catalogue/labels.server.ts';
import { listProductsForStaff, staffSorts } from '../../catalogue/list-products-for-staff.server.ts';
import type { ProductInput, ProductState } from '../../catalogue/product-rules.ts';
import {
  listCategoriesForStaff,
  listUsedLabels,
  lockProduct,
  type StaffProduct,
} from '../../catalogue/products-for-staff.server.ts';
import { productPath } from '../../catalogue/rules.ts';
import { readSettings } from '../../content/content.server.ts';
import { dateInIndia } from '../../foundation/clock.ts';
import { toPaise, toRupees } from '../../foundation/money.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { listTaxRates } from '../../pricing/tax-rates.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import { ChangedSinceRead, listRows } from '../layout/contract.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import type {
  AdminProduct,
  EditProductInput,
  NewProductInput,
  ProductFieldsInput,
  ProductList,
  UsedLabels,
} from './contract.ts';
import { changesSince } from './product-history.server.ts';
import { diffRecords, recordOf } from './product-record.ts';

const actionOfState = {
  live: 'product.publish',
  draft: 'product.unpublish',
  archived: 'product.archive',
} as const;

/** A product by its names on the wire. */
export function toAdminProduct(product: StaffProduct): AdminProduct {
  const { categoryId, categorySlug, pricePaise, mrpPaise, createdAt, ...same } = product;
  return {
    ...same,
    category: categoryId,
    url: productPath(categorySlug, product.name, product.id),
    price: toRupees(pricePaise),
    mrp: mrpPaise === null ? null : toRupees(mrpPaise),
    createdAt: createdAt.toISOString(),
  };
}

function fromWire({ category, price, mrp, attributes, ...same }: ProductFieldsInput): ProductInput {
  return {
    ...same,
    categoryId: category,
    pricePaise: toPaise(price),
    mrpPaise: mrp === null ? null : toPaise(mrp),
    attributes: withoutBlanks(attributes),
  };
}

/** A field that was emptied is not kept as an empty one: the description would have a line for it. */
function withoutBlanks(attributes: TextileAttributes): TextileAttributes {
  const { measures, countryOfOrigin, ...texts } = attributes;
  const details = Object.entries(texts).filter(([, value]) => value !== '' && value !== undefined);
  return { ...Object.fromEntries(details), measures, countryOfOrigin };
}

type StaffProductsQuery = {
  q: string;
  sort: string;
  after: string;
  category?: string | undefined;
  state?: ProductState | undefined;
  stock?: 'in' | 'low' | 'out' | undefined;
};

/** A part of the staff's list of pieces. An order that the list does not have counts as none. */
export async function listProductsForAdmin(shop: Shop, query: StaffProductsQuery): Promise<ProductList> {
  const { lowStockAt } = await readSettings(shop);
  const sort = staffSorts.find((one) => one === query.sort) ?? 'newest';
  const { products, next } = await listProductsForStaff(shop, {
    ...query,
    sort,
    limit: listRows,
    lowStockAt,
  });
  return {
    rows: products.map(({ pricePaise, mrpPaise, ...product }) => ({
      ...product,
      price: toRupees(pricePaise),
      mrp: mrpPaise === null ? null : toRupees(mrpPaise),
    })),
    next,
    categories: await listCategoriesForStaff(shop),
  };
}

export async function readUsedLabels(shop: Shop): Promise<UsedLabels> {
  const { lowStockAt } = await readSettings(shop);
  return {
    categories: await listCategoriesForStaff(shop),
    ...(await listLabels(shop)),
    ...(await listUsedLabels(shop)),
    rates: await listTaxRates(shop),
    today: dateInIndia(shop.clock.now()),
    lowStockAt,
  };
}

/** Writes down a new piece, as `createProduct` does. */
export function createProductAsStaff(
  shop: Shop,
  staff: Staff,
  { id, ...text }: NewProductInput,
): Promise<AdminProduct> {
  return audited(shop, staff, { action: 'product.create', subject: { kind: 'product' } }, async (tx) => {
    const product = await createProduct(tx, { ...fromWire(text), id: id || undefined });
    return { id: product.id, after: recordOf(product), result: toAdminProduct(product) };
  });
}

export function duplicateProductAsStaff(shop: Shop, staff: Staff, sourceId: string): Promise<AdminProduct> {
  return audited(shop, staff, { action: 'product.create', subject: { kind: 'product' } }, async (tx) => {
    const product = await duplicateProduct(tx, sourceId);
    return {
      id: product.id,
      after: { ...recordOf(product), like: sourceId },
      result: toAdminProduct(product),
    };
  });
}

/**
 * Changes a piece by `work` and writes down what of it has changed. With a `version`, it must be the one that the
 * piece has: else `changed-meanwhile` (409), whose fields say what was changed since, and by whom.
 */
export function changeProduct(
  shop: Shop,
  staff: Staff,
  { id, action, version }: { id: string; action: string; version?: number },
  work: (tx: Tx) => Promise<StaffProduct>,
): Promise<AdminProduct> {
  return audited(shop, staff, { action, subject: { kind: 'product' } }, async (tx) => {
    const was = await lockProduct(tx, id);
    if (version !== undefined && was.version !== version)
      throw ChangedSinceRead(undefined, await changesSince(tx, was.id, version));
    const is = await work(tx);
    const { before, after } = diffRecords(recordOf(was), recordOf(is));
    const written = version === undefined ? after : { ...after, version: is.version };
    return { id: was.id, before, after: written, result: toAdminProduct(is) };
  });
}

export function editProductAsStaff(
  shop: Shop,
  staff: Staff,
  id: string,
  { version, ...text }: EditProductInput,
): Promise<AdminProduct> {
  return changeProduct(shop, staff, { id, action: 'product.update', version }, (tx) =>
    editProduct(tx, id, version, fromWire(text)),
  );
}

export function setProductStateAsStaff(
  shop: Shop,
  staff: Staff,
  id: string,
  { version, state }: { version: number; state: ProductState },
): Promise<AdminProduct> {
  return changeProduct(shop, staff, { id, action: actionOfState[state], version }, (tx) =>
    setProductState(tx, id, version, state),
  );
}
