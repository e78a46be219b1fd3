import { createHash, randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { readCart } from '../cart/cart.server.ts';
import { type LineRow, selectLines } from '../cart/cart-rows.server.ts';
import { lockCart, settleCart } from '../cart/settle-cart.server.ts';
import { cartLines, carts } from '../cart/tables.server.ts';
import { readSettings } from '../content/content.server.ts';
import type { Settings } from '../content/contract.ts';
import { cached } from '../foundation/cache/read-cache.server.ts';
import { dateInIndia } from '../foundation/clock.ts';
import { pipeline } from '../foundation/database/pipeline.server.ts';
import { Problem } from '../foundation/http/problem.ts';
import { toRupees } from '../foundation/money.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import type { PaymentMethod } from '../orders/contract.ts';
import {
  findRequest,
  insertOrder,
  insertRequest,
  listLines,
  type NewLine,
  type NewOrder,
  type Order,
  type OrderLine,
  supersedePending,
} from '../orders/orders.server.ts';
import { calculateTotals } from '../pricing/rules.ts';
import { type TaxRate, taxPortion } from '../pricing/tax.ts';
import { listTaxRates } from '../pricing/tax-rates.server.ts';
import { holdStockInTx, type StockLine, sellStockInTx } from '../stock/holds.server.ts';
import { hasDrifted } from './cart-drift.server.ts';
import {
  CartChanged,
  CartEmpty,
  CodRefused,
  type DeliveryForm,
  InvalidAddress,
  KeyReused,
  type OrderDetails,
} from './contract.ts';
import { queueConfirmation } from './order-placed-email.server.ts';
import { checkDelivery, codProblem } from './rules.ts';

export type OrderWithLines = { order: Order; lines: OrderLine[] };

export type PlaceOrderInput = {
  details: OrderDetails;
  method: PaymentMethod;
  /** Made by the browser for each attempt; without one, the cart's version stands in. */
  key?: string | undefined;
};

/** As they stood a moment ago: every process hears of a change. */
const recallSettings = cached((shop: Shop, _: 'settings') => readSettings(shop));

/**
 * Turns the shopper's cart into an order: in cash at once, online as an order that waits for its payment while the
 * pieces are held. Everything is the shop's own: lines, prices and stock are read here, and what the browser saw only
 * tells whether something has changed since. The same press again, at once or later, answers the same order.
 *
 * One transaction, and nothing is written when it throws: `cart-empty`, `cart-changed` (with the new cart),
 * `cod-refused`, `key-reused` (409), `invalid-address` (400, fields named); `not-signed-in` (401) when the account was
 * deleted a moment ago.
 */
export async function placeOrder(
  shop: Shop,
  customerId: string,
  wish: PlaceOrderInput,
): Promise<OrderWithLines> {
  const settings = await recallSettings(shop, 'settings');
  try {
    const placed = await inTransaction(shop, (tx) => placeInTx(tx, customerId, wish, settings));
    shop.wakeEmailWorker();
    return placed;
  } catch (error) {
    if (!(error instanceof Problem) || (error.name !== 'not-enough-stock' && error.name !== 'cart-changed'))
      throw error;
    // As it is once nothing of the order is left in it.
    throw CartChanged().with({ cart: await readCart(shop, customerId) });
  }
}

async function placeInTx(
  tx: Tx,
  customerId: string,
  wish: PlaceOrderInput,
  settings: Settings,
): Promise<OrderWithLines> {
  const { details, method } = wish;
  const { fields, form } = checkDelivery(details.shippingInfo, settings);
  if (fields.length > 0) throw InvalidAddress(undefined, fields);

  const key = wish.key ?? keyOfCart(customerId);
  const bodyHash = hashOf({ form, method });
  const [{ version, email }, { lines: rows, shipping }, request, rates] = await pipeline([
    lockCart(tx, customerId),
    selectLines(tx, customerId),
    findRequest(tx, customerId, key),
    listTaxRates(tx),
  ]);
  const earlier = await earlierOf(tx, request, { bodyHash, key: wish.key });
  if (earlier) return earlier;
  if (rows.length === 0) throw CartEmpty();

  const bill = calculateTotals(rows, shipping);
  if (hasDrifted(rows, details, toRupees(bill.totalPaise))) throw CartChanged();
  if (method === 'COD') {
    const error = codProblem(
      settings.cod,
      bill,
      rows.map(({ available }) => ({ isUnique: available === 1 })),
    );
    if (error) throw CodRefused(error);
  }
  return write(tx, customerId, {
    form,
    email,
    method,
    key: wish.key ?? `cart:${version}`,
    bodyHash,
    version,
    settings,
    bill,
    lines: linesOf(rows, rates, dateInIndia(tx.clock.now())),
  });
}

/**
 * What stands in for a key that the browser did not make: the cart's version, of which the press that emptied the cart
 * has counted one more. For a statement behind the cart's lock.
 */
function keyOfCart(customerId: string): SQL {
  const hasLines = sql`exists (select from ${cartLines} where customer_id = ${customerId})`;
  return sql`(select 'cart:' || case when ${hasLines} then version else version - 1 end
    from ${carts} where customer_id = ${customerId})`;
}

/** What the same press has led to already; `undefined` when this one begins something new. */
async function earlierOf(
  tx: Tx,
  found: Awaited<ReturnType<typeof findRequest>>,
  { bodyHash, key }: { bodyHash: string; key: string | undefined },
): Promise<OrderWithLines | undefined> {
  if (!found) return undefined;
  if (found.bodyHash !== bodyHash) {
    if (key !== undefined) throw KeyReused();
    return undefined;
  }
  const { order } = found;
  const hasEnded = order.state === 'expired' || isOver(order, tx.clock.now());
  if (hasEnded && key === undefined) return undefined;
  return { order, lines: await listLines(tx, order.id) };
}

/** True for an order that waited for its payment too long, whether or not anybody has noticed. */
function isOver({ state, expiresAt }: Order, now: Date): boolean {
  return state === 'pending_payment' && expiresAt !== null && expiresAt <= now;
}

type Draft = {
  form: DeliveryForm;
  email: string;
  method: PaymentMethod;
  key: string;
  bodyHash: string;
  version: number;
  settings: Settings;
  bill: ReturnType<typeof calculateTotals>;
  lines: readonly NewLine[];
};

/** Writes the order down, and takes what belongs to it from the shelf and out of the cart. */
async function write(tx: Tx, customerId: string, draft: Draft): Promise<OrderWithLines> {
  const { form, email, method, key, bodyHash, version, settings, bill, lines } = draft;
  const now = tx.clock.now();
  const orderId = randomUUID();
  const stockLines = stockLinesOf(lines);
  const expiresAt = method === 'COD' ? null : minutesFrom(now, settings.holdMinutes);
  const draftOrder: NewOrder = {
    id: orderId,
    customerId,
    state: expiresAt ? 'pending_payment' : 'placed',
    paymentMethod: method,
    ...bill,
    shipTo: { ...form, email },
    cartVersion: version,
    createdAt: now,
    ...(expiresAt ? { expiresAt } : placedNow(now, settings)),
  };
  const [, stored] = await pipeline([
    supersedePending(tx, customerId),
    insertOrder(tx, draftOrder, lines),
    insertRequest(tx, { customerId, key, bodyHash, orderId }),
  ]);
  // The shelf late: whoever wants the same piece waits there, and as short as can be.
  if (expiresAt) {
    await holdStockInTx(tx, stockLines, { holder: orderId, owner: customerId, expiresAt });
    return stored;
  }
  await pipeline([
    queueConfirmation(tx, stored, settings),
    sellStockInTx(tx, stockLines, { reference: stored.order.number, owner: customerId }),
  ]);
  // After the shelf, as where a size is taken off: the cart's lines go with it.
  await settleCart(tx, customerId, stockLines);
  return stored;
}

/** When an order is placed, and by when it should arrive. */
export function placedNow(now: Date, { promiseDays }: Pick<Settings, 'promiseDays'>) {
  return { placedAt: now, promisedBy: dateInIndia(new Date(now.getTime() + promiseDays * 86_400_000)) };
}

export function minutesFrom(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000);
}

/** The cart's lines as the order freezes them, each with the tax of the day in its price. */
function linesOf(rows: readonly LineRow[], rates: readonly TaxRate[], day: string): NewLine[] {
  return rows.flatMap((row) => {
    if (row.variantId === null) return [];
    const { hsn, pricePaise, quantity } = row;
    const portion = taxPortion({ hsn, pricePaise }, rates, day);
    return {
      productId: row.proId,
      variantId: row.variantId,
      name: row.name,
      sizeLabel: row.sizeLabel,
      image: row.picture?.file ?? null,
      mrpPaise: row.mrpPaise,
      pricePaise,
      quantity,
      hsn,
      taxRate: portion?.rate ?? null,
      taxPaise: (portion?.taxPaise ?? 0) * quantity,
    };
  });
}

export function stockLinesOf(lines: readonly Pick<OrderLine, 'variantId' | 'quantity'>[]): StockLine {
  return lines.map(({ variantId, quantity }) => ({ variantId, count: quantity }));
}

/** The same for equal things, whatever the order in which their parts were written. */
function hashOf({ form, method }: { form: DeliveryForm; method: PaymentMethod }): string {
  const parts = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([method, parts]))
    .digest('hex');
}
