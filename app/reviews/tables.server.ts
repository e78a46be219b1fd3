import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from '../catalogue/tables.server.ts';
import { customers } from '../customers/tables.server.ts';
import { moment } from '../foundation/database/columns.server.ts';

/** Ratings by customers and of the seed, with their texts. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey().defaultRandom(),
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The account of the reviewer. Null if the account was deleted, and for reviews of the seed. */
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    /** A pseudonymous id. All ratings of a customer have the same id. */
    authorId: uuid().notNull().defaultRandom(),
    stars: integer().notNull(),
    text: text(),
    firstName: text().notNull(),
    city: text().notNull(),
    /** Time at which the text was approved. The stars count without an approval. */
    approvedAt: moment(),
    hiddenAt: moment(),
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
