import { brotliCompress, brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import {
  acceptsEncoding,
  compressQuickly,
  createResponseCache,
  type ResponseCache,
  uncompressedBody,
} from './cached-response.server.ts';

vi.mock('node:zlib', { spy: true });

const answer = (text: string) => ({ headers: [], etag: `W/"${text}"`, body: Buffer.from(text) });

function openTrusted(maxBytes?: number): ResponseCache {
  const cache = createResponseCache(maxBytes);
  cache.setConnected(true);
  return cache;
}

it('finds what was kept until something that it shows changes', () => {
  const cache = openTrusted();
  cache.store('/a', answer('a'), ['product:1', 'listings'], cache.currentVersion());
  cache.store('/b', answer('b'), ['product:2'], cache.currentVersion());
  cache.invalidate('product:1');
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.find('/b')?.body?.toString()).toBe('b');
});

it('keeps no answer that was begun before the change that it may not have seen', () => {
  const cache = openTrusted();
  const version = cache.currentVersion();
  cache.invalidate('product:1');
  cache.store('/a', answer('a'), ['product:1'], version);
  cache.store('/b', answer('b'), ['product:2'], version);
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.find('/b')).toBeDefined();
});

it('everything drops all, also what is just being made', () => {
  const cache = openTrusted();
  const version = cache.currentVersion();
  cache.store('/a', answer('a'), [], version);
  cache.invalidate('everything');
  cache.store('/b', answer('b'), [], version);
  expect([cache.find('/a'), cache.find('/b')]).toEqual([undefined, undefined]);
});

it('finds and keeps nothing while changes are not heard, and nothing of before afterwards', () => {
  const cache = openTrusted();
  const version = cache.currentVersion();
  cache.store('/a', answer('a'), [], version);
  cache.setConnected(false);
  expect(cache.find('/a')).toBeUndefined();
  cache.store('/b', answer('b'), [], cache.currentVersion());
  cache.setConnected(true);
  cache.store('/c', answer('c'), [], version);
  expect([cache.find('/a'), cache.find('/b'), cache.find('/c')]).toEqual([undefined, undefined, undefined]);
});

it('keeps so many bytes, those that were asked for last', () => {
  const cache = openTrusted(100_000);
  const body = 'x'.repeat(9500);
  for (let at = 0; at < 9; at++) cache.store(`/${at}`, answer(body), [], cache.currentVersion());
  cache.find('/0');
  cache.store('/9', answer(body), [], cache.currentVersion());
  expect(cache.find('/0')).toBeDefined();
  expect(cache.find('/1')).toBeUndefined();
  expect(cache.stats.bytes).toBeLessThanOrEqual(100_000);
});

it('keeps nothing that would take the place of everything else, and no endless address', () => {
  const cache = openTrusted(100_000);
  cache.store('/large', answer('x'.repeat(50_000)), [], cache.currentVersion());
  cache.store(`/${'long'.repeat(200)}`, answer('a'), [], cache.currentVersion());
  expect(cache.stats.entries).toBe(0);
});

it.each([
  ['gzip, deflate, br, zstd', ['brotli']],
  ['gzip, br;q=0', ['gzip']],
  ['gzip;q=0.0, br;q=0.000', []],
  ['', []],
])('the first who asks gets a form that they take: %s', async (accepted, forms) => {
  const quick = await compressQuickly(Buffer.from('x'.repeat(5000)), accepted);
  expect(Object.keys(quick)).toEqual(forms);
});

it('what is too small to become smaller is left as it is', async () => {
  const formsOf = async (length: number) =>
    Object.keys(await compressQuickly(Buffer.alloc(length, 'x'), 'gzip, br'));
  expect([await formsOf(1023), await formsOf(1024)]).toEqual([[], ['brotli']]);
});

it('the quick form is the one of the fourth level of gzip', async () => {
  const words = Array.from({ length: 3000 }, (_, at) => `तानाबाना ${(at * 7919) % 1009}`);
  const body = Buffer.from(words.join(' '));
  expect(gzipSync(body, { level: 4 })).not.toEqual(gzipSync(body));
  expect((await compressQuickly(body, 'gzip')).gzip).toEqual(gzipSync(body, { level: 4 }));
});

it.each(['br', 'gzip'])('a quick form is unpacked to the same: %s', async (accepted) => {
  const body = Buffer.from('तानाबाना '.repeat(400));
  const quick = await compressQuickly(body, accepted);
  expect(uncompressedBody({ headers: [], etag: '', ...quick })).toEqual(body);
  const [size = 0] = [quick.brotli, quick.gzip].flatMap((form) => (form ? [form.length] : []));
  expect(size).toBeLessThan(body.length / 10);
});

it('the bytes as they are come from whichever form there is', () => {
  const body = Buffer.from('तानाबाना');
  const of = (forms: object) => uncompressedBody({ headers: [], etag: '', ...forms }).toString();
  expect(of({ body, gzip: gzipSync('other') })).toBe('तानाबाना');
  expect(of({ gzip: gzipSync(body), brotli: brotliCompressSync('other') })).toBe('तानाबाना');
  expect(of({ brotli: brotliCompressSync(body) })).toBe('तानाबाना');
  expect(of({})).toBe('');
});

it('keeps of an answer that was squeezed for the first who asked only the small form', () => {
  const cache = openTrusted();
  const body = Buffer.from('x'.repeat(5000));
  const forms = { gzip: { gzip: gzipSync(body) }, brotli: { brotli: brotliCompressSync(body) }, plain: {} };
  for (const [key, form] of Object.entries(forms))
    cache.store(key, { ...answer(''), body, ...form }, [], cache.currentVersion());
  expect(cache.find('gzip')).toEqual({ ...answer(''), body: undefined, ...forms.gzip });
  expect(cache.find('brotli')?.body).toBeUndefined();
  expect(cache.find('plain')?.body).toBe(body);
});

it('squeezes what is asked for a second time, once, and counts the bytes that it is then', async () => {
  const cache = openTrusted();
  const body = Buffer.from('तानाबाना '.repeat(400));
  cache.store('/a', { ...answer(''), body }, ['product:1'], cache.currentVersion());
  expect(cache.stats).toMatchObject({ entries: 1, bytes: body.length + 1000 + 40 });
  vi.mocked(brotliCompress).mockClear();
  const cached = cache.find('/a');
  cache.find('/a');
  await expect.poll(() => cached?.brotli).toBeDefined();
  expect(cached?.body).toBeUndefined();
  const { gzip = Buffer.alloc(0), brotli = Buffer.alloc(0) } = cached ?? {};
  expect([gunzipSync(gzip), brotliDecompressSync(brotli)]).toEqual([body, body]);
  expect(cache.stats.bytes).toBe(gzip.length + brotli.length + 1000 + 40);
  expect(cache.find('/a')?.brotli).toBe(brotli);
  expect(brotliCompress).toHaveBeenCalledOnce();
});

it('does not squeeze what is too small', async () => {
  const cache = openTrusted();
  cache.store('/large', answer('x'.repeat(1024)), [], cache.currentVersion());
  cache.store('/small', answer('x'.repeat(1023)), [], cache.currentVersion());
  cache.find('/small');
  cache.find('/large');
  await expect.poll(() => cache.find('/large')?.brotli).toBeDefined();
  expect(cache.find('/small')).toEqual(answer('x'.repeat(1023)));
});

it('counts what was found, and what had to be made', () => {
  const cache = openTrusted();
  expect(cache.stats).toEqual({ entries: 0, bytes: 0, hits: 0, misses: 0 });
  cache.find('/a');
  cache.store('/a', answer('a'), [], cache.currentVersion());
  cache.find('/a');
  cache.find('/a');
  cache.find('/b');
  expect(cache.stats).toMatchObject({ entries: 1, hits: 2, misses: 1 });
});

it('a weight above nothing is no refusal', () => {
  expect([
    acceptsEncoding('gzip, br;q=0.5', 'br'),
    acceptsEncoding('br;q=1', 'br'),
    acceptsEncoding('brr', 'br'),
  ]).toEqual([true, true, false]);
});

it.each(['br;q=0', 'br; q=0', 'br;q=0 , gzip', 'br;q=0.', 'br;q=0.00'])('"%s" refuses', (accepted) => {
  expect(acceptsEncoding(accepted, 'br')).toBe(false);
});

it.each(['br', ' br ', 'gzip,br', 'br;q=0.01', 'br;q=0.1', 'br;aq=0', 'gzip;q=0, br'])(
  '"%s" does not refuse',
  (accepted) => {
    expect(acceptsEncoding(accepted, 'br')).toBe(true);
  },
);
