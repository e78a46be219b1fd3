import { createHash, randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { lockCart, removeOrderedUnits } from '../cart/cart.server.ts';
import { type LineRow, readCart, selectLines } from '../cart/read-cart.server.ts';
import { cartLines, carts } from '../cart/tables.server.ts';
import { codMessage } from '../content/cod.ts';
import { readCachedSettings } from '../content/content.server.ts';
import type { Settings } from '../content/contract.ts';
import { saveAddress } from '../customers/profile/profile.server.ts';
import { dateInIndia } from '../foundation/clock.ts';
import { pipeline } from '../foundation/database/pipeline.server.ts';
import { isProblem } from '../foundation/http/problem.ts';
import { recordEvent } from '../foundation/jobs/events.server.ts';
import { toRupees } from '../foundation/money.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import type { PaymentMethod } from '../orders/contract.ts';
import { queueConfirmation } from '../orders/order-emails.server.ts';
import {
  countUnpaid,
  countUnpaidInCash,
  readHeldSeconds,
  type UnpaidStock,
} from '../orders/order-limits.server.ts';
import {
  findRequest,
  insertOrder,
  listLines,
  type NewLine,
  type NewOrder,
  type Order,
  type OrderLine,
  saveRequest,
  supersedePending,
} from '../orders/orders.server.ts';
import { calculateTotals, type Totals } from '../pricing/rules.ts';
import { lineTax, type TaxRate } from '../pricing/tax.ts';
import { NotEnoughStock } from '../stock/contract.ts';
import { holdStockInTx, type StockLine, sellStockInTx } from '../stock/holds.server.ts';
import { isCartChanged } from './cart-changed.server.ts';
import {
  CartChanged,
  CartEmpty,
  CashLimit,
  CodRefused,
  type DeliveryForm,
  HoldTimeUsed,
  InvalidAddress,
  KeyReused,
  type OrderDetails,
  PaymentUndecided,
  UnpaidLimit,
} from './contract.ts';
import {
  addMinutes,
  cashOrdersMessage,
  checkDelivery,
  heldMinutesLeft,
  holdTimeMessage,
  placementDates,
  unpaidStockMessage,
} from './rules.ts';

type OrderWithLines = { order: Order; lines: OrderLine[] };

type PlaceOrderInput = {
  details: OrderDetails;
  method: PaymentMethod;
  /** Idempotency key that the browser generates for each new order. Without a key, the cart's version is the key. */
  key?: string | undefined;
};

/**
 * Creates the order for the customer's cart in one transaction, and supersedes unpaid orders. A cash order sells the stock at
 * once. An online order holds it for at most `holdMinutes`. Idempotent per `key`.
 * @throws CartEmpty, CartChanged, CodRefused, KeyReused, UnpaidLimit, HoldTimeUsed, CashLimit or PaymentUndecided (409);
 * InvalidAddress (400); NotSignedIn (401)
 */
export async function placeOrder(
  shop: Shop,
  customerId: string,
  input: PlaceOrderInput,
): Promise<OrderWithLines> {
  const { details, method } = input;
  const settings = await readCachedSettings(shop, 'settings');
  const { fields, form } = checkDelivery(details.shippingInfo);
  if (fields.length > 0) throw InvalidAddress(undefined, fields);
  const bodyHash = hashOf({ form, method });
  try {
    return await inTransaction(shop, async (tx) => {
      const [cart, { lines: rows, shipping, taxRates }, request, heldSeconds] = await pipeline([
        lockCart(tx, customerId),
        selectLines(tx, customerId),
        findRequest(tx, customerId, input.key ?? keyOfCart(customerId)),
        method === 'Online' ? readHeldSeconds(tx, customerId) : new Map<string, number>(),
      ]);
      const earlier = await findEarlier(tx, request, { bodyHash, key: input.key });
      if (earlier) return earlier;
      const totals = calculateTotals(rows, shipping);
      if (rows.length === 0) throw CartEmpty();
      if (isCartChanged(rows, details, toRupees(totals.totalPaise))) throw CartChanged();
      if (method === 'COD') assertCodAllowed(rows, totals, settings);
      const holdMinutes = method === 'COD' ? 0 : assertHoldAllowed(rows, totals, heldSeconds, settings);

      const lines = linesOf(rows, taxRates, dateInIndia(tx.clock.now()));
      const order = newOrder({
        ...{ customerId, cart, form, method, settings, totals, holdMinutes },
        now: tx.clock.now(),
      });
      const key = input.key ?? `cart:${cart.version}`;
      const [superseded, placed, , unpaid] = await pipeline([
        supersedePending(tx, customerId),
        insertOrder(tx, order, lines),
        saveRequest(tx, { customerId, key, bodyHash, orderId: order.id }),
        method === 'COD' ? countUnpaidInCash(tx, customerId, order.shipTo) : countUnpaid(tx, customerId),
      ]);
      // Throw, to roll back. An order with a pending payment must not be superseded, because the payment can still place the
      // order.
      const undecided = superseded.find(({ paymentPending }) => paymentPending);
      if (undecided) throw PaymentUndecided().with({ orderId: undecided.id });
      assertUnpaidAllowed(method, unpaid, settings);
      if (details.saveAddress) await saveAddress(tx, customerId, form);
      await takeStock(tx, placed, customerId, settings);
      return placed;
    });
  } catch (error) {
    if (!isProblem(error, NotEnoughStock, CartChanged)) throw error;
    // Read the cart after the rollback, so that the cart does not show effects of this order.
    throw CartChanged().with({ cart: await readCart(shop, customerId) });
  }
}

/** @throws CodRefused (409), with the message, if the order cannot be paid in cash */
function assertCodAllowed(rows: readonly LineRow[], totals: Totals, settings: Settings): void {
  const message = codMessageOf(rows, totals, settings);
  if (message) throw CodRefused(message);
}

function codMessageOf(rows: readonly LineRow[], totals: Totals, { cod }: Settings): string | undefined {
  const lines = rows.map(({ available, pricePaise }) => ({ isUnique: available === 1, pricePaise }));
  return codMessage(cod, totals, lines);
}

/** @throws CashLimit (409) for a cash order, or UnpaidLimit (409) for an online order, if `unpaid` exceeds the limits */
function assertUnpaidAllowed(method: PaymentMethod, unpaid: UnpaidStock[], { limits }: Settings): void {
  const message = method === 'COD' ? cashOrdersMessage(limits, unpaid) : unpaidStockMessage(limits, unpaid);
  if (message) throw method === 'COD' ? CashLimit(message) : UnpaidLimit(message);
}

/** Returns the minutes for which the order may hold its stock. @throws HoldTimeUsed (409), naming the products. */
function assertHoldAllowed(
  rows: readonly LineRow[],
  totals: Totals,
  heldSeconds: ReadonlyMap<string, number>,
  settings: Settings,
): number {
  const minutesLeft = (row: LineRow) => heldMinutesLeft(settings, heldSeconds, [row.variantId ?? '']);
  const refusedNames = rows.filter((row) => minutesLeft(row) < 1).map(({ name }) => name);
  if (refusedNames.length > 0) {
    const mayPayCash = codMessageOf(rows, totals, settings) === undefined;
    throw HoldTimeUsed(holdTimeMessage(refusedNames, mayPayCash));
  }
  return Math.min(settings.holdMinutes, ...rows.map(minutesLeft));
}

/**
 * Holds the stock of an unpaid online order. For a cash order, sells the stock, removes the ordered units from the cart and
 * queues the confirmation email.
 */
async function takeStock(
  tx: Tx,
  { order, lines }: OrderWithLines,
  customerId: string,
  settings: Settings,
): Promise<void> {
  const stockLines = stockLinesOf(lines);
  // Lock the stock as late as possible, because concurrent orders for the same variant wait for this lock.
  if (order.expiresAt) {
    await holdStockInTx(tx, stockLines, { holder: order.id, owner: customerId, expiresAt: order.expiresAt });
    return;
  }
  await pipeline([
    queueConfirmation(tx, { order, lines }, settings),
    recordEvent(tx, { kind: 'order-placed', payload: { orderId: order.id } }),
    sellStockInTx(tx, stockLines, { reference: order.number, owner: customerId }),
  ]);
  // Lock the cart's lines after the stock levels, as removing a size from sale does, to avoid deadlocks.
  await removeOrderedUnits(tx, customerId, stockLines);
  tx.wakeEmailWorker();
}

/**
 * SQL for the default idempotency key, which contains the version of the cart. A cash order empties the cart and increments the
 * version. For an empty cart, the key therefore contains the previous version, so that a repeated request finds the order that
 * emptied the cart. The cart must be locked.
 */
function keyOfCart(customerId: string): SQL {
  const hasLines = sql`exists (select from ${cartLines} where customer_id = ${customerId})`;
  return sql`(select 'cart:' || case when ${hasLines} then version else version - 1 end
    from ${carts} where customer_id = ${customerId})`;
}

/**
 * Returns the order of an earlier, equal request, or undefined. If the client sent no key, also returns undefined for another
 * body or an expired order.
 * @throws KeyReused (409) if the client's key belongs to a request with another body
 */
async function findEarlier(
  tx: Tx,
  request: Awaited<ReturnType<typeof findRequest>>,
  { bodyHash, key }: { bodyHash: string; key: string | undefined },
): Promise<OrderWithLines | undefined> {
  if (!request) return undefined;
  if (request.bodyHash !== bodyHash) {
    if (key !== undefined) throw KeyReused();
    return undefined;
  }
  const { order } = request;
  // A pending order past its `expiresAt` has expired, even if the payment worker has not expired it yet.
  const { state, expiresAt } = order;
  const isOverdue = state === 'pending_payment' && expiresAt !== null && expiresAt <= tx.clock.now();
  if ((state === 'expired' || isOverdue) && key === undefined) return undefined;
  return { order, lines: await listLines(tx, order.id) };
}

/** Builds the order to insert. A cash order is placed at once; any other order waits for its payment. */
function newOrder(input: {
  customerId: string;
  cart: { version: number; email: string };
  form: DeliveryForm;
  method: PaymentMethod;
  settings: Settings;
  totals: Totals;
  holdMinutes: number;
  now: Date;
}): NewOrder & { id: string } {
  const { cart, form, method, settings, now } = input;
  const isPlaced = method === 'COD';
  return {
    id: randomUUID(),
    customerId: input.customerId,
    state: isPlaced ? 'placed' : 'pending_payment',
    paymentMethod: method,
    ...input.totals,
    shipTo: { ...form, email: cart.email },
    cartVersion: cart.version,
    createdAt: now,
    ...(isPlaced ? placementDates(now, settings) : { expiresAt: addMinutes(now, input.holdMinutes) }),
  };
}

/** Builds the order's lines as copies of the cart's lines. Adds the tax that the prices include at the rates of `day`. */
function linesOf(rows: readonly LineRow[], rates: readonly TaxRate[], day: string): NewLine[] {
  return rows.flatMap((row) => {
    if (row.variantId === null) return [];
    return {
      productId: row.proId,
      variantId: row.variantId,
      name: row.name,
      sizeLabel: row.sizeLabel,
      image: row.picture?.file ?? null,
      mrpPaise: row.mrpPaise,
      pricePaise: row.pricePaise,
      quantity: row.quantity,
      hsn: row.hsn,
      returnable: row.returnable,
      cancellable: row.cancellable,
      ...lineTax(row, rates, day),
    };
  });
}

export function stockLinesOf(lines: readonly Pick<OrderLine, 'variantId' | 'quantity'>[]): StockLine[] {
  return lines.map(({ variantId, quantity }) => ({ variantId, count: quantity }));
}

/** Hashes the payment method and the address form. The sequence of the form's fields does not matter. */
function hashOf({ form, method }: { form: DeliveryForm; method: PaymentMethod }): string {
  const fields = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([method, fields]))
    .digest('hex');
}
