import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from '../catalogue/tables.server.ts';
import { customers } from '../customers/tables.server.ts';
import { moment } from '../foundation/database/columns.server.ts';

export const wishlistItems = pgTable(
  'wishlist_items',
  {
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    addedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.productId] }),
    index('wishlist_items_of_product').on(table.productId),
  ],
);

/** Shared wishlists. The key gives access without sign-in. The row is deleted when the sharing ends. */
export const wishlistShares = pgTable(
  'wishlist_shares',
  {
    customerId: uuid()
      .primaryKey()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Key with 128 random bits, in base64url. */
    key: text().notNull(),
    sharedAt: moment().notNull(),
  },
  (table) => [uniqueIndex('wishlist_shares_key').on(table.key)],
);
