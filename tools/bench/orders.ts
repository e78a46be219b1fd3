import { type Client, openClient } from './client.ts';
import { type LoadResult, runLoad } from './load.ts';
import type { ShopUnderTest } from './shop-under-test.ts';
import { productFor, type Shopper } from './shoppers.ts';

/**
 * A load with `concurrency` orders at once. Each order has another shopper, because a shopper may have only a few open orders.
 */
type Load = { shoppers: readonly Shopper[]; concurrency: number; seconds: number };

/**
 * Measures orders with cash on delivery. One order is two requests: the first adds a product to the cart, the second places the
 * order.
 */
export function measureOrders(shop: ShopUnderTest, load: Load): Promise<LoadResult> {
  return measure(shop, load, async (client, { headers, orderDetails }, iteration) => {
    await send(client, `/api/cart/add/${productFor(iteration)}`, { quantity: 1 }, headers);
    await send(client, '/api/checkout/', { orderDetails }, headers);
  });
}

/** Measures orders of the same product, which wait for the lock of its stock level. */
export function measureOrdersOfOneProduct(shop: ShopUnderTest, load: Load): Promise<LoadResult> {
  return measure(shop, load, async (client, { headers, orderDetails }) => {
    await send(client, `/api/cart/add/${productFor(0)}`, { quantity: 1 }, headers);
    await send(client, '/api/checkout/', { orderDetails }, headers);
  });
}

/** Measures adding units to the cart, to a new or an existing line. */
export function measureAdding(shop: ShopUnderTest, load: Load): Promise<LoadResult> {
  return measure(shop, load, (client, { headers }, iteration) =>
    send(client, `/api/cart/add/${productFor(iteration)}`, { quantity: 1 }, headers),
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

/** Sends a request. @throws Error for an error response, because such a request must not be counted */
async function send(client: Client, path: string, body: unknown, headers: Shopper['headers']) {
  const { status, text } = await client.post(path, body, headers);
  if (status !== 200) throw new Error(`${path} got the response ${status}: ${text}`);
}
