import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';
import { stockLevels } from '../stock/tables.server.ts';
import type { Display, Selvedge, TextileAttributes } from './contract.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const categories = pgTable(
  'categories',
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    word: text().notNull().default(''),
    intro: text().notNull().default(''),
    img: text(),
    /** Path of the category's menu entry. Null if this is the path of the category's own page. */
    link: text(),
    display: text().$type<Display>().notNull().default('flat'),
    selvedge: text().$type<Selvedge>().notNull().default('temple'),
    position: integer().notNull().default(0),
    /** False for stitched garments: customers can return such a product only if it is faulty or not what they ordered. */
    returnable: boolean().notNull().default(true),
    /** False for stitched garments: customers cannot cancel such a product. */
    cancellable: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('categories_slug').on(sql`lower(${table.slug})`),
    uniqueIndex('categories_name').on(sql`lower(${table.name})`),
    check('categories_slug_plain', sql`${table.slug} ~ '^[^/?#% ]+$'`),
  ],
);

const labelTable = (name: string) =>
  pgTable(
    name,
    {
      id: integer().primaryKey().generatedAlwaysAsIdentity(),
      name: text().notNull(),
      word: text().notNull().default(''),
      intro: text().notNull().default(''),
      selvedge: text().$type<Selvedge>(),
    },
    (table) => [uniqueIndex(`${name}_name`).on(sql`lower(${table.name})`)],
  );

export const crafts = labelTable('crafts');
export const fabrics = labelTable('fabrics');

export const products = pgTable(
  'products',
  {
    /** The product number, such as `TB-SAR-001`. The API calls it `_id`, `id` and `proId`. */
    id: text().primaryKey(),
    categoryId: text()
      .notNull()
      .references(() => categories.id),
    name: text().notNull(),
    pricePaise: bigint({ mode: 'number' }).notNull(),
    mrpPaise: bigint({ mode: 'number' }),
    colour: text(),
    colourFamily: text(),
    type: text(),
    pattern: text(),
    attributes: jsonb().$type<TextileAttributes>().notNull(),
    video: text(),
    /** True or false overrides the category's setting. Null uses the category's setting. The same is true for `cancellable`. */
    returnable: boolean(),
    cancellable: boolean(),
    published: boolean().notNull().default(true),
    /** Time of archiving. An archived product is in no list, except the staff's list of archived products. */
    archivedAt: moment(),
    /** Incremented by each change that staff make, so that concurrent changes are detected. */
    version: integer().notNull().default(0),
    /** The product's position in the owner's order, ascending. Used by the sort order "Featured". */
    position: integer().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    /**
     * Index of the search: words in lower case, Latin letters and singular, with their phonetic keys, weighted from A (name) to
     * D.
     */
    search: tsvector().notNull(),
  },
  (table) => [
    check('products_archived_unpublished', sql`${table.archivedAt} is null or not ${table.published}`),
    check('products_price_positive', sql`${table.pricePaise} > 0`),
    check('products_mrp_at_least_price', sql`${table.mrpPaise} >= ${table.pricePaise}`),
    check(
      'products_ratings',
      sql`${table.ratingCount} >= 0 and ${table.ratingSum} between ${table.ratingCount} and ${table.ratingCount} * 5`,
    ),
    check(
      'products_video_real',
      sql`${table.video} is null or trim(${table.video}) not in ('', 'null', 'undefined')`,
    ),
    uniqueIndex('products_number').on(sql`upper(${table.id})`),
    index('products_of_category').on(table.categoryId),
    // The next three indexes are for the staff's list, which contains drafts but no archived products. Listings for customers are
    // sorted in the listing index, not by the database.
    index('products_by_day')
      .on(table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`archived_at is null`),
    index('products_by_name').on(sql`lower(${table.name})`, table.id).where(sql`archived_at is null`),
    index('products_by_price').on(table.pricePaise, table.id).where(sql`archived_at is null`),
    // Turn off the pending list of the GIN index: while entries wait in it, the planner would scan the whole table.
    index('products_search').using('gin', table.search).with({ fastupdate: false }),
  ],
);

const productId = () =>
  text()
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' });

/** Defines a table that assigns crafts or fabrics to products. The first one of a product is the main one. */
const productLabelTable = (name: string, labelColumn: string, labels: typeof crafts) =>
  pgTable(
    name,
    {
      productId: productId(),
      labelId: integer(labelColumn)
        .notNull()
        .references(() => labels.id),
      position: integer().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.productId, table.position] }),
      uniqueIndex(`${name}_once`).on(table.labelId, table.productId),
      check(`${name}_five`, sql`${table.position} between 0 and 4`),
    ],
  );

export const productCrafts = productLabelTable('product_crafts', 'craft_id', crafts);
export const productFabrics = productLabelTable('product_fabrics', 'fabric_id', fabrics);

export const productImages = pgTable(
  'product_images',
  {
    productId: productId(),
    position: integer().notNull(),
    file: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    colour: text().notNull(),
    alt: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    check('product_images_four', sql`${table.position} between 0 and 3`),
  ],
);

/** Variants. Each product has at least one. The only variant of a product without sizes has no label. */
export const variants = pgTable(
  'variants',
  {
    id: text()
      .primaryKey()
      .references(() => stockLevels.variantId),
    productId: productId(),
    label: text(),
    position: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('variants_of_product').on(table.productId, table.position),
    uniqueIndex('variants_label_once').on(table.productId, sql`coalesce(${table.label}, '')`),
  ],
);

/**
 * The words of all products, with the number of products that contain the word. The search compares misspelt words with these
 * words.
 */
export const searchDictionary = pgTable(
  'search_words',
  { word: text().primaryKey(), productCount: integer().notNull().default(1) },
  (table) => [
    index('search_words_like').using('gin', sql`${table.word} gin_trgm_ops`).with({ fastupdate: false }),
  ],
);
