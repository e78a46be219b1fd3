import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, paise, queueColumns } from '../app/foundation/database/columns.server.ts';
import type { Direction, ShipmentStep } from '../app/shipping/contract.ts';

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

/** Payments of orders at the pretend bank, with their refunded amounts. A failed payment has a row, too. */
export const pretendBankPayments = pgTable(
  'pretend_bank_payments',
  {
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => pretendBankOrders.id),
    /** `created`, `captured` or `failed`. A late payment keeps the value `created`. */
    state: text().notNull(),
    refundedPaise: paise().notNull().default(0),
    createdAt: moment().notNull(),
    /** Time from which the payment counts as captured. Null if the payment failed. */
    settlesAt: moment(),
  },
  (table) => [index('pretend_bank_payments_of_order').on(table.orderId)],
);

export const pretendShipments = pgTable(
  'pretend_shipments',
  {
    awb: text().primaryKey(),
    number: text().notNull(),
    direction: text().$type<Direction>().notNull(),
    step: text().$type<ShipmentStep>().notNull(),
    cancelledAt: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [uniqueIndex('pretend_shipments_number').on(table.number)],
);

/** Defines a table of webhooks that a pretend service sends to the shop. */
const webhookTable = (name: string) =>
  pgTable(
    name,
    {
      id: text().primaryKey(),
      body: text().notNull(),
      ...queueColumns(),
      sentAt: moment(),
    },
    (table) => [
      index(`${name}_due`)
        .on(table.nextTryAt)
        .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    ],
  );

export type WebhookTable = ReturnType<typeof webhookTable>;
export const pretendBankWebhooks = webhookTable('pretend_bank_webhooks');
export const pretendCourierWebhooks = webhookTable('pretend_courier_webhooks');
