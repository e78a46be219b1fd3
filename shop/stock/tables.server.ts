import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** How many of each variant stand on the shelf, and how many of those are held for somebody who is paying. */
export const shelf = pgTable(
  'shelf',
  {
    variantId: text().primaryKey(),
    onHand: integer().notNull().default(0),
    held: integer().notNull().default(0),
  },
  (table) => [check('shelf_never_oversold', sql`${table.held} >= 0 and ${table.onHand} >= ${table.held}`)],
);

/** Why a count changed: every change of `shelf.onHand` writes one of these beside it. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: uuid().primaryKey().defaultRandom(),
    variantId: text()
      .notNull()
      .references(() => shelf.variantId),
    change: integer().notNull(),
    reason: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('stock_movements_change_something', sql`${table.change} <> 0`),
    index('stock_movements_by_variant').on(table.variantId, table.at),
  ],
);
