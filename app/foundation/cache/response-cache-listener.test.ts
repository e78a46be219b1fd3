import { createServer, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { test as base, expect, vi } from 'vitest';
import { compressQuickly, createResponseCache } from './cached-response.server.ts';
import { cachedResponseListener } from './response-cache-listener.server.ts';

/** Each level of gzip makes other bytes of it. */
const body = Array.from({ length: 3000 }, (_, at) => `तानाबाना ${(at * 7919) % 1009}`).join(' ');

const withAnswers = base.extend('cache', async ({ task: _ }) => {
  const cache = createResponseCache();
  cache.setConnected(true);
  return cache;
});

const withHeaders = withAnswers.extend('headersOf', ({ task: _ }) =>
  vi.fn((path: string) => ({
    'x-content-type-options': 'nosniff',
    'x-path': path,
    'x-frame-options': 'DENY',
  })),
);

const it = withHeaders.extend('desk', async ({ cache, headersOf }, { onCleanup }) => {
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
  const desk = cachedResponseListener(
    cache,
    headersOf,
    (_request, response) => response.writeHead(299).end('made anew'),
    () => ({ served: 0, notModified: 0 }),
  );
  const server = createServer(desk).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
});

type Answer = { status: number; headers: Record<string, unknown>; bytes: Buffer };

function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, method }, async (response) => {
      const bytes: Buffer[] = [];
      for await (const chunk of response) bytes.push(Buffer.from(chunk));
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(bytes) });
    })
      .on('error', reject)
      .end();
  });
}

it('answers what is kept, with the headers that every answer carries', async ({ desk }) => {
  const { status, headers, bytes } = await ask(desk, '/kept');
  expect([status, bytes.toString()]).toEqual([200, body]);
  expect(headers).toMatchObject({
    etag: 'W/"one"',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'DENY',
    'content-length': String(Buffer.byteLength(body)),
  });
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  const again = await ask(desk, '/kept');
  expect(again.headers['x-request-id']).not.toBe(headers['x-request-id']);
});

it('carries the headers of its path, whatever is asked for behind it', async ({ cache, desk }) => {
  const cached = { headers: [], etag: '', body: Buffer.from('short') };
  for (const key of ['/list?page=2', '/list?q=a?b']) {
    cache.store(key, cached, [], cache.currentVersion());
    expect((await ask(desk, key)).headers['x-path']).toBe('/list');
  }
});

it('what is short is sent as it is', async ({ cache, desk }) => {
  const accepted = { 'accept-encoding': 'gzip, br' };
  for (const [key, length, encoding] of [
    ['/short', 1023, undefined],
    ['/long', 1024, 'gzip'],
  ] as const) {
    // Dropped and made again, so that it has only just been asked for, and no smaller form is there yet.
    cache.store(key, { headers: [], etag: '', body: Buffer.alloc(length, 'x') }, [], cache.currentVersion());
    const { headers } = await ask(desk, key, accepted);
    expect(headers['content-encoding']).toBe(encoding);
  }
});

it('in the smallest form that is taken', async ({ cache, desk }) => {
  const brotli = await ask(desk, '/kept', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(body);
  const zipped = await ask(desk, '/kept', { 'accept-encoding': 'gzip, br;q=0' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect([brotli.bytes, zipped.bytes]).toEqual([cache.find('/kept')?.brotli, cache.find('/kept')?.gzip]);
  expect(gunzipSync(zipped.bytes).toString()).toBe(body);
  for (const { headers, bytes } of [brotli, zipped])
    expect(headers).toMatchObject({ 'content-length': String(bytes.length), vary: 'Accept-Encoding' });
  // Each of them is prepared once, and every form is still there for those who ask later.
  const later = await Promise.all(
    ['br', 'gzip', ''].map((accepted) => ask(desk, '/kept', { 'accept-encoding': accepted })),
  );
  expect(later.map(({ bytes }) => bytes)).toEqual([brotli.bytes, zipped.bytes, Buffer.from(body)]);
});

it('puts the headers of each form together once', async ({ cache, desk, headersOf }) => {
  cache.store('/short', { headers: [], etag: '', body: Buffer.from('short') }, [], cache.currentVersion());
  const forms: [string, string][] = [
    ['/kept', 'br'],
    ['/kept', 'gzip'],
    ['/short', 'gzip'],
  ];
  for (const [path, encoding] of [...forms, ...forms]) await ask(desk, path, { 'accept-encoding': encoding });
  expect(headersOf.mock.calls).toEqual([['/kept'], ['/kept'], ['/short']]);
});

it('what was squeezed quickly for the first who asked gives way to what is smaller', async ({
  cache,
  desk,
}) => {
  const page = Buffer.from(body);
  const quick = await compressQuickly(page, 'gzip, br');
  const cached = { headers: [], etag: 'W/"two"', body: page, ...quick };
  cache.store('/quick', cached, [], cache.currentVersion());
  const askAgain = async () => (await ask(desk, '/quick', { 'accept-encoding': 'br' })).bytes;
  const first = await askAgain();
  expect(first).toEqual(quick.brotli);
  await expect.poll(askAgain).not.toEqual(first);
  expect(brotliDecompressSync(await askAgain()).toString()).toBe(body);
});

it('whoever cannot unpack what was squeezed for the first gets it as it is', async ({ cache, desk }) => {
  const page = Buffer.from(body);
  const cached = { headers: [], etag: 'W/"two"', body: page, ...(await compressQuickly(page, 'br')) };
  cache.store('/quick', cached, [], cache.currentVersion());
  expect((await ask(desk, '/quick')).bytes.toString()).toBe(body);
});

it('whoever takes another small form than the first did gets a small one, too', async ({ cache, desk }) => {
  const page = Buffer.from(body);
  const cached = { headers: [], etag: 'W/"two"', body: page, ...(await compressQuickly(page, 'br')) };
  cache.store('/quick', cached, [], cache.currentVersion());
  const zipped = await ask(desk, '/quick', { 'accept-encoding': 'gzip' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(zipped.bytes).toEqual(gzipSync(page, { level: 4 }));
});

it('says 304 to whoever has it already, and no body to HEAD', async ({ desk }) => {
  const again = await ask(desk, '/kept', { 'if-none-match': 'W/"other", W/"one"' });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect(again.headers).toMatchObject({
    etag: 'W/"one"',
    vary: 'Accept-Encoding',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  const head = await ask(desk, '/kept', {}, 'HEAD');
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)));
});

it.for(['W/"one"', 'W/"other",W/"one"', 'W/"one", W/"other"', 'W/"a",   W/"one"'])(
  'says 304 for the names %s, without length and encoding',
  async (names, { desk }) => {
    const { status, headers } = await ask(desk, '/kept', { 'if-none-match': names, 'accept-encoding': 'br' });
    expect(status).toBe(304);
    expect(headers['content-length']).toBeUndefined();
    expect(headers['content-encoding']).toBeUndefined();
  },
);

it.for(['W/"other"', '"one"', 'one', '*'])('sends all of it for the name %s', async (name, { desk }) => {
  expect((await ask(desk, '/kept', { 'if-none-match': name })).status).toBe(200);
});

it.for([
  ['/kept', { authorization: 'Bearer x' }, 'GET'],
  ['/kept', {}, 'POST'],
  ['/kept?q=1', {}, 'GET'],
  ['/other', {}, 'GET'],
  ['http://shop.test/kept', {}, 'GET'],
  ['/kept', {}, 'DELETE'],
  ['/kept', { authorization: '' }, 'HEAD'],
] as const)('hands on what is not its business: %s', async ([path, headers, method], { desk }) => {
  expect((await ask(desk, path, headers, method)).status).toBe(299);
});

it('counts what it gives away, and what was only said to be the same', async () => {
  const cache = createResponseCache();
  cache.setConnected(true);
  for (const key of ['/piece/1', '/piece/2']) {
    const headers = [['etag', 'W/"one"']] as const;
    cache.store(key, { headers, etag: 'W/"one"', body: Buffer.from('short') }, [], cache.currentVersion());
  }
  const count = { served: 0, notModified: 0 };
  const desk = cachedResponseListener(
    cache,
    () => ({}),
    (_request, response) => response.end(),
    (path) => (path.startsWith('/piece/') ? count : { served: 0, notModified: 0 }),
  );
  const server = createServer(desk).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await ask(port, '/piece/1');
  await ask(port, '/piece/2');
  await ask(port, '/piece/2', { 'if-none-match': 'W/"one"' });
  await ask(port, '/piece/3');
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(count).toEqual({ served: 2, notModified: 1 });
});
