import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, queueColumns } from '../foundation/database/columns.server.ts';
import type { CourierName, Direction, ShipmentStep, ShipmentView } from './contract.ts';

/** Shipments to customers, and returns. */
export const shipments = pgTable(
  'shipments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The id of the order. */
    reference: text().notNull(),
    direction: text().$type<Direction>().notNull(),
    courier: text().$type<CourierName>().notNull(),
    /** The data sent to the courier. */
    details: jsonb().$type<ShipmentView>().notNull(),
    /** The current step; null until a courier has accepted the shipment. */
    step: text().$type<ShipmentStep>(),
    /** The name of the carrier, such as `Delhivery`. */
    carrier: text(),
    /** The tracking number. */
    awb: text(),
    trackUrl: text(),
    labelUrl: text(),
    /** The courier's own ids. */
    courierOrderId: text(),
    courierShipmentId: text(),
    /** The expected day of delivery in India. */
    expectedOn: date(),
    createdAt: moment().notNull(),
    /**
     * Time of the next request to the courier: booking, tracking or cancelling. Null if none is due. Also the lease of the
     * process that is sending one.
     */
    nextTryAt: moment(),
    /** Counts the claims, so that only the last claimant sets the next try. */
    tries: integer().notNull().default(0),
    /** The time at which the booking was complete: tracking number, pickup and label. */
    bookedAt: moment(),
    /** The time of the cancellation by the shop. The courier's booking is still to be cancelled while `nextTryAt` is set. */
    cancelledAt: moment(),
    /** The time at which retries ended, see `lastError`. A staff member has to act. */
    failedAt: moment(),
    lastError: text(),
  },
  (table) => [
    uniqueIndex('shipments_number').on(sql`(${table.details} ->> 'number')`),
    uniqueIndex('shipments_one_each_way')
      .on(table.reference, table.direction)
      .where(sql`${table.cancelledAt} is null`),
    index('shipments_of_reference').on(table.reference, table.createdAt),
    index('shipments_awb').on(table.awb),
    index('shipments_due')
      .on(table.nextTryAt)
      .where(sql`${table.nextTryAt} is not null and ${table.failedAt} is null`),
    check('shipments_direction', sql`${table.direction} in ('out', 'back')`),
    check('shipments_courier', sql`${table.courier} in ('manual', 'pretend', 'shiprocket')`),
  ],
);

/** The scans of couriers, each once. */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    /** Equal for the same scan in several events. */
    fingerprint: text().notNull(),
    /** The step of the scan; null for a scan that is shown but changes no step. */
    step: text().$type<ShipmentStep>(),
    /** The courier's status id and text. */
    code: text(),
    description: text().notNull(),
    location: text(),
    at: moment().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [uniqueIndex('tracking_events_once').on(table.shipmentId, table.fingerprint)],
);

/** Webhook events of couriers, stored unchanged before they are handled, each once. */
export const courierInbox = pgTable(
  'courier_inbox',
  {
    courier: text().notNull(),
    eventId: text().notNull(),
    body: text().notNull(),
    receivedAt: moment().notNull(),
    ...queueColumns(),
    handledAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.courier, table.eventId] }),
    index('courier_inbox_due')
      .on(table.nextTryAt)
      .where(sql`${table.handledAt} is null and ${table.failedAt} is null`),
  ],
);

/** The couriers' access tokens, encrypted with the shop's secret. */
export const courierTokens = pgTable('courier_tokens', {
  courier: text().primaryKey(),
  encrypted: text().notNull(),
  refreshAt: moment().notNull(),
});

/** Shipments of the pretend courier. */
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

/** Webhooks that the pretend courier has to send. */
export const pretendCourierWebhooks = pgTable(
  'pretend_courier_webhooks',
  {
    id: text().primaryKey(),
    body: text().notNull(),
    ...queueColumns(),
    sentAt: moment(),
  },
  (table) => [
    index('pretend_courier_webhooks_due')
      .on(table.nextTryAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
  ],
);
