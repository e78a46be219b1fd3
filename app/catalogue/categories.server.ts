import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { type Display, ReservedName, type Selvedge } from './contract.ts';
import { categorySlugOf, mayBeCategorySlug } from './rules.ts';
import { categories, crafts, fabrics } from './tables.server.ts';

type NewCategory = {
  name: string;
  /** Its path. Made of the name when the owner sets none. */
  slug?: string;
  word: string;
  intro: string;
  img: string | null;
  display: Display;
  selvedge: Selvedge;
  position: number;
};

/**
 * Opens categories. Throws `reserved-name` (409) for an address that a screen of the shop has, or that no path can
 * hold: such a category could never be reached, or would hide the screen.
 */
export async function createCategories(shop: Shop, list: readonly NewCategory[]): Promise<void> {
  const rows = list.map((category) => {
    const slug = category.slug ?? categorySlugOf(category.name);
    if (!mayBeCategorySlug(slug)) {
      throw ReservedName(
        `“${category.name}” cannot be a category: /${slug} is an address of the shop itself.`,
        [{ field: 'name', message: 'Another name, please.' }],
      );
    }
    return { ...category, id: slug, slug };
  });
  if (rows.length > 0) await shop.db.insert(categories).values(rows);
}

type NewListingLabel = { name: string; word: string; intro: string; selvedge?: Selvedge };

/** Writes down crafts and fabrics, so that pieces can name them. */
export async function createLabels(
  shop: Shop,
  labels: { crafts: readonly NewListingLabel[]; fabrics: readonly NewListingLabel[] },
): Promise<void> {
  await inTransaction(shop, async ({ db }) => {
    if (labels.crafts.length > 0) await db.insert(crafts).values([...labels.crafts]);
    if (labels.fabrics.length > 0) await db.insert(fabrics).values([...labels.fabrics]);
  });
}
