import { asc, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { idsOf } from './create-product.server.ts';
import { crafts, fabrics, productCrafts, productFabrics } from './tables.server.ts';

/** All crafts and fabrics that are written down, also those that no piece has. */
export async function listLabels({ db }: Shop): Promise<{ crafts: string[]; fabrics: string[] }> {
  const [craftRows, fabricRows] = [
    await db.select({ name: crafts.name }).from(crafts).orderBy(asc(crafts.name)).limit(500),
    await db.select({ name: fabrics.name }).from(fabrics).orderBy(asc(fabrics.name)).limit(500),
  ];
  return { crafts: craftRows.map(({ name }) => name), fabrics: fabricRows.map(({ name }) => name) };
}

type Labels = { crafts: readonly string[]; fabrics: readonly string[] };

/** Writes down those names that nobody wrote down yet, whatever the case, so that pieces can name them. */
export async function saveLabels({ db }: Shop, labels: Labels): Promise<void> {
  const rows = (names: readonly string[]) =>
    names.map((name) => ({ name: name.trim() })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (labels.crafts.length > 0) await db.insert(crafts).values(rows(labels.crafts)).onConflictDoNothing();
  if (labels.fabrics.length > 0) await db.insert(fabrics).values(rows(labels.fabrics)).onConflictDoNothing();
}

/** Gives a piece these crafts and fabrics, the leading one first, instead of those that it had. New names are written down. */
export async function labelProduct(shop: Shop, productId: string, labels: Labels): Promise<void> {
  await saveLabels(shop, labels);
  const { db } = shop;
  const named = (names: readonly string[]) => names.map((name) => name.trim());
  const craftIds = idsOf(named(labels.crafts), await db.select().from(crafts));
  const fabricIds = idsOf(named(labels.fabrics), await db.select().from(fabrics));
  await db.delete(productCrafts).where(sql`${productCrafts.productId} = ${productId}`);
  await db.delete(productFabrics).where(sql`${productFabrics.productId} = ${productId}`);
  if (craftIds.length > 0)
    await db
      .insert(productCrafts)
      .values(craftIds.map((craftId, position) => ({ productId, craftId, position })));
  if (fabricIds.length > 0)
    await db
      .insert(productFabrics)
      .values(fabricIds.map((fabricId, position) => ({ productId, fabricId, position })));
}
