import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { expect, it } from 'vitest';
import type { ShopEnv } from '../http/http.server.ts';
import { tag } from './cache-tags.server.ts';
import { createResponseCache } from './response-cache.server.ts';
import { responseCacheMiddleware } from './response-cache-middleware.server.ts';

const publicCaching = 'public, max-age=0, must-revalidate';
const long = 'तानाबाना '.repeat(400);

/** Creates an app that responds with the result of `render`, and counts the calls of `render`. */
function openApp(render: (c: Context<ShopEnv>) => Response | Promise<Response>) {
  const cache = createResponseCache();
  cache.setConnected(true);
  const count = { renders: 0 };
  const app = new Hono<ShopEnv>();
  app.use(responseCacheMiddleware(cache));
  app.all('*', (c) => {
    count.renders += 1;
    return render(c);
  });
  return { app, cache, count };
}

const respondPublic = (c: Context<ShopEnv>, body: string) => {
  c.header('cache-control', publicCaching);
  return c.text(body);
};

it('renders a public response once, and sends the same headers and body to later clients', async () => {
  const { app, count } = openApp((c) => {
    tag('product:1', 'listings');
    c.header('x-own', 'yes');
    c.header('x-request-id', 'the first');
    c.header('etag', '"own"');
    return respondPublic(c, 'hello');
  });
  const first = await app.request('/a');
  const second = await app.request('/a');
  expect(count.renders).toBe(1);
  for (const response of [first, second]) {
    expect(await response.text()).toBe('hello');
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': publicCaching,
      'content-type': 'text/plain; charset=UTF-8',
      'x-own': 'yes',
      etag: `W/"${hash('sha1', 'hello')}"`,
      'cache-tag': 'product:1,listings',
    });
  }
});

it('omits the `Cache-Tag` header if there are no tags, and limits it to 100 tags', async () => {
  const { app, cache } = openApp((c) => {
    if (c.req.path === '/many') tag(...Array.from({ length: 101 }, (_, index) => `t${index}`));
    return respondPublic(c, 'hello');
  });
  const { headers } = await app.request('/none');
  expect([...headers.keys()]).toEqual(['cache-control', 'content-type', 'etag']);
  const tags = (await app.request('/many')).headers.get('cache-tag')?.split(',');
  expect(tags).toHaveLength(100);
  cache.invalidate('t100');
  expect(cache.find('/many')).toBeUndefined();
});

it('caches a response for each path and query string separately', async () => {
  const { app, count } = openApp((c) => respondPublic(c, c.req.url));
  for (const path of ['/a', '/b', '/a?q=1', '/a?q=2', '/a'])
    expect(await (await app.request(path)).text()).toBe(`http://localhost${path}`);
  expect(count.renders).toBe(4);
});

it('sends new and cached responses in an encoding that the client accepts', async () => {
  const { app } = openApp((c) => respondPublic(c, long));
  const send = (accepted: string, path = '/') =>
    app.request(path, { headers: { 'accept-encoding': accepted } });
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const encoding of ['br', 'gzip'] as const) {
    for (let time = 0; time < 2; time++) {
      const response = await send(encoding, `/${encoding}`);
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect(unpack[encoding](await response.arrayBuffer()).toString()).toBe(long);
    }
    const plain = await send('', `/${encoding}`);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(long);
  }
});

it('if a handler sets `page` in the context, sends this page instead of the response body', async () => {
  const { app } = openApp((c) => {
    c.set('page', Buffer.from('the page'));
    return respondPublic(c, 'a stream of it');
  });
  expect(await (await app.request('/')).text()).toBe('the page');
});

const caching = { 'cache-control': publicCaching };

it.each<[what: string, status: 200 | 203, headers: Record<string, string>, init?: RequestInit]>([
  ['a response with the status 203', 203, caching],
  ['a response without `Cache-Control`', 200, {}],
  ['a response with `Cache-Control: no-store`', 200, { 'cache-control': 'no-store' }],
  ['a response with a cookie', 200, { ...caching, 'set-cookie': 'a=b' }],
  ['the response to a request with a token', 200, caching, { headers: { authorization: 'Bearer x' } }],
  ['the response to a request with an empty token', 200, caching, { headers: { authorization: '' } }],
  ['the response to a request with a method other than GET', 200, caching, { method: 'POST' }],
])('renders %s again for each request', async (_, status, headers, init) => {
  const { app, count } = openApp((c) => c.text('made', status, headers));
  if (init) await app.request('/');
  const before = count.renders;
  for (let time = 1; time <= 2; time++) {
    expect(await (await app.request('/', init)).text()).toBe('made');
    expect(count.renders - before).toBe(time);
  }
});

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

it('renders a response only once for concurrent requests if it may be cached', async () => {
  const { app, count } = openApp(async (c) => {
    await nextTick();
    return respondPublic(c, 'hello');
  });
  const responses = await Promise.all(Array.from({ length: 5 }, () => app.request('/')));
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(Array(5).fill('hello'));
  expect(count.renders).toBe(1);
});

it('renders the response again for a concurrent request if the first rendering fails', async () => {
  const { app, count } = openApp(async (c) => {
    const { renders } = count;
    await nextTick();
    if (renders === 1) throw new Error('away');
    return respondPublic(c, 'hello');
  });
  app.onError((error, c) => c.text(error.message, 500));
  const [first, second] = await Promise.all([app.request('/'), app.request('/')]);
  expect([first.status, second.status]).toEqual([500, 200]);
});
