import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';

/** Stock of each variant: the units on hand, and the units that customers hold during payment. */
export const stockLevels = pgTable(
  'stock_levels',
  {
    variantId: text().primaryKey(),
    onHand: integer().notNull().default(0),
    held: integer().notNull().default(0),
  },
  (table) => [
    check('stock_levels_never_oversold', sql`${table.held} >= 0 and ${table.onHand} >= ${table.held}`),
  ],
);

/** Log of the changes of `stock_levels.on_hand`, with one row for each change. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: uuid().primaryKey().defaultRandom(),
    variantId: text()
      .notNull()
      .references(() => stockLevels.variantId),
    change: integer().notNull(),
    reason: text().notNull(),
    /** The number of the order that caused the change. Null for other changes. */
    reference: text(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [
    check('stock_movements_change_something', sql`${table.change} <> 0`),
    index('stock_movements_by_variant').on(table.variantId, table.at),
    index('stock_movements_by_reference').on(table.reference).where(sql`${table.reference} is not null`),
  ],
);

/** Stock holds: units that customers hold during payment, with an expiry. The sum of a variant's holds is `stock_levels.held`. */
export const holds = pgTable(
  'holds',
  {
    /** The id of the order for which the units are held. */
    holder: text().notNull(),
    /** The customer's id. A customer's own stock holds do not block that customer's purchase. */
    owner: text().notNull(),
    variantId: text()
      .notNull()
      .references(() => stockLevels.variantId),
    count: integer().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.holder, table.variantId] }),
    index('holds_of_variant').on(table.variantId, table.owner),
    index('holds_of_owner').on(table.owner),
    index('holds_expires_at').on(table.expiresAt),
    check('holds_count', sql`${table.count} > 0`),
  ],
);
