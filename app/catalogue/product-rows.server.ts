import { and, eq, type SQL, sql } from 'drizzle-orm';
import { tag } from '../foundation/cache/cache-tags.server.ts';
import { toRupees } from '../foundation/money.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { available, heldUntil } from '../stock/available.server.ts';
import { stockLevels } from '../stock/tables.server.ts';
import type { Product, ProductImage, Size, StaffVariant } from './contract.ts';
import { descriptionOf } from './product-fields.ts';
import { halfStars, hasVideo, productPath } from './rules.ts';
import {
  categories,
  crafts,
  fabrics,
  productCrafts,
  productFabrics,
  productImages,
  products,
  variants,
} from './tables.server.ts';

/** Condition on `products` that selects the products that customers can see. */
export const isPublished = eq(products.published, true);

/**
 * SQL for the available units of a product, over all its sizes. The query must have `products` in its FROM. Written as
 * `${products}.id`, because Drizzle can render `${products.id}` without the name of the table, and `id` alone is also a column of
 * the subquery.
 */
export const availableUnits = (shop: Shop) => sql<number>`(
  select coalesce(sum(${available(shop, sql`s`)}), 0)::int
  from ${variants} v join ${stockLevels} s on s.variant_id = v.id where v.product_id = ${products}.id)`;

/** SQL for an image as JSON, a {@link ProductImage}. The query must have `product_images` with the alias `pp` in its FROM. */
const imageJson = sql`json_build_object('file', pp.file, 'width', pp.width, 'height', pp.height, 'colour', pp.colour,
  'alt', pp.alt)`;

/** SQL for the images of a product as JSON. Like the columns below, it requires `products` in the FROM of the query. */
export const imagesColumn = sql<ProductImage[]>`(
  select coalesce(json_agg(${imageJson} order by pp.position), '[]'::json)
  from ${productImages} pp where pp.product_id = ${products}.id)`;

/** SQL for the first image of a product as JSON. `productId` is SQL for the number of the product. */
export const firstImageOf = (productId: SQL) => sql<ProductImage | null>`(
  select ${imageJson} from ${productImages} pp where pp.product_id = ${productId} order by pp.position limit 1)`;

/** SQL for the variants of a product with their stock as JSON. `fields` adds fields to each JSON object. */
const variantsWith = <Variant>(shop: Shop, fields: SQL) => sql<Variant[]>`(
  select coalesce(json_agg(json_build_object('id', v.id, 'label', v.label, 'onHand', s.on_hand, 'held', s.held,
    'available', ${available(shop, sql`s`)}${fields}) order by v.position), '[]'::json)
  from ${variants} v join ${stockLevels} s on s.variant_id = v.id where v.product_id = ${products}.id)`;

export const variantsColumn = (shop: Shop) => variantsWith<StaffVariant>(shop, sql``);

/** A variant with its stock. `heldUntil` is the time at which its first stock hold expires, in milliseconds since 1970. */
type ShopperVariant = StaffVariant & { heldUntil: number | null };

export const craftNames = sql<string[]>`(
  select coalesce(json_agg(c.name order by pc.position), '[]'::json)
  from ${productCrafts} pc join ${crafts} c on c.id = pc.craft_id where pc.product_id = ${products}.id)`;

const craftSelvedge = sql<Product['selvedge'] | null>`(
  select c.selvedge from ${productCrafts} pc join ${crafts} c on c.id = pc.craft_id
  where pc.product_id = ${products.id} and c.selvedge is not null order by pc.position limit 1)`;

export const fabricNames = sql<string[]>`(
  select coalesce(json_agg(f.name order by pf.position), '[]'::json)
  from ${productFabrics} pf join ${fabrics} f on f.id = pf.fabric_id where pf.product_id = ${products.id})`;

/**
 * SQL that is true if customers can return or cancel a product. `product` and `category` are the names of the tables `products`
 * and `categories` in the FROM of the query, or their aliases.
 */
export const policyColumns = (product: SQL, category: SQL) => ({
  returnable: sql<boolean>`coalesce(${product}.returnable, ${category}.returnable)`,
  cancellable: sql<boolean>`coalesce(${product}.cancellable, ${category}.cancellable)`,
});

/** Selects products with their category, images, variants and labels. */
function selectRows(shop: Shop) {
  const { id, name, pricePaise, mrpPaise, colour, type, pattern, attributes, video } = products;
  const { createdAt, ratingSum, ratingCount } = products;
  return shop.db
    .select({
      ...{ id, name, pricePaise, mrpPaise, colour, type, pattern, attributes, video },
      ...{ createdAt, ratingSum, ratingCount },
      catName: categories.name,
      catSlug: categories.slug,
      display: categories.display,
      catSelvedge: categories.selvedge,
      craftSelvedge,
      ...policyColumns(sql`${products}`, sql`${categories}`),
      images: imagesColumn,
      variants: variantsWith<ShopperVariant>(shop, sql`, 'heldUntil', ${heldUntil(shop, sql`s`)}`),
      craftNames,
      fabricNames,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId));
}

type ProductSelection = {
  where: SQL | undefined;
  orderBy: SQL[];
  limit: number;
  /** Cache tag of the listing: `listings` for all listings, `category:…` for one category, `null` for no tag. */
  listingTag?: string | null;
};

/** Reads products for pages and endpoints, and adds the cache tags to the response. All reads for customers use this function. */
export async function selectProducts(
  shop: Shop,
  { where, orderBy, limit, listingTag = 'listings' }: ProductSelection,
): Promise<Product[]> {
  const rows = await selectRows(shop)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  tag(...rows.map(({ id }) => `product:${id}`), ...(listingTag === null ? [] : [listingTag]));
  return rows.map(toProduct);
}

/**
 * Reads the published products with these ids, in the order of `ids`. `listingTag` has the same meaning as in {@link
 * selectProducts}.
 */
export async function readProducts(shop: Shop, ids: readonly string[], listingTag: string | null) {
  if (ids.length === 0) {
    if (listingTag !== null) tag(listingTag);
    return [];
  }
  const fetched = await selectProducts(shop, {
    where: and(isPublished, sql`${products.id} = any(${sql.param(ids)}::text[])`),
    orderBy: [],
    limit: ids.length,
    listingTag,
  });
  const positions = new Map(ids.map((id, position) => [id, position]));
  return fetched.sort((a, b) => (positions.get(a.proId) ?? 0) - (positions.get(b.proId) ?? 0));
}

/** Returns a product with the field names of the API. */
function toProduct(row: Awaited<ReturnType<typeof selectRows>>[number]): Product {
  const [img1 = null, img2 = null, img3 = null, img4 = null] = row.images.map(({ file }) => file);
  const [fabric = null, fabric1 = null, fabric2 = null, fabric3 = null, fabric4 = null] = row.fabricNames;
  const [craft = null, craft1 = null, craft2 = null, craft3 = null, craft4 = null] = row.craftNames;
  const quantity = row.variants.reduce((sum, { available }) => sum + available, 0);
  return {
    _id: row.id,
    id: row.id,
    proId: row.id,
    productName: row.name,
    catName: row.catName,
    price: toRupees(row.pricePaise),
    mrp: row.mrpPaise === null ? null : toRupees(row.mrpPaise),
    quantity,
    description: descriptionOf(row.attributes),
    ...{ img1, img2, img3, img4 },
    video: hasVideo(row.video) ? row.video : null,
    createdAt: row.createdAt.toISOString(),
    rating: halfStars(row.ratingSum, row.ratingCount),
    color: row.colour,
    type: row.type,
    pattern: row.pattern,
    ...{ fabric, fabric1, fabric2, fabric3, fabric4 },
    ...{ craft, craft1, craft2, craft3, craft4 },
    url: productPath(row.catSlug, row.name, row.id),
    sizes: row.variants.map(toSize),
    ratings: row.ratingCount,
    pictures: row.images,
    place: row.attributes.place ?? null,
    countryOfOrigin: row.attributes.countryOfOrigin,
    loomDays: row.attributes.loomDays ?? null,
    selvedge: row.craftSelvedge ?? row.catSelvedge,
    display: row.display,
    ...(quantity <= 0 ? holdOf(row.variants) : {}),
    // Add these fields only if they are false, so that listings stay small: they are true for most products.
    ...(row.returnable ? {} : { returnable: false }),
    ...(row.cancellable ? {} : { cancellable: false }),
  };
}

function toSize({ id, label, available, heldUntil }: ShopperVariant): Size {
  const size = { id, label, quantity: available };
  return available <= 0 && heldUntil !== null
    ? { ...size, heldUntil: new Date(heldUntil).toISOString() }
    : size;
}

/** Returns the fields about the stock hold, or no fields if there is no hold, so that listings stay small. */
function holdOf(variants: readonly ShopperVariant[]): Pick<Product, 'beingBought' | 'heldUntil'> {
  const holdEnds = variants.flatMap(({ heldUntil }) => heldUntil ?? []);
  if (holdEnds.length === 0) return {};
  return { beingBought: true, heldUntil: new Date(Math.min(...holdEnds)).toISOString() };
}
