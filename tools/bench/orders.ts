import { type Client, openClient } from './client.ts';
import { type Figures, loadWith } from './load.ts';
import type { ShopUnderTest } from './shop-under-test.ts';
import { productFor, type Shopper } from './shoppers.ts';

type Load = { shoppers: readonly Shopper[]; seconds: number };

/**
 * Whole orders, over HTTP: each shopper puts a piece into the cart and orders it with cash on delivery, again and
 * again. One order is two calls.
 */
export function measureOrders(shop: ShopUnderTest, load: Load): Promise<Figures> {
  return measure(shop, load, async (client, { headers, orderDetails }, turn) => {
    await call(client, `/api/cart/add/${productFor(turn)}`, { quantity: 1 }, headers);
    await call(client, '/api/checkout/', { orderDetails }, headers);
  });
}

/** The same, but all want the same piece: they have to wait for each other at its place on the shelf. */
export function measureOrdersOfOneProduct(shop: ShopUnderTest, load: Load): Promise<Figures> {
  return measure(shop, load, async (client, { headers, orderDetails }) => {
    await call(client, `/api/cart/add/${productFor(0)}`, { quantity: 1 }, headers);
    await call(client, '/api/checkout/', { orderDetails }, headers);
  });
}

/** A piece is put into the cart, where it or its like may be already. */
export function measureAdding(shop: ShopUnderTest, load: Load): Promise<Figures> {
  return measure(shop, load, (client, { headers }, turn) =>
    call(client, `/api/cart/add/${productFor(turn)}`, { quantity: 1 }, headers),
  );
}

async function measure(
  { url, busyMs }: ShopUnderTest,
  { shoppers, seconds }: Load,
  work: (client: Client, shopper: Shopper, turn: number) => Promise<unknown>,
): Promise<Figures> {
  const client = openClient(url, shoppers.length);
  const turns = shoppers.map((_, lane) => lane);
  try {
    const workInLane = (lane: number) => {
      const shopper = shoppers[lane];
      if (!shopper) throw new Error(`lane ${lane} has no shopper`);
      const turn = turns[lane] ?? 0;
      turns[lane] = turn + 1;
      return work(client, shopper, turn);
    };
    return await loadWith({ lanes: shoppers.length, seconds }, workInLane, busyMs);
  } finally {
    client.close();
  }
}

/** A figure that counts refusals would praise a shop that is broken. */
async function call(client: Client, path: string, body: unknown, headers: Shopper['headers']) {
  const { status, text } = await client.post(path, body, headers);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
}
