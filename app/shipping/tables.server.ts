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

/** A parcel on its way: to a shopper, or back from one. */
export const shipments = pgTable(
  'shipments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What it carries, in the caller's words: an order's id. */
    reference: text().notNull(),
    direction: text().$type<Direction>().notNull(),
    courier: text().$type<CourierName>().notNull(),
    /** What the courier was told. */
    details: jsonb().$type<ShipmentView>().notNull(),
    /** How far it is; `null` until a courier has taken it on. */
    step: text().$type<ShipmentStep>(),
    /** Who carries it, for people: `Delhivery`. */
    carrier: text(),
    /** The number on the parcel. */
    awb: text(),
    trackUrl: text(),
    /** The sticker for the parcel. */
    labelUrl: text(),
    /** The courier's own numbers of it. */
    courierOrderId: text(),
    courierShipmentId: text(),
    /** The day on which the courier expects to deliver it, in India. */
    expectedOn: date(),
    createdAt: moment().notNull(),
    /**
     * When the courier is asked next to take it on, where it is, or to give it up; `null` when nothing more is to be
     * asked. Whoever is asking keeps the others away by it.
     */
    nextTryAt: moment(),
    /** Counts every asking, so that only the last one who took it writes when to try again. */
    tries: integer().notNull().default(0),
    /** When everything was arranged: the number, the pickup and the sticker. */
    bookedAt: moment(),
    /** When we gave it up; the courier is told as long as `nextTryAt` stands. */
    cancelledAt: moment(),
    /** Set when the courier refused: a person has to look at it. */
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

/** Each word of a courier about a parcel, as it came; told twice, it is kept once. */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    /** By which the same word is known again. */
    fingerprint: text().notNull(),
    /** What it means here; `null` where it means nothing: then it is shown, and moves nothing. */
    step: text().$type<ShipmentStep>(),
    /** The courier's own number and words. */
    code: text(),
    description: text().notNull(),
    location: text(),
    at: moment().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [uniqueIndex('tracking_events_once').on(table.shipmentId, table.fingerprint)],
);

/** What couriers told us, word for word: stored first, handled afterwards, each once. */
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

/** What is asked of a courier only once in days: its token. Encrypted with the shop's secret. */
export const courierTokens = pgTable('courier_tokens', {
  courier: text().primaryKey(),
  encrypted: text().notNull(),
  refreshAt: moment().notNull(),
});

/** The pretend courier's own books: the parcels it was given. */
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

/** What the pretend courier still has to tell the shop. */
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
