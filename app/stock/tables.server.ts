import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';

/** Units of each variant on hand, and the number of units held during payment. */
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

/** The log of `stock_levels.on_hand`: one row for each change. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: uuid().primaryKey().defaultRandom(),
    variantId: text()
      .notNull()
      .references(() => stockLevels.variantId),
    change: integer().notNull(),
    reason: text().notNull(),
    /** The number of the order that caused the change; null if no order did. */
    reference: text(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [
    check('stock_movements_change_something', sql`${table.change} <> 0`),
    index('stock_movements_by_variant').on(table.variantId, table.at),
    index('stock_movements_by_reference').on(table.reference).where(sql`${table.reference} is not null`),
  ],
);

/** Units held during payment, and the expiry of the hold. The sum of a variant's holds is `stock_levels.held`. */
export const holds = pgTable(
  'holds',
  {
    /** The id of the order that the units are held for. */
    holder: text().notNull(),
    /** The id of the customer. A customer's own holds do not block that customer's purchase. */
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
