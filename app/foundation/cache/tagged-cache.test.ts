import { afterEach, expect, it, vi } from 'vitest';
import { createTaggedCache, type TaggedCache } from './tagged-cache.server.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** What an entry without tags takes beside its bytes. */
const overhead = 1000;

function openTrusted(maxBytes = 1_000_000): TaggedCache<string> {
  const cached = createTaggedCache<string>(maxBytes);
  cached.setConnected(true);
  return cached;
}

const store = (cached: TaggedCache<string>, key: string, more: { tags?: string[]; bytes?: number } = {}) =>
  cached.store(key, `value of ${key}`, { tags: [], bytes: 0, version: cached.currentVersion(), ...more });

it('finds a value with what it shows, and nothing under another key', () => {
  const cached = openTrusted();
  expect(store(cached, 'a', { tags: ['product:1', 'listings'] })).toBe(true);
  expect(cached.find('a')).toMatchObject({ value: 'value of a', tags: ['product:1', 'listings'] });
  expect(cached.find('b')).toBeUndefined();
});

it('counts what it keeps, and no more what was dropped or replaced', () => {
  const cached = openTrusted();
  expect(createTaggedCache(1000).stats).toEqual({ count: 0, bytes: 0 });
  store(cached, 'a', { tags: ['one', 'two'], bytes: 500 });
  expect(cached.stats).toEqual({ count: 1, bytes: 500 + overhead + 80 });
  store(cached, 'a', { bytes: 10 });
  expect(cached.stats).toEqual({ count: 1, bytes: 10 + overhead });
  store(cached, 'b', { tags: ['one'], bytes: 1 });
  expect(cached.stats.count).toBe(2);
  cached.invalidate('one');
  expect(cached.stats).toEqual({ count: 1, bytes: 10 + overhead });
  cached.invalidate('everything');
  expect(cached.stats).toEqual({ count: 0, bytes: 0 });
});

it('a value that no longer shows something stays when that changes', () => {
  const cached = openTrusted();
  store(cached, 'a', { tags: ['product:1'] });
  store(cached, 'a', { tags: ['product:2'] });
  cached.invalidate('product:1');
  expect(cached.find('a')).toBeDefined();
  cached.invalidate('product:2');
  expect(cached.find('a')).toBeUndefined();
});

it('drops every value that shows what has changed', () => {
  const cached = openTrusted();
  for (const key of ['a', 'b', 'c']) store(cached, key, { tags: ['listings', `product:${key}`] });
  cached.invalidate('product:b');
  expect(['a', 'b', 'c'].map((key) => cached.find(key) !== undefined)).toEqual([true, false, true]);
  cached.invalidate('listings');
  expect(['a', 'b', 'c'].map((key) => cached.find(key))).toEqual([undefined, undefined, undefined]);
});

it.each(['everything', 'content'])('drops all when "%s" changes', (tag) => {
  const cached = openTrusted();
  const version = cached.currentVersion();
  store(cached, 'a', { tags: ['product:1'] });
  cached.invalidate(tag);
  expect(cached.find('a')).toBeUndefined();
  expect(cached.store('b', 'late', { tags: [], bytes: 0, version })).toBe(false);
  expect(store(cached, 'b')).toBe(true);
});

it('keeps what was begun after the change, and says of anything else that it does not', () => {
  const cached = openTrusted();
  const version = cached.currentVersion();
  cached.invalidate('product:1');
  const made = { tags: ['listings', 'product:1'], bytes: 0 };
  expect(cached.store('a', 'before', { ...made, version })).toBe(false);
  expect(cached.store('a', 'after', { ...made, version: cached.currentVersion() })).toBe(true);
  expect(cached.store('b', 'before', { tags: ['listings'], bytes: 0, version })).toBe(true);
});

it('forgets all changes when there are too many to remember, and then refuses what was begun before', () => {
  const cached = openTrusted();
  const version = cached.currentVersion();
  store(cached, 'a', { tags: ['other'] });
  for (let at = 0; at <= 10_000; at++) cached.invalidate(`product:${at}`);
  expect(cached.find('a')).toBeDefined();
  cached.invalidate('product:last');
  expect(cached.find('a')).toBeUndefined();
  expect(cached.store('b', 'late', { tags: ['product:0'], bytes: 0, version })).toBe(false);
  expect(store(cached, 'b')).toBe(true);
  cached.invalidate('product:next');
  expect(cached.find('b')).toBeDefined();
});

it('a value kept after everything was dropped has the tags of the new value alone', () => {
  const cached = openTrusted();
  store(cached, 'a', { tags: ['product:1'] });
  cached.invalidate('everything');
  store(cached, 'a', { tags: ['product:2'] });
  cached.invalidate('product:1');
  expect(cached.find('a')).toBeDefined();
});

it('keeps nothing for longer than ten minutes', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cached = openTrusted();
  store(cached, 'a');
  vi.advanceTimersByTime(600_000);
  expect(cached.find('a')).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(cached.find('a')).toBeUndefined();
});

it('keeps keys of up to 512 signs', () => {
  const cached = openTrusted();
  expect([store(cached, 'k'.repeat(512)), store(cached, 'k'.repeat(513))]).toEqual([true, false]);
});

it('keeps a value of up to an eighth of all, and a larger one not even in place of a smaller', () => {
  const cached = openTrusted(80_000);
  expect(store(cached, 'a', { bytes: 10_000 - overhead })).toBe(true);
  expect(store(cached, 'a', { bytes: 10_001 - overhead })).toBe(false);
  expect(cached.find('a')).toBeUndefined();
  expect(cached.stats).toEqual({ count: 0, bytes: 0 });
});

it('is full to the last byte before the one goes that was asked for longest ago', () => {
  const cached = openTrusted(80_000);
  const bytes = 10_000 - overhead;
  for (let at = 0; at < 8; at++) store(cached, String(at), { bytes });
  expect(cached.stats).toEqual({ count: 8, bytes: 80_000 });
  cached.find('0');
  store(cached, '8', { bytes });
  expect(cached.stats).toEqual({ count: 8, bytes: 80_000 });
  expect(cached.find('0')).toBeDefined();
  expect(cached.find('1')).toBeUndefined();
  expect(cached.find('2')).toBeDefined();
});

it('makes room for what has grown, and grows no other value', () => {
  const cached = openTrusted(80_000);
  const bytes = 10_000 - overhead;
  for (let at = 0; at < 8; at++) store(cached, String(at), { bytes });
  expect(cached.grow('7', 'another value', 1)).toBe(false);
  expect(cached.grow('8', 'value of 8', 1)).toBe(false);
  expect(cached.stats.bytes).toBe(80_000);
  expect(cached.grow('7', 'value of 7', 1)).toBe(true);
  expect(cached.stats).toEqual({ count: 7, bytes: 70_001 });
  expect(cached.find('0')).toBeUndefined();
  store(cached, '7');
  expect(cached.stats).toEqual({ count: 7, bytes: 60_000 + overhead });
});

it('keeps and finds nothing before changes are heard', () => {
  const cached = createTaggedCache<string>(1_000_000);
  expect(store(cached, 'a')).toBe(false);
  cached.setConnected(true);
  expect(cached.find('a')).toBeUndefined();
  expect(store(cached, 'a')).toBe(true);
});

it('keeps nothing that was begun before changes were heard', () => {
  const cached = createTaggedCache<string>(1_000_000);
  const version = cached.currentVersion();
  cached.setConnected(true);
  expect(cached.store('a', 'old', { tags: [], bytes: 0, version })).toBe(false);
});
