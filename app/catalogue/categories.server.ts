import type { Shop } from '../foundation/shop.server.ts';
import { ReservedName } from './contract.ts';
import { categorySlugOf, mayBeCategorySlug } from './rules.ts';
import { categories, crafts, fabrics } from './tables.server.ts';

/** A new category. If `slug` is missing, the slug is made from the name. */
type NewCategory = Omit<typeof categories.$inferInsert, 'id' | 'slug'> & { slug?: string };

/**
 * Creates categories.
 * @throws ReservedName (409) if the path of a category belongs to another page, to the admin, to the API or to files
 */
export async function createCategories(shop: Shop, list: readonly NewCategory[]): Promise<void> {
  const rows = list.map((category) => {
    const slug = category.slug ?? categorySlugOf(category.name);
    if (!mayBeCategorySlug(slug)) {
      throw ReservedName(
        `“${category.name}” cannot be a category: /${slug} is an address of the shop itself.`,
        [{ field: 'name', message: 'Please choose another name.' }],
      );
    }
    return { ...category, id: slug, slug };
  });
  if (rows.length > 0) await shop.db.insert(categories).values(rows);
}

type NewLabel = typeof crafts.$inferInsert;

/** Creates crafts and fabrics. They must exist before a product can have them. */
export async function createLabels(
  { db }: Shop,
  labels: { crafts: readonly NewLabel[]; fabrics: readonly NewLabel[] },
): Promise<void> {
  if (labels.crafts.length > 0) await db.insert(crafts).values([...labels.crafts]);
  if (labels.fabrics.length > 0) await db.insert(fabrics).values([...labels.fabrics]);
}
