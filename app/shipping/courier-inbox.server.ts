import { eq, isNull } from 'drizzle-orm';
import { minutes } from '../foundation/clock.ts';
import { backoffByTries, leaseQueue } from '../foundation/jobs/lease-queue.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { Courier } from './courier.ts';
import { courierInbox } from './tables.server.ts';
import {
  findShipmentByTracking,
  insertTrackingEvents,
  type OnTrackingUpdate,
} from './tracking-events.server.ts';

/** Thrown for an event whose body cannot be parsed. A retry cannot succeed. */
class UnreadableEvent extends Error {}

const inbox = leaseQueue({
  table: courierInbox,
  key: 'eventId',
  isOpen: isNull(courierInbox.handledAt),
  thenBy: courierInbox.receivedAt,
  leaseMs: minutes(2),
  limit: 100,
  waitAfter: (row, error) => (error instanceof UnreadableEvent ? undefined : backoffByTries(row)),
  failure: {
    level: 'warn',
    message: 'failed to handle a courier webhook event',
    subject: ({ courier, eventId }) => ({ courier, eventId }),
  },
});

/**
 * Stores the body of a courier's webhook event as text. Ignores an event that was stored before. If the event's token is not
 * the courier's, returns false and stores nothing.
 */
export async function storeCourierEvent(
  shop: Shop,
  courier: Courier,
  body: Uint8Array,
  headers: Headers,
): Promise<boolean> {
  const event = courier.readWebhook(body, headers);
  if (!event) return false;
  const now = shop.clock.now();
  await shop.db
    .insert(courierInbox)
    .values({
      courier: courier.name,
      eventId: event.eventId,
      // PostgreSQL cannot store NUL in a text. No valid event contains NUL.
      body: new TextDecoder().decode(body).replaceAll('\0', ''),
      receivedAt: now,
      nextTryAt: now,
    })
    .onConflictDoNothing();
  return true;
}

/**
 * Handles up to 100 due events of the courier. An event that cannot be parsed fails at once. After another error, the event
 * is retried, at most five times. An unknown shipment is such an error, because its booking may be in flight. Returns the
 * number of events that did not fail.
 */
export function handleCourierEvents(
  shop: Shop,
  courier: Courier,
  onTrackingUpdate: OnTrackingUpdate,
): Promise<number> {
  return inbox.runOnce(
    shop,
    async ({ body }) => {
      const event = courier.readEvent(body);
      if (!event) throw new UnreadableEvent('The body of this event cannot be read.');
      const shipment = await findShipmentByTracking(shop, courier.name, event);
      if (!shipment) throw new Error(`No shipment is known as ${event.awb ?? event.number}.`);
      await insertTrackingEvents(shop, shipment, event, onTrackingUpdate);
      return { handledAt: shop.clock.now() };
    },
    { where: eq(courierInbox.courier, courier.name) },
  );
}
