import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../../foundation/database/columns.server.ts';
import { orders } from '../tables.server.ts';

/** Requests to return units of an order. An order has at most one open return at a time. */
export const returns = pgTable(
  'returns',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid()
      .notNull()
      .references((): AnyPgColumn => orders.id),
    reason: text().notNull(),
    note: text().notNull(),
    /** True if the shop is at fault: the units are damaged, or are not what was ordered. */
    isClaim: boolean().notNull(),
    requestedAt: moment().notNull(),
    /** The question that the merchant asked before the decision, and the customer's reply. */
    question: text(),
    answer: text(),
    decidedAt: moment(),
    /** The merchant's text about the decision, written for the customer. */
    decision: text(),
    /** Time when all lines were declined or the returned units were inspected. Null while the return is open. */
    closedAt: moment(),
  },
  (table) => [
    uniqueIndex('returns_one_open').on(table.orderId).where(sql`${table.closedAt} is null`),
    index('returns_of_order').on(table.orderId, table.requestedAt),
  ],
);

/** The lines of a return, with the merchant's decision and inspection of each line. */
export const returnLines = pgTable(
  'return_lines',
  {
    returnId: uuid()
      .notNull()
      .references(() => returns.id),
    /** Position of the order line. */
    position: integer().notNull(),
    quantity: integer().notNull(),
    /** The merchant's decision; null before the decision. */
    approved: boolean(),
    /** True if the merchant takes the units back. Null before the inspection. */
    accepted: boolean(),
    /** True if the units can be sold again. Null before the inspection. */
    resellable: boolean(),
  },
  (table) => [
    primaryKey({ columns: [table.returnId, table.position] }),
    check('return_lines_quantity', sql`${table.quantity} > 0`),
  ],
);

/** Photographs of returns. A photograph is uploaded before the customer sends the return request, or the reply to a question. */
export const returnPhotos = pgTable(
  'return_photos',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid()
      .notNull()
      .references((): AnyPgColumn => orders.id),
    /** The return that uses the photograph. Null until the customer sends the return request or the reply with the photograph. */
    returnId: uuid().references(() => returns.id),
    file: text().notNull(),
    /** Size of the stored file in bytes. */
    bytes: integer().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('return_photos_of_order').on(table.orderId),
    index('return_photos_unclaimed').on(table.createdAt).where(sql`${table.returnId} is null`),
  ],
);
