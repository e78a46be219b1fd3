import { expect, it } from 'vitest';
import { type AnswerCache, openAnswerCache, squeezeQuickly, takes } from './answer-cache.server.ts';

const answer = (text: string) => ({ headers: [], etag: `W/"${text}"`, body: Buffer.from(text) });

function openTrusted(mostBytes?: number): AnswerCache {
  const cache = openAnswerCache(mostBytes);
  cache.trust(true);
  return cache;
}

it('finds what was kept until something that it shows changes', () => {
  const cache = openTrusted();
  cache.keep('/a', answer('a'), ['product:1', 'shelves'], cache.begin());
  cache.keep('/b', answer('b'), ['product:2'], cache.begin());
  cache.drop('product:1');
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.find('/b')?.body?.toString()).toBe('b');
});

it('keeps no answer that was begun before the change that it may not have seen', () => {
  const cache = openTrusted();
  const begun = cache.begin();
  cache.drop('product:1');
  cache.keep('/a', answer('a'), ['product:1'], begun);
  cache.keep('/b', answer('b'), ['product:2'], begun);
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.find('/b')).toBeDefined();
});

it('everything drops all, also what is just being made', () => {
  const cache = openTrusted();
  const begun = cache.begin();
  cache.keep('/a', answer('a'), [], begun);
  cache.drop('everything');
  cache.keep('/b', answer('b'), [], begun);
  expect([cache.find('/a'), cache.find('/b')]).toEqual([undefined, undefined]);
});

it('finds and keeps nothing while changes are not heard, and nothing of before afterwards', () => {
  const cache = openTrusted();
  const begun = cache.begin();
  cache.keep('/a', answer('a'), [], begun);
  cache.trust(false);
  expect(cache.find('/a')).toBeUndefined();
  cache.keep('/b', answer('b'), [], cache.begin());
  cache.trust(true);
  cache.keep('/c', answer('c'), [], begun);
  expect([cache.find('/a'), cache.find('/b'), cache.find('/c')]).toEqual([undefined, undefined, undefined]);
});

it('keeps so many bytes, those that were asked for last', () => {
  const cache = openTrusted(100_000);
  const body = 'x'.repeat(9500);
  for (let at = 0; at < 9; at++) cache.keep(`/${at}`, answer(body), [], cache.begin());
  cache.find('/0');
  cache.keep('/9', answer(body), [], cache.begin());
  expect(cache.find('/0')).toBeDefined();
  expect(cache.find('/1')).toBeUndefined();
  expect(cache.figures.bytes).toBeLessThanOrEqual(100_000);
});

it('keeps nothing that would take the place of everything else, and no endless address', () => {
  const cache = openTrusted(100_000);
  cache.keep('/large', answer('x'.repeat(50_000)), [], cache.begin());
  cache.keep(`/${'long'.repeat(200)}`, answer('a'), [], cache.begin());
  expect(cache.figures.answers).toBe(0);
});

it.each([
  ['gzip, deflate, br, zstd', ['brotli']],
  ['gzip, br;q=0', ['gzip']],
  ['gzip;q=0.0, br;q=0.000', []],
  ['', []],
])('the first who asks gets a form that they take: %s', async (accepted, forms) => {
  const quick = await squeezeQuickly(Buffer.from('x'.repeat(5000)), accepted);
  expect(Object.keys(quick)).toEqual(forms);
});

it('a weight above nothing is no refusal', () => {
  expect([takes('gzip, br;q=0.5', 'br'), takes('br;q=1', 'br'), takes('brr', 'br')]).toEqual([
    true,
    true,
    false,
  ]);
});
