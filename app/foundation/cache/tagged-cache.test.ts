import { expect, it, vi } from 'vitest';
import { createTaggedCache, type TaggedCache } from './tagged-cache.server.ts';

/** Bytes that the cache counts for an entry in addition to its value and its tags. */
const overheadBytes = 1000;

function openConnected(maxBytes = 1_000_000): TaggedCache<string> {
  const cache = createTaggedCache<string>(maxBytes);
  cache.setConnected(true);
  return cache;
}

const store = (cache: TaggedCache<string>, key: string, more: { tags?: string[]; bytes?: number } = {}) =>
  cache.store(key, `value of ${key}`, { tags: [], bytes: 0, version: cache.currentVersion(), ...more });

it('counts the stored values and their bytes, without removed and replaced values', () => {
  const cache = openConnected();
  expect(createTaggedCache(1000).stats).toEqual({ count: 0, bytes: 0 });
  store(cache, 'a', { tags: ['one', 'two'], bytes: 500 });
  expect(cache.stats).toEqual({ count: 1, bytes: 500 + overheadBytes + 80 });
  store(cache, 'a', { bytes: 10 });
  expect(cache.stats).toEqual({ count: 1, bytes: 10 + overheadBytes });
  store(cache, 'b', { tags: ['one'], bytes: 1 });
  expect(cache.stats.count).toBe(2);
  cache.invalidate('one');
  expect(cache.stats).toEqual({ count: 1, bytes: 10 + overheadBytes });
  cache.invalidate('everything');
  expect(cache.stats).toEqual({ count: 0, bytes: 0 });
});

it.each(['replaced', 'cleared'])(
  'keeps the current value of a key if the invalidated tag belonged only to an earlier value, which was %s',
  (how) => {
    const cache = openConnected();
    store(cache, 'a', { tags: ['product:1'] });
    if (how === 'cleared') cache.invalidate('everything');
    store(cache, 'a', { tags: ['product:2'] });
    cache.invalidate('product:1');
    expect(cache.find('a')).toBeDefined();
    cache.invalidate('product:2');
    expect(cache.find('a')).toBeUndefined();
  },
);

it('removes every value with the invalidated tag', () => {
  const cache = openConnected();
  for (const key of ['a', 'b', 'c']) store(cache, key, { tags: ['listings', `product:${key}`] });
  cache.invalidate('product:b');
  expect(['a', 'b', 'c'].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true]);
  cache.invalidate('listings');
  expect(cache.stats.count).toBe(0);
});

it.each(['everything', 'content'])('removes all values if the tag "%s" is invalidated', (tag) => {
  const cache = openConnected();
  const version = cache.currentVersion();
  store(cache, 'a', { tags: ['product:1'] });
  cache.invalidate(tag);
  expect(cache.find('a')).toBeUndefined();
  expect(cache.store('b', 'late', { tags: [], bytes: 0, version })).toBe(false);
  expect(store(cache, 'b')).toBe(true);
});

it('rejects a value that was read before its tag was invalidated, and stores a value that was read afterwards', () => {
  const cache = openConnected();
  const version = cache.currentVersion();
  cache.invalidate('product:1');
  const details = { tags: ['listings', 'product:1'], bytes: 0 };
  expect(cache.store('a', 'before', { ...details, version })).toBe(false);
  expect(cache.store('a', 'after', { ...details, version: cache.currentVersion() })).toBe(true);
  expect(cache.store('b', 'before', { tags: ['listings'], bytes: 0, version })).toBe(true);
});

it('clears the cache when a tag is invalidated after 10,001 other tags', () => {
  const cache = openConnected();
  const version = cache.currentVersion();
  store(cache, 'a', { tags: ['other'] });
  for (let index = 0; index <= 10_000; index++) cache.invalidate(`product:${index}`);
  expect(cache.find('a')).toBeDefined();
  cache.invalidate('product:last');
  expect(cache.find('a')).toBeUndefined();
  expect(cache.store('b', 'late', { tags: ['product:0'], bytes: 0, version })).toBe(false);
  expect(store(cache, 'b')).toBe(true);
  cache.invalidate('product:next');
  expect(cache.find('b')).toBeDefined();
});

it('does not find a value after ten minutes', ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const cache = openConnected();
  store(cache, 'a');
  vi.advanceTimersByTime(600_000);
  expect(cache.find('a')).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(cache.find('a')).toBeUndefined();
});

it('rejects a value of more than an eighth of the cache size, and removes the earlier value with the same key', () => {
  const cache = openConnected(80_000);
  expect(store(cache, 'a', { bytes: 10_000 - overheadBytes })).toBe(true);
  expect(store(cache, 'a', { bytes: 10_001 - overheadBytes })).toBe(false);
  expect(cache.find('a')).toBeUndefined();
  expect(cache.stats).toEqual({ count: 0, bytes: 0 });
  // Keys have at most 512 characters.
  expect([store(cache, 'k'.repeat(512)), store(cache, 'k'.repeat(513))]).toEqual([true, false]);
});

it('evicts the least recently used value when a value is stored in a full cache', () => {
  const cache = openConnected(80_000);
  const bytes = 10_000 - overheadBytes;
  for (let index = 0; index < 8; index++) store(cache, String(index), { bytes });
  expect(cache.stats).toEqual({ count: 8, bytes: 80_000 });
  cache.find('0');
  store(cache, '8', { bytes });
  expect(cache.stats).toEqual({ count: 8, bytes: 80_000 });
  expect(['0', '1', '2'].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true]);
});

it('evicts the least recently used value if another value grows in a full cache', () => {
  const cache = openConnected(80_000);
  const bytes = 10_000 - overheadBytes;
  for (let index = 0; index < 8; index++) store(cache, String(index), { bytes });
  expect(cache.addBytes('7', 'another value', 1)).toBe(false);
  expect(cache.addBytes('8', 'value of 8', 1)).toBe(false);
  expect(cache.stats.bytes).toBe(80_000);
  expect(cache.addBytes('7', 'value of 7', 1)).toBe(true);
  expect(cache.stats).toEqual({ count: 7, bytes: 70_001 });
  expect(cache.find('0')).toBeUndefined();
  store(cache, '7');
  expect(cache.stats).toEqual({ count: 7, bytes: 60_000 + overheadBytes });
});
