import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { productImages, products, variants } from '../app/catalogue/tables.server.ts';
import { placementDates } from '../app/checkout/rules.ts';
import { readSettings } from '../app/content/content.server.ts';
import { customers } from '../app/customers/tables.server.ts';
import { dateInIndia, days } from '../app/foundation/clock.ts';
import { inTransaction, type Shop } from '../app/foundation/shop.server.ts';
import type { OrderState, PaymentMethod, ShipTo } from '../app/orders/contract.ts';
import { issueInvoice } from '../app/orders/invoices/invoices.server.ts';
import {
  insertOrder,
  type NewLine,
  type Order,
  type OrderLine,
  transitionOrder,
  withLockedOrder,
} from '../app/orders/orders.server.ts';
import { type Actor, transitions } from '../app/orders/transitions.ts';
import { calculateTotals } from '../app/pricing/rules.ts';
import { lineTax } from '../app/pricing/tax.ts';
import { listTaxRates } from '../app/pricing/tax-rates.server.ts';
import { insertPastPayment, insertPastRefund } from './seed-payments.server.ts';

/** A past order of the demo customer with the email address `email`. */
export type PastOrder = {
  email: string;
  method: PaymentMethod;
  /** The delivery address. By default the address of the customer. */
  shipTo?: ShipTo;
  lines: readonly { proId: string; size?: string; quantity?: number }[];
  /** Number of days since the order was placed. */
  daysAgo: number;
  /** The states after the order was placed, oldest first. */
  steps: readonly { state: OrderState; daysAgo: number; note?: string }[];
};

/**
 * Inserts a past order, changes its states, and inserts its payment, invoice and refund. Does not change stock levels, because
 * its units were sold before the first stock count. Queues no email.
 * @throws Error if the customer or a product does not exist, or a change of state is not allowed
 */
export async function insertPastOrder(
  shop: Shop,
  { email, method, shipTo, lines, daysAgo, steps }: PastOrder,
): Promise<{ order: Order; lines: OrderLine[] }> {
  const [customer] = await shop.db.select().from(customers).where(eq(customers.email, email));
  if (!customer) throw new Error(`${email} has no account to order with`);
  const now = shop.clock.now().getTime();
  const ago = (count: number) => new Date(now - Math.round(days(count)));
  const placedAt = ago(daysAgo);
  const settings = await readSettings(shop);
  const stored = await linesOf(shop, lines, placedAt);
  const isPaidAtOnce = method === 'Online';
  const placed = placementDates(placedAt, settings);
  const { firstName, lastName, phone, address, apartment, city, state, pincode, country } = customer;
  const inserted = await inTransaction(shop, (tx) =>
    insertOrder(
      tx,
      {
        customerId: customer.id,
        state: isPaidAtOnce ? 'pending_payment' : 'placed',
        paymentMethod: method,
        ...calculateTotals(stored, settings.shipping),
        shipTo: shipTo ?? {
          firstName,
          lastName,
          email,
          phone,
          address,
          apartment,
          city,
          state,
          pincode,
          country,
        },
        cartVersion: 0,
        createdAt: placedAt,
        ...(isPaidAtOnce ? {} : placed),
      },
      stored,
    ),
  );
  let { order } = inserted;
  const advance = async (to: OrderState, at: Date, note: string | undefined, more = {}) => {
    const actor = actorOf(order.state, to);
    const transition = { to, actor, at, ...(note && { note }) };
    const moved = await withLockedOrder(shop, order.id, (tx, locked) =>
      transitionOrder(tx, locked, transition, more),
    );
    if (!moved) throw new Error(`a past order cannot change from ${order.state} to ${to}`);
    order = moved;
    if (to === 'packed')
      await inTransaction(shopAt(shop, at), (tx) =>
        issueInvoice(tx, { order, lines: inserted.lines, refundedPaise: 0 }),
      );
    if (to === 'cancelled' && isPaidAtOnce) await insertPastRefund(shop, order, at);
  };
  if (isPaidAtOnce) {
    await insertPastPayment(shop, order, placedAt);
    await advance('placed', placedAt, undefined, placed);
  }
  for (const step of steps) {
    const at = ago(step.daysAgo);
    await advance(step.state, at, step.note, step.state === 'delivered' ? { deliveredAt: at } : {});
  }
  return { order, lines: inserted.lines };
}

const shopAt = (shop: Shop, at: Date): Shop => ({ ...shop, clock: { now: () => at } });

function actorOf(from: OrderState, to: OrderState): Actor {
  const actor = transitions.find((transition) => transition.from === from && transition.to === to)?.actors[0];
  if (!actor) throw new Error(`no transition from ${from} to ${to}`);
  return actor;
}

/** Returns the order lines as the checkout would store them, with today's prices and the tax rates of the day of the order. */
async function linesOf(shop: Shop, requested: PastOrder['lines'], day: Date): Promise<NewLine[]> {
  const ids = requested.map(({ proId }) => proId);
  const rates = await listTaxRates(shop);
  const rows = await shop.db
    .select({
      productId: products.id,
      variantId: variants.id,
      name: products.name,
      sizeLabel: variants.label,
      image: productImages.file,
      mrpPaise: products.mrpPaise,
      pricePaise: products.pricePaise,
      hsn: sql<string | null>`${products.attributes} ->> 'hsn'`,
    })
    .from(products)
    .innerJoin(variants, eq(variants.productId, products.id))
    .leftJoin(productImages, and(eq(productImages.productId, products.id), eq(productImages.position, 0)))
    .where(inArray(products.id, ids))
    .orderBy(asc(variants.position));
  return requested.map(({ proId, size, quantity = 1 }) => {
    const row = rows.find(({ productId, sizeLabel }) => productId === proId && (!size || sizeLabel === size));
    if (!row) throw new Error(`there is no ${proId} ${size ?? ''}`);
    return { ...row, quantity, ...lineTax({ ...row, quantity }, rates, dateInIndia(day)) };
  });
}
