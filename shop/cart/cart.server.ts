import { z } from '@hono/zod-openapi';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { NoSuchProduct } from '../catalogue/contract.ts';
import { products, variants } from '../catalogue/tables.server.ts';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { readRows } from '../foundation/rows.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { shelf } from '../stock/tables.server.ts';
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
import { leftOutWords } from './merge-words.ts';
import { cappedQuantity, cappedWords, cartOf, goneWords, mostLines } from './rules.ts';
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
export async function lookAtGuestCart(shop: Shop, entries: readonly GuestEntry[]): Promise<Cart> {
  const { rows, unknown, shipping } = await selectEntries(shop, entries, null);
  const lines = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const earlier = lines.get(row.id);
    const seenPaise = row.seenPaise ?? earlier?.seenPaise ?? null;
    lines.set(row.id, { ...row, seenPaise, quantity: row.quantity + (earlier?.quantity ?? 0) });
  }
  return cartOf({ version: 0, notice: leftOutWords(unknown) }, [...lines.values()].map(toLine), shipping);
}

/**
 * Puts so many more of a piece in. At most as many as can be sold are in the cart afterwards; `notice` says so. Throws
 * `no-such-product` (404), `size-needed` (400), `no-such-size` (404), `sold-out` or `being-bought` (409), `cart-full` (409).
 */
export function addToCart(shop: Shop, customerId: string, proId: string, wish: AddToCart): Promise<Cart> {
  const { quantity, size } = wish;
  return changeCart(shop, customerId, async (inside) => {
    const { rows } = await selectEntries(inside, [{ proId, quantity, size }], customerId);
    const [found] = rows;
    if (!found) throw NoSuchProduct();
    if (found.variantId === null) throw size === undefined ? SizeNeeded() : NoSuchSize();
    const wished = found.inCart + quantity;
    const capped = cappedQuantity(wished, found.available);
    if (capped === 0) throw await whyNone(inside, found.variantId);
    await keepLines(inside, customerId, [
      { variantId: found.variantId, quantity: capped, seenPricePaise: found.pricePaise },
    ]);
    return cappedWords(wished, found.available);
  });
}

/**
 * Makes it so many of a line, which is named by its own id, its variant or its piece. At most as many as can be sold;
 * `notice` says so. Throws `no-such-line` (404), `no-such-product` (404) for what is no longer in the shop,
 * `size-needed` (400) for a piece that is in the cart in several sizes, `sold-out` or `being-bought` (409).
 */
export function editLine(shop: Shop, customerId: string, id: string, quantity: number): Promise<Cart> {
  return changeCart(shop, customerId, async (inside) => {
    const [line, another] = await inside.db
      .select({
        id: cartLines.id,
        variantId: cartLines.variantId,
        pricePaise: products.pricePaise,
        published: products.published,
        available: availableTo(inside, customerId, sql`${shelf}`, sql`${variants.id}`),
      })
      .from(cartLines)
      .innerJoin(variants, eq(variants.id, cartLines.variantId))
      .innerJoin(products, eq(products.id, variants.productId))
      .innerJoin(shelf, eq(shelf.variantId, variants.id))
      .where(linesNamed(customerId, id))
      .limit(2);
    if (!line) throw NoSuchLine();
    if (another) throw SizeNeeded();
    if (!line.published) throw NoSuchProduct(goneWords);
    const capped = cappedQuantity(quantity, line.available);
    if (capped === 0) throw await whyNone(inside, line.variantId);
    await inside.db
      .update(cartLines)
      .set({ quantity: capped, seenPricePaise: line.pricePaise })
      .where(eq(cartLines.id, line.id));
    return cappedWords(quantity, line.available);
  });
}

/** There is none, or somebody is paying for it and it may come back. */
async function whyNone(inside: Shop, variantId: string) {
  const [place] = await inside.db
    .select({ onHand: shelf.onHand })
    .from(shelf)
    .where(eq(shelf.variantId, variantId));
  return (place?.onHand ?? 0) > 0 ? BeingBought() : SoldOut();
}

/** Takes out a line, by its id or its variant, or all lines of a piece. Throws `no-such-line` (404). */
export function removeLine(shop: Shop, customerId: string, id: string): Promise<Cart> {
  return changeCart(shop, customerId, async (inside) => {
    const removed = await inside.db
      .delete(cartLines)
      .where(linesNamed(customerId, id))
      .returning({ id: cartLines.id });
    if (removed.length === 0) throw NoSuchLine();
    return null;
  });
}

/** Takes everything out. */
export function clearCart(shop: Shop, customerId: string): Promise<Cart> {
  return changeCart(shop, customerId, async (inside) => {
    await inside.db.delete(cartLines).where(eq(cartLines.customerId, customerId));
    return null;
  });
}

/**
 * One change of a cart, in one transaction, and the cart after it. `work` answers what the shopper should be told.
 * Throws `cart-full` (409), and nothing has changed, when there are too many lines then.
 */
function changeCart(
  shop: Shop,
  customerId: string,
  work: (inside: Shop) => Promise<string | null>,
): Promise<Cart> {
  return inTransaction(shop, async (inside) => {
    await takeCart(inside, customerId);
    const notice = await work(inside);
    return readChanged(inside, customerId, notice);
  });
}

/**
 * Counts a change. Whoever else would change this cart waits here until the transaction has ended. Throws
 * `not-signed-in` (401) when another device has deleted the account a moment ago.
 */
export async function takeCart(inside: Shop, customerId: string): Promise<void> {
  const taken = await inside.db.execute(sql`
    insert into ${carts} (customer_id, version, updated_at)
    select id, 1, ${inside.clock.now().toISOString()}::timestamptz from ${customers} where id = ${customerId} for key share
    on conflict (customer_id) do update set version = ${carts}.version + 1, updated_at = excluded.updated_at
    returning version`);
  if (readRows(z.object({ version: z.number() }), taken).length === 0) throw NotSignedIn();
}

/** The cart after a change that may have brought in lines. Throws `cart-full` (409). */
export async function readChanged(inside: Shop, customerId: string, notice: string | null): Promise<Cart> {
  const cart = await readCart(inside, customerId, notice);
  if (cart.count > mostLines) throw CartFull();
  return cart;
}

type KeptLine = { variantId: string; quantity: number; seenPricePaise: number };

/** Writes lines, each variant's once: new ones in their order, and those that are there already in their places. */
export async function keepLines(inside: Shop, customerId: string, lines: readonly KeptLine[]): Promise<void> {
  if (lines.length === 0) return;
  const now = inside.clock.now().getTime();
  await inside.db
    .insert(cartLines)
    .values(lines.map((line, place) => ({ ...line, customerId, addedAt: new Date(now + place) })))
    .onConflictDoUpdate({
      target: [cartLines.customerId, cartLines.variantId],
      set: { quantity: sql`excluded.quantity`, seenPricePaise: sql`excluded.seen_price_paise` },
    });
}

/** Those of a shopper's lines that have this id, this variant or this piece. */
function linesNamed(customerId: string, id: string): SQL | undefined {
  const named = sql`(${cartLines.id}::text = lower(${id}) or exists (select from ${variants} named
    where named.id = ${cartLines.variantId} and upper(${id}) in (upper(named.id), upper(named.product_id))))`;
  return and(eq(cartLines.customerId, customerId), named);
}
