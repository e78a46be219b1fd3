import type { Shop } from '../foundation/shop.server.ts';
import type { Courier } from './courier.ts';
import { handleCourierEvents } from './courier-inbox.server.ts';
import { pretendCourier } from './pretend-courier.server.ts';
import { sendCourierWebhooks } from './pretend-courier-webhooks.server.ts';
import { bookShipments } from './shipment-worker.server.ts';
import { shiprocket } from './shiprocket.server.ts';
import type { OnTrackingUpdate } from './tracking-events.server.ts';

/** Returns the configured courier: Shiprocket or the pretend courier. Returns undefined if all shipments are manual. */
export function createCourierServices(shop: Shop): Courier | undefined {
  const { shiprocket: account, pretendsCourier } = shop.config;
  if (account) return shiprocket(shop, account);
  return pretendsCourier ? pretendCourier(shop) : undefined;
}

/**
 * Lists the recurring tasks of a courier, in the sequence in which they run. `send` replaces `fetch` for the pretend
 * courier's webhooks.
 */
export function courierTasks(
  shop: Shop,
  courier: Courier,
  onTrackingUpdate: OnTrackingUpdate,
  send: typeof fetch = fetch,
): [name: string, task: () => Promise<unknown>][] {
  const isPretend = courier.name === 'pretend';
  return [
    ['pretend courier webhooks to send', async () => isPretend && sendCourierWebhooks(shop, send)],
    ['courier events to handle', () => handleCourierEvents(shop, courier, onTrackingUpdate)],
    ['courier requests to send', () => bookShipments(shop, courier, onTrackingUpdate)],
  ];
}
