import { createMiddleware } from 'hono/factory';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import {
  createPoller,
  hourly,
  joinPollers,
  type Poller,
  type PollerTask,
} from '../foundation/jobs/poller.server.ts';
import type { RootShop } from '../foundation/shop.server.ts';
import { applyTrackingUpdate } from '../orders/apply-tracking-update.server.ts';
import { deleteOldReturnPhotos } from '../orders/returns/return-photos.server.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { razorpay } from '../payments/razorpay.server.ts';
import type { Courier } from '../shipping/courier.ts';
import { handleCourierEvents } from '../shipping/courier-inbox.server.ts';
import { bookShipments } from '../shipping/shipment-worker.server.ts';
import { shiprocket } from '../shipping/shiprocket.server.ts';
import { createHoldSweeper } from '../stock/hold-sweeper.server.ts';
import { createPaymentWorker } from './payment-worker/payment-worker.server.ts';

export type Services = {
  provider: PaymentProvider;
  /** The courier; `undefined` if the merchant enters the courier of each shipment by hand. */
  courier: Courier | undefined;
  worker: Poller;
};

/** Replacements for services that are not configured. `sendWebhooks` delivers the webhooks that a replacement has queued. */
export type PretendServices = {
  bank?: { provider: PaymentProvider; sendWebhooks: () => Promise<unknown> } | undefined;
  courier?: { courier: Courier; sendWebhooks: () => Promise<unknown> } | undefined;
};

/** The Hono environment that {@link withServices} provides to endpoints. */
export type ServicesEnv = ShopEnv & { Variables: { services: Services } };

/** Creates the configured services: Razorpay or the pretend bank; Shiprocket, the pretend courier or none. */
export function createServices(shop: RootShop, pretendServices: PretendServices): Services {
  const keys = shop.config.razorpay;
  const bank = keys ? undefined : pretendServices.bank;
  const provider = keys ? razorpay(keys) : bank?.provider;
  if (!provider) throw new Error('no payment provider is configured');
  const bankTasks: PollerTask[] = bank ? [['send webhooks of the pretend bank', bank.sendWebhooks]] : [];
  // These tasks have separate pollers, so that a slow payment provider delays neither the release of expired stock holds nor the
  // deletion of photographs. A slow file storage delays only the deletion.
  const deletePhotos = hourly(shop, () => deleteOldReturnPhotos(shop));
  const worker = joinPollers(
    createPaymentWorker(shop, provider, bankTasks),
    createHoldSweeper(shop),
    createPoller(shop, [['old photographs of returns to delete', deletePhotos]]),
  );
  const account = shop.config.shiprocket;
  const courier = account ? shiprocket(shop, account) : pretendServices.courier?.courier;
  if (!courier) return { provider, courier, worker };
  // The courier has a separate poller, so that a slow courier delays no payments.
  const courierWorker = createPoller(shop, [
    ['pretend courier webhooks to send', async () => pretendServices.courier?.sendWebhooks()],
    ['courier events to handle', () => handleCourierEvents(shop, courier, applyTrackingUpdate)],
    ['courier requests to send', () => bookShipments(shop, courier, applyTrackingUpdate)],
  ]);
  return { provider, courier, worker: joinPollers(worker, courierWorker) };
}

/** Middleware that sets the context variable `services` for the endpoints. */
export function withServices(services: Services) {
  return createMiddleware<ServicesEnv>(async (c, next) => {
    c.set('services', services);
    await next();
  });
}
