import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { tag } from '../foundation/cache/cache-tags.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { type Category, NoSuchCategory, NoSuchProduct, type Product, type Sort } from './contract.ts';
import { readListingIndex } from './listing/listing-index.server.ts';
import { readMenus } from './menus.server.ts';
import { normalizeProductNumber } from './product-number.server.ts';
import { isPublished, readProducts, selectProducts } from './product-rows.server.ts';
import { categoryPath, categorySlugOf, craftPath, fabricPath, productPath } from './rules.ts';
import { categories, products } from './tables.server.ts';

const idOf = ({ id }: { id: string }) => id;

function toCategory({ id, link, ...row }: typeof categories.$inferSelect, pieces: number): Category {
  const { position: _position, returnable: _returnable, cancellable: _cancellable, ...category } = row;
  return { ...category, _id: id, link: link ?? categoryPath(category.slug), pieces };
}

/** Lists the categories in the owner's order, with the number of their published products. */
export async function listCategories(shop: Shop): Promise<Category[]> {
  tag('menus');
  const [rows, index] = await Promise.all([
    shop.db.select().from(categories).orderBy(asc(categories.position), asc(categories.name)),
    readListingIndex(shop),
  ]);
  const pieces = index.countByCategory();
  return rows.map((category) => toCategory(category, pieces.get(category.id) ?? 0));
}

/** Finds a category by its name or slug, ignoring case, spaces and hyphens. */
export async function findCategory(shop: Shop, nameOrSlug: string): Promise<Category | undefined> {
  const input = nameOrSlug.trim();
  const slugs = [input, categorySlugOf(input)].map((slug) => sql`lower(${slug})`);
  tag('menus');
  const [category] = await shop.db
    .select()
    .from(categories)
    .where(
      or(inArray(sql`lower(${categories.slug})`, slugs), sql`lower(${categories.name}) = lower(${input})`),
    )
    .orderBy(asc(categories.position), asc(categories.name))
    .limit(1);
  if (!category) return;
  const pieces = (await readListingIndex(shop)).countByCategory();
  return toCategory(category, pieces.get(category.id) ?? 0);
}

/** Reads a category by its name or slug, like {@link findCategory}. @throws NoSuchCategory (404) */
export async function readCategory(shop: Shop, nameOrSlug: string): Promise<Category> {
  const category = await findCategory(shop, nameOrSlug);
  if (!category) throw NoSuchCategory();
  return category;
}

/** Reads a published product by its number, ignoring case. @throws NoSuchProduct (404) */
export async function readProduct(shop: Shop, id: string): Promise<Product> {
  const product = await selectByNumber(shop, id);
  if (!product) throw NoSuchProduct();
  return product;
}

/** Finds a published product by the number in a URL or a file name. Returns null if there is none. */
export async function findProduct(shop: Shop, id: string | null): Promise<Product | null> {
  if (!id || !/^[\w-]{1,40}$/.test(id)) return null;
  return (await selectByNumber(shop, id)) ?? null;
}

async function selectByNumber(shop: Shop, id: string) {
  const where = and(isPublished, sql`upper(${products.id}) = upper(${id.trim()})`);
  const [product] = await selectProducts(shop, { where, orderBy: [], limit: 1, listingTag: null });
  return product;
}

/** Lists published products from `offset` on, with the total number of published products. */
export async function listProducts(
  shop: Shop,
  { sort, limit, offset }: { sort: Sort; limit: number; offset: number },
) {
  const index = await readListingIndex(shop);
  const entries = index.inOrder(sort).slice(offset, offset + limit);
  const total = index.count;
  return { products: await readProducts(shop, entries.map(idOf), 'listings'), total };
}

/** Lists the newest published products. */
export async function listLatest(shop: Shop, limit: number): Promise<Product[]> {
  return (await listProducts(shop, { sort: 'newest', limit, offset: 0 })).products;
}

/** Lists the newest published products with a video. */
export async function listProductsWithVideo(shop: Shop, limit: number): Promise<Product[]> {
  const withVideo = (await readListingIndex(shop)).inOrder('newest').filter(({ hasVideo }) => hasVideo);
  return readProducts(shop, withVideo.slice(0, limit).map(idOf), 'listings');
}

/** Lists other products of the same category, sold-out ones last. */
export async function listRelated(shop: Shop, { proId }: Pick<Product, 'proId'>, limit: number) {
  const index = await readListingIndex(shop);
  const categoryId = index.find(proId)?.categoryId;
  if (categoryId === undefined) return [];
  const listing = index.inOrder('featured', categoryId).filter(({ id }) => id !== proId);
  const available = listing.filter(({ inStock }) => inStock);
  const soldOut = available.length < limit ? listing.filter(({ inStock }) => !inStock) : [];
  const related = [...available.slice(0, limit), ...soldOut].slice(0, limit);
  return readProducts(shop, related.map(idOf), `category:${categoryId}`);
}

/** Lists the canonical paths of all listings and products for the sitemap. Returns at most `limit`. */
export async function listProductUrls(shop: Shop, limit: number): Promise<string[]> {
  const [listings, menus, productRows] = await Promise.all([
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
  const paths = [
    ...listings.filter(({ pieces }) => pieces > 0).map(({ slug }) => categoryPath(slug)),
    ...menus.crafts.map(({ name }) => craftPath(name)),
    ...menus.fabrics.map(({ name }) => fabricPath(name)),
    ...productRows.map(({ id, name, slug }) => productPath(slug, name, id)),
  ];
  return paths.slice(0, limit);
}

/**
 * Locks the products with these numbers until the transaction ends. Ignores case. Locks them in a fixed order, to avoid
 * deadlocks.
 */
export async function lockProducts({ db }: Shop, numbers: readonly string[]): Promise<void> {
  await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(sql`upper(${products.id})`, numbers.map(normalizeProductNumber)))
    .orderBy(asc(products.id))
    .for('no key update');
}

/** Sets the number of ratings and the sum of their stars for products. Called by the reviews module. */
export async function saveRatings(
  shop: Shop,
  list: readonly { productId: string; sum: number; count: number }[],
) {
  if (list.length === 0) return;
  const rows = sql.join(
    list.map(({ productId, sum, count }) => sql`(${productId}, ${sum}::int, ${count}::int)`),
    sql`, `,
  );
  await shop.db.execute(sql`
    update ${products} set rating_sum = saved.sum, rating_count = saved.count
    from (values ${rows}) as saved (product_id, sum, count) where ${products.id} = saved.product_id`);
}
