import { z } from '@hono/zod-openapi';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { NoSuchProduct } from '../catalogue/contract.ts';
import { products, variants } from '../catalogue/tables.server.ts';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { pipeline } from '../foundation/database/pipeline.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { stockLevels } from '../stock/tables.server.ts';
import { availableTo, selectEntries, selectLines, toLine } from './cart-rows.server.ts';
import {
  type AddToCart,
  BeingBought,
  type Cart,
  CartFull,
  type GuestEntry,
  NoSuchLine,
  NoSuchSize,
  SizeNeeded,
  SoldOut,
} from './contract.ts';
import { leftOutMessage } from './merge-messages.ts';
import { cappedMessage, cappedQuantity, cartOf, deletedMessage, maxLines } from './rules.ts';
import { cartLines, carts } from './tables.server.ts';

/** A shopper's cart as the shop sees it now. One statement. */
export async function readCart(shop: Shop, customerId: string, notice: string | null = null): Promise<Cart> {
  const { version, shipping, lines } = await selectLines(shop, customerId);
  return cartOf({ version, notice }, lines.map(toLine), shipping);
}

/**
 * A guest's entries as the shop sees them now; entries of one variant are one line. A line's id is its variant, or
 * `piece:` and the piece's number while a size is to be chosen. `notice` names what is no longer in the shop. One
 * statement.
 */
export async function quoteGuestCart(shop: Shop, entries: readonly GuestEntry[]): Promise<Cart> {
  const { rows, unknown, shipping } = await selectEntries(shop, entries, null);
  const lines = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const earlier = lines.get(row.id);
    const seenPaise = row.seenPaise ?? earlier?.seenPaise ?? null;
    lines.set(row.id, { ...row, seenPaise, quantity: row.quantity + (earlier?.quantity ?? 0) });
  }
  return cartOf({ version: 0, notice: leftOutMessage(unknown) }, [...lines.values()].map(toLine), shipping);
}

/**
 * Puts so many more of a piece in. At most as many as can be sold are in the cart afterwards; `notice` says so. Throws
 * `no-such-product` (404), `size-needed` (400), `no-such-size` (404), `sold-out` or `being-bought` (409), `cart-full` (409).
 */
export function addToCart(shop: Shop, customerId: string, proId: string, input: AddToCart): Promise<Cart> {
  const { quantity, size, before } = input;
  return changeCart(shop, customerId, {
    look: (tx) => listSizes(tx, customerId, proId),
    change(tx, sizes) {
      const [first, another] = sizes;
      if (!first) throw NoSuchProduct();
      const isMeant = size === undefined || first.label === null;
      const chosen = sizes.find(({ id }) => id === size) ?? (isMeant && !another ? first : undefined);
      if (!chosen) throw size === undefined ? SizeNeeded() : NoSuchSize();
      const { id: variantId, pricePaise: seenPricePaise, available, onHand } = chosen;
      const requested = chosen.inCart + quantity;
      const capped = cappedQuantity(requested, available);
      if (capped === 0) throw noneLeft(onHand);
      return {
        written: saveLines(tx, customerId, [{ variantId, quantity: capped, seenPricePaise }], before),
        notice: cappedMessage(requested, available),
      };
    },
  });
}

const Size = z.object({
  id: z.string(),
  label: z.string().nullable(),
  pricePaise: z.number(),
  available: z.number().int(),
  onHand: z.number().int(),
  inCart: z.number().int(),
});

/** The sizes of a piece that hangs in the shop, what of each this shopper can have, and what of it is in their cart. */
async function listSizes(tx: Tx, customerId: string, proId: string) {
  const available = availableTo(tx, customerId, sql`s`, sql`v.id`);
  const found = await tx.db
    .execute(
      sql`select v.id, v.label, p.price_paise::float8 as "pricePaise", ${available} as available, s.on_hand as "onHand",
          coalesce(l.quantity, 0) as "inCart"
        from ${products} p
        join ${variants} v on v.product_id = p.id join ${stockLevels} s on s.variant_id = v.id
        left join ${cartLines} l on l.variant_id = v.id and l.customer_id = ${customerId}
        where upper(p.id) = upper(${proId}) and p.published`,
    )
    .execute();
  return readRows(Size, found);
}

/**
 * Makes it so many of a line, which is named by its own id, its variant or its piece. At most as many as can be sold;
 * `notice` says so. Throws `no-such-line` (404), `no-such-product` (404) for what is no longer in the shop,
 * `size-needed` (400) for a piece that is in the cart in several sizes, `sold-out` or `being-bought` (409).
 */
export function editLine(shop: Shop, customerId: string, id: string, quantity: number): Promise<Cart> {
  return changeCart(shop, customerId, {
    look: (tx) =>
      tx.db
        .select({
          id: cartLines.id,
          pricePaise: products.pricePaise,
          published: products.published,
          onHand: stockLevels.onHand,
          available: availableTo(tx, customerId, sql`${stockLevels}`, sql`${variants.id}`),
        })
        .from(cartLines)
        .innerJoin(variants, eq(variants.id, cartLines.variantId))
        .innerJoin(products, eq(products.id, variants.productId))
        .innerJoin(stockLevels, eq(stockLevels.variantId, variants.id))
        .where(linesNamed(customerId, id))
        .limit(2)
        .execute(),
    change(tx, [line, another]) {
      if (!line) throw NoSuchLine();
      if (another) throw SizeNeeded();
      if (!line.published) throw NoSuchProduct(deletedMessage);
      const capped = cappedQuantity(quantity, line.available);
      if (capped === 0) throw noneLeft(line.onHand);
      return {
        written: tx.db
          .update(cartLines)
          .set({ quantity: capped, seenPricePaise: line.pricePaise })
          .where(eq(cartLines.id, line.id))
          .execute(),
        notice: cappedMessage(quantity, line.available),
      };
    },
  });
}

/** There is none, or somebody is paying for it and it may come back. */
function noneLeft(onHand: number) {
  return onHand > 0 ? BeingBought() : SoldOut();
}

/** Takes out a line, by its id or its variant, or all lines of a piece. Throws `no-such-line` (404). */
export function removeLine(shop: Shop, customerId: string, id: string): Promise<Cart> {
  return changeCart(shop, customerId, {
    look: (tx) =>
      tx.db.delete(cartLines).where(linesNamed(customerId, id)).returning({ id: cartLines.id }).execute(),
    change(_tx, removed) {
      if (removed.length === 0) throw NoSuchLine();
      return { notice: null };
    },
  });
}

type Change<Seen> = {
  /** What is asked behind the cart's lock, and sent together with it. */
  look(tx: Tx): Promise<Seen>;
  /** What follows from it: what is being written, and what the shopper should be told. */
  change(tx: Tx, seen: Seen): { written?: Promise<unknown>; notice: string | null };
};

/**
 * One change of a cart, in one transaction, and the cart after it. Throws `cart-full` (409), and nothing has changed, when
 * there are too many lines then.
 */
function changeCart<Seen>(shop: Shop, customerId: string, { look, change }: Change<Seen>): Promise<Cart> {
  return inTransaction(shop, async (tx) => {
    const [, seen] = await pipeline([lockCartForChange(tx, customerId), look(tx)]);
    const { written, notice } = change(tx, seen);
    // What a line only shows may come from the memory; what it is sold by never does.
    const showing = { ...tx, readCache: shop.readCache };
    const [, cart] = await pipeline([written, readChangedCart(showing, customerId, notice)]);
    return cart;
  });
}

/**
 * Counts a change. Whoever else would change this cart waits here until the transaction has ended. Throws
 * `not-signed-in` (401) when another device has deleted the account a moment ago.
 */
export async function lockCartForChange(tx: Tx, customerId: string): Promise<void> {
  const taken = await tx.db
    .execute(
      sql`
    insert into ${carts} (customer_id, version, updated_at)
    select id, 1, ${tx.clock.now().toISOString()}::timestamptz from ${customers} where id = ${customerId} for key share
    on conflict (customer_id) do update set version = ${carts}.version + 1, updated_at = excluded.updated_at
    returning version`,
    )
    .execute();
  if (readRows(z.object({ version: z.number() }), taken).length === 0) throw NotSignedIn();
}

/** The cart after a change that may have brought in lines. Throws `cart-full` (409). */
export async function readChangedCart(tx: Tx, customerId: string, notice: string | null): Promise<Cart> {
  const cart = await readCart(tx, customerId, notice);
  if (cart.count > maxLines) throw CartFull();
  return cart;
}

type StoredLine = { variantId: string; quantity: number; seenPricePaise: number };

/**
 * Inserts lines in their order, at the end or in front of the line with the id `before`. A line whose variant is in the
 * cart is updated and does not move.
 */
export async function saveLines(
  tx: Tx,
  customerId: string,
  lines: readonly StoredLine[],
  before?: string,
): Promise<void> {
  if (lines.length === 0) return;
  const now = tx.clock.now().getTime();
  // Lines are sorted by this column. Lines of one merge are 1 ms apart, so 1 µs stays in front of `before` alone.
  const addedAt = (place: number) => {
    const atEnd = new Date(now + place);
    if (before === undefined) return atEnd;
    return sql`coalesce((select next.added_at - interval '1 microsecond' from ${cartLines} next
      where next.customer_id = ${customerId} and next.id::text = lower(${before})), ${atEnd.toISOString()}::timestamptz)`;
  };
  await tx.db
    .insert(cartLines)
    .values(lines.map((line, place) => ({ ...line, customerId, addedAt: addedAt(place) })))
    .onConflictDoUpdate({
      target: [cartLines.customerId, cartLines.variantId],
      set: { quantity: sql`excluded.quantity`, seenPricePaise: sql`excluded.seen_price_paise` },
    })
    .execute();
}

/** Those of a shopper's lines that have this id, this variant or this piece. */
function linesNamed(customerId: string, id: string): SQL | undefined {
  const named = sql`(${cartLines.id}::text = lower(${id}) or exists (select from ${variants} named
    where named.id = ${cartLines.variantId} and upper(${id}) in (upper(named.id), upper(named.product_id))))`;
  return and(eq(cartLines.customerId, customerId), named);
}
