import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { CategoriesChanged, type CategoryText } from './categories/contract.ts';
import { reindexSearchText, searchOf } from './product-text.server.ts';
import { lockProduct } from './products-for-staff.server.ts';
import { categories, products } from './tables.server.ts';

/** What the staff may change of the categories, in the shop's order. */
export function readCategoryText({ db }: Shop): Promise<CategoryText[]> {
  const { id, name, word, intro, img } = categories;
  return db
    .select({ id, name, word, intro, img })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.name));
}

/**
 * Writes names, words, pictures and the order of all categories. `isSeen` says whether what stands is what the writer
 * saw; if not, or if it is another set of categories, throws CategoriesChanged (409). Pieces are found by their
 * category's new name from then on.
 */
export async function editCategories(
  tx: Tx,
  items: readonly CategoryText[],
  isCurrent: (standing: readonly CategoryText[]) => boolean,
) {
  // Not to hold up whoever puts a piece into one of them: they may have that piece locked already.
  await tx.db.select({ id: categories.id }).from(categories).orderBy(asc(categories.id)).for('no key update');
  const before = await readCategoryText(tx);
  const inputIds = new Set(items.map(({ id }) => id));
  if (!isCurrent(before) || inputIds.size !== items.length || items.length !== before.length)
    throw CategoriesChanged();
  if (isDeepStrictEqual(items, before)) return { before, after: before, isUnchanged: true };
  const renamed = items.filter(({ id, name }) => before.some((old) => old.id === id && old.name !== name));
  // Two that change their names with each other would meet in the index of the names.
  for (const { id } of renamed)
    await tx.db
      .update(categories)
      .set({ name: `\u{fffd} ${id}` })
      .where(eq(categories.id, id));
  for (const [position, { id, ...text }] of items.entries()) {
    const [written] = await tx.db
      .update(categories)
      .set({ ...text, position })
      .where(eq(categories.id, id))
      .returning({ id: categories.id });
    if (!written) throw CategoriesChanged();
  }
  for (const { id, name } of renamed) {
    const old = before.find((category) => category.id === id)?.name ?? '';
    await nameInProducts(tx, { id, old, name });
  }
  return { before, after: await readCategoryText(tx), isUnchanged: false };
}

async function nameInProducts(tx: Tx, category: { id: string; old: string; name: string }) {
  const pieces = await tx.db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.categoryId, category.id))
    .orderBy(asc(products.id));
  for (const { id } of pieces) {
    const product = await lockProduct(tx, id);
    const named = { ...product, category: category.name };
    await tx.db
      .update(products)
      .set({ search: searchOf(named) })
      .where(eq(products.id, id));
    await reindexSearchText(tx, { ...product, category: category.old }, named);
  }
}
