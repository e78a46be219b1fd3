import { and, asc, count, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { shows } from '../foundation/shown.server.ts';
import { type Category, NoSuchCategory, NoSuchProduct, type Product, type Sort } from './contract.ts';
import { isPublished, selectProducts, sellable } from './product-rows.server.ts';
import { categoryPath, categorySlugOf } from './rules.ts';
import { categories, products } from './tables.server.ts';

/** The order of pieces on a shelf; every order ends with the number, so that pages never overlap. */
export function orderOf(sort: Sort) {
  if (sort === 'price-asc') return [asc(products.pricePaise), asc(products.id)];
  if (sort === 'price-desc') return [desc(products.pricePaise), asc(products.id)];
  if (sort === 'newest') return [desc(products.createdAt), asc(products.id)];
  return [asc(products.position), desc(products.createdAt), asc(products.id)];
}

function toCategory(category: typeof categories.$inferSelect, pieces: number): Category {
  return {
    _id: category.id,
    name: category.name,
    img: category.img,
    link: category.link ?? categoryPath(category.slug),
    slug: category.slug,
    intro: category.intro,
    word: category.word,
    display: category.display,
    selvedge: category.selvedge,
    pieces,
  };
}

/** All categories in the owner's order, each with the count of its published pieces. */
export async function listCategories(shop: Shop): Promise<Category[]> {
  const pieces = shop.db
    .select({ categoryId: products.categoryId, pieces: count().as('pieces') })
    .from(products)
    .where(isPublished)
    .groupBy(products.categoryId)
    .as('counted');
  const rows = await shop.db
    .select({ category: categories, pieces: pieces.pieces })
    .from(categories)
    .leftJoin(pieces, eq(pieces.categoryId, categories.id))
    .orderBy(asc(categories.position), asc(categories.name));
  shows('menus');
  return rows.map(({ category, pieces }) => toCategory(category, pieces ?? 0));
}

const piecesOfCategory = sql<number>`(
  select count(*)::int from ${products} p where p.category_id = ${categories}.id and p.published)`;

/** A category by its name or slug, whatever the case and with or without spaces and hyphens. */
export async function findCategory(shop: Shop, nameOrSlug: string): Promise<Category | undefined> {
  const asked = nameOrSlug.trim();
  const slugs = [asked, categorySlugOf(asked)].map((slug) => sql`lower(${slug})`);
  const [found] = await shop.db
    .select({ category: categories, pieces: piecesOfCategory })
    .from(categories)
    .where(
      or(inArray(sql`lower(${categories.slug})`, slugs), sql`lower(${categories.name}) = lower(${asked})`),
    )
    .orderBy(asc(categories.position), asc(categories.name))
    .limit(1);
  shows('menus');
  return found && toCategory(found.category, found.pieces);
}

/** Like {@link findCategory}; throws `no-such-category` (404). */
export async function readCategory(shop: Shop, nameOrSlug: string): Promise<Category> {
  const category = await findCategory(shop, nameOrSlug);
  if (!category) throw NoSuchCategory();
  return category;
}

/** A published piece by its number, whatever the case. Throws `no-such-product` (404). */
export async function readProduct(shop: Shop, id: string): Promise<Product> {
  const [product] = await selectProducts(shop, {
    where: and(isPublished, sql`upper(${products.id}) = upper(${id.trim()})`),
    orderBy: [asc(products.id)],
    limit: 1,
    shelf: null,
  });
  if (!product) throw NoSuchProduct();
  return product;
}

type Window = { sort: Sort; limit: number; offset: number };

/** A window on all published pieces, and how many there are. */
export async function listProducts(shop: Shop, { sort, limit, offset }: Window) {
  const [list, [counted]] = await Promise.all([
    selectProducts(shop, { where: isPublished, orderBy: orderOf(sort), limit, offset }),
    shop.db.select({ total: count() }).from(products).where(isPublished),
  ]);
  return { products: list, total: counted?.total ?? 0 };
}

/** The `limit` newest pieces. */
export function listLatest(shop: Shop, limit: number): Promise<Product[]> {
  return selectProducts(shop, { where: isPublished, orderBy: orderOf('newest'), limit });
}

/** The newest pieces that have a film. */
export function listFilmed(shop: Shop, limit: number): Promise<Product[]> {
  return selectProducts(shop, {
    where: and(isPublished, isNotNull(products.video)),
    orderBy: orderOf('newest'),
    limit,
  });
}

/** Other pieces of the same category, those that can be bought first. */
export function listRelated(shop: Shop, product: Pick<Product, 'proId' | 'catName'>, limit: number) {
  return selectProducts(shop, {
    where: and(isPublished, eq(categories.name, product.catName), ne(products.id, product.proId)),
    orderBy: [sql`${sellable} > 0 desc`, ...orderOf('featured')],
    limit,
  });
}

/** Keeps these pieces as they are until the transaction ends; in the order of their numbers, so that nobody waits in a ring. */
export async function lockProducts({ db }: Shop, ids: readonly string[]): Promise<void> {
  await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('no key update');
}

/** Keeps pieces' ratings in step: how many there are and their sum. The reviews room calls it. */
export async function keepRatings(
  shop: Shop,
  list: readonly { productId: string; sum: number; count: number }[],
) {
  if (list.length === 0) return;
  const rows = sql.join(
    list.map(({ productId, sum, count }) => sql`(${productId}, ${sum}::int, ${count}::int)`),
    sql`, `,
  );
  await shop.db.execute(sql`
    update ${products} set rating_sum = kept.sum, rating_count = kept.count
    from (values ${rows}) as kept (product_id, sum, count) where ${products.id} = kept.product_id`);
}
