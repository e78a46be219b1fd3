import { createMiddleware } from 'hono/factory';
import type { VisitorEnv } from '../customers/signed-in.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { pretendBank } from '../payments/pretend-bank.server.ts';
import { tellNews } from '../payments/pretend-bank-news.server.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { razorpay } from '../payments/razorpay.server.ts';
import { type Clerk, openClerk } from './clerk.server.ts';

/** Who takes the money, and who does behind the counter what nobody waits for. */
export type Counter = { provider: PaymentProvider; clerk: Clerk };

/** What {@link atCounter} leaves for the endpoints. */
export type CounterEnv = VisitorEnv & { Variables: { counter: Counter } };

/**
 * The counter as the settings have it: Razorpay's, or, without one, the pretend bank's. The clerk does nothing until it
 * is started. `send` stands in for the network over which the pretend bank tells the shop its news.
 */
export function openCounter(shop: Shop, send: typeof fetch = fetch): Counter {
  const keys = shop.config.razorpay;
  if (keys) {
    const provider = razorpay(keys);
    return { provider, clerk: openClerk(shop, provider) };
  }
  const provider = pretendBank(shop);
  const bank: [string, () => Promise<unknown>] = [
    'what the pretend bank has to tell',
    () => tellNews(shop, send),
  ];
  return { provider, clerk: openClerk(shop, provider, [bank]) };
}

/** Puts the counter where the endpoints find it. */
export function atCounter(counter: Counter) {
  return createMiddleware<CounterEnv>(async (c, next) => {
    c.set('counter', counter);
    await next();
  });
}
