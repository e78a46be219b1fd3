import { openFastClient } from './fast-http-client.ts';
import { type LoadResult, runLoad } from './load.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

type Load = { concurrency: number; seconds: number };

/** The compressions that a browser accepts. */
const asBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/**
 * The addresses that are read most. `/api/product/get-all` has every published product, of these at most 500, as the
 * specification wants it: its cost for each product is what to compare with the list of 24.
 */
export const reads = [
  { what: 'category page', path: '/Sarees' },
  { what: 'product page', path: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001' },
  { what: 'home page', path: '/' },
  { what: 'product/get-all, 500 products', path: '/api/product/get-all', products: 500 },
  { what: 'product/filter, 24 products', path: '/api/product/filter?catName=Sarees&limit=24', products: 24 },
  { what: 'product by its number', path: '/api/product/get-single/TB-SAR-001' },
] as const satisfies { what: string; path: string; products?: number }[];

/** The size in bytes of the response as it is sent from the cache. */
export async function sizeOf({ url }: ShopUnderTest, path: string): Promise<number> {
  const getter = await openFastClient(url, 1, asBrowser);
  try {
    for (let requested = 0; requested < 20; requested++) await getter.get(0, path);
    // Compressing goes on beside the first answers.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { status, body } = await getter.get(0, path);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    return body.length;
  } finally {
    getter.close();
  }
}

/** Reads the same address again and again: the response comes from the cache. */
export function measureWarm(shop: ShopUnderTest, load: Load, path: string): Promise<LoadResult> {
  return measure(shop, load, () => path);
}

/** Reads an address that was never requested before, each time: no response comes from the cache. */
export function measureCold(shop: ShopUnderTest, load: Load, path: string): Promise<LoadResult> {
  let turn = 0;
  return measure(shop, load, () => `${path}${path.includes('?') ? '&' : '?'}uncached=${turn++}`);
}

/** Searches for what is typed, one letter after the other: a thousand different beginnings of words. */
export function measureTyping(
  shop: ShopUnderTest,
  load: Load,
  input: readonly string[],
): Promise<LoadResult> {
  let turn = 0;
  return measure(shop, load, () => {
    const query = input[turn++ % input.length] ?? '';
    return `/api/product/search?limit=8&query=${encodeURIComponent(query)}`;
  });
}

async function measure(
  { url, cpuMs }: ShopUnderTest,
  load: Load,
  next: (lane: number) => string,
): Promise<LoadResult> {
  const getter = await openFastClient(url, load.concurrency, asBrowser);
  try {
    return await runLoad(
      load,
      async (lane) => {
        const path = next(lane);
        const { status } = await getter.get(lane, path);
        // Refusals are fast: counted as responses they would make a broken shop look good.
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
      },
      cpuMs,
    );
  } finally {
    getter.close();
  }
}
