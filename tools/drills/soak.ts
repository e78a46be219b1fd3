import { rmSync } from 'node:fs';
import { z } from 'zod';
import { freePort } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import { openShopUnderTest, type Place, type ShopUnderTest } from '../bench/shop-under-test.ts';
import { admitShoppers, orderDetails, productFor, type Shopper } from '../bench/shoppers.ts';
import { type Drill, type Finding, requested, timeInWords } from './drill.ts';
import { type Line, openLine } from './line.ts';

/** `SOAK_MINUTES=60`: for how long, after the warming up. */
const minutes = Number(process.env.SOAK_MINUTES ?? 3);
/** So many requests a second altogether. */
const perSecond = 30;
const isLong = minutes >= 30;
/** V8 takes some ten minutes of this until its heap has the size that it stays at; a short soak cannot wait for that. */
const warmUpMs = (isLong ? 10 : 1) * 60_000;
/** In percent. In the first minutes caches and the embedded database still fill up, so that little can be said. */
const mostGrowth = isLong ? 5 : 20;

const Cart = z.object({ items: z.array(z.unknown()) });

type Stored = { times: number[]; broken: string[]; count: number };

/** Every one of these is what somebody does in a shop; most look, some put into the cart, few buy. */
const actions: readonly ((
  line: Line,
  shopper: Shopper,
  turn: number,
) => Promise<{ status: number; text: string }>)[] = [
  (line) => line.get('/'),
  (line) => line.get('/Sarees'),
  (line, _, turn) => line.get(`/api/product/get-single/${productFor(turn)}`),
  (line, _, turn) => line.get(`/api/product/search?query=${['silk', 'ikat', 'sare', 'khadi'][turn % 4]}`),
  (line) => line.get('/api/product/filter?catName=Sarees&color=Red'),
  (line) => line.get('/search?query=indigo'),
  (line) => line.get('/our-story'),
  (line, { headers }) => line.get('/api/cart/get', headers),
  (line, { headers }, turn) => line.post(`/api/cart/add/${productFor(turn)}`, { quantity: 1 }, headers),
  (line, { headers }) => line.get('/api/order/?limit=5', headers),
  async (line, { headers }) => {
    const cart = await line.get('/api/cart/get', headers);
    if (cart.status !== 200 || Cart.parse(JSON.parse(cart.text)).items.length === 0) return cart;
    return line.post('/api/checkout/', { orderDetails }, headers);
  },
];

/** Goes on until `end`, so many a second, each at its time, whether or not the one before was quick. */
async function shopUntil(end: number, shop: ShopUnderTest, shoppers: readonly Shopper[], stored: Stored) {
  const everyMs = (1000 / perSecond) * shoppers.length;
  await Promise.all(
    shoppers.map(async (shopper, lane) => {
      const line = openLine(shop.url);
      let next = performance.now() + (lane * everyMs) / shoppers.length;
      try {
        for (let turn = lane; performance.now() < end; turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
          next += everyMs;
          const action = actions[turn % actions.length];
          if (!action) continue;
          const begun = performance.now();
          const { status, text } = await action(line, shopper, turn);
          stored.times.push(performance.now() - begun);
          stored.count += 1;
          if (status >= 500) stored.broken.push(`${status} ${text.slice(0, 80)}`);
        }
      } finally {
        line.close();
      }
    }),
  );
}

/** A shop that is open for a long time, with people in it: it must not grow, nor become slow, nor break. */
export const soak: Drill = {
  name: 'soak',
  async run() {
    if (!(minutes > 0)) throw new Error('SOAK_MINUTES should be a number above 0.');
    const dataDir = scratchFolder('drill');
    const place: Place = { dataDir, port: await freePort() };
    const first = await openShopUnderTest(place);
    await first.stop();
    const shoppers = await admitShoppers(place, { count: Math.max(8, requested.shoppers), stock: 1_000_000 });
    const shop = await openShopUnderTest(place);
    try {
      return await watch(shop, shoppers);
    } finally {
      await shop.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
};

async function watch(shop: ShopUnderTest, shoppers: readonly Shopper[]): Promise<Finding[]> {
  const warming: Stored = { times: [], broken: [], count: 0 };
  await shopUntil(performance.now() + warmUpMs, shop, shoppers, warming);
  const memory = [shop.memoryMb() ?? 0];
  const stored: Stored = { times: [], broken: [], count: 0 };
  const end = performance.now() + minutes * 60_000;
  const timer = setInterval(() => memory.push(shop.memoryMb() ?? 0), 5000);
  await shopUntil(end, shop, shoppers, stored);
  clearInterval(timer);
  const sorted = stored.times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  // The garbage of a moment is no growth: what counts is the least that is held in each half.
  const half = Math.ceil(memory.length / 2);
  const [early, late] = [Math.min(...memory.slice(0, half)), Math.min(...memory.slice(half))];
  const growth = (100 * (late - early)) / early;
  const broken = stored.broken.length + warming.broken.length;
  return [
    {
      what: `${minutes} minutes with ${perSecond} requests a second: nothing breaks`,
      figure: `${stored.count} answered, ${broken} broken ${stored.broken[0] ?? ''}`,
      holds: broken === 0 && stored.count > minutes * 60 * perSecond * 0.8,
    },
    { what: '99 of 100 are answered within 0.8 s', figure: timeInWords(p99), holds: p99 < 800 },
    {
      what: 'its memory does not grow',
      figure: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB: ${growth.toFixed(1)} %`,
      holds: growth < mostGrowth,
    },
  ];
}
