import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';
import { inboxTable } from '../foundation/jobs/webhook-inbox.server.ts';
import type { CourierName, Direction, ShipmentStep, ShipmentView } from './contract.ts';

export const shipments = pgTable(
  'shipments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The order's id. */
    reference: text().notNull(),
    direction: text().$type<Direction>().notNull(),
    courier: text().$type<CourierName>().notNull(),
    details: jsonb().$type<ShipmentView>().notNull(),
    /** The current step. Null until a courier has accepted the shipment. A manual shipment starts with `booked`. */
    step: text().$type<ShipmentStep>(),
    /** The name of the carrier, such as `Delhivery`. */
    carrier: text(),
    /** The tracking number (air waybill). */
    awb: text(),
    trackUrl: text(),
    labelUrl: text(),
    /** The courier's ids of the order and the shipment. */
    courierOrderId: text(),
    courierShipmentId: text(),
    /** The expected day of delivery in India. */
    expectedOn: date(),
    createdAt: moment().notNull(),
    /**
     * Time of the next request to the courier, which books, tracks or cancels the shipment. Null if no request is planned. While
     * a worker sends the request, this is the end of the worker's lease.
     */
    nextTryAt: moment(),
    /**
     * Number of leases of the shipment so far. Only the worker with the latest lease may store a failure or the end of a
     * cancellation. Any worker may store bookings and tracking events.
     */
    tries: integer().notNull().default(0),
    /** Time at which the booking was completed. For a manual shipment, the time of its creation. */
    bookedAt: moment(),
    /**
     * Time at which the shop cancelled the shipment. While `nextTryAt` is set, the worker still has to cancel it at the courier.
     */
    cancelledAt: moment(),
    /** Time at which retries ended because of `lastError`. A staff member then has to act. */
    failedAt: moment(),
    lastError: text(),
  },
  (table) => [
    uniqueIndex('shipments_number').on(sql`(${table.details} ->> 'number')`),
    // An order can have several return shipments, one after another.
    uniqueIndex('shipments_one_open_each_way')
      .on(table.reference, table.direction)
      .where(
        sql`${table.cancelledAt} is null and (${table.direction} = 'out' or ${table.step} is distinct from 'delivered')`,
      ),
    index('shipments_of_reference').on(table.reference, table.createdAt),
    index('shipments_awb').on(table.awb),
    index('shipments_due')
      .on(table.nextTryAt)
      .where(sql`${table.nextTryAt} is not null and ${table.failedAt} is null`),
    check('shipments_direction', sql`${table.direction} in ('out', 'back')`),
    check('shipments_courier', sql`${table.courier} in ('manual', 'pretend', 'shiprocket')`),
  ],
);

/** The scans that couriers report. Each scan is stored once. */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    /** Hash of the scan. A scan has the same fingerprint in every event that contains it. */
    fingerprint: text().notNull(),
    /** The shipment step that the scan reports. Null if it reports no step. */
    step: text().$type<ShipmentStep>(),
    /** The courier's status id. */
    code: text(),
    description: text().notNull(),
    location: text(),
    at: moment().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [uniqueIndex('tracking_events_once').on(table.shipmentId, table.fingerprint)],
);

export const courierInbox = inboxTable('courier_inbox', { providerColumn: 'courier', hasFailedIndex: false });
