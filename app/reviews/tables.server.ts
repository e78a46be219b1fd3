import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from '../catalogue/tables.server.ts';
import { customers } from '../customers/tables.server.ts';
import { moment } from '../foundation/database/columns.server.ts';

export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey().defaultRandom(),
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Who wrote it, where they have an account here; `null` after it was deleted. */
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    /** A random id, the same for all reviews of one person. */
    authorId: uuid().notNull().defaultRandom(),
    stars: integer().notNull(),
    text: text(),
    firstName: text().notNull(),
    city: text().notNull(),
    /** Words show once the owner has read them; stars count at once. */
    approvedAt: moment(),
    /** Set when the owner has read the words and does not show them. */
    hiddenAt: moment(),
    /** What the shop answers, below the words. */
    reply: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    check('reviews_stars', sql`${table.stars} between 1 and 5`),
    uniqueIndex('reviews_of_customer').on(table.customerId, table.productId),
    uniqueIndex('reviews_one_each').on(table.authorId, table.productId),
    index('reviews_of_product').on(table.productId, table.createdAt.desc().nullsFirst()),
    index('reviews_to_show')
      .on(table.createdAt.desc().nullsFirst())
      .where(sql`approved_at is not null and text is not null`),
  ],
);
