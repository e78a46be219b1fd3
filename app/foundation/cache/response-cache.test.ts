import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { ShopEnv } from '../http/http.server.ts';
import { tag } from './cache-tags.server.ts';
import { createResponseCache } from './cached-response.server.ts';
import { responseCache } from './response-cache.server.ts';

const shared = 'public, max-age=0, must-revalidate';
const long = 'तानाबाना '.repeat(400);

/** An application whose one answer is made by `make`, and how often it was made. */
function openApp(make: (c: Context<ShopEnv>) => Response | Promise<Response>) {
  const cache = createResponseCache();
  cache.setConnected(true);
  const count = { made: 0 };
  const app = new Hono<ShopEnv>();
  app.use(responseCache(cache));
  app.all('*', (c) => {
    count.made += 1;
    return make(c);
  });
  return { app, cache, count };
}

const sayShared = (c: Context<ShopEnv>, body: string) => {
  c.header('cache-control', shared);
  return c.text(body);
};

describe('a shared response', () => {
  it('is made once, and sent with the same headers again', async () => {
    const { app, count } = openApp((c) => {
      tag('product:1', 'listings');
      c.header('x-own', 'yes');
      c.header('x-request-id', 'the first');
      c.header('etag', '"own"');
      return sayShared(c, 'hello');
    });
    const first = await app.request('/a');
    const second = await app.request('/a');
    expect(count.made).toBe(1);
    expect([await first.text(), await second.text()]).toEqual(['hello', 'hello']);
    for (const { headers } of [first, second]) {
      expect(Object.fromEntries(headers)).toEqual({
        'cache-control': shared,
        'content-type': 'text/plain; charset=UTF-8',
        'x-own': 'yes',
        etag: `W/"${hash('sha1', 'hello')}"`,
        'cache-tag': 'product:1,listings',
      });
    }
  });

  it('names no tags where it shows nothing that changes, and at most a hundred', async () => {
    const { app, cache } = openApp((c) => {
      if (c.req.path === '/many') tag(...Array.from({ length: 101 }, (_, at) => `t${at}`));
      return sayShared(c, 'hello');
    });
    const { headers } = await app.request('/none');
    expect([...headers.keys()]).toEqual(['cache-control', 'content-type', 'etag']);
    const tags = (await app.request('/many')).headers.get('cache-tag')?.split(',');
    expect(tags).toHaveLength(100);
    cache.invalidate('t100');
    expect(cache.find('/many')).toBeUndefined();
  });

  it('is another one for each address, search included', async () => {
    const { app, count } = openApp((c) => sayShared(c, c.req.url));
    for (const path of ['/a', '/b', '/a?q=1', '/a?q=2', '/a'])
      expect(await (await app.request(path)).text()).toBe(`http://localhost${path}`);
    expect(count.made).toBe(4);
  });

  it('is sent to the first who asks, and to the next, in a form that they take', async () => {
    const { app } = openApp((c) => sayShared(c, long));
    const ask = (accepted: string, path = '/') =>
      app.request(path, { headers: { 'accept-encoding': accepted } });
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const encoding of ['br', 'gzip'] as const) {
      for (let time = 0; time < 2; time++) {
        const response = await ask(encoding, `/${encoding}`);
        expect(response.headers.get('content-encoding')).toBe(encoding);
        expect(response.headers.get('vary')).toContain('Accept-Encoding');
        expect(unpack[encoding](await response.arrayBuffer()).toString()).toBe(long);
      }
      const plain = await ask('', `/${encoding}`);
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(long);
    }
  });

  it('of a page is what the page says it is', async () => {
    const { app } = openApp((c) => {
      c.set('page', Buffer.from('the page'));
      return sayShared(c, 'a stream of it');
    });
    expect(await (await app.request('/')).text()).toBe('the page');
  });

  it('is made again once something that it shows has changed', async () => {
    const { app, cache, count } = openApp((c) => {
      tag('product:1');
      return sayShared(c, String(count.made));
    });
    await app.request('/');
    cache.invalidate('product:1');
    expect(await (await app.request('/')).text()).toBe('2');
  });
});

describe('what is made for each request', () => {
  it.each([
    ['another status', (c: Context<ShopEnv>) => c.text('made', 203, { 'cache-control': shared })],
    ['no word of who may share it', (c: Context<ShopEnv>) => c.text('made')],
    ['privacy', (c: Context<ShopEnv>) => c.text('made', 200, { 'cache-control': 'no-store' })],
    [
      'a cookie',
      (c: Context<ShopEnv>) => c.text('made', 200, { 'cache-control': shared, 'set-cookie': 'a=b' }),
    ],
  ] as const)('because of %s', async (_, make) => {
    const { app, count } = openApp(make);
    for (let time = 1; time <= 2; time++) {
      expect(await (await app.request('/')).text()).toBe('made');
      expect(count.made).toBe(time);
    }
  });

  it.each([
    ['a token', { headers: { authorization: 'Bearer x' } }],
    ['an empty token', { headers: { authorization: '' } }],
    ['a method that is no GET', { method: 'POST' }],
  ] as const)('because of %s, although the response is cached for others', async (_, init) => {
    const { app, count } = openApp((c) => sayShared(c, 'hello'));
    await app.request('/');
    await app.request('/', init);
    await app.request('/', init);
    expect(count.made).toBe(3);
  });
});

describe('requests for the same at once', () => {
  it('wait for one answer', async () => {
    const { app, count } = openApp(async (c) => {
      await new Promise((resolve) => setImmediate(resolve));
      return sayShared(c, 'hello');
    });
    const responses = await Promise.all(Array.from({ length: 5 }, () => app.request('/')));
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(Array(5).fill('hello'));
    expect(count.made).toBe(1);
  });

  it('are each answered when the first one fails', async () => {
    const { app, count } = openApp(async (c) => {
      const { made } = count;
      await new Promise((resolve) => setImmediate(resolve));
      if (made === 1) throw new Error('away');
      return sayShared(c, 'hello');
    });
    app.onError((error, c) => c.text(error.message, 500));
    const [first, second] = await Promise.all([app.request('/'), app.request('/')]);
    expect([first.status, second.status]).toEqual([500, 200]);
  });
});
