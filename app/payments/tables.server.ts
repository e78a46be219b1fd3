import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, paise, queueColumns } from '../foundation/database/columns.server.ts';
import { inboxTable } from '../foundation/jobs/webhook-inbox.server.ts';

/**
 * Payments for orders: one row for each order with an online payment, even if it is not paid yet, and for each order that was
 * paid in cash.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The order's id. */
    reference: text().notNull(),
    provider: text().notNull(),
    /** The provider's order id. Null until the provider has created the order. */
    providerOrderId: text(),
    amountPaise: paise().notNull(),
    currency: text().notNull().default('INR'),
    createdAt: moment().notNull(),
    /** Time of the next poll. Null if the worker does not poll this payment. */
    nextCheckAt: moment(),
    checks: integer().notNull().default(0),
    /** The id of the payment attempt that the provider is processing. Null if no such attempt is known. */
    pendingAttempt: text(),
  },
  (table) => [
    uniqueIndex('payments_reference').on(table.reference),
    uniqueIndex('payments_provider_order').on(table.provider, table.providerOrderId),
    index('payments_next_check_at').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    check('payments_amount', sql`${table.amountPaise} > 0`),
  ],
);

/** Amounts that the shop has received for payments. If a customer pays twice for one order, the second amount is refunded. */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    provider: text().notNull(),
    providerPaymentId: text().notNull(),
    amountPaise: paise().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('receipts_once').on(table.provider, table.providerPaymentId),
    index('receipts_of_payment').on(table.paymentId),
    check('receipts_amount', sql`${table.amountPaise} > 0`),
  ],
);

/**
 * Refunds of receipts. The payment worker sends them to the provider. Staff pay refunds of cash payments, and failed refunds, by
 * hand.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey().defaultRandom(),
    receiptId: uuid()
      .notNull()
      .references(() => receipts.id),
    amountPaise: paise().notNull(),
    reason: text().notNull(),
    createdAt: moment().notNull(),
    ...queueColumns(),
    /** The provider's id of the refund. `handNoteOf` describes the value for a refund that staff paid by hand. */
    providerRefundId: text(),
    /**
     * Time when the provider accepted or first reported the refund. Equals `doneAt` if staff paid the refund by hand and the
     * provider never accepted it.
     */
    sentAt: moment(),
    /** Time when the provider confirmed the refund, or when staff marked it as paid by hand. */
    doneAt: moment(),
  },
  (table) => [
    index('refunds_of_receipt').on(table.receiptId),
    index('refunds_due')
      .on(table.nextTryAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    uniqueIndex('refunds_provider').on(table.providerRefundId),
    check('refunds_amount', sql`${table.amountPaise} > 0`),
  ],
);

export const webhookInbox = inboxTable('webhook_inbox', { providerColumn: 'provider', hasFailedIndex: true });
