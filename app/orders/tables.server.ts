import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  foreignKey,
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
import type { Selection } from './returns/contract.ts';
import { returns } from './returns/tables.server.ts';
import { statesBeforeDispatch, unpaidStates } from './transitions.ts';

/** Sequence of the order numbers. Order numbers may have gaps, unlike invoice numbers. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 1001 });

/** Formats states as an SQL list, such as `'packed', 'shipped'`, for SQL that cannot contain parameters. */
export const quoteStates = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');

const unpaid = sql.raw(quoteStates(unpaidStates));

/** SQL condition for open cash orders: COD orders that are neither shipped nor cancelled. */
export const isOpenCash = sql`payment_method = 'COD' and state in (${sql.raw(quoteStates(statesBeforeDispatch))})`;

/** SQL for the hash of street address, apartment and PIN code. Case, spaces and punctuation do not affect the hash. */
export const addressKey = (shipTo: SQL) =>
  sql`md5(lower(regexp_replace((${shipTo}->>'address') || (${shipTo}->>'apartment') || (${shipTo}->>'pincode'), '[[:space:][:punct:]]', '', 'g')))`;

/**
 * Orders with the amounts and the address from the time of their creation. Later changes of catalogue and profile do not affect
 * orders.
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Order number: `TB1001`. */
    number: text().notNull().default(sql`'TB' || nextval('order_numbers')`),
    /** The customer. Null after the account was deleted, because tax law requires that the order is kept. */
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    /** The state that `deriveState` derives from the states of the order's units. Stored so that lists can use an index. */
    state: text().$type<OrderState>().notNull(),
    paymentMethod: text().$type<PaymentMethod>().notNull(),
    subtotalPaise: paise().notNull(),
    shippingPaise: paise().notNull(),
    /** Tax added to the prices. Always 0, because prices include all taxes. */
    taxPaise: paise().notNull().default(0),
    totalPaise: paise().notNull(),
    /** Price of the units that were cancelled while others were not. These units are neither invoiced nor collected. */
    cancelledPaise: paise().notNull().default(0),
    shipTo: jsonb().$type<ShipTo>().notNull(),
    /** Version of the cart when the order was created. */
    cartVersion: integer().notNull(),
    createdAt: moment().notNull(),
    /** End of the stock hold during the payment. */
    expiresAt: moment(),
    placedAt: moment(),
    /** Promised day of delivery, in India's time zone. A courier's expected day replaces it until the delivery. */
    promisedBy: date(),
    /** Time when an unpaid order was superseded or cancelled. A later payment of the order is refunded. */
    supersededAt: moment(),
    /** `new-order`: the customer created another order. `cancelled`: the customer cancelled this order. */
    supersededReason: text().$type<'new-order' | 'cancelled'>(),
    /** Time of delivery, which starts the return period. */
    deliveredAt: moment(),
    privateNote: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('orders_number').on(table.number),
    index('orders_of_customer').on(table.customerId, table.createdAt.desc().nullsFirst()),
    index('orders_newest')
      .on(table.placedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.placedAt} is not null`),
    index('orders_by_state').on(table.state, table.placedAt),
    index('orders_cash_by_phone').on(sql`(ship_to->>'phone')`).where(isOpenCash),
    index('orders_cash_by_address').on(addressKey(sql`ship_to`)).where(isOpenCash),
    index('orders_pending').on(table.expiresAt).where(sql`${table.state} = 'pending_payment'`),
    // The list is written out and not built from `orderStates`, because it must match the text of the constraint in the database,
    // with its line breaks.
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
    check('orders_cancelled', sql`${table.cancelledPaise} between 0 and ${table.subtotalPaise}`),
    check('orders_placed', sql`${table.placedAt} is not null or ${table.state} in (${unpaid})`),
    check(
      'orders_cash_never_pends',
      sql`${table.paymentMethod} = 'Online' or ${table.state} not in (${unpaid})`,
    ),
  ],
);

const orderId = () =>
  uuid()
    .notNull()
    .references(() => orders.id);

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: orderId(),
    position: integer().notNull(),
    productId: text().notNull(),
    variantId: text().notNull(),
    name: text().notNull(),
    sizeLabel: text(),
    image: text(),
    mrpPaise: paise(),
    pricePaise: paise().notNull(),
    quantity: integer().notNull(),
    hsn: text(),
    /** Tax rate in hundredths of a percent on the day of the order's creation: 500 for 5 %. Null if the rate is unknown. */
    taxRate: integer(),
    /** Tax included in `pricePaise × quantity`. */
    taxPaise: paise().notNull(),
    /** True if the customer can return the units even if the shop is not at fault, as promised when the order was created. */
    returnable: boolean().notNull().default(true),
    /** True if the customer can cancel the units before they are packed, as promised when the order was created. */
    cancellable: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('order_lines_of_product').on(table.productId),
    check('order_lines_count', sql`${table.quantity} > 0 and ${table.pricePaise} > 0`),
    check('order_lines_tax', sql`${table.taxPaise} between 0 and ${table.pricePaise} * ${table.quantity}`),
  ],
);

/**
 * Units of the order lines, in groups that change their state together. A new order has one row for each line. At commit,
 * triggers check that the quantities of a line's rows add up to the line's quantity.
 */
export const orderUnits = pgTable(
  'order_units',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid().notNull(),
    /** Position of the order line. */
    position: integer().notNull(),
    quantity: integer().notNull(),
    state: text().$type<OrderState>().notNull(),
    /** Time when the units were added back to the stock. Units are added back at most once. */
    restockedAt: moment(),
    inspectedAt: moment(),
    returnId: uuid().references((): AnyPgColumn => returns.id),
  },
  (table) => [
    foreignKey({
      name: 'order_units_line',
      columns: [table.orderId, table.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    index('order_units_of_line').on(table.orderId, table.position),
    check('order_units_quantity', sql`${table.quantity} > 0`),
  ],
);

export const orderHistory = pgTable(
  'order_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: orderId(),
    state: text().$type<OrderState>().notNull(),
    /** The actor: `shopper`, `merchant`, `courier`, `bank` or `clock`. */
    actor: text().notNull(),
    note: text(),
    /** The units that changed their state. Null if all uncancelled units of the order changed their state. */
    lines: jsonb().$type<Selection>(),
    at: moment().notNull(),
  },
  (table) => [index('order_history_of_order').on(table.orderId, table.id)],
);

/**
 * Idempotency keys of checkout requests. A repeated request returns the same order, unless it sent no key and the order has
 * expired.
 */
export const orderRequests = pgTable(
  'order_requests',
  {
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 hash of the request, in hex. */
    bodyHash: text().notNull(),
    orderId: orderId(),
    at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.key] }),
    index('order_requests_at').on(table.at),
  ],
);

/** Allowed transitions of units, the same as in transitions.ts. A trigger on `order_units.state` reads this table. */
export const orderTransitions = pgTable(
  'order_transitions',
  { from: text().$type<OrderState>().notNull(), to: text().$type<OrderState>().notNull() },
  (table) => [primaryKey({ columns: [table.from, table.to] })],
);
