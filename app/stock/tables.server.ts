import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';

/** How many of each variant stand on the shelf, and how many of those are held for somebody who is paying. */
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

/** Why a count changed: every change of `stock_levels.on_hand` writes one of these beside it. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: uuid().primaryKey().defaultRandom(),
    variantId: text()
      .notNull()
      .references(() => stockLevels.variantId),
    change: integer().notNull(),
    reason: text().notNull(),
    /** What it belongs to, where it belongs to something: the number of an order. */
    reference: text(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [
    check('stock_movements_change_something', sql`${table.change} <> 0`),
    index('stock_movements_by_variant').on(table.variantId, table.at),
    index('stock_movements_by_reference').on(table.reference).where(sql`${table.reference} is not null`),
  ],
);

/** What `stock_levels.held` is made of: pieces put aside for somebody who is paying, and until when. */
export const holds = pgTable(
  'holds',
  {
    /** For what, in the caller's own words: an order's id. */
    holder: text().notNull(),
    /** Whose they are: a customer's id. Nobody's own hold stands in their way. */
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
