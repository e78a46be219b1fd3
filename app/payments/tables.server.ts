import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, paise, queueColumns } from '../foundation/database/columns.server.ts';
import { inboxTable } from '../foundation/jobs/webhook-inbox.server.ts';

/** Payments of orders: one for each order with online payment, and one for each order that was paid in cash. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The id of the order. */
    reference: text().notNull(),
    provider: text().notNull(),
    /** The provider's order id; null until the provider has responded. */
    providerOrderId: text(),
    amountPaise: paise().notNull(),
    currency: text().notNull().default('INR'),
    createdAt: moment().notNull(),
    /** Time of the next poll. Null if the payment is not polled (any more). */
    nextCheckAt: moment(),
    checks: integer().notNull().default(0),
    /** The provider's id of an attempt that is still being processed. Null if no attempt is known to be pending. */
    pendingAttempt: text(),
  },
  (table) => [
    uniqueIndex('payments_reference').on(table.reference),
    uniqueIndex('payments_provider_order').on(table.provider, table.providerOrderId),
    index('payments_next_check_at').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    check('payments_amount', sql`${table.amountPaise} > 0`),
  ],
);

/** Money received. A payment should have one receipt. If a second receipt arrives, it is refunded. */
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

/** Refunds of receipts, sent by the payment worker. Staff settle refunds of cash payments, and failed refunds, by hand. */
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
    /** The provider's id of the refund. For a refund settled by hand: see `settleManualRefund`. */
    providerRefundId: text(),
    /** Time when the provider accepted the refund, or first reported it. Otherwise, the same time as `doneAt`. */
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

/** Webhook events of payment providers. */
export const webhookInbox = inboxTable('webhook_inbox', { providerColumn: 'provider', hasFailedIndex: true });
