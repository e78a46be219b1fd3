import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import { shopWithFixtures } from '../../../tests/fixtures/shop.ts';
import { collectTags, tag } from './cache-tags.server.ts';
import { cached, createReadCache } from './read-cache.server.ts';

/** Creates a shop without a database, whose read cache is connected. */
function connectedShop() {
  const readCache = createReadCache();
  readCache.setConnected(true);
  return { readCache, shop: { ...shopWithFixtures(drizzle.mock(), '/nowhere'), readCache } };
}

function openCounted() {
  const { readCache, shop } = connectedShop();
  let reads = 0;
  const read = cached(async (_shop, name: string) => {
    reads += 1;
    const number = reads;
    tag(`product:${name}`);
    await Promise.resolve();
    return { name, reads: number };
  });
  return { readCache, read, shop };
}

it('reads a value from the database once, until one of its tags is invalidated', async () => {
  const { readCache, read, shop } = openCounted();
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 1 });
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 1 });
  readCache.invalidate('product:b');
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 1 });
  readCache.invalidate('product:a');
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 2 });
});

it('lets concurrent calls share a read until a tag of the read value is invalidated', async () => {
  const { readCache, read, shop } = openCounted();
  const first = read(shop, 'a');
  const second = read(shop, 'a');
  readCache.invalidate('product:a');
  const third = read(shop, 'a');
  expect((await Promise.all([first, second, third])).map(({ reads }) => reads)).toEqual([1, 1, 2]);
  expect(await read(shop, 'a')).toEqual({ name: 'a', reads: 2 });
});

it('collects the same tags for a value from the cache as for a value from the database', async () => {
  const { read, shop } = openCounted();
  const tagsOf = async () => [...(await collectTags(() => read(shop, 'a'))).tags];
  expect(await tagsOf()).toEqual(['product:a']);
  expect(await tagsOf()).toEqual(['product:a']);
});

it('reads from the database at every call if there is no cache, or while the cache is disconnected', async () => {
  const { readCache, read, shop } = openCounted();
  const { readCache: _none, ...bare } = shop;
  expect((await read(bare, 'a')).reads).toBe(1);
  readCache.setConnected(false);
  expect((await read(shop, 'a')).reads).toBe(2);
  expect((await read(shop, 'a')).reads).toBe(3);
});

it('caches one value per input, also for the input undefined, but no failed reads and no values of more than 2 MiB', async () => {
  const { shop } = connectedShop();
  const reads: unknown[] = [];
  const read = cached(async (_shop, key: { id: number; length?: number } | undefined) => {
    reads.push(key);
    if (reads.length === 1) throw new Error('away');
    return { key, text: 'x'.repeat(key?.length ?? 0) };
  });
  await expect(read(shop, undefined)).rejects.toThrow('away');
  for (const key of [undefined, { id: 1 }, { id: 2 }])
    for (const _time of [1, 2]) expect((await read(shop, key)).key).toEqual(key);
  expect(reads).toEqual([undefined, undefined, { id: 1 }, { id: 2 }]);
  for (const length of [2_200_000, 2_200_000, 1_000_000, 1_000_000]) await read(shop, { id: 3, length });
  expect(reads).toHaveLength(7);
});

it('passes invalidations and the connection state to the caches of all read functions and to all subscribers', async () => {
  const readCache = createReadCache();
  const invalidated: string[] = [];
  const states: boolean[] = [];
  const isConnected = readCache.subscribe({
    invalidate: (tag) => void invalidated.push(tag),
    setConnected: (connected) => void states.push(connected),
  });
  const before = readCache.open<string>();
  expect(isConnected()).toBe(false);
  readCache.setConnected(true);
  expect(isConnected()).toBe(true);
  const after = readCache.open<string>();
  for (const cache of [before, after]) {
    const details = { tags: ['product:1'], version: cache.currentVersion(), bytes: 0 };
    expect(cache.store('a', 'found', details)).toBe(true);
  }
  readCache.invalidate('product:1');
  expect([before.find('a'), after.find('a')]).toEqual([undefined, undefined]);
  readCache.setConnected(false);
  expect([invalidated, states, isConnected()]).toEqual([['product:1'], [true, false], false]);
});

it('lets two calls share a pending read, even if an older, invalidated read of the same key has ended in between', async () => {
  const { readCache, shop } = connectedShop();
  const resolvers: ((value: number) => void)[] = [];
  const read = cached(() => {
    tag('product:a');
    return new Promise<number>((resolve) => void resolvers.push(resolve));
  });
  const old = read(shop, 'a');
  readCache.invalidate('product:a');
  const fresh = read(shop, 'a');
  resolvers[0]?.(1);
  expect(await old).toBe(1);
  const joined = read(shop, 'a');
  resolvers[1]?.(2);
  expect(await Promise.all([fresh, joined])).toEqual([2, 2]);
  expect(resolvers).toHaveLength(2);
});
