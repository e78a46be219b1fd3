import { asc, eq } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { crafts, fabrics, productCrafts, productFabrics } from './tables.server.ts';

/** Lists all crafts and fabrics by name, also those of no product; at most 500 of each. */
export async function listLabels({ db }: Shop): Promise<{ crafts: string[]; fabrics: string[] }> {
  const [craftRows, fabricRows] = [
    await db.select({ name: crafts.name }).from(crafts).orderBy(asc(crafts.name)).limit(500),
    await db.select({ name: fabrics.name }).from(fabrics).orderBy(asc(fabrics.name)).limit(500),
  ];
  return { crafts: craftRows.map(({ name }) => name), fabrics: fabricRows.map(({ name }) => name) };
}

type Labels = { crafts: readonly string[]; fabrics: readonly string[] };

/** Inserts the crafts and fabrics that do not exist yet, ignoring case. */
export async function saveLabels({ db }: Shop, labels: Labels): Promise<void> {
  const rows = (names: readonly string[]) =>
    names.map((name) => ({ name: name.trim() })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (labels.crafts.length > 0) await db.insert(crafts).values(rows(labels.crafts)).onConflictDoNothing();
  if (labels.fabrics.length > 0) await db.insert(fabrics).values(rows(labels.fabrics)).onConflictDoNothing();
}

/** Replaces the crafts and fabrics of a product, the leading one first. Inserts those that do not exist yet. */
export async function labelProduct(shop: Shop, productId: string, labels: Labels): Promise<void> {
  await saveLabels(shop, labels);
  await shop.db.delete(productCrafts).where(eq(productCrafts.productId, productId));
  await shop.db.delete(productFabrics).where(eq(productFabrics.productId, productId));
  await insertLabelsOf(shop, [{ ...labels, id: productId }]);
}

/**
 * Inserts the crafts and fabrics of products that have none yet, the leading one first.
 * @throws Error for a craft or fabric that does not exist, a bug of the caller
 */
export async function insertLabelsOf({ db }: Shop, products: readonly (Labels & { id: string })[]) {
  const craftIds = await db.select({ id: crafts.id, name: crafts.name }).from(crafts);
  const fabricIds = await db.select({ id: fabrics.id, name: fabrics.name }).from(fabrics);
  const craftRows = products.flatMap(({ id: productId, crafts: names }) =>
    idsOf(names, craftIds).map((craftId, position) => ({ productId, craftId, position })),
  );
  if (craftRows.length > 0) await db.insert(productCrafts).values(craftRows);
  const fabricRows = products.flatMap(({ id: productId, fabrics: names }) =>
    idsOf(names, fabricIds).map((fabricId, position) => ({ productId, fabricId, position })),
  );
  if (fabricRows.length > 0) await db.insert(productFabrics).values(fabricRows);
}

function idsOf(names: readonly string[], known: readonly { id: number; name: string }[]): number[] {
  return names.map((name) => {
    const one = known.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
    if (!one) throw new Error(`There is no craft or fabric called ${name}`);
    return one.id;
  });
}
