import { asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readRows } from '../../foundation/database/read-rows.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { NoSuchProduct } from '../contract.ts';
import { listLabels } from '../labels.server.ts';
import { normalizeProductNumber } from '../product-number.server.ts';
import { craftNames, fabricNames, imagesColumn, variantsColumn } from '../product-rows.server.ts';
import { stateOf } from '../product-rules.ts';
import { productPath } from '../rules.ts';
import { categories, products } from '../tables.server.ts';
import type { AdminProduct, ProductLabels } from './contract.ts';

/** Selects products with the fields for staff, ordered by number. */
async function selectStaffProducts(shop: Shop, where: SQL | undefined, limit: number) {
  const rows = await shop.db
    .select({
      product: products,
      categoryName: categories.name,
      categorySlug: categories.slug,
      crafts: craftNames,
      fabrics: fabricNames,
      images: imagesColumn,
      sizes: variantsColumn(shop),
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(where)
    .orderBy(asc(products.id))
    .limit(limit);
  return rows.map(({ product, categorySlug, ...labels }) => {
    const { id, version, name, colour, colourFamily, type, pattern, attributes, video } = product;
    const { returnable, cancellable } = product;
    return {
      ...labels,
      ...{ id, version, name, colour, colourFamily, type, pattern, attributes, video },
      ...{ returnable, cancellable },
      state: stateOf(product),
      category: product.categoryId,
      url: productPath(categorySlug, name, id),
      price: toRupees(product.pricePaise),
      mrp: product.mrpPaise === null ? null : toRupees(product.mrpPaise),
      createdAt: product.createdAt.toISOString(),
    };
  });
}

/** Reads a product by its number, ignoring case. @throws NoSuchProduct (404) */
export async function readStaffProduct(shop: Shop, id: string): Promise<AdminProduct> {
  const [product] = await selectStaffProducts(shop, sql`upper(${products.id}) = upper(${id.trim()})`, 1);
  if (!product) throw NoSuchProduct();
  return product;
}

/**
 * Locks a product's row until the transaction ends, and reads the product. Changes of its images and sizes lock the same row.
 * @throws NoSuchProduct (404)
 */
export async function lockProduct(shop: Shop, id: string): Promise<AdminProduct> {
  const [locked] = await shop.db
    .select({ id: products.id })
    .from(products)
    .where(sql`upper(${products.id}) = upper(${id.trim()})`)
    .for('no key update');
  if (!locked) throw NoSuchProduct();
  return readStaffProduct(shop, locked.id);
}

/**
 * Finds products by their numbers, ignoring case. The keys of the result are the numbers from {@link normalizeProductNumber}.
 * Uses one statement for every 500 numbers.
 */
export async function findProducts(shop: Shop, numbers: readonly string[]) {
  const byNumber = new Map<string, AdminProduct>();
  const distinctNumbers = [...new Set(numbers.map(normalizeProductNumber))];
  for (let start = 0; start < distinctNumbers.length; start += 500) {
    const batch = distinctNumbers.slice(start, start + 500);
    for (const product of await selectStaffProducts(
      shop,
      inArray(sql`upper(${products.id})`, batch),
      batch.length,
    ))
      byNumber.set(normalizeProductNumber(product.id), product);
  }
  return byNumber;
}

/** Reads all products, archived ones included, ordered by number. Uses one statement for every 200 products. */
export async function* iterateProducts(shop: Shop): AsyncGenerator<AdminProduct> {
  const batchSize = 200;
  let after = '';
  while (true) {
    const batch = await selectStaffProducts(shop, gt(products.id, after), batchSize);
    yield* batch;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    after = last.id;
  }
}

const UsedLabel = z.object({ kind: z.string(), label: z.string(), detail: z.string().nullable() });

/**
 * Lists the labels that staff can choose: the categories, crafts and fabrics, and of each other kind the 200 most used labels.
 */
export async function listUsedLabels(shop: Shop): Promise<ProductLabels> {
  const result = await shop.db.execute(sql`
    select kind, label, detail from (
      select k.kind, trim(k.label) as label, min(k.detail) as detail, count(*) as uses,
        row_number() over (partition by k.kind order by count(*) desc, trim(k.label)) as place
      from ${products}, lateral (values ('type', ${products.type}, null), ('pattern', ${products.pattern}, null),
        ('colour', ${products.colour}, ${products.colourFamily}),
        ('place', ${products.attributes}->>'place', ${products.attributes}->>'region'),
        ('hsn', ${products.attributes}->>'hsn', null)) as k (kind, label, detail)
      where trim(coalesce(k.label, '')) <> '' group by k.kind, trim(k.label)) ranked
    where place <= 200 order by kind, place`);
  const rows = readRows(UsedLabel, result);
  const rowsOf = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    categories: await listCategoriesForStaff(shop),
    ...(await listLabels(shop)),
    types: rowsOf('type').map(({ label }) => label),
    patterns: rowsOf('pattern').map(({ label }) => label),
    colours: rowsOf('colour').map(({ label, detail }) => ({ name: label, family: detail })),
    places: rowsOf('place').map(({ label, detail }) => ({ name: label, region: detail })),
    hsns: rowsOf('hsn').map(({ label }) => label),
  };
}

/** Lists the categories in the owner's order. */
export async function listCategoriesForStaff({ db }: Shop): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.name));
}
