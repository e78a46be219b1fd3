import type { TextileAttributes } from '../../catalogue/contract.ts';
import { createProduct, duplicateProduct } from '../../catalogue/edit-product.server.ts';
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
import type { Audited } from '../audit-log/audited.server.ts';
import { ChangedSinceRead, listRows } from '../layout/contract.ts';
import type {
  AdminProduct,
  NewProductInput,
  ProductFieldsInput,
  ProductList,
  UsedLabels,
} from './contract.ts';
import { changesSince } from './product-history.server.ts';
import { diffRecords, recordOf } from './product-record.ts';

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

export function fromWire({ category, price, mrp, attributes, ...same }: ProductFieldsInput): ProductInput {
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

/** Creates a product as `createProduct` does. */
export async function createProductFromWire(
  tx: Tx,
  { id, ...text }: NewProductInput,
): Promise<Audited<AdminProduct>> {
  const product = await createProduct(tx, { ...fromWire(text), id: id || undefined });
  return { id: product.id, after: recordOf(product), result: toAdminProduct(product) };
}

/** Duplicates a product as `duplicateProduct` does. The audit entry names the source. */
export async function duplicateForStaff(tx: Tx, sourceId: string): Promise<Audited<AdminProduct>> {
  const product = await duplicateProduct(tx, sourceId);
  const after = { ...recordOf(product), like: sourceId };
  return { id: product.id, after, result: toAdminProduct(product) };
}

/**
 * Locks a product and runs `work`. Returns the product, and the parts of its record that differ, for the audit log.
 * @throws NoSuchProduct (404); ChangedSinceRead (409) if the product no longer has `version`, with what was changed since
 * and by whom in its fields
 */
export async function changeProduct(
  tx: Tx,
  id: string,
  work: () => Promise<StaffProduct>,
  version?: number,
): Promise<Audited<AdminProduct>> {
  const was = await lockProduct(tx, id);
  if (version !== undefined && was.version !== version)
    throw ChangedSinceRead(undefined, await changesSince(tx, was.id, version));
  const is = await work();
  const { parts, before, after } = diffRecords(recordOf(was), recordOf(is));
  return {
    id: was.id,
    before,
    after: version === undefined ? after : { ...after, version: is.version },
    isUnchanged: parts.length === 0 && is.version === was.version,
    result: toAdminProduct(is),
  };
}
