import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, paise, queueColumns } from '../foundation/database/columns.server.ts';

/** An amount that somebody was asked to pay by a provider. One for each order that is paid online. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What it pays for, in the caller's words: an order's id. */
    reference: text().notNull(),
    provider: text().notNull(),
    /** The provider's number of it; `null` until the provider has answered. */
    providerOrderId: text(),
    amountPaise: paise().notNull(),
    currency: text().notNull().default('INR'),
    createdAt: moment().notNull(),
    /** When the provider is asked next what became of it; `null` when nothing more is to be asked. */
    nextCheckAt: moment(),
    checks: integer().notNull().default(0),
    /** The provider's id of an attempt that it has accepted and not decided; null if no such attempt is known. */
    pendingAttempt: text(),
  },
  (table) => [
    uniqueIndex('payments_reference').on(table.reference),
    uniqueIndex('payments_provider_order').on(table.provider, table.providerOrderId),
    index('payments_next_check_at').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    check('payments_amount', sql`${table.amountPaise} > 0`),
  ],
);

/** Money that came in. A payment should have one; a second one goes back. */
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

/** Money that goes back. The provider is asked by the refunds' worker, with the row's id as the key. */
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
    providerRefundId: text(),
    /** When the provider took it on. */
    sentAt: moment(),
    /** When the provider said that the money has gone. */
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

/** What providers told us, word for word: stored first, handled afterwards, each once. */
export const webhookInbox = pgTable(
  'webhook_inbox',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    body: text().notNull(),
    receivedAt: moment().notNull(),
    ...queueColumns(),
    handledAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('webhook_inbox_due')
      .on(table.nextTryAt)
      .where(sql`${table.handledAt} is null and ${table.failedAt} is null`),
    index('webhook_inbox_failed').on(table.failedAt).where(sql`${table.failedAt} is not null`),
  ],
);

/** The pretend bank's own books: what it was asked to collect. */
export const pretendBankOrders = pgTable(
  'pretend_bank_orders',
  {
    id: text().primaryKey(),
    receipt: text().notNull(),
    amountPaise: paise().notNull(),
    currency: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [uniqueIndex('pretend_bank_orders_receipt').on(table.receipt)],
);

/** The pretend bank's own books: who paid what, and what went back. */
export const pretendBankPayments = pgTable(
  'pretend_bank_payments',
  {
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => pretendBankOrders.id),
    /** `created`, `captured`, `failed` */
    state: text().notNull(),
    refundedPaise: paise().notNull().default(0),
    createdAt: moment().notNull(),
    /** When a bank that answers late makes up its mind. */
    settlesAt: moment(),
  },
  (table) => [index('pretend_bank_payments_of_order').on(table.orderId)],
);

/** What the pretend bank still has to tell the shop. */
export const pretendBankWebhooks = pgTable(
  'pretend_bank_webhooks',
  {
    id: text().primaryKey(),
    body: text().notNull(),
    ...queueColumns(),
    sentAt: moment(),
  },
  (table) => [
    index('pretend_bank_webhooks_due')
      .on(table.nextTryAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
  ],
);
