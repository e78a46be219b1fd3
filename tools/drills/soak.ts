import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Client, openClient, type Response } from '../bench/client.ts';
import { openShopUnderTest, type ShopUnderTest } from '../bench/shop-under-test.ts';
import { prepareShopForLoad, productFor, type Shopper } from '../bench/shoppers.ts';
import { checked } from './audit.ts';
import { type Drill, type Finding, formatTime, requested } from './drill.ts';
import { onEmbedded } from './locations.ts';

/** Length of the measurement after the warm-up, from SOAK_MINUTES. */
const minutes = Number(process.env.SOAK_MINUTES ?? 3);
/** Requests per second of all shoppers together. */
const perSecond = 30;
const isLong = minutes >= 30;
/**
 * Length of the warm-up in milliseconds. V8's heap reaches its final size after ten minutes of this load. A short soak does not
 * wait so long.
 */
const warmUpMs = (isLong ? 10 : 1) * 60_000;
/** Maximum memory growth in percent. Caches fill up in the first minutes, so a short soak allows more growth. */
const maxGrowth = isLong ? 5 : 20;

const Cart = z.object({ items: z.array(z.unknown()) });

type Measured = { times: number[]; broken: string[] };

/** The requests of a shopper in their order. Most requests read, some add to the cart, few place an order. */
const actions: readonly ((connection: Client, shopper: Shopper, index: number) => Promise<Response>)[] = [
  (connection) => connection.get('/'),
  (connection) => connection.get('/Sarees'),
  (connection, _, index) => connection.get(`/api/product/get-single/${productFor(index)}`),
  (connection, _, index) =>
    connection.get(`/api/product/search?query=${['silk', 'ikat', 'sare', 'khadi'][index % 4]}`),
  (connection) => connection.get('/api/product/filter?catName=Sarees&color=Red'),
  (connection) => connection.get('/search?query=indigo'),
  (connection) => connection.get('/our-story'),
  (connection, { headers }) => connection.get('/api/cart/get', headers),
  (connection, { headers }, index) =>
    connection.post(`/api/cart/add/${productFor(index)}`, { quantity: 1 }, headers),
  (connection, { headers }) => connection.get('/api/order/?limit=5', headers),
  async (connection, { headers, orderDetails }) => {
    const cart = await connection.get('/api/cart/get', headers);
    if (cart.status !== 200 || Cart.parse(JSON.parse(cart.text)).items.length === 0) return cart;
    return connection.post('/api/checkout/', { orderDetails }, headers);
  },
];

/** Sends requests for `forMs` milliseconds at fixed times, even if the responses are slow. */
async function applyLoad(
  shop: ShopUnderTest,
  shoppers: readonly Shopper[],
  forMs: number,
): Promise<Measured> {
  const measured: Measured = { times: [], broken: [] };
  const startedAt = performance.now();
  const intervalMs = (1000 / perSecond) * shoppers.length;
  await Promise.all(
    shoppers.map(async (shopper, lane) => {
      const connection = openClient(shop.url);
      let next = startedAt + (lane * intervalMs) / shoppers.length;
      try {
        for (let index = lane; performance.now() < startedAt + forMs; index += 1) {
          await wait(Math.max(0, next - performance.now()));
          next += intervalMs;
          const action = actions[index % actions.length];
          if (!action) continue;
          const sentAt = performance.now();
          const { status, text } = await action(connection, shopper, index);
          measured.times.push(performance.now() - sentAt);
          if (status >= 500) measured.broken.push(`${status} ${text.slice(0, 80)}`);
        }
      } finally {
        connection.close();
      }
    }),
  );
  return measured;
}

/** Under a long load, the shop's memory does not grow, and no request is slow or fails. */
export const soak: Drill = {
  name: 'soak',
  run() {
    if (!(minutes > 0)) throw new Error('SOAK_MINUTES should be a number above 0.');
    return onEmbedded(
      checked(async (location) => {
        await (await openShopUnderTest(location)).stop();
        const count = Math.max(8, requested.shoppers);
        const shoppers = await prepareShopForLoad(location, { count, stock: 1_000_000 });
        const shop = await openShopUnderTest(location);
        try {
          return await measure(shop, shoppers);
        } finally {
          await shop.stop();
        }
      }),
    );
  },
};

async function measure(shop: ShopUnderTest, shoppers: readonly Shopper[]): Promise<Finding[]> {
  const warmUp = await applyLoad(shop, shoppers, warmUpMs);
  const memory = [shop.memoryMb() ?? 0];
  const timer = setInterval(() => memory.push(shop.memoryMb() ?? 0), 5000);
  const { times, broken } = await applyLoad(shop, shoppers, minutes * 60_000);
  clearInterval(timer);
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  // Compare the minimum of each half, because it contains no garbage that is not collected yet.
  const half = Math.ceil(memory.length / 2);
  const [early, late] = [Math.min(...memory.slice(0, half)), Math.min(...memory.slice(half))];
  const growth = (100 * (late - early)) / early;
  const failed = [...warmUp.broken, ...broken];
  return [
    {
      promise: `${minutes} minutes with ${perSecond} requests a second: no request fails`,
      measured: `${times.length} responses, ${failed.length} failed ${failed[0] ?? ''}`.trimEnd(),
      holds: failed.length === 0 && times.length > minutes * 60 * perSecond * 0.8,
    },
    { promise: '99 % of the responses arrive within 0.8 s', measured: formatTime(p99), holds: p99 < 800 },
    {
      promise: 'its memory does not grow',
      measured: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB: ${growth.toFixed(1)} %`,
      holds: growth < maxGrowth,
    },
  ];
}
