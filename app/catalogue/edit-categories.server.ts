import { isDeepStrictEqual } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { CategoriesChanged, type CategoryText } from './categories-contract.ts';
import { lockProduct } from './for-staff/read-products.server.ts';
import { reindexSearchText, searchOf } from './product-text.server.ts';
import { categories, products } from './tables.server.ts';

/** Reads the editable texts of the categories, in the owner's order. */
export function readCategoryText({ db }: Shop): Promise<CategoryText[]> {
  const { id, name, word, intro, img, returnable, cancellable } = categories;
  return db
    .select({ id, name, word, intro, img, returnable, cancellable })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.name));
}

/**
 * Updates the names, texts, images and order of all categories, and the search texts of their products.
 * @throws CategoriesChanged (409) if `isCurrent` returns false for the stored categories, or if `items` does not contain the same
 * categories
 */
export async function editCategories(
  tx: Tx,
  items: readonly CategoryText[],
  isCurrent: (current: readonly CategoryText[]) => boolean,
) {
  // Lock the categories with `no key update`, which does not block the insertion of products. A transaction that has locked a
  // product may be adding it to a category, so a stronger lock could deadlock.
  await tx.db.select({ id: categories.id }).from(categories).orderBy(asc(categories.id)).for('no key update');
  const before = await readCategoryText(tx);
  const inputIds = new Set(items.map(({ id }) => id));
  if (!isCurrent(before) || inputIds.size !== items.length || items.length !== before.length)
    throw CategoriesChanged();
  if (isDeepStrictEqual(items, before)) return { before, after: before, isUnchanged: true };
  const renamed = items.filter(({ id, name }) => before.some((old) => old.id === id && old.name !== name));
  // Set temporary names first. Otherwise two categories that swap their names would violate the unique index.
  for (const { id } of renamed)
    await tx.db
      .update(categories)
      .set({ name: `\u{fffd} ${id}` })
      .where(eq(categories.id, id));
  for (const [position, { id, ...text }] of items.entries()) {
    const [updated] = await tx.db
      .update(categories)
      .set({ ...text, position })
      .where(eq(categories.id, id))
      .returning({ id: categories.id });
    if (!updated) throw CategoriesChanged();
  }
  for (const { id, name } of renamed) {
    const old = before.find((category) => category.id === id)?.name ?? '';
    await renameInProducts(tx, { id, old, name });
  }
  return { before, after: await readCategoryText(tx), isUnchanged: false };
}

/**
 * Sets `returnable` and `cancellable` of these categories to false, as for stitched garments. Sets both to true for all other
 * categories.
 */
export async function markStitched(tx: Tx, ids: readonly string[]): Promise<void> {
  const isOther = sql`${categories.id} <> all(${sql.param(ids)}::text[])`;
  await tx.db.update(categories).set({ returnable: isOther, cancellable: isOther });
}

async function renameInProducts(tx: Tx, category: { id: string; old: string; name: string }) {
  const rows = await tx.db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.categoryId, category.id))
    .orderBy(asc(products.id));
  for (const { id } of rows) {
    const product = await lockProduct(tx, id);
    const renamed = { ...product, category: category.name };
    await tx.db
      .update(products)
      .set({ search: searchOf(renamed) })
      .where(eq(products.id, id));
    await reindexSearchText(tx, { ...product, category: category.old }, renamed);
  }
}
