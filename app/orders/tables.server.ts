import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { customers } from '../customers/tables.server.ts';
import { moment, paise } from '../foundation/database/columns.server.ts';
import type { OrderState, PaymentMethod, ShipTo } from './contract.ts';

/** Where the numbers on the parcels come from. They may have gaps; the invoices' numbers may not. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 1001 });

/** Orders that keep stock without a payment: with cash on delivery, and not shipped. */
export const isOpenCash = sql`payment_method = 'COD' and state in ('placed', 'packed', 'out_for_pickup')`;

/** The hash of an address in lower case, without spaces and signs: one address written in two ways counts as one. */
export const addressKey = (shipTo: SQL) =>
  sql`md5(lower(regexp_replace((${shipTo}->>'address') || (${shipTo}->>'apartment') || (${shipTo}->>'pincode'), '[[:space:][:punct:]]', '', 'g')))`;

/** What was promised, frozen as it was sold: names, prices and address stay, whatever happens to the catalogue and the profile. */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What people call it: `TB1001`. */
    number: text().notNull().default(sql`'TB' || nextval('order_numbers')`),
    /** `null` after the account was deleted: the order stays, for the tax office and the weaver. */
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    state: text().$type<OrderState>().notNull(),
    paymentMethod: text().$type<PaymentMethod>().notNull(),
    subtotalPaise: paise().notNull(),
    shippingPaise: paise().notNull(),
    /** Added to the sum: 0, because prices include all taxes. */
    taxPaise: paise().notNull().default(0),
    totalPaise: paise().notNull(),
    shipTo: jsonb().$type<ShipTo>().notNull(),
    /** The version that the cart had when it became this order. */
    cartVersion: integer().notNull(),
    createdAt: moment().notNull(),
    /** Until when the pieces are held for somebody who is paying. */
    expiresAt: moment(),
    placedAt: moment(),
    /** The day by which it should arrive, in India. */
    promisedBy: date(),
    /** Set when an unpaid order was given up: money that comes for it afterwards is refunded. */
    supersededAt: moment(),
    /** Why it was given up: its shopper placed a new order, or cancelled this one. */
    supersededReason: text().$type<'new-order' | 'cancelled'>(),
    /** When it arrived: the days in which it may be returned are counted from here. */
    deliveredAt: moment(),
    /** When its pieces went back to the shelf: once. */
    restockedAt: moment(),
    /** What the merchant notes for themselves; no shopper sees it. */
    privateNote: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('orders_number').on(table.number),
    index('orders_of_customer').on(table.customerId, table.createdAt.desc()),
    index('orders_newest').on(table.placedAt.desc(), table.id).where(sql`${table.placedAt} is not null`),
    index('orders_by_state').on(table.state, table.placedAt),
    index('orders_cash_by_phone').on(sql`(ship_to->>'phone')`).where(isOpenCash),
    index('orders_cash_by_address').on(addressKey(sql`ship_to`)).where(isOpenCash),
    index('orders_pending').on(table.expiresAt).where(sql`${table.state} = 'pending_payment'`),
    check(
      'orders_state',
      sql`${table.state} in ('pending_payment', 'expired', 'placed', 'packed', 'out_for_pickup', 'shipped', 'out_for_delivery',
        'delivered', 'cancelled', 'return_requested', 'return_approved', 'return_rejected', 'return_picked', 'returned',
        'refunded', 'rto', 'returned_to_seller')`,
    ),
    check(
      'orders_superseded',
      sql`(${table.supersededAt} is null) = (${table.supersededReason} is null)
        and ${table.supersededReason} in ('new-order', 'cancelled')`,
    ),
    check('orders_method', sql`${table.paymentMethod} in ('COD', 'Online')`),
    check(
      'orders_sum',
      sql`${table.subtotalPaise} > 0 and ${table.shippingPaise} >= 0 and ${table.taxPaise} >= 0
        and ${table.totalPaise} = ${table.subtotalPaise} + ${table.shippingPaise} + ${table.taxPaise}`,
    ),
    check(
      'orders_placed',
      sql`${table.placedAt} is not null or ${table.state} in ('pending_payment', 'expired')`,
    ),
    check(
      'orders_cash_never_pends',
      sql`${table.paymentMethod} = 'Online' or ${table.state} not in ('pending_payment', 'expired')`,
    ),
  ],
);

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    position: integer().notNull(),
    productId: text().notNull(),
    variantId: text().notNull(),
    name: text().notNull(),
    sizeLabel: text(),
    image: text(),
    mrpPaise: paise(),
    pricePaise: paise().notNull(),
    quantity: integer().notNull(),
    /** What the tax office calls it. */
    hsn: text(),
    /** In hundredths of a percent, of the day it was sold: 500 for 5 %. `null` where no rate was known. */
    taxRate: integer(),
    /** How much of `pricePaise × quantity` is tax. */
    taxPaise: paise().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('order_lines_of_product').on(table.productId),
    check('order_lines_count', sql`${table.quantity} > 0 and ${table.pricePaise} > 0`),
    check('order_lines_tax', sql`${table.taxPaise} between 0 and ${table.pricePaise} * ${table.quantity}`),
  ],
);

/** Every state that an order has been in, the first one first. */
export const orderHistory = pgTable(
  'order_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    state: text().$type<OrderState>().notNull(),
    /** Who moved it: `shopper`, `merchant`, `courier`, `bank`, `clock`. */
    actor: text().notNull(),
    note: text(),
    at: moment().notNull(),
  },
  (table) => [index('order_history_of_order').on(table.orderId, table.id)],
);

/** The presses of Pay, by the key that came with each: the same press again is answered with the same order. */
export const orderRequests = pgTable(
  'order_requests',
  {
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 of what was asked for, hex. */
    bodyHash: text().notNull(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.key] }),
    index('order_requests_at').on(table.at),
  ],
);

/** The states that may follow each other, as moves.ts has them: a trigger on `orders.state` looks here. */
export const orderTransitions = pgTable(
  'order_transitions',
  { from: text().$type<OrderState>().notNull(), to: text().$type<OrderState>().notNull() },
  (table) => [primaryKey({ columns: [table.from, table.to] })],
);

/** A shopper's wish to give an order back, and what came of it. */
export const orderReturns = pgTable('order_returns', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id),
  reason: text().notNull(),
  note: text().notNull(),
  requestedAt: moment().notNull(),
  decidedAt: moment(),
  approved: boolean(),
  /** What the merchant wrote to the shopper about it. */
  decision: text(),
  /** Whether the piece came back fit to be sold again; `null` until somebody has looked. */
  resellable: boolean(),
});

/** The last number of each series: one row is one writer, so that there is never a gap. */
export const invoiceSeries = pgTable('invoice_series', {
  /** `TB/26-27/`: what stands before the number. */
  series: text().primaryKey(),
  lastNumber: integer().notNull().default(0),
});

/** Invoices and credit notes, frozen as they were issued. */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<'invoice' | 'credit-note'>().notNull(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    series: text()
      .notNull()
      .references(() => invoiceSeries.series),
    serial: integer().notNull(),
    /** At most sixteen characters: `TB/26-27/000001`. */
    number: text().notNull(),
    issuedAt: moment().notNull(),
    /** What a credit note gives back; the order's total for an invoice. */
    totalPaise: paise().notNull(),
    /** The refund that a credit note is written for. */
    refundId: uuid(),
    /** All that is printed on it. */
    document: jsonb().notNull(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.number),
    uniqueIndex('invoices_serial').on(table.series, table.serial),
    uniqueIndex('invoices_one_for_an_order').on(table.orderId).where(sql`${table.kind} = 'invoice'`),
    uniqueIndex('invoices_one_for_a_refund').on(table.refundId).where(sql`${table.refundId} is not null`),
    index('invoices_of_order').on(table.orderId),
    check('invoices_kind', sql`${table.kind} in ('invoice', 'credit-note')`),
    check('invoices_total', sql`${table.totalPaise} > 0`),
    check('invoices_short', sql`length(${table.number}) <= 16`),
  ],
);
