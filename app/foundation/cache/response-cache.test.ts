import { brotliCompress, brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import {
  acceptsEncoding,
  compressQuickly,
  createResponseCache,
  type ResponseCache,
  uncompressedBody,
} from './response-cache.server.ts';

vi.mock('node:zlib', { spy: true });

const response = (text: string) => ({ headers: [], etag: `W/"${text}"`, body: Buffer.from(text) });

function openConnected(maxBytes?: number): ResponseCache {
  const cache = createResponseCache(maxBytes);
  cache.setConnected(true);
  return cache;
}

it('stores no response while the cache is disconnected, and is empty after the cache is connected again', () => {
  const cache = createResponseCache();
  cache.store('/early', response('early'), [], cache.currentVersion());
  cache.setConnected(true);
  expect(cache.stats.entries).toBe(0);
  const version = cache.currentVersion();
  cache.store('/a', response('a'), [], version);
  cache.setConnected(false);
  expect(cache.find('/a')).toBeUndefined();
  cache.store('/b', response('b'), [], cache.currentVersion());
  cache.setConnected(true);
  cache.store('/c', response('c'), [], version);
  expect([cache.find('/a'), cache.find('/b'), cache.find('/c')]).toEqual([undefined, undefined, undefined]);
});

it.each([
  ['gzip, deflate, br, zstd', ['brotli']],
  ['gzip, br;q=0', ['gzip']],
  ['gzip;q=0.0, br;q=0.000', []],
  ['', []],
])('compresses a body only with an encoding that "Accept-Encoding: %s" allows', async (accepted, forms) => {
  const formsOf = async (length: number) =>
    Object.keys(await compressQuickly(Buffer.alloc(length, 'x'), accepted));
  expect([await formsOf(1023), await formsOf(1024)]).toEqual([[], forms]);
});

it.each([
  ['br', () => ({ brotli: expect.any(Buffer) })],
  ['gzip', (body: Buffer) => ({ gzip: gzipSync(body, { level: 4 }) })],
])('compresses a body quickly in the encoding %s without loss', async (accepted, formsOf) => {
  const samples = Array.from({ length: 3000 }, (_, index) => `तानाबाना ${(index * 7919) % 1009}`);
  const body = Buffer.from(samples.join(' '));
  const quick = await compressQuickly(body, accepted);
  expect(quick).toEqual(formsOf(body));
  expect(uncompressedBody({ headers: [], etag: '', ...quick })).toEqual(body);
});

it('returns the uncompressed body, also if the response is stored only with gzip or brotli', () => {
  const body = Buffer.from('तानाबाना');
  const bodyOf = (forms: object) => uncompressedBody({ headers: [], etag: '', ...forms }).toString();
  expect(bodyOf({ body, gzip: gzipSync('other') })).toBe('तानाबाना');
  expect(bodyOf({ gzip: gzipSync(body), brotli: brotliCompressSync('other') })).toBe('तानाबाना');
  expect(bodyOf({ brotli: brotliCompressSync(body) })).toBe('तानाबाना');
  expect(bodyOf({})).toBe('');
});

it('does not store the uncompressed body of a compressed response', () => {
  const cache = openConnected();
  const body = Buffer.from('x'.repeat(5000));
  const forms = { gzip: { gzip: gzipSync(body) }, brotli: { brotli: brotliCompressSync(body) }, plain: {} };
  for (const [key, form] of Object.entries(forms))
    cache.store(key, { ...response(''), body, ...form }, [], cache.currentVersion());
  expect(cache.find('gzip')).toEqual({ ...response(''), body: undefined, ...forms.gzip });
  expect(cache.find('brotli')?.body).toBeUndefined();
  expect(cache.find('plain')?.body).toBe(body);
});

it('compresses a cached response once, after the first hit', async () => {
  const cache = openConnected();
  const body = Buffer.from('तानाबाना '.repeat(400));
  cache.store('/a', { ...response(''), body }, ['product:1'], cache.currentVersion());
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

it('compresses no cached body of less than 1,024 bytes', async () => {
  const cache = openConnected();
  cache.store('/large', response('x'.repeat(1024)), [], cache.currentVersion());
  cache.store('/small', response('x'.repeat(1023)), [], cache.currentVersion());
  cache.find('/small');
  cache.find('/large');
  await expect.poll(() => cache.find('/large')?.brotli).toBeDefined();
  expect(cache.find('/small')).toEqual(response('x'.repeat(1023)));
});

it('counts each found response as a hit, and each call of `store` as a miss', () => {
  const cache = openConnected();
  expect(cache.stats).toEqual({ entries: 0, bytes: 0, hits: 0, misses: 0 });
  cache.find('/a');
  cache.store('/a', response('a'), [], cache.currentVersion());
  for (const key of ['/a', '/a', '/b']) cache.find(key);
  expect(cache.stats).toMatchObject({ entries: 1, hits: 2, misses: 1 });
});

it.each([
  [false, ['brr', 'br;q=0', 'br; q=0', 'br;q=0 , gzip', 'br;q=0.', 'br;q=0.00']],
  [true, ['br', ' br ', 'br;q=1', 'gzip,br', 'br;q=0.01', 'br;q=0.1', 'br;aq=0', 'gzip;q=0, br']],
])(
  'returns %s when it checks whether these `Accept-Encoding` headers allow brotli: %j',
  (accepts, headers) => {
    expect(headers.map((header) => acceptsEncoding(header, 'br'))).toEqual(headers.map(() => accepts));
  },
);
