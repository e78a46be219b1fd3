import { asc, desc, eq } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { listCategories } from './catalogue.server.ts';
import { readMenus } from './menus.server.ts';
import { isPublished } from './product-rows.server.ts';
import { categoryPath, craftPath, fabricPath, productPath } from './rules.ts';
import { categories, products } from './tables.server.ts';

/** `changedAt` is when the piece was first shown: the shop keeps no later date of it. */
type Address = { path: string; changedAt?: string };

/** The canonical addresses of all shelves and pieces, for the sitemap; at most `most` of them. */
export async function listAddresses(shop: Shop, most: number): Promise<Address[]> {
  const [shelves, menus, pieces] = await Promise.all([
    listCategories(shop),
    readMenus(shop),
    shop.db
      .select({ id: products.id, name: products.name, createdAt: products.createdAt, slug: categories.slug })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(isPublished)
      .orderBy(desc(products.createdAt), asc(products.id))
      .limit(most),
  ]);
  const addresses: Address[] = [
    ...shelves.filter(({ pieces }) => pieces > 0).map(({ slug }) => ({ path: categoryPath(slug) })),
    ...menus.crafts.map(({ name }) => ({ path: craftPath(name) })),
    ...menus.fabrics.map(({ name }) => ({ path: fabricPath(name) })),
    ...pieces.map(({ id, name, createdAt, slug }) => ({
      path: productPath(slug, name, id),
      changedAt: createdAt.toISOString(),
    })),
  ];
  return addresses.slice(0, most);
}
