import type { TextileAttributes } from '../../catalogue/contract.ts';
import { createProduct, duplicateProduct } from '../../catalogue/edit-product.server.ts';
import type { AdminProduct } from '../../catalogue/for-staff/contract.ts';
import { listProductsForStaff, staffSorts } from '../../catalogue/for-staff/list-products.server.ts';
import {
  listCategoriesForStaff,
  listUsedLabels,
  lockProduct,
  readStaffProduct,
} from '../../catalogue/for-staff/read-products.server.ts';
import type { ProductInput } from '../../catalogue/product-rules.ts';
import { readSettings } from '../../content/content.server.ts';
import { dateInIndia } from '../../foundation/clock.ts';
import { toPaise } from '../../foundation/money.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { listTaxRates } from '../../pricing/tax-rates.server.ts';
import { NotEnoughStock } from '../../stock/contract.ts';
import { adjustStock } from '../../stock/stock.server.ts';
import type { Audited } from '../audit-log/audited.server.ts';
import { ChangedSinceRead, listRows } from '../layout/contract.ts';
import {
  type AdjustStockInput,
  type NewProductInput,
  NoSuchSize,
  type ProductFieldsInput,
  type ProductList,
  type ProductsQuery,
  type UsedLabels,
} from './contract.ts';
import { changesSince } from './product-history.server.ts';
import { diffRecords, recordOf } from './product-record.ts';

export function fromWire({ category, price, mrp, attributes, ...same }: ProductFieldsInput): ProductInput {
  return {
    ...same,
    categoryId: category,
    pricePaise: toPaise(price),
    mrpPaise: mrp === null ? null : toPaise(mrp),
    attributes: withoutBlanks(attributes),
  };
}

/** Removes empty texts, because the product description would show an empty line for each. */
function withoutBlanks(attributes: TextileAttributes): TextileAttributes {
  const { measures, countryOfOrigin, ...texts } = attributes;
  const details = Object.entries(texts).filter(([, value]) => value !== '' && value !== undefined);
  return { ...Object.fromEntries(details), measures, countryOfOrigin };
}

/** Lists a page of products. Uses the default order if `sort` is unknown. */
export async function listProductsForAdmin(shop: Shop, query: ProductsQuery): Promise<ProductList> {
  const { lowStockAt } = await readSettings(shop);
  const sort = staffSorts.find((option) => option === query.sort) ?? 'newest';
  const page = await listProductsForStaff(shop, { ...query, sort, limit: listRows, lowStockAt });
  return { rows: page.products, next: page.next, categories: await listCategoriesForStaff(shop) };
}

export async function readUsedLabels(shop: Shop): Promise<UsedLabels> {
  const { lowStockAt } = await readSettings(shop);
  return {
    ...(await listUsedLabels(shop)),
    rates: await listTaxRates(shop),
    today: dateInIndia(shop.clock.now()),
    lowStockAt,
  };
}

export async function createProductFromWire(
  tx: Tx,
  { id, ...text }: NewProductInput,
): Promise<Audited<AdminProduct>> {
  const product = await createProduct(tx, { ...fromWire(text), id: id || undefined });
  return { id: product.id, after: recordOf(product), result: product };
}

/** Duplicates a product. The audit entry names the original product. */
export async function duplicateForStaff(tx: Tx, sourceId: string): Promise<Audited<AdminProduct>> {
  const product = await duplicateProduct(tx, sourceId);
  const after = { ...recordOf(product), like: sourceId };
  return { id: product.id, after, result: product };
}

/**
 * Locks a product and runs `work`. Returns the product, and its changed details for the audit log.
 * @throws NoSuchProduct (404); ChangedSinceRead (409) if the product's version is no longer `version`. The problem's fields say
 * what was changed and by whom.
 */
export async function changeProduct(
  tx: Tx,
  id: string,
  work: () => Promise<AdminProduct>,
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
    result: is,
  };
}

/** Adjusts the stock of a size. @throws NoSuchProduct, NoSuchSize (404); NotEnoughStock (409) if fewer units are available */
export async function adjustProductStock(
  tx: Tx,
  id: string,
  { size, change, reason }: AdjustStockInput,
): Promise<Audited<AdminProduct>> {
  const product = await lockProduct(tx, id);
  const variant = product.sizes.find(({ id }) => id === size);
  if (!variant) throw NoSuchSize();
  if (change < 0 && variant.available < -change) throw NotEnoughStock(inText(variant));
  await adjustStock(tx, size, change, reason);
  return {
    id: product.id,
    before: { stock: variant.onHand },
    after: { stock: variant.onHand + change, size: variant.label, change, reason },
    result: await readStaffProduct(tx, product.id),
  };
}

function inText({ onHand, available }: { onHand: number; available: number }): string {
  if (available === onHand) return onHand === 0 ? 'No unit is left in stock.' : `Only ${onHand} in stock.`;
  return available === 0
    ? 'Shoppers are paying for all units right now. Please try again in fifteen minutes.'
    : `You can remove only ${available}, because shoppers are paying for the rest right now.`;
}
