import type { Shop } from '../foundation/shop.server.ts';
import type { Courier } from './courier.ts';
import { handleCourierNews } from './courier-inbox.server.ts';
import { pretendCourier } from './pretend-courier.server.ts';
import { tellCourierNews } from './pretend-courier-webhooks.server.ts';
import { sendParcels } from './shipment-worker.server.ts';
import { shiprocket } from './shiprocket.server.ts';
import type { OnNews } from './tracking-events.server.ts';

/** The courier as the settings have it: Shiprocket, or the pretend one; `undefined` where the merchant carries all. */
export function openCourier(shop: Shop): Courier | undefined {
  const { shiprocket: account, pretendsCourier } = shop.config;
  if (account) return shiprocket(shop, account);
  return pretendsCourier ? pretendCourier(shop) : undefined;
}

/**
 * What is done again and again with a courier, in this order. `send` stands in for the network over which the pretend
 * courier tells the shop its news.
 */
export function courierTasks(
  shop: Shop,
  courier: Courier,
  onNews: OnNews,
  send: typeof fetch = fetch,
): [name: string, task: () => Promise<unknown>][] {
  const tellsItself = courier.name === 'pretend';
  return [
    ['what the pretend courier has to tell', async () => tellsItself && tellCourierNews(shop, send)],
    ['what the courier told us', () => handleCourierNews(shop, courier, onNews)],
    ['parcels to ask the courier about', () => sendParcels(shop, courier, onNews)],
  ];
}
