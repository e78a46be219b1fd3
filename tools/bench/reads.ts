import { openFastClient } from './fast-http-client.ts';
import { type LoadResult, runLoad } from './load.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

type Load = { concurrency: number; seconds: number };

/** The encodings that a browser accepts. */
const browserHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/**
 * The most frequently read URLs. `/api/product/get-all` returns every published product, but at most 500. Compare its cost per
 * product with that of the list of 24.
 */
export const reads = [
  { what: 'category page', path: '/Sarees' },
  { what: 'product page', path: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001' },
  { what: 'home page', path: '/' },
  { what: 'product/get-all, 500 products', path: '/api/product/get-all', products: 500 },
  { what: 'product/filter, 24 products', path: '/api/product/filter?catName=Sarees&limit=24', products: 24 },
  { what: 'product by its number', path: '/api/product/get-single/TB-SAR-001' },
] as const satisfies { what: string; path: string; products?: number }[];

/** Measures the size of the cached response in bytes. */
export async function sizeOf({ url }: ShopUnderTest, path: string): Promise<number> {
  const client = await openFastClient(url, 1, browserHeaders);
  try {
    for (let request = 0; request < 20; request++) await client.get(0, path);
    // The cache compresses a response only after the first requests.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { status, body } = await client.get(0, path);
    if (status !== 200) throw new Error(`${path} got the response ${status}`);
    return body.length;
  } finally {
    client.close();
  }
}

/** Requests the same URL repeatedly, so that the responses come from the cache. */
export function measureCached(shop: ShopUnderTest, load: Load, path: string): Promise<LoadResult> {
  return measure(shop, load, () => path);
}

/** Requests a new URL each time, so that no response comes from the cache. */
export function measureUncached(shop: ShopUnderTest, load: Load, path: string): Promise<LoadResult> {
  let count = 0;
  return measure(shop, load, () => `${path}${path.includes('?') ? '&' : '?'}uncached=${count++}`);
}

/** Searches as a shopper types, with one input after the other. */
export function measureTyping(
  shop: ShopUnderTest,
  load: Load,
  input: readonly string[],
): Promise<LoadResult> {
  let count = 0;
  return measure(shop, load, () => {
    const query = input[count++ % input.length] ?? '';
    return `/api/product/search?limit=8&query=${encodeURIComponent(query)}`;
  });
}

async function measure(
  { url, cpuMs }: ShopUnderTest,
  load: Load,
  next: (lane: number) => string,
): Promise<LoadResult> {
  const client = await openFastClient(url, load.concurrency, browserHeaders);
  try {
    return await runLoad(
      load,
      async (lane) => {
        const path = next(lane);
        const { status } = await client.get(lane, path);
        // Error responses are fast, so counting them would make a broken shop look fast.
        if (status !== 200) throw new Error(`${path} got the response ${status}`);
      },
      cpuMs,
    );
  } finally {
    client.close();
  }
}
