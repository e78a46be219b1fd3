import { and, desc, isNotNull, isNull } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { courierInbox, shipments } from './tables.server.ts';

/** Condition for shipments that the courier refused, and that are not cancelled. */
export const isRefusedShipment = and(isNotNull(shipments.failedAt), isNull(shipments.cancelledAt));

const isFailedEvent = and(isNotNull(courierInbox.failedAt), isNull(courierInbox.handledAt));

/** Counts the refused shipments, as a query or as a column of another query. */
export const countRefusedShipments = ({ db }: Shop) => db.$count(shipments, isRefusedShipment);

/** Counts the failed events of couriers, as a query or as a column of another query. */
export const countFailedCourierEvents = ({ db }: Shop) => db.$count(courierInbox, isFailedEvent);

/** Lists the failed events of couriers, newest first. `kind` is the courier's name. */
export function listFailedCourierEvents({ db }: Shop, limit: number) {
  return db
    .select({
      id: courierInbox.eventId,
      kind: courierInbox.courier,
      at: courierInbox.receivedAt,
      error: courierInbox.lastError,
    })
    .from(courierInbox)
    .where(isFailedEvent)
    .orderBy(desc(courierInbox.receivedAt))
    .limit(limit);
}
