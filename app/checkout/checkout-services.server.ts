import { createMiddleware } from 'hono/factory';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { createPoller, joinPollers, type Poller } from '../foundation/jobs/poller.server.ts';
import type { RootShop } from '../foundation/shop.server.ts';
import { applyTrackingUpdate } from '../orders/apply-tracking-update.server.ts';
import { pretendBank } from '../payments/pretend-bank.server.ts';
import { sendBankWebhooks } from '../payments/pretend-bank-webhooks.server.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { razorpay } from '../payments/razorpay.server.ts';
import type { Courier } from '../shipping/courier.ts';
import { courierTasks, createCourierServices } from '../shipping/courier-services.server.ts';
import { createHoldSweeper } from '../stock/hold-sweeper.server.ts';
import { createPaymentWorker } from './payment-worker/payment-worker.server.ts';

/** The payment provider, the courier, and the worker for background tasks. */
export type Services = {
  provider: PaymentProvider;
  /** `undefined` if the merchant enters the courier of each shipment by hand. */
  courier: Courier | undefined;
  worker: Poller;
};

/** The Hono environment that {@link withServices} provides to endpoints. */
export type ServicesEnv = ShopEnv & { Variables: { services: Services } };

/**
 * Creates the services that the configuration names: Razorpay or the pretend bank; Shiprocket, the pretend courier or none.
 * The caller starts the worker. `send` delivers the webhooks of the pretend services.
 */
export function createServices(shop: RootShop, send: typeof fetch = fetch): Services {
  const { provider, worker: paymentWorker } = createPaymentServices(shop, send);
  // A slow payment provider must not delay the sweep of expired holds.
  const worker = joinPollers(paymentWorker, createHoldSweeper(shop));
  const courier = createCourierServices(shop);
  if (!courier) return { provider, courier, worker };
  // The courier has a separate poller, so that a slow courier does not delay payments.
  const courierWorker = createPoller(shop, courierTasks(shop, courier, applyTrackingUpdate, send));
  return { provider, courier, worker: joinPollers(worker, courierWorker) };
}

function createPaymentServices(
  shop: RootShop,
  send: typeof fetch,
): { provider: PaymentProvider; worker: Poller } {
  const keys = shop.config.razorpay;
  if (keys) {
    const provider = razorpay(keys);
    return { provider, worker: createPaymentWorker(shop, provider) };
  }
  const provider = pretendBank(shop);
  return {
    provider,
    worker: createPaymentWorker(shop, provider, [
      ['send webhooks of the pretend bank', () => sendBankWebhooks(shop, send)],
    ]),
  };
}

/** Middleware that sets `services` for the endpoints. */
export function withServices(services: Services) {
  return createMiddleware<ServicesEnv>(async (c, next) => {
    c.set('services', services);
    await next();
  });
}
