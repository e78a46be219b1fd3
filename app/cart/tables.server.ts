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
import { maxQuantity } from './limits.ts';

/** At most one row per customer. Changes of lines lock the row first, so they run one after the other. */
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
    /** Number of requested units. The stock may have fallen below this number. */
    quantity: integer().notNull(),
    /** Unit price when the shopper last set this line. Never charged. Used only to report a price change. */
    seenPricePaise: bigint({ mode: 'number' }).notNull(),
    addedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('cart_lines_once').on(table.customerId, table.variantId),
    index('cart_lines_of_variant').on(table.variantId),
    check('cart_lines_quantity', sql`${table.quantity} between 1 and ${sql.raw(String(maxQuantity))}`),
  ],
);

/** Keys of merged guest carts. A merge whose key is stored here changes nothing. */
export const cartMerges = pgTable(
  'cart_merges',
  {
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Random id of the guest's cart. */
    key: text().notNull(),
    mergedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.key] })],
);
