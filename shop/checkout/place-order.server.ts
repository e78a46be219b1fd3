import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { billOf } from '../bill/rules.ts';
import { taxPortion } from '../bill/tax.ts';
import { listTaxRates } from '../bill/tax-rates.server.ts';
import { readCart } from '../cart/cart.server.ts';
import { type LineRow, selectLines, toLine } from '../cart/cart-rows.server.ts';
import { lockCart, settleCart } from '../cart/settle-cart.server.ts';
import { products } from '../catalogue/tables.server.ts';
import { readSettings } from '../content/content.server.ts';
import type { Settings } from '../content/contract.ts';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { dateInIndia } from '../foundation/clock.ts';
import { toRupees } from '../foundation/money.ts';
import { Problem } from '../foundation/problem.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import type { PaymentMethod } from '../orders/contract.ts';
import {
  findRequest,
  keepOrder,
  keepRequest,
  listLines,
  type NewLine,
  type Order,
  type OrderLine,
  supersedePending,
} from '../orders/orders.server.ts';
import { holdInside, type Parcel, sellInside } from '../stock/holds.server.ts';
import {
  CartChanged,
  CartEmpty,
  CodRefused,
  type DeliveryForm,
  FormNotRight,
  KeyUsed,
  type OrderDetails,
} from './contract.ts';
import { queueConfirmation } from './order-letters.server.ts';
import { checkDelivery, codRefusal } from './rules.ts';

export type OrderAndLines = { order: Order; lines: OrderLine[] };

export type Wish = {
  details: OrderDetails;
  method: PaymentMethod;
  /** Made by the browser for each attempt; without one, the cart's version stands in. */
  key?: string;
};

/**
 * Turns the shopper's cart into an order: in cash at once, online as an order that waits for its payment while the
 * pieces are held. Everything is the shop's own: lines, prices and stock are read here, and what the browser saw only
 * tells whether something has changed since. The same press again, at once or later, answers the same order.
 *
 * One transaction, and nothing is written when it throws: `cart-empty`, `cart-changed` (with the new cart),
 * `cod-refused`, `key-used` (409), `form-not-right` (400, fields named); `not-signed-in` (401) when the account was
 * deleted a moment ago.
 */
export async function placeOrder(shop: Shop, customerId: string, wish: Wish): Promise<OrderAndLines> {
  const placed = await inTransaction(shop, (inside) => placeInside(inside, customerId, wish));
  shop.postSoon();
  return placed;
}

async function placeInside(inside: Shop, customerId: string, wish: Wish): Promise<OrderAndLines> {
  const { details, method } = wish;
  const settings = await readSettings(inside);
  const { fields, form } = checkDelivery(details.shippingInfo, settings);
  if (fields.length > 0) throw FormNotRight(undefined, fields);

  const email = await keepAccount(inside, customerId);
  const version = await lockCart(inside, customerId);
  const bodyHash = hashOf({ form, method });
  const { version: _, lines: rows, shipping } = await selectLines(inside, customerId);
  const earlier = await findEarlier(inside, customerId, {
    ...wish,
    bodyHash,
    version,
    isEmpty: rows.length === 0,
  });
  if (earlier) return earlier;
  if (rows.length === 0) throw CartEmpty();

  const bill = billOf(rows, shipping);
  await refuseDrift(inside, customerId, rows, details, toRupees(bill.totalPaise));
  if (method === 'COD') {
    const refusal = codRefusal(
      settings.cod,
      bill,
      rows.map(({ available }) => ({ isUnique: available === 1 })),
    );
    if (refusal) throw CodRefused(refusal);
  }

  await supersedePending(inside, customerId);
  const order = await writeOrder(inside, customerId, {
    form,
    email,
    method,
    version,
    settings,
    bill,
    rows,
  });
  await takeFromShelf(inside, customerId, order);
  await keepRequest(inside, {
    customerId,
    key: wish.key ?? keyOfVersion(version),
    bodyHash,
    orderId: order.order.id,
  });
  if (method === 'COD') {
    await settleCart(inside, customerId, parcelOf(order.lines));
    await queueConfirmation(inside, order, settings);
  }
  return order;
}

/** Keeps the account until the transaction has ended, and answers its address. It is locked before the cart, as where it is deleted. */
async function keepAccount(inside: Shop, customerId: string): Promise<string> {
  const [customer] = await inside.db
    .select({ email: customers.email })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('key share');
  if (!customer) throw NotSignedIn();
  return customer.email;
}

const keyOfVersion = (version: number) => `cart:${version}`;

/** What the same press has led to already; `undefined` when this one begins something new. */
async function findEarlier(
  inside: Shop,
  customerId: string,
  press: { key?: string | undefined; bodyHash: string; version: number; isEmpty: boolean },
): Promise<OrderAndLines | undefined> {
  const { key, bodyHash, version, isEmpty } = press;
  // The press that emptied the cart has counted its version up.
  const keys = key === undefined ? [keyOfVersion(isEmpty ? version - 1 : version)] : [key];
  const found = await findRequest(inside, customerId, keys);
  if (!found) return undefined;
  if (found.bodyHash !== bodyHash) {
    if (key !== undefined) throw KeyUsed();
    return undefined;
  }
  const { order } = found;
  const hasEnded = order.state === 'expired' || isOver(order, inside.clock.now());
  if (hasEnded && key === undefined) return undefined;
  return { order, lines: await listLines(inside, order.id) };
}

/** True for an order that waited for its payment too long, whether or not anybody has noticed. */
function isOver({ state, expiresAt }: Order, now: Date): boolean {
  return state === 'pending_payment' && expiresAt !== null && expiresAt <= now;
}

/** Throws `cart-changed` when the cart is not what the shopper was shown, or cannot be sold as it is. */
async function refuseDrift(
  inside: Shop,
  customerId: string,
  rows: readonly LineRow[],
  { total, productDetails }: OrderDetails,
  realTotal: number,
): Promise<void> {
  const lines = rows.map((row) => ({ row, line: toLine(row) }));
  const sellable = lines.every(
    ({ row, line }) =>
      line.price > 0 && line.quantity === row.quantity && line.notes.every(({ kind }) => kind === 'price'),
  );
  const sameTotal = total === undefined || total === realTotal;
  const sameLines =
    productDetails === undefined ||
    (productDetails.length === lines.length &&
      lines.every(({ line }) =>
        productDetails.some(
          (seen) =>
            (seen.size ?? seen.proId ?? seen._id) !== undefined &&
            (seen.size ?? line.size) === line.size &&
            (seen.proId ?? seen._id ?? line.proId) === line.proId &&
            (seen.quantity ?? line.quantity) === line.quantity &&
            (seen.price ?? line.proPrice) === line.proPrice,
        ),
      ));
  if (!sellable || !sameTotal || !sameLines) {
    throw CartChanged().with({ cart: await readCart(inside, customerId) });
  }
}

type Draft = {
  form: DeliveryForm;
  email: string;
  method: PaymentMethod;
  version: number;
  settings: Settings;
  bill: ReturnType<typeof billOf>;
  rows: readonly LineRow[];
};

async function writeOrder(inside: Shop, customerId: string, draft: Draft): Promise<OrderAndLines> {
  const { form, email, method, version, settings, bill, rows } = draft;
  const now = inside.clock.now();
  const isPlaced = method === 'COD';
  return keepOrder(
    inside,
    {
      customerId,
      state: isPlaced ? 'placed' : 'pending_payment',
      paymentMethod: method,
      ...bill,
      shipTo: { ...form, email },
      cartVersion: version,
      createdAt: now,
      ...(isPlaced ? placedNow(now, settings) : { expiresAt: minutesFrom(now, settings.holdMinutes) }),
    },
    await linesOf(inside, rows, now),
  );
}

/** When an order is placed, and by when it should arrive. */
export function placedNow(now: Date, { promiseDays }: Pick<Settings, 'promiseDays'>) {
  return { placedAt: now, promisedBy: dateInIndia(new Date(now.getTime() + promiseDays * 86_400_000)) };
}

export function minutesFrom(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000);
}

/** The cart's lines as the order freezes them, each with the tax of the day in its price. */
async function linesOf(inside: Shop, rows: readonly LineRow[], now: Date): Promise<NewLine[]> {
  const rates = await listTaxRates(inside);
  const codes = await inside.db
    .select({ id: products.id, hsn: sql<string | null>`${products.attributes} ->> 'hsn'` })
    .from(products)
    .where(
      inArray(
        products.id,
        rows.map(({ proId }) => proId),
      ),
    );
  const hsnOf = new Map(codes.map(({ id, hsn }) => [id, hsn]));
  return rows.flatMap((row) => {
    if (row.variantId === null) return [];
    const hsn = hsnOf.get(row.proId) ?? null;
    const portion = taxPortion({ hsn, pricePaise: row.pricePaise }, rates, dateInIndia(now));
    return {
      productId: row.proId,
      variantId: row.variantId,
      name: row.name,
      sizeLabel: row.sizeLabel,
      image: row.picture?.file ?? null,
      mrpPaise: row.mrpPaise,
      pricePaise: row.pricePaise,
      quantity: row.quantity,
      hsn,
      taxRate: portion?.rate ?? null,
      taxPaise: (portion?.taxPaise ?? 0) * row.quantity,
    };
  });
}

export function parcelOf(lines: readonly Pick<OrderLine, 'variantId' | 'quantity'>[]): Parcel {
  return lines.map(({ variantId, quantity }) => ({ variantId, count: quantity }));
}

/** Sells the pieces, or holds them for the payment. What is short by now is told as a change of the cart. */
async function takeFromShelf(
  inside: Shop,
  customerId: string,
  { order, lines }: OrderAndLines,
): Promise<void> {
  try {
    if (order.expiresAt === null)
      await sellInside(inside, parcelOf(lines), { reference: order.number, owner: customerId });
    else
      await holdInside(inside, parcelOf(lines), {
        holder: order.id,
        owner: customerId,
        until: order.expiresAt,
      });
  } catch (error) {
    if (!(error instanceof Problem) || error.name !== 'not-that-many') throw error;
    throw CartChanged().with({ cart: await readCart(inside, customerId) });
  }
}

/** The same for equal things, whatever the order in which their parts were written. */
function hashOf({ form, method }: { form: DeliveryForm; method: PaymentMethod }): string {
  const parts = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([method, parts]))
    .digest('hex');
}
