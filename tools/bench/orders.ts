import { type Client, openClient } from './client.ts';
import { type LoadResult, runLoad } from './load.ts';
import type { ShopUnderTest } from './shop-under-test.ts';
import { productFor, type Shopper } from './shoppers.ts';

/** So many orders are under way at once, each of another shopper: a shopper has only a few open orders. */
type Load = { shoppers: readonly Shopper[]; concurrency: number; seconds: number };

/**
 * Whole orders, over HTTP: a shopper puts a piece into the cart and orders it with cash on delivery. One order is two calls.
 */
export function measureOrders(shop: ShopUnderTest, load: Load): Promise<LoadResult> {
  return measure(shop, load, async (client, { headers, orderDetails }, iteration) => {
    await call(client, `/api/cart/add/${productFor(iteration)}`, { quantity: 1 }, headers);
    await call(client, '/api/checkout/', { orderDetails }, headers);
  });
}

/** The same, but all want the same piece: they have to wait for each other at its place on the shelf. */
export function measureOrdersOfOneProduct(shop: ShopUnderTest, load: Load): Promise<LoadResult> {
  return measure(shop, load, async (client, { headers, orderDetails }) => {
    await call(client, `/api/cart/add/${productFor(0)}`, { quantity: 1 }, headers);
    await call(client, '/api/checkout/', { orderDetails }, headers);
  });
}

/** A piece is put into the cart, where it or its like may be already. */
export function measureAdding(shop: ShopUnderTest, load: Load): Promise<LoadResult> {
  return measure(shop, load, (client, { headers }, iteration) =>
    call(client, `/api/cart/add/${productFor(iteration)}`, { quantity: 1 }, headers),
  );
}

async function measure(
  { url, cpuMs }: ShopUnderTest,
  { shoppers, concurrency, seconds }: Load,
  work: (client: Client, shopper: Shopper, iteration: number) => Promise<unknown>,
): Promise<LoadResult> {
  const client = openClient(url, concurrency);
  const nextIterations = Array.from({ length: concurrency }, (_, lane) => lane);
  try {
    const workInLane = (lane: number) => {
      const iteration = nextIterations[lane] ?? 0;
      nextIterations[lane] = iteration + 1;
      const shopper = shoppers[(lane + iteration * concurrency) % shoppers.length];
      if (!shopper) throw new Error('There are no shoppers.');
      return work(client, shopper, iteration);
    };
    return await runLoad({ concurrency, seconds }, workInLane, cpuMs);
  } finally {
    client.close();
  }
}

/** A figure that counts refusals would praise a shop that is broken. */
async function call(client: Client, path: string, body: unknown, headers: Shopper['headers']) {
  const { status, text } = await client.post(path, body, headers);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
}
