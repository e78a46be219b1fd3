import { backoffByTries } from '../foundation/jobs/lease-queue.server.ts';
import { createWebhookInbox } from '../foundation/jobs/webhook-inbox.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import type { Courier } from './courier.ts';
import { courierInbox } from './tables.server.ts';
import {
  findShipmentByTracking,
  insertTrackingEvents,
  type OnTrackingUpdate,
} from './tracking-events.server.ts';

/** Thrown if the body of an event cannot be parsed. A retry cannot succeed. */
class UnreadableEvent extends Error {}

const inbox = createWebhookInbox({
  table: courierInbox,
  waitAfter: (row, error) => (error instanceof UnreadableEvent ? undefined : backoffByTries(row)),
  failure: {
    level: 'warn',
    message: 'failed to handle a courier webhook event',
    subject: ({ provider, eventId }) => ({ courier: provider, eventId }),
  },
});

export const storeCourierEvent = inbox.store;
export const retryCourierEvent = inbox.retry;
export const countFailedCourierEvents = inbox.countFailed;
export const listFailedCourierEvents = inbox.listFailed;

/**
 * Handles up to 100 due events of the courier. Retries an event at most five times, also if its shipment is unknown, because a
 * concurrent booking may not be stored yet. An unreadable event fails at once. Returns the number of events without an error.
 */
export function handleCourierEvents(
  shop: Shop,
  courier: Courier,
  onTrackingUpdate: OnTrackingUpdate,
): Promise<number> {
  return inbox.handle(shop, courier, async (body) => {
    const event = courier.readEvent(body);
    if (!event) throw new UnreadableEvent('The body of this event cannot be read.');
    const shipment = await findShipmentByTracking(shop, courier.name, event);
    if (!shipment) throw new Error(`No shipment is known as ${event.awb ?? event.number}.`);
    await insertTrackingEvents(shop, shipment, event, onTrackingUpdate);
  });
}
