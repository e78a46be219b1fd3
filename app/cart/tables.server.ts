import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { variants } from '../catalogue/tables.server.ts';
import { customers } from '../customers/tables.server.ts';
import { moment } from '../foundation/database/columns.server.ts';

/** One for each customer. Every change counts `version` up, first thing, so that changes of one cart take turns. */
export const carts = pgTable('carts', {
  customerId: uuid()
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  version: integer().notNull().default(0),
  updatedAt: moment().notNull(),
});

export const cartLines = pgTable(
  'cart_lines',
  {
    id: uuid().primaryKey().defaultRandom(),
    customerId: uuid()
      .notNull()
      .references(() => carts.customerId, { onDelete: 'cascade' }),
    variantId: text()
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    /** How many are wished for; what can be sold may be fewer by now. */
    quantity: integer().notNull(),
    /** What one cost when the shopper last set this line. Never charged: it only tells that the price has changed since. */
    seenPricePaise: bigint({ mode: 'number' }).notNull(),
    addedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('cart_lines_once').on(table.customerId, table.variantId),
    index('cart_lines_of_variant').on(table.variantId),
    check('cart_lines_quantity', sql`${table.quantity} between 1 and 99`),
  ],
);

/** The guest carts that were brought in, so that bringing one in again changes nothing. */
export const cartMerges = pgTable(
  'cart_merges',
  {
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** The guest cart's own random name. */
    key: text().notNull(),
    mergedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.key] })],
);
