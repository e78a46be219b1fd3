import { z } from '@hono/zod-openapi';
import { type SQL, sql } from 'drizzle-orm';
import { craftAndPlace, productPath } from '../catalogue/rules.ts';
import { categories, products, variants } from '../catalogue/tables.server.ts';
import { ShippingRule } from '../content/contract.ts';
import { settings } from '../content/tables.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { toRupees } from '../foundation/money.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { available } from '../stock/available.server.ts';
import { stockLevels } from '../stock/tables.server.ts';
import type { CartLine, GuestEntry } from './contract.ts';
import {
  LineProduct,
  lineProductColumns,
  productVersionKey,
  readLineProducts,
} from './line-products.server.ts';
import { cappedQuantity, maxQuantity, notesOf, priceOf } from './rules.ts';
import { cartLines, carts } from './tables.server.ts';

/** The columns of a cart line that every request reads from the database, never from the cache. Amounts in paise. */
const LiveRow = z.object({
  id: z.string(),
  quantity: z.number().int(),
  seenPaise: z.number().nullable(),
  variantId: z.string().nullable(),
  sizeLabel: z.string().nullable(),
  /** Units of the variant that this customer can buy. Without a valid size: of the size with the most units. */
  available: z.number().int(),
  proId: z.string(),
  name: z.string(),
  pricePaise: z.number(),
  mrpPaise: z.number().nullable(),
  published: z.boolean(),
  catSlug: z.string(),
});

/** A cart line with its display fields, which may come from the read cache. */
const LineRow = LiveRow.extend(LineProduct.shape);
export type LineRow = z.infer<typeof LineRow>;

/** A guest cart entry of a published product, and the quantity in the customer's cart. */
const EntryRow = LineRow.extend({
  /** Index of the entry in the request, from 0. */
  entry: z.number().int(),
  inCart: z.number().int(),
  inCartSeenPaise: z.number().nullable(),
});
export type EntryRow = z.infer<typeof EntryRow>;

/** The product's columns in {@link LiveRow}, for a query with the aliases `p` (products) and `c` (categories). */
const liveColumns = sql`p.id as "proId", p.name, p.price_paise as "pricePaise", p.mrp_paise as "mrpPaise",
  p.published, c.slug as "catSlug"`;

const shippingRule = sql`(select value -> 'shipping' from ${settings})`;

/**
 * Reads the customer's lines in cart order, the cart's version and the shipping rule, in one statement. With a read cache,
 * the statement omits the display fields. A second statement reads the display fields that are not cached.
 */
export async function selectLines(shop: Shop, customerId: string) {
  const { readCache } = shop;
  if (!readCache) {
    const row = z.object({ version: z.number().int(), shipping: ShippingRule, lines: z.array(LineRow) });
    return singleRow(row, await queryLines(shop, customerId, lineProductColumns));
  }
  const result = await queryLines(shop, customerId, sql`p.version`);
  const { version, shipping, lines } = singleRow(LiveLines, result);
  const lineProducts = await readLineProducts({ ...shop, readCache }, lines);
  return {
    version,
    shipping,
    lines: lines.map(
      (line): LineRow => ({ ...line, ...(lineProducts.get(productVersionKey(line)) ?? emptyLineProduct) }),
    ),
  };
}

const LiveLines = z.object({
  version: z.number().int(),
  shipping: ShippingRule,
  lines: z.array(LiveRow.extend({ version: z.number().int() })),
});

/** Display fields of a product that was deleted between the two statements. */
const emptyLineProduct: LineProduct = { place: null, hsn: null, craft: null, picture: null };

/** Runs the statement of {@link selectLines}, with `columns` added to each line. */
function queryLines(shop: Shop, customerId: string, columns: SQL): Promise<unknown> {
  const lines = sql`select l.id, l.added_at, l.quantity, l.seen_price_paise as "seenPaise",
      v.id as "variantId", v.label as "sizeLabel", ${available(shop, sql`s`, customerId)} as available,
      ${liveColumns}, ${columns}
    from ${cartLines} l
    join ${variants} v on v.id = l.variant_id join ${stockLevels} s on s.variant_id = v.id
    join ${products} p on p.id = v.product_id join ${categories} c on c.id = p.category_id
    where l.customer_id = ${customerId}`;
  return shop.db
    .execute(sql`select
      coalesce((select version from ${carts} where customer_id = ${customerId}), 0) as version,
      ${shippingRule} as shipping,
      (select coalesce(json_agg(line order by line.added_at, line.id), '[]'::json) from (${lines}) line) as lines`)
    .execute();
}

/** Parses the result of a statement that always returns one row. */
function singleRow<T extends z.ZodType>(schema: T, result: unknown): z.infer<T> {
  const [row] = readRows(schema, result);
  if (!row) throw new Error('select of the cart returned no row');
  return row;
}

/**
 * Looks up guest cart entries in one statement. Returns a row for each entry of a published product, in the sequence of the
 * entries, the other entries as `unknown`, and the shipping rule. A product with one variant needs no size. Returns nothing
 * about an unpublished product, because any client can send a product number.
 */
export async function selectEntries(shop: Shop, entries: readonly GuestEntry[], customerId: string | null) {
  const input = entries.map(({ proId, size, quantity, proPrice }, entry) => ({
    entry,
    product: proId,
    size: size ?? null,
    quantity,
    seen: paiseOf(proPrice),
  }));
  const known = sql`select e.entry, coalesce(v.id, 'piece:' || p.id) as id, e.quantity, e.seen as "seenPaise",
      v.id as "variantId", v.label as "sizeLabel", ${liveColumns}, ${lineProductColumns},
      coalesce(${available(shop, sql`s`, customerId)}, (select max(${available(shop, sql`any_s`, customerId)}) from ${variants} any_v
        join ${stockLevels} any_s on any_s.variant_id = any_v.id where any_v.product_id = p.id), 0) as available,
      coalesce(l.quantity, 0) as "inCart", l.seen_price_paise as "inCartSeenPaise"
    from json_to_recordset(${JSON.stringify(input)}::json)
      as e (entry int, product text, size text, quantity int, seen bigint)
    join ${products} p on upper(p.id) = upper(e.product) and p.published
    join ${categories} c on c.id = p.category_id
    left join ${variants} v on v.product_id = p.id and (v.id = e.size or ((e.size is null or v.label is null)
      and not exists (select from ${variants} other where other.product_id = p.id and other.id <> v.id)))
    left join ${stockLevels} s on s.variant_id = v.id
    left join ${cartLines} l on l.variant_id = v.id and l.customer_id = ${customerId}::uuid`;
  const selected = singleRow(
    z.object({ shipping: ShippingRule, rows: z.array(EntryRow) }),
    await shop.db.execute(sql`select ${shippingRule} as shipping,
      (select coalesce(json_agg(known order by known.entry), '[]'::json) from (${known}) known) as rows`),
  );
  const knownEntries = new Set(selected.rows.map(({ entry }) => entry));
  return { ...selected, unknown: entries.filter((_, entry) => !knownEntries.has(entry)) };
}

/** Converts a price sent by a browser to paise. Returns null unless the result is a positive safe integer. */
function paiseOf(rupees: number | null | undefined): number | null {
  const paise = Math.round((rupees ?? 0) * 100);
  return paise > 0 && Number.isSafeInteger(paise) ? paise : null;
}

/** Converts a row to a cart line of the API: caps the quantity and adds notes, price and URL. */
export function toLine(row: LineRow): CartLine {
  const { id, proId, name, available, variantId, sizeLabel } = row;
  const proPrice = toRupees(row.pricePaise);
  const stock = row.published ? cappedQuantity(maxQuantity, available) : 0;
  const notes = notesOf({
    requested: row.quantity,
    stock,
    isPublished: row.published,
    isSizeNeeded: variantId === null,
    sizeLabel,
    price: proPrice,
    seenPrice: row.seenPaise === null ? null : toRupees(row.seenPaise),
  });
  // A sold-out line shows its requested quantity, not 0.
  const quantity = cappedQuantity(row.quantity, stock > 0 ? stock : maxQuantity);
  const img = row.picture?.file ?? null;
  return {
    _id: id,
    id,
    proId,
    productName: name,
    title: name,
    proPrice,
    price: priceOf({ proPrice, quantity, notes }),
    quantity,
    img1: img,
    image: img,
    mrp: row.mrpPaise === null ? null : toRupees(row.mrpPaise),
    size: variantId,
    sizeLabel,
    stock,
    url: productPath(row.catSlug, name, proId),
    picture: row.picture,
    from: craftAndPlace(row.craft, row.place),
    notes,
  };
}
