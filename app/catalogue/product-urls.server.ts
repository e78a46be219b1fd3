import { asc, desc, eq } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { listCategories } from './catalogue.server.ts';
import { readMenus } from './menus.server.ts';
import { isPublished } from './product-rows.server.ts';
import { categoryPath, craftPath, fabricPath, productPath } from './rules.ts';
import { categories, products } from './tables.server.ts';

/** Lists the canonical paths of all listings and products, for the sitemap; at most `limit`. */
export async function listProductUrls(shop: Shop, limit: number): Promise<string[]> {
  const [listings, menus, pieces] = await Promise.all([
    listCategories(shop),
    readMenus(shop),
    shop.db
      .select({ id: products.id, name: products.name, slug: categories.slug })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(isPublished)
      .orderBy(desc(products.createdAt), asc(products.id))
      .limit(limit),
  ]);
  const addresses = [
    ...listings.filter(({ pieces }) => pieces > 0).map(({ slug }) => categoryPath(slug)),
    ...menus.crafts.map(({ name }) => craftPath(name)),
    ...menus.fabrics.map(({ name }) => fabricPath(name)),
    ...pieces.map(({ id, name, slug }) => productPath(slug, name, id)),
  ];
  return addresses.slice(0, limit);
}
