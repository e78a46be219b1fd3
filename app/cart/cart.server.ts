import { z } from '@hono/zod-openapi';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { NoSuchProduct } from '../catalogue/contract.ts';
import { products, variants } from '../catalogue/tables.server.ts';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { pipeline } from '../foundation/database/pipeline.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { available, heldUntil } from '../stock/available.server.ts';
import { heldMessage } from '../stock/messages.ts';
import { stockLevels } from '../stock/tables.server.ts';
import {
  type AddToCart,
  BeingBought,
  type Cart,
  CartFull,
  NoSuchLine,
  NoSuchSize,
  SizeNeeded,
  SoldOut,
} from './contract.ts';
import { maxLines } from './limits.ts';
import { readCart } from './read-cart.server.ts';
import { cappedMessage, cappedQuantity, deletedMessage } from './rules.ts';
import { cartLines, carts } from './tables.server.ts';

/**
 * Adds units of a product to the cart. Caps the line at the available stock and at 99 units, and says so in `notice`.
 * @throws NoSuchProduct (404), SizeNeeded (400), NoSuchSize (404), SoldOut or BeingBought (409), CartFull (409); NotSignedIn
 * (401) for a deleted account
 */
export function addToCart(shop: Shop, customerId: string, proId: string, input: AddToCart): Promise<Cart> {
  const { quantity, size, before } = input;
  return changeCart(shop, customerId, {
    query: (tx) => listSizes(tx, customerId, proId),
    change(tx, sizes) {
      const [first, another] = sizes;
      if (!first) throw NoSuchProduct();
      const needsNoSize = size === undefined || first.label === null;
      const variant = sizes.find(({ id }) => id === size) ?? (needsNoSize && !another ? first : undefined);
      if (!variant) throw size === undefined ? SizeNeeded() : NoSuchSize();
      const { id: variantId, pricePaise: seenPricePaise, available, heldUntil } = variant;
      const requested = variant.inCart + quantity;
      const capped = cappedQuantity(requested, available);
      if (capped === 0) throw unavailableProblem(heldUntil);
      return {
        write: saveLines(tx, customerId, [{ variantId, quantity: capped, seenPricePaise }], before),
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
  heldUntil: z.number().nullable(),
  inCart: z.number().int(),
});

/** Lists a published product's variants, with the units that this customer can buy and has in the cart. */
async function listSizes(tx: Tx, customerId: string, proId: string) {
  const rows = await tx.db
    .execute(
      sql`select v.id, v.label, p.price_paise::float8 as "pricePaise", ${available(tx, sql`s`, customerId)} as available,
          ${heldUntil(tx, sql`s`, customerId)} as "heldUntil", coalesce(l.quantity, 0) as "inCart"
        from ${products} p
        join ${variants} v on v.product_id = p.id join ${stockLevels} s on s.variant_id = v.id
        left join ${cartLines} l on l.variant_id = v.id and l.customer_id = ${customerId}
        where upper(p.id) = upper(${proId}) and p.published`,
    )
    .execute();
  return readRows(Size, rows);
}

/**
 * Sets the quantity of a cart line, found by line id, variant id or product number. Caps it, and says so in `notice`.
 * @throws NoSuchLine (404); NoSuchProduct (404) if it is not published; SizeNeeded (400) for a product number with several lines;
 * SoldOut, BeingBought or CartFull (409); NotSignedIn (401)
 */
export function editLine(shop: Shop, customerId: string, id: string, quantity: number): Promise<Cart> {
  return changeCart(shop, customerId, {
    query: (tx) =>
      tx.db
        .select({
          id: cartLines.id,
          pricePaise: products.pricePaise,
          published: products.published,
          heldUntil: heldUntil(tx, sql`${stockLevels}`, customerId),
          available: available(tx, sql`${stockLevels}`, customerId),
        })
        .from(cartLines)
        .innerJoin(variants, eq(variants.id, cartLines.variantId))
        .innerJoin(products, eq(products.id, variants.productId))
        .innerJoin(stockLevels, eq(stockLevels.variantId, variants.id))
        .where(matchesId(customerId, id))
        .limit(2)
        .execute(),
    change(tx, [line, another]) {
      if (!line) throw NoSuchLine();
      if (another) throw SizeNeeded();
      if (!line.published) throw NoSuchProduct(deletedMessage);
      const capped = cappedQuantity(quantity, line.available);
      if (capped === 0) throw unavailableProblem(line.heldUntil);
      return {
        write: tx.db
          .update(cartLines)
          .set({ quantity: capped, seenPricePaise: line.pricePaise })
          .where(eq(cartLines.id, line.id))
          .execute(),
        notice: cappedMessage(quantity, line.available),
      };
    },
  });
}

/** Returns BeingBought if other shoppers hold all units on hand, and SoldOut if no unit is on hand. */
function unavailableProblem(heldUntil: number | null) {
  return heldUntil === null ? SoldOut() : BeingBought(heldMessage(heldUntil));
}

/** Removes a line by its id or variant id, or all lines of a product. @throws NoSuchLine (404), NotSignedIn (401). */
export function removeLine(shop: Shop, customerId: string, id: string): Promise<Cart> {
  return changeCart(shop, customerId, {
    query: (tx) =>
      tx.db.delete(cartLines).where(matchesId(customerId, id)).returning({ id: cartLines.id }).execute(),
    change(_tx, removed) {
      if (removed.length === 0) throw NoSuchLine();
      return { notice: null };
    },
  });
}

type Change<Result> = {
  /**
   * Reads or deletes rows after the cart is locked. The statement is sent together with the locking statement, to save a round
   * trip.
   */
  query(tx: Tx): Promise<Result>;
  /**
   * Starts the statement that changes the cart, if one is needed, and returns its promise as `write`. `notice` is the message to
   * the shopper.
   */
  change(tx: Tx, result: Result): { write?: Promise<unknown>; notice: string | null };
};

/** Changes a cart in one transaction. @throws the errors of `change`; CartFull (409); NotSignedIn (401) */
function changeCart<Result>(
  shop: Shop,
  customerId: string,
  { query, change }: Change<Result>,
): Promise<Cart> {
  return inTransaction(shop, async (tx) => {
    const [, result] = await pipeline([lockCart(tx, customerId, { isChange: true }), query(tx)]);
    const { write, notice } = change(tx, result);
    const [, cart] = await pipeline([write, readChangedCart(tx, customerId, notice)]);
    return cart;
  });
}

const LockedCart = z.object({ version: z.number().int(), email: z.string() });

/**
 * Locks the account, and then the cart, until the transaction ends. Account deletion uses the same order, to avoid deadlocks.
 * Inserts the cart if there is none. With `isChange`, increments the cart's version. Returns this version and the account's email
 * address.
 * @throws NotSignedIn (401) if the account has been deleted
 */
export async function lockCart(
  tx: Tx,
  customerId: string,
  { isChange } = { isChange: false },
): Promise<z.infer<typeof LockedCart>> {
  const update = isChange
    ? sql`version = ${carts}.version + 1, updated_at = excluded.updated_at`
    : sql`version = ${carts}.version`;
  const rows = await tx.db
    .execute(
      sql`
      insert into ${carts} (customer_id, version, updated_at)
      select id, ${isChange ? 1 : 0}::int, ${sqlTime(tx.clock.now())}
        from ${customers} where id = ${customerId} for key share
      on conflict (customer_id) do update set ${update}
      returning version, (select email from ${customers} where id = customer_id)`,
    )
    .execute();
  const [locked] = readRows(LockedCart, rows);
  if (!locked) throw NotSignedIn();
  return locked;
}

/** Reads the cart after a change. @throws CartFull (409) if the cart has more than {@link maxLines} lines. */
export async function readChangedCart(tx: Tx, customerId: string, notice: string | null): Promise<Cart> {
  const cart = await readCart(tx, customerId, notice);
  if (cart.count > maxLines) throw CartFull();
  return cart;
}

type StoredLine = { variantId: string; quantity: number; seenPricePaise: number };

/**
 * Saves lines in the cart. If the cart already has a line of the same variant, updates its quantity and seen price. Appends the
 * other lines in their sequence. With `before`, inserts a single new line in front of the line with this id, if there is one.
 */
export async function saveLines(
  tx: Tx,
  customerId: string,
  lines: readonly StoredLine[],
  before?: string,
): Promise<void> {
  if (lines.length === 0) return;
  const now = tx.clock.now().getTime();
  // Lines are sorted by `added_at`. Lines of one merge are 1 ms apart, so a time 1 µs before that of the next line is still after
  // that of the previous line.
  const addedAt = (index: number) => {
    const atEnd = new Date(now + index);
    if (before === undefined) return atEnd;
    return sql`coalesce((select next.added_at - interval '1 microsecond' from ${cartLines} next
      where next.customer_id = ${customerId} and next.id::text = lower(${before})), ${sqlTime(atEnd)})`;
  };
  await tx.db
    .insert(cartLines)
    .values(lines.map((line, index) => ({ ...line, customerId, addedAt: addedAt(index) })))
    .onConflictDoUpdate({
      target: [cartLines.customerId, cartLines.variantId],
      set: { quantity: sql`excluded.quantity`, seenPricePaise: sql`excluded.seen_price_paise` },
    })
    .execute();
}

/** Subtracts the ordered quantities from the cart and increments the cart's version. The caller must have locked the cart. */
export async function removeOrderedUnits(
  tx: Tx,
  customerId: string,
  ordered: readonly { variantId: string; count: number }[],
): Promise<void> {
  if (ordered.length === 0) return;
  const lines = sql.join(
    ordered.map(({ variantId, count }) => sql`(${variantId}, ${count}::int)`),
    sql`, `,
  );
  const isOrderedLine = sql`${cartLines.customerId} = ${customerId} and ${cartLines.variantId} = line.variant_id`;
  await tx.db
    .execute(sql`
      with line (variant_id, count) as (values ${lines}),
        gone as (delete from ${cartLines} using line where ${isOrderedLine} and ${cartLines.quantity} <= line.count),
        fewer as (update ${cartLines} set quantity = ${cartLines.quantity} - line.count from line
          where ${isOrderedLine} and ${cartLines.quantity} > line.count)
      update ${carts} set version = version + 1, updated_at = ${sqlTime(tx.clock.now())}
      where ${eq(carts.customerId, customerId)}`)
    .execute();
}

/** SQL condition for the customer's lines with this line id, variant id or product number. */
function matchesId(customerId: string, id: string): SQL | undefined {
  const hasId = sql`(${cartLines.id}::text = lower(${id}) or exists (select from ${variants} named
    where named.id = ${cartLines.variantId} and upper(${id}) in (upper(named.id), upper(named.product_id))))`;
  return and(eq(cartLines.customerId, customerId), hasId);
}
