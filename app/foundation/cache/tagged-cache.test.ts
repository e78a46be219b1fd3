import { afterEach, expect, it, vi } from 'vitest';
import { createTaggedCache, type TaggedCache } from './tagged-cache.server.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** What an entry without tags takes beside its bytes. */
const overhead = 1000;

function openTrusted(mostBytes = 1_000_000): TaggedCache<string> {
  const kept = createTaggedCache<string>(mostBytes);
  kept.trust(true);
  return kept;
}

const keep = (kept: TaggedCache<string>, key: string, more: { tags?: string[]; bytes?: number } = {}) =>
  kept.keep(key, `value of ${key}`, { tags: [], bytes: 0, begun: kept.begin(), ...more });

it('finds a value with what it shows, and nothing under another key', () => {
  const kept = openTrusted();
  expect(keep(kept, 'a', { tags: ['product:1', 'shelves'] })).toBe(true);
  expect(kept.find('a')).toMatchObject({ value: 'value of a', tags: ['product:1', 'shelves'] });
  expect(kept.find('b')).toBeUndefined();
});

it('counts what it keeps, and no more what was dropped or replaced', () => {
  const kept = openTrusted();
  keep(kept, 'a', { tags: ['one', 'two'], bytes: 500 });
  expect(kept.figures).toEqual({ count: 1, bytes: 500 + overhead + 80 });
  keep(kept, 'a', { bytes: 10 });
  expect(kept.figures).toEqual({ count: 1, bytes: 10 + overhead });
  keep(kept, 'b', { tags: ['one'], bytes: 1 });
  expect(kept.figures.count).toBe(2);
  kept.drop('one');
  expect(kept.figures).toEqual({ count: 1, bytes: 10 + overhead });
  kept.drop('everything');
  expect(kept.figures).toEqual({ count: 0, bytes: 0 });
});

it('a value that no longer shows something stays when that changes', () => {
  const kept = openTrusted();
  keep(kept, 'a', { tags: ['product:1'] });
  keep(kept, 'a', { tags: ['product:2'] });
  kept.drop('product:1');
  expect(kept.find('a')).toBeDefined();
  kept.drop('product:2');
  expect(kept.find('a')).toBeUndefined();
});

it('drops every value that shows what has changed', () => {
  const kept = openTrusted();
  for (const key of ['a', 'b', 'c']) keep(kept, key, { tags: ['shelves', `product:${key}`] });
  kept.drop('product:b');
  expect(['a', 'b', 'c'].map((key) => kept.find(key) !== undefined)).toEqual([true, false, true]);
  kept.drop('shelves');
  expect(['a', 'b', 'c'].map((key) => kept.find(key))).toEqual([undefined, undefined, undefined]);
});

it.each(['everything', 'content'])('drops all when "%s" changes', (tag) => {
  const kept = openTrusted();
  const begun = kept.begin();
  keep(kept, 'a', { tags: ['product:1'] });
  kept.drop(tag);
  expect(kept.find('a')).toBeUndefined();
  expect(kept.keep('b', 'late', { tags: [], bytes: 0, begun })).toBe(false);
  expect(keep(kept, 'b')).toBe(true);
});

it('keeps what was begun after the change, and says of anything else that it does not', () => {
  const kept = openTrusted();
  const begun = kept.begin();
  kept.drop('product:1');
  const made = { tags: ['shelves', 'product:1'], bytes: 0 };
  expect(kept.keep('a', 'before', { ...made, begun })).toBe(false);
  expect(kept.keep('a', 'after', { ...made, begun: kept.begin() })).toBe(true);
  expect(kept.keep('b', 'before', { tags: ['shelves'], bytes: 0, begun })).toBe(true);
});

it('forgets all changes when there are too many to remember, and then refuses what was begun before', () => {
  const kept = openTrusted();
  const begun = kept.begin();
  keep(kept, 'a', { tags: ['other'] });
  for (let at = 0; at <= 10_000; at++) kept.drop(`product:${at}`);
  expect(kept.find('a')).toBeDefined();
  kept.drop('product:last');
  expect(kept.find('a')).toBeUndefined();
  expect(kept.keep('b', 'late', { tags: ['product:0'], bytes: 0, begun })).toBe(false);
  expect(keep(kept, 'b')).toBe(true);
});

it('keeps nothing for longer than ten minutes', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const kept = openTrusted();
  keep(kept, 'a');
  vi.advanceTimersByTime(600_000);
  expect(kept.find('a')).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(kept.find('a')).toBeUndefined();
});

it('keeps keys of up to 512 signs', () => {
  const kept = openTrusted();
  expect([keep(kept, 'k'.repeat(512)), keep(kept, 'k'.repeat(513))]).toEqual([true, false]);
});

it('keeps a value of up to an eighth of all, and a larger one not even in place of a smaller', () => {
  const kept = openTrusted(80_000);
  expect(keep(kept, 'a', { bytes: 10_000 - overhead })).toBe(true);
  expect(keep(kept, 'a', { bytes: 10_001 - overhead })).toBe(false);
  expect(kept.find('a')).toBeUndefined();
  expect(kept.figures).toEqual({ count: 0, bytes: 0 });
});

it('is full to the last byte before the one goes that was asked for longest ago', () => {
  const kept = openTrusted(80_000);
  const bytes = 10_000 - overhead;
  for (let at = 0; at < 8; at++) keep(kept, String(at), { bytes });
  expect(kept.figures).toEqual({ count: 8, bytes: 80_000 });
  kept.find('0');
  keep(kept, '8', { bytes });
  expect(kept.figures).toEqual({ count: 8, bytes: 80_000 });
  expect(kept.find('0')).toBeDefined();
  expect(kept.find('1')).toBeUndefined();
  expect(kept.find('2')).toBeDefined();
});

it('makes room for what has grown, and grows no other value', () => {
  const kept = openTrusted(80_000);
  const bytes = 10_000 - overhead;
  for (let at = 0; at < 8; at++) keep(kept, String(at), { bytes });
  expect(kept.grow('7', 'another value', 1)).toBe(false);
  expect(kept.grow('8', 'value of 8', 1)).toBe(false);
  expect(kept.figures.bytes).toBe(80_000);
  expect(kept.grow('7', 'value of 7', 1)).toBe(true);
  expect(kept.figures).toEqual({ count: 7, bytes: 70_001 });
  expect(kept.find('0')).toBeUndefined();
  keep(kept, '7');
  expect(kept.figures).toEqual({ count: 7, bytes: 60_000 + overhead });
});

it('keeps and finds nothing before changes are heard', () => {
  const kept = createTaggedCache<string>(1_000_000);
  expect(keep(kept, 'a')).toBe(false);
  kept.trust(true);
  expect(kept.find('a')).toBeUndefined();
  expect(keep(kept, 'a')).toBe(true);
});

it('keeps nothing that was begun before changes were heard', () => {
  const kept = createTaggedCache<string>(1_000_000);
  const begun = kept.begin();
  kept.trust(true);
  expect(kept.keep('a', 'old', { tags: [], bytes: 0, begun })).toBe(false);
});
