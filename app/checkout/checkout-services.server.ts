import { createMiddleware } from 'hono/factory';
import type { VisitorEnv } from '../customers/signed-in.server.ts';
import { openRounds, type Rounds, together } from '../foundation/jobs/poller.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { followParcel } from '../orders/follow-shipment.server.ts';
import { pretendBank } from '../payments/pretend-bank.server.ts';
import { tellNews } from '../payments/pretend-bank-webhooks.server.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { razorpay } from '../payments/razorpay.server.ts';
import type { Courier } from '../shipping/courier.ts';
import { courierTasks, openCourier } from '../shipping/courier-services.server.ts';
import { openClerk } from './payment-worker/payment-worker.server.ts';

/** Who takes the money, who carries the parcels, and who does behind the counter what nobody waits for. */
export type Counter = {
  provider: PaymentProvider;
  /** `undefined` where the merchant names who carries each parcel. */
  courier: Courier | undefined;
  clerk: Rounds;
};

/** What {@link atCounter} leaves for the endpoints. */
export type CounterEnv = VisitorEnv & { Variables: { counter: Counter } };

/**
 * The counter as the settings have it: Razorpay's and Shiprocket's, or, without one, the pretend bank's and the pretend
 * courier's. The clerk does nothing until it is started. `send` stands in for the network over which what is pretended
 * tells the shop its news.
 */
export function openCounter(shop: Shop, send: typeof fetch = fetch): Counter {
  const { provider, clerk } = openTill(shop, send);
  const courier = openCourier(shop);
  if (!courier) return { provider, courier, clerk };
  // A courier that is slow to answer holds up no payment.
  const dispatcher = openRounds(shop, courierTasks(shop, courier, followParcel, send));
  return { provider, courier, clerk: together(clerk, dispatcher) };
}

function openTill(shop: Shop, send: typeof fetch): { provider: PaymentProvider; clerk: Rounds } {
  const keys = shop.config.razorpay;
  if (keys) {
    const provider = razorpay(keys);
    return { provider, clerk: openClerk(shop, provider) };
  }
  const provider = pretendBank(shop);
  return {
    provider,
    clerk: openClerk(shop, provider, [['what the pretend bank has to tell', () => tellNews(shop, send)]]),
  };
}

/** Puts the counter where the endpoints find it. */
export function atCounter(counter: Counter) {
  return createMiddleware<CounterEnv>(async (c, next) => {
    c.set('counter', counter);
    await next();
  });
}
