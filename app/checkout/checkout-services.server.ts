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
import { createPaymentWorker } from './payment-worker/payment-worker.server.ts';

/** Who takes the money, who carries the parcels, and who does behind the counter what nobody waits for. */
export type Services = {
  provider: PaymentProvider;
  /** `undefined` where the merchant names who carries each parcel. */
  courier: Courier | undefined;
  worker: Poller;
};

/** What {@link withServices} leaves for the endpoints. */
export type ServicesEnv = ShopEnv & { Variables: { services: Services } };

/**
 * The counter as the settings have it: Razorpay's and Shiprocket's, or, without one, the pretend bank's and the pretend
 * courier's. The clerk does nothing until it is started. `send` stands in for the network over which what is pretended
 * tells the shop its news.
 */
export function createServices(shop: RootShop, send: typeof fetch = fetch): Services {
  const { provider, worker } = createPaymentServices(shop, send);
  const courier = createCourierServices(shop);
  if (!courier) return { provider, courier, worker };
  // A courier that is slow to answer holds up no payment.
  const dispatcher = createPoller(shop, courierTasks(shop, courier, applyTrackingUpdate, send));
  return { provider, courier, worker: joinPollers(worker, dispatcher) };
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
      ['what the pretend bank has to tell', () => sendBankWebhooks(shop, send)],
    ]),
  };
}

/** Puts the counter where the endpoints find it. */
export function withServices(services: Services) {
  return createMiddleware<ServicesEnv>(async (c, next) => {
    c.set('services', services);
    await next();
  });
}
