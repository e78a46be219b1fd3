import { z } from '@hono/zod-openapi';
import { type SQL, sql } from 'drizzle-orm';
import { craftAndPlace, productPath } from '../catalogue/rules.ts';
import { categories, products, variants } from '../catalogue/tables.server.ts';
import { ShippingRule } from '../content/contract.ts';
import { settings } from '../content/tables.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { toRupees } from '../foundation/money.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { holds, stockLevels } from '../stock/tables.server.ts';
import type { CartLine, GuestEntry } from './contract.ts';
import {
  LineProduct,
  lineProductColumns,
  productVersionKey,
  readLineProducts,
} from './line-products.server.ts';
import { cappedQuantity, maxQuantity, notesOf, priceOf } from './rules.ts';
import { cartLines, carts } from './tables.server.ts';

/** What of a line may change with every sale and every edit; amounts in paise. */
const LiveRow = z.object({
  id: z.string(),
  quantity: z.number().int(),
  seenPaise: z.number().nullable(),
  variantId: z.string().nullable(),
  sizeLabel: z.string().nullable(),
  /** How many can be sold: of the variant or, while none is chosen, of the size that has most. */
  available: z.number().int(),
  proId: z.string(),
  name: z.string(),
  pricePaise: z.number(),
  mrpPaise: z.number().nullable(),
  published: z.boolean(),
  catSlug: z.string(),
});

/** A line as the database tells it. */
const LineRow = LiveRow.extend(LineProduct.shape);
export type LineRow = z.infer<typeof LineRow>;

/** An entry that the shop knows, and what the shopper's own cart holds of it already. */
const EntryRow = LineRow.extend({
  /** Which of the entries it is, from 0. */
  entry: z.number().int(),
  inCart: z.number().int(),
  inCartSeenPaise: z.number().nullable(),
});
export type EntryRow = z.infer<typeof EntryRow>;

/** What a line is sold by. For a query that calls products `p` and categories `c`. */
const liveColumns = sql`p.id as "proId", p.name, p.price_paise as "pricePaise", p.mrp_paise as "mrpPaise",
  p.published, c.slug as "catSlug"`;

/**
 * How many of the variant this shopper can have. What is put aside for them while they pay does not stand in their
 * own way, and what was put aside for somebody who did not come in time stands in nobody's. `place` and `variantId`
 * are what the query around it calls the shelf and the variant; a guest is `null`.
 */
export function availableTo(
  { clock }: Shop,
  customerId: string | null,
  stockLevel: SQL,
  variantId: SQL,
): SQL<number> {
  const over = sql`h.expires_at <= ${clock.now().toISOString()}::timestamptz`;
  const notInTheWay = customerId === null ? over : sql`(h.owner = ${customerId} or ${over})`;
  return sql<number>`(${stockLevel}.on_hand - ${stockLevel}.held + case when ${stockLevel}.held = 0 then 0 else coalesce((
    select sum(h.count) from ${holds} h where h.variant_id = ${variantId} and ${notInTheWay}), 0)::int end)`;
}

const shippingRule = sql`(select value -> 'shipping' from ${settings})`;

/**
 * A shopper's lines in the order they came, the cart's version, and the shipping rule. One statement; where the shop has a
 * memory a shorter one, and another for pieces that are not in it.
 */
export async function selectLines(shop: Shop, customerId: string) {
  const { readCache } = shop;
  if (!readCache) {
    const row = z.object({ version: z.number().int(), shipping: ShippingRule, lines: z.array(LineRow) });
    return oneRow(row, await askLines(shop, customerId, lineProductColumns));
  }
  const answer = await askLines(shop, customerId, sql`p.version`);
  const { version, shipping, lines } = oneRow(LiveLines, answer);
  const pieces = await readLineProducts({ ...shop, readCache }, lines);
  return {
    version,
    shipping,
    lines: lines.map(
      (line): LineRow => ({ ...line, ...(pieces.get(productVersionKey(line)) ?? nothingShown) }),
    ),
  };
}

const LiveLines = z.object({
  version: z.number().int(),
  shipping: ShippingRule,
  lines: z.array(LiveRow.extend({ version: z.number().int() })),
});

/** Of a piece that has gone this very moment. */
const nothingShown: LineProduct = { place: null, hsn: null, craft: null, picture: null };

function askLines(shop: Shop, customerId: string, more: SQL): Promise<unknown> {
  const lines = sql`select l.id, l.added_at, l.quantity, l.seen_price_paise as "seenPaise",
      v.id as "variantId", v.label as "sizeLabel", ${availableTo(shop, customerId, sql`s`, sql`v.id`)} as available,
      ${liveColumns}, ${more}
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

/** The row of a statement that always has one. */
function oneRow<T extends z.ZodType>(schema: T, answer: unknown): z.infer<T> {
  const [found] = readRows(schema, answer);
  if (!found) throw new Error('the cart’s statement answered no row');
  return found;
}

/**
 * The entries that the shop knows and shows, in their order. A piece with one variant needs no size. Of a piece that
 * is not published nothing is told: anybody may send its number. One statement.
 */
export async function selectEntries(shop: Shop, entries: readonly GuestEntry[], customerId: string | null) {
  const input = entries.map(({ proId, size, quantity, proPrice }, entry) => ({
    entry,
    piece: proId,
    size: size ?? null,
    quantity,
    seen: paiseOf(proPrice),
  }));
  const available = (place: string, variantId: string) =>
    availableTo(shop, customerId, sql.raw(place), sql.raw(variantId));
  const known = sql`select e.entry, coalesce(v.id, 'piece:' || p.id) as id, e.quantity, e.seen as "seenPaise",
      v.id as "variantId", v.label as "sizeLabel", ${liveColumns}, ${lineProductColumns},
      coalesce(${available('s', 'v.id')}, (select max(${available('any_s', 'any_v.id')}) from ${variants} any_v
        join ${stockLevels} any_s on any_s.variant_id = any_v.id where any_v.product_id = p.id), 0) as available,
      coalesce(l.quantity, 0) as "inCart", l.seen_price_paise as "inCartSeenPaise"
    from json_to_recordset(${JSON.stringify(input)}::json)
      as e (entry int, piece text, size text, quantity int, seen bigint)
    join ${products} p on upper(p.id) = upper(e.piece) and p.published
    join ${categories} c on c.id = p.category_id
    left join ${variants} v on v.product_id = p.id and (v.id = e.size or ((e.size is null or v.label is null)
      and not exists (select from ${variants} other where other.product_id = p.id and other.id <> v.id)))
    left join ${stockLevels} s on s.variant_id = v.id
    left join ${cartLines} l on l.variant_id = v.id and l.customer_id = ${customerId}::uuid`;
  const found = oneRow(
    z.object({ shipping: ShippingRule, rows: z.array(EntryRow) }),
    await shop.db.execute(sql`select ${shippingRule} as shipping,
      (select coalesce(json_agg(known order by known.entry), '[]'::json) from (${known}) known) as rows`),
  );
  const here = new Set(found.rows.map(({ entry }) => entry));
  return { ...found, unknown: entries.filter((_, entry) => !here.has(entry)) };
}

/** A browser may have kept any number as a price; what is none tells nothing. */
function paiseOf(rupees: number | null | undefined): number | null {
  const paise = Math.round((rupees ?? 0) * 100);
  return paise > 0 && Number.isSafeInteger(paise) ? paise : null;
}

/** The one place where a line gets its names on the wire. */
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
  // What cannot be had at all keeps its wish, for the day that it is back.
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
