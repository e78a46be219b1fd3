import { createServer, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { test as base, expect, vi } from 'vitest';
import { listenLocally } from '../../../tests/fixtures/listen.ts';
import { compressQuickly, createResponseCache } from './response-cache.server.ts';
import { responseCacheListener } from './response-cache-listener.server.ts';

/** A text for which gzip at level 4 returns other bytes than gzip at the default level. */
const body = Array.from({ length: 3000 }, (_, index) => `तानाबाना ${(index * 7919) % 1009}`).join(' ');

const securityHeaders = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' };

const withCache = base
  .extend('cache', ({ task: _ }) => {
    const cache = createResponseCache();
    cache.setConnected(true);
    return cache;
  })
  .extend('headersOf', ({ task: _ }) => vi.fn((path: string) => ({ ...securityHeaders, 'x-path': path })))
  .extend('count', ({ task: _ }) => ({ served: 0, notModified: 0 }));

const it = withCache.extend('port', async ({ cache, headersOf, count }, { onCleanup }) => {
  const cached = {
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['etag', 'W/"one"'],
      ['x-frame-options', 'SAMEORIGIN'],
    ] as const,
    etag: 'W/"one"',
    body: Buffer.from(body),
  };
  cache.store('/kept', cached, [], cache.currentVersion());
  await expect.poll(() => cache.find('/kept')?.brotli).toBeDefined();
  const listener = responseCacheListener(
    cache,
    headersOf,
    (_request, response) => response.writeHead(299).end('rendered'),
    (path) => (path === '/kept' ? count : { served: 0, notModified: 0 }),
  );
  const server = createServer(listener);
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return listenLocally(server);
});

type Received = { status: number; headers: Record<string, unknown>; bytes: Buffer };

function send(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Received>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, method }, async (response) => {
      const bytes: Buffer[] = [];
      for await (const chunk of response) bytes.push(Buffer.from(chunk));
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(bytes) });
    })
      .on('error', reject)
      .end();
  });
}

it('serves a cached response with its stored headers and the security headers', async ({ port }) => {
  const { status, headers, bytes } = await send(port, '/kept');
  expect([status, bytes.toString()]).toEqual([200, body]);
  expect(headers).toMatchObject({
    ...{ ...securityHeaders, etag: 'W/"one"', vary: 'Accept-Encoding' },
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  });
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  const again = await send(port, '/kept');
  expect(again.headers['x-request-id']).not.toBe(headers['x-request-id']);
});

it('chooses the security headers by the path, and ignores the query string', async ({ cache, port }) => {
  const cached = { headers: [], etag: '', body: Buffer.from('short') };
  cache.store('/list?q=a?b', cached, [], cache.currentVersion());
  expect((await send(port, '/list?q=a?b')).headers['x-path']).toBe('/list');
});

it('serves a cached response in the smallest encoding that the client accepts', async ({ cache, port }) => {
  const brotli = await send(port, '/kept', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(body);
  const gzipped = await send(port, '/kept', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gzipped.headers['content-encoding']).toBe('gzip');
  expect([brotli.bytes, gzipped.bytes]).toEqual([cache.find('/kept')?.brotli, cache.find('/kept')?.gzip]);
  expect(gunzipSync(gzipped.bytes).toString()).toBe(body);
  for (const { headers, bytes } of [brotli, gzipped])
    expect(headers).toMatchObject({ 'content-length': String(bytes.length), vary: 'Accept-Encoding' });
});

it('computes the headers of each cached body once, and counts responses 200 and responses 304 separately', async ({
  cache,
  port,
  headersOf,
  count,
}) => {
  cache.store('/short', { headers: [], etag: '', body: Buffer.from('short') }, [], cache.currentVersion());
  const requests: [path: string, encoding: string][] = [
    ['/kept', 'br'],
    ['/kept', 'gzip'],
    ['/short', 'gzip'],
  ];
  for (const [path, encoding] of [...requests, ...requests])
    await send(port, path, { 'accept-encoding': encoding });
  expect(headersOf.mock.calls).toEqual([['/kept'], ['/kept'], ['/short']]);
  await send(port, '/kept', { 'if-none-match': 'W/"one"' });
  await send(port, '/kept', { authorization: 'Bearer x' });
  expect(count).toEqual({ served: 4, notModified: 1 });
});

it('serves the quickly compressed body only until a smaller body has replaced it', async ({
  cache,
  port,
}) => {
  const page = Buffer.from(body);
  const quick = await compressQuickly(page, 'gzip, br');
  const cached = { headers: [], etag: 'W/"two"', body: page, ...quick };
  cache.store('/quick', cached, [], cache.currentVersion());
  const sendAgain = async () => (await send(port, '/quick', { 'accept-encoding': 'br' })).bytes;
  const first = await sendAgain();
  expect(first).toEqual(quick.brotli);
  await expect.poll(sendAgain).not.toEqual(first);
  expect(brotliDecompressSync(await sendAgain()).toString()).toBe(body);
});

it('compresses a body with gzip if only brotli is stored but the client accepts only gzip', async ({
  cache,
  port,
}) => {
  const page = Buffer.from(body);
  const cached = { headers: [], etag: '', body: page, ...(await compressQuickly(page, 'br')) };
  cache.store('/quick', cached, [], cache.currentVersion());
  const gzipped = await send(port, '/quick', { 'accept-encoding': 'gzip' });
  expect(gzipped.headers['content-encoding']).toBe('gzip');
  expect(gzipped.bytes).toEqual(gzipSync(page, { level: 4 }));
});

it.for(['W/"one"', 'W/"other",W/"one"', 'W/"one", W/"other"', 'W/"a",   W/"one"'])(
  'responds 304 to `If-None-Match: %s`, without a body, `Content-Length` or `Content-Encoding`',
  async (names, { port }) => {
    const sent = { 'if-none-match': names, 'accept-encoding': 'br' };
    const { status, headers, bytes } = await send(port, '/kept', sent);
    expect([status, bytes.length]).toEqual([304, 0]);
    expect(headers).toMatchObject({
      ...{ ...securityHeaders, etag: 'W/"one"', vary: 'Accept-Encoding' },
      'content-type': 'text/html; charset=utf-8',
      'x-request-id': expect.any(String),
    });
    expect(headers['content-length']).toBeUndefined();
    expect(headers['content-encoding']).toBeUndefined();
  },
);

it('sends the headers of a cached response without its body for a HEAD request', async ({ port }) => {
  const { status, headers, bytes } = await send(port, '/kept', {}, 'HEAD');
  expect([status, bytes.length]).toEqual([200, 0]);
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
});

it.for([
  ...['W/"other"', '"one"', 'one', '*'].map(
    (tag) => ['GET', '/kept', { 'if-none-match': tag }, 'responds 200', 200] as const,
  ),
  ['GET', '/kept', { authorization: 'Bearer x' }, 'calls `next`', 299],
  ['POST', '/kept', {}, 'calls `next`', 299],
  ['GET', '/kept?q=1', {}, 'calls `next`', 299],
  ['GET', '/other', {}, 'calls `next`', 299],
  ['GET', 'http://shop.test/kept', {}, 'calls `next`', 299],
  ['DELETE', '/kept', {}, 'calls `next`', 299],
  ['HEAD', '/kept', { authorization: '' }, 'calls `next`', 299],
] as const)(
  'for a %s request of %s with the headers %j, %s',
  async ([method, path, headers, , status], { port }) => {
    expect((await send(port, path, headers, method)).status).toBe(status);
  },
);
