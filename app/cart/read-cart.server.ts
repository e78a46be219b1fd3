import { z } from '@hono/zod-openapi';
import { desc, eq, sql } from 'drizzle-orm';
import { ProductImage } from '../catalogue/contract.ts';
import { firstImageOf, policyColumns } from '../catalogue/product-rows.server.ts';
import { craftAndPlace, productPath } from '../catalogue/rules.ts';
import { categories, crafts, productCrafts, products, variants } from '../catalogue/tables.server.ts';
import { ShippingRule } from '../content/contract.ts';
import { settingJson, settingText } from '../content/settings-sql.server.ts';
import { dateInIndia } from '../foundation/clock.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { toPaise, toRupees } from '../foundation/money.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { includedTaxPaise, lineTax } from '../pricing/tax.ts';
import { TaxRateRow, taxRatesJson } from '../pricing/tax-rates.server.ts';
import { available, heldUntil } from '../stock/available.server.ts';
import { stockLevels } from '../stock/tables.server.ts';
import type { Cart, CartLine, ExportedCartLine, GuestEntry } from './contract.ts';
import { maxQuantity } from './limits.ts';
import { leftOutMessage } from './messages.ts';
import { cappedQuantity, cartOf, isBuyable, linePrice, notesOf } from './rules.ts';
import { cartLines, carts } from './tables.server.ts';

const LineRow = z.object({
  id: z.string(),
  quantity: z.number().int(),
  seenPaise: z.number().nullable(),
  variantId: z.string().nullable(),
  sizeLabel: z.string().nullable(),
  /** Units of the variant that this customer can buy. Without a valid size: the units of the size with the most units. */
  available: z.number().int(),
  /** End of the earliest stock hold of other shoppers, as in {@link heldUntil}. */
  heldUntil: z.number().nullable(),
  proId: z.string(),
  name: z.string(),
  pricePaise: z.number(),
  mrpPaise: z.number().nullable(),
  published: z.boolean(),
  catSlug: z.string(),
  place: z.string().nullable(),
  hsn: z.string().nullable(),
  returnable: z.boolean(),
  cancellable: z.boolean(),
  craft: z.string().nullable(),
  picture: ProductImage.nullable(),
});
/** A cart line with the current data of its product. Amounts in paise. */
export type LineRow = z.infer<typeof LineRow>;

/** An entry of a guest's cart whose product is published, and the quantity of its variant in the customer's cart. */
const EntryRow = LineRow.extend({
  /** Index of the entry in the request, from 0. */
  entry: z.number().int(),
  inCart: z.number().int(),
  inCartSeenPaise: z.number().nullable(),
});
export type EntryRow = z.infer<typeof EntryRow>;

/** Settings and tax rates for the totals of a cart. `gstin` is empty if the seller has none. */
const TotalsRules = z.object({ shipping: ShippingRule, gstin: z.string(), taxRates: z.array(TaxRateRow) });

const CartRow = TotalsRules.extend({ version: z.number().int(), lines: z.array(LineRow) });
const EntriesRow = TotalsRules.extend({ rows: z.array(EntryRow) });

const { returnable, cancellable } = policyColumns(sql`p`, sql`c`);

/** The product's columns in {@link LineRow}, for a query with the aliases `p` (products) and `c` (categories). */
const productColumns = sql`p.id as "proId", p.name, p.price_paise as "pricePaise", p.mrp_paise as "mrpPaise",
  p.published, c.slug as "catSlug", p.attributes ->> 'place' as place, p.attributes ->> 'hsn' as hsn,
  ${returnable} as returnable, ${cancellable} as cancellable,
  (select cr.name from ${productCrafts} pc join ${crafts} cr on cr.id = pc.craft_id
    where pc.product_id = p.id order by pc.position limit 1) as craft,
  ${firstImageOf(sql`p.id`)} as picture`;

const totalsRules = sql`${settingJson('shipping')} as shipping,
  coalesce(${settingText('seller', 'gstin')}, '') as gstin, ${taxRatesJson} as "taxRates"`;

/** Reads the customer's cart with current prices and stock. */
export async function readCart(shop: Shop, customerId: string, notice: string | null = null): Promise<Cart> {
  const { version, lines, ...rules } = await selectLines(shop, customerId);
  return cartOfRows(shop, { version, notice }, lines, rules);
}

/**
 * Returns a guest's cart with current prices, without storing it. Runs one statement. Adds up entries of the same line. The id of
 * a line is its variant id. Without a valid size, the id is `piece:` and the product number. `notice` names unknown and
 * unpublished products.
 */
export async function quoteGuestCart(shop: Shop, entries: readonly GuestEntry[]): Promise<Cart> {
  const { rows, unknown, ...rules } = await selectEntries(shop, entries, null);
  const lines = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const earlier = lines.get(row.id);
    const seenPaise = row.seenPaise ?? earlier?.seenPaise ?? null;
    lines.set(row.id, { ...row, seenPaise, quantity: row.quantity + (earlier?.quantity ?? 0) });
  }
  return cartOfRows(shop, { version: 0, notice: leftOutMessage(unknown) }, [...lines.values()], rules);
}

/** Returns the cart with these lines. Adds the GST that the total includes, if it is known. */
function cartOfRows(
  shop: Shop,
  { version, notice }: Pick<Cart, 'version' | 'notice'>,
  rows: readonly LineRow[],
  { shipping, gstin, taxRates }: z.infer<typeof TotalsRules>,
): Cart {
  const cart = cartOf({ version, notice }, rows.map(toLine), shipping);
  if (gstin === '') return cart;
  const today = dateInIndia(shop.clock.now());
  const soldLines = cart.items.flatMap((item, index) => {
    const row = rows[index];
    if (!row || !isBuyable(item)) return [];
    const line = { hsn: row.hsn, pricePaise: row.pricePaise, quantity: item.quantity };
    return [{ ...line, ...lineTax(line, taxRates, today) }];
  });
  const taxPaise = includedTaxPaise(soldLines, toPaise(cart.shippingCost));
  return taxPaise === undefined ? cart : { ...cart, includedGst: toRupees(taxPaise) };
}

/** Reads the customer's lines in cart order, the cart's version and {@link TotalsRules}, in one statement. */
export async function selectLines(shop: Shop, customerId: string) {
  const lines = sql`select l.id, l.added_at, l.quantity, l.seen_price_paise as "seenPaise",
      v.id as "variantId", v.label as "sizeLabel", ${available(shop, sql`s`, customerId)} as available,
      ${heldUntil(shop, sql`s`, customerId)} as "heldUntil", ${productColumns}
    from ${cartLines} l
    join ${variants} v on v.id = l.variant_id join ${stockLevels} s on s.variant_id = v.id
    join ${products} p on p.id = v.product_id join ${categories} c on c.id = p.category_id
    where l.customer_id = ${customerId}`;
  return singleRow(
    CartRow,
    await shop.db
      .execute(sql`select
        coalesce((select version from ${carts} where customer_id = ${customerId}), 0) as version,
        ${totalsRules},
        (select coalesce(json_agg(line order by line.added_at, line.id), '[]'::json) from (${lines}) line) as lines`)
      .execute(),
  );
}

/** Parses the result of a statement that always returns one row. */
function singleRow<T extends z.ZodType>(schema: T, result: unknown): z.infer<T> {
  const [row] = readRows(schema, result);
  if (!row) throw new Error('select of the cart returned no row');
  return row;
}

/**
 * Looks up guest cart entries in one statement. `rows` contains a row for each entry of a published product, in the sequence of
 * the entries. `unknown` contains the other entries. The other fields are {@link TotalsRules}. A product with one variant needs
 * no size.
 */
export async function selectEntries(shop: Shop, entries: readonly GuestEntry[], customerId: string | null) {
  const input = entries.map(({ proId, size, quantity, proPrice }, entry) => ({
    entry,
    product: proId,
    size: size ?? null,
    quantity,
    seen: paiseOf(proPrice),
  }));
  const publishedRows = sql`select e.entry, coalesce(v.id, 'piece:' || p.id) as id, e.quantity, e.seen as "seenPaise",
      v.id as "variantId", v.label as "sizeLabel", ${productColumns},
      coalesce(${available(shop, sql`s`, customerId)}, (select max(${available(shop, sql`any_s`, customerId)}) from ${variants} any_v
        join ${stockLevels} any_s on any_s.variant_id = any_v.id where any_v.product_id = p.id), 0) as available,
      case when v.id is null then (select min(${heldUntil(shop, sql`any_s`, customerId)}) from ${variants} any_v
        join ${stockLevels} any_s on any_s.variant_id = any_v.id where any_v.product_id = p.id)
        else ${heldUntil(shop, sql`s`, customerId)} end as "heldUntil",
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
    EntriesRow,
    await shop.db.execute(sql`select ${totalsRules},
      (select coalesce(json_agg(known order by known.entry), '[]'::json) from (${publishedRows}) known) as rows`),
  );
  const knownEntries = new Set(selected.rows.map(({ entry }) => entry));
  return { ...selected, unknown: entries.filter((_, entry) => !knownEntries.has(entry)) };
}

/** Converts a price sent by a browser to paise. Returns null unless the result is a positive safe integer. */
function paiseOf(rupees: number | null | undefined): number | null {
  const paise = Math.round((rupees ?? 0) * 100);
  return paise > 0 && Number.isSafeInteger(paise) ? paise : null;
}

/** Converts a database row to a cart line of the API: caps the quantity and adds notes, price and URL. */
export function toLine(row: LineRow): CartLine {
  const { id, proId, name, available, variantId, sizeLabel } = row;
  const proPrice = toRupees(row.pricePaise);
  const stock = row.published ? cappedQuantity(maxQuantity, available) : 0;
  const notes = notesOf({
    requested: row.quantity,
    stock,
    heldUntil: row.heldUntil,
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
    price: linePrice({ proPrice, quantity, notes }),
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
    ...(row.returnable ? {} : { returnable: false }),
    ...(row.cancellable ? {} : { cancellable: false }),
  };
}

/** Lists the lines of a customer's cart, newest first, for the export of the customer's personal data. */
export async function exportCart(shop: Shop, customerId: string): Promise<ExportedCartLine[]> {
  const rows = await shop.db
    .select({ proId: variants.productId, quantity: cartLines.quantity, addedAt: cartLines.addedAt })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .where(eq(cartLines.customerId, customerId))
    .orderBy(desc(cartLines.addedAt), cartLines.id);
  return rows.map(({ addedAt, ...line }) => ({ ...line, addedAt: addedAt.toISOString() }));
}
