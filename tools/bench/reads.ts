import { openGetter } from './getter.ts';
import { type Figures, loadWith } from './load.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

type Load = { lanes: number; seconds: number };

/** A browser's own words for what it can unpack. */
const asBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** What shoppers read most, by a name each. */
export const reads = [
  { what: 'category page', path: '/Sarees' },
  { what: 'product page', path: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001' },
  { what: 'home page', path: '/' },
  { what: 'list of pieces', path: '/api/product/get-all' },
  { what: 'piece by its number', path: '/api/product/get-single/TB-SAR-001' },
] as const;

/** How large the answer is as it is sent once it is kept. */
export async function sizeOf({ url }: ShopUnderTest, path: string): Promise<number> {
  const getter = await openGetter(url, 1, asBrowser);
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

/** The same address again and again, as most people ask for it. */
export function measureWarm(shop: ShopUnderTest, load: Load, path: string): Promise<Figures> {
  return measure(shop, load, () => path);
}

/** An address that nobody has asked for yet, each time, so that every answer is made anew. */
export function measureCold(shop: ShopUnderTest, load: Load, path: string): Promise<Figures> {
  let turn = 0;
  return measure(shop, load, () => `${path}?anew=${turn++}`);
}

/** What people type, a letter after the other: a thousand different beginnings of words. */
export function measureTyping(shop: ShopUnderTest, load: Load, input: readonly string[]): Promise<Figures> {
  let turn = 0;
  return measure(shop, load, () => {
    const query = input[turn++ % input.length] ?? '';
    return `/api/product/search?limit=8&query=${encodeURIComponent(query)}`;
  });
}

async function measure(
  { url, busyMs }: ShopUnderTest,
  load: Load,
  next: (lane: number) => string,
): Promise<Figures> {
  const getter = await openGetter(url, load.lanes, asBrowser);
  try {
    return await loadWith(
      load,
      async (lane) => {
        const path = next(lane);
        const { status } = await getter.get(lane, path);
        // A figure that counts refusals would praise a shop that is broken.
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
      },
      busyMs,
    );
  } finally {
    getter.close();
  }
}
