import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, paise } from '../../foundation/database/columns.server.ts';
import { returns } from '../returns/tables.server.ts';
import { orders } from '../tables.server.ts';
import type { CreditCause } from './invoice-document.server.ts';

/** The last number of each series of invoice numbers. Writers lock the row, so the numbers have no gaps. */
export const invoiceSeries = pgTable('invoice_series', {
  /** Prefix of the invoice numbers in this series: `TB/26-27/`. */
  series: text().primaryKey(),
  lastNumber: integer().notNull().default(0),
});

export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<'invoice' | 'credit-note'>().notNull(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    series: text()
      .notNull()
      .references(() => invoiceSeries.series),
    serial: integer().notNull(),
    /** Invoice number of at most sixteen characters: `TB/26-27/000001`. */
    number: text().notNull(),
    issuedAt: moment().notNull(),
    /** For an invoice, the total of the uncancelled units and delivery. For a credit note, the credited amount. */
    totalPaise: paise().notNull(),
    /** Cause of a credit note; null for an invoice. */
    cause: text().$type<CreditCause>(),
    /** The refund for which a credit note with the cause `refund` was issued. */
    refundId: uuid(),
    /** The return for which a credit note with the cause `returned` was issued. */
    returnId: uuid().references(() => returns.id),
    /** The amount that was refunded before the invoice was issued. It needs no credit note. */
    refundedBeforePaise: paise().notNull().default(0),
    document: jsonb().notNull(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.number),
    uniqueIndex('invoices_serial').on(table.series, table.serial),
    uniqueIndex('invoices_one_for_an_order').on(table.orderId).where(sql`${table.kind} = 'invoice'`),
    uniqueIndex('invoices_one_for_a_refund').on(table.refundId).where(sql`${table.refundId} is not null`),
    uniqueIndex('invoices_one_for_a_return').on(table.returnId).where(sql`${table.returnId} is not null`),
    uniqueIndex('invoices_one_for_a_cause')
      .on(table.orderId, table.cause)
      .where(sql`${table.cause} in ('cancelled', 'undelivered')`),
    index('invoices_of_order').on(table.orderId),
    check('invoices_kind', sql`${table.kind} in ('invoice', 'credit-note')`),
    check(
      'invoices_cause',
      sql`case ${table.kind} when 'invoice' then ${table.cause} is null
        else ${table.cause} is not null and ${table.cause} in ('cancelled', 'undelivered', 'returned', 'refund') end
        and (${table.refundId} is not null) = (${table.cause} is not distinct from 'refund')
        and (${table.returnId} is not null) = (${table.cause} is not distinct from 'returned')`,
    ),
    check('invoices_total', sql`${table.totalPaise} > 0`),
    check('invoices_short', sql`length(${table.number}) <= 16`),
  ],
);
