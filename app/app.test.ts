import { tmpdir } from 'node:os';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { shopWithFixtures } from '../tests/fixtures/shop.ts';
import { type AppParts, createApp } from './app.server.ts';
import { ProblemBody } from './foundation/http/http.server.ts';

/** A shop whose database is unavailable. Only requests that read no rows succeed. */
const shop = shopWithFixtures(drizzle('postgresql://user@127.0.0.1:1/nowhere'), tmpdir());

const openApp = (parts: Partial<AppParts> = {}) => createApp({ shop, ...parts });

/** Creates a POST request whose body stays open until `end` is called. */
function createOpenRequest() {
  let end = () => undefined;
  const body = new ReadableStream({
    start: (controller) => {
      end = () => void controller.close();
    },
  });
  const headers = { 'content-type': 'application/json' };
  // Node requires `duplex` for a streamed body, but the DOM types do not declare it.
  const post = { method: 'POST', body, headers, duplex: 'half' };
  const request = new Request('http://shop.test/api/reachus/send', post);
  return { request, end: () => end() };
}

describe('health checks', () => {
  it('returns 200 for /healthz while the database is unavailable', async () => {
    const response = await openApp({ isReady: async () => false }).request('/healthz');
    expect(response.status).toBe(200);
  });

  it('returns 503 for /readyz while the shop is not ready', async () => {
    expect((await openApp().request('/readyz')).status).toBe(200);
    expect((await openApp({ isReady: async () => false }).request('/readyz')).status).toBe(503);
  });

  it('sends /healthz and /readyz with `Cache-Control: no-store`', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await openApp().request(path)).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('security headers', () => {
  it.each([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/robots.txt', 200],
    ['/api/docs', 503],
    ['/api/openapi.json', 200],
    ['/api/nothing', 404],
    ['/api/product/get-all?limit=none', 400],
    ['/api/category/get-all', 503],
    ['/sitemap.xml', 503],
    ['/uploads/none.jpg', 404],
    ['/api/first-banner', 308],
    ['/nothing', 404],
  ])('adds the security headers to the response of %s, which has status %i', async (path, status) => {
    const response = await openApp().request(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('permissions-policy')).toContain('geolocation=()');
    expect(response.headers.has('x-powered-by')).toBe(false);
  });
});

describe('the request id of a response', () => {
  const requestIdOf = async (requested?: string) => {
    const response = await openApp().request('/api/nothing', {
      headers: requested === undefined ? {} : { 'x-request-id': requested },
    });
    const { requestId } = ProblemBody.parse(await response.json());
    expect(response.headers.get('x-request-id')).toBe(requestId);
    return requestId;
  };

  it('sends a unique request id in the header and the body of an error response', async () => {
    expect(await requestIdOf()).toMatch(/^[0-9a-f-]{36}$/);
    expect(await requestIdOf()).not.toBe(await requestIdOf());
  });

  it('uses the request id that a proxy sends', async () => {
    expect(await requestIdOf('proxy-7261')).toBe('proxy-7261');
  });

  it.each(['x'.repeat(65), 'two words', '{"level":60}'])(
    'generates a new request id if the client sends %j, which is too long or unsafe to log',
    async (requested) => {
      expect(await requestIdOf(requested)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('the log', () => {
  const linesOf = async (path: string) => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    await openApp({ shop: { ...shop, log } }).request(path, { headers: { 'x-request-id': 'r-1' } });
    return lines.map((line): unknown => JSON.parse(line));
  };

  it('logs one line per request, with the request id and without the query string', async () => {
    const lines = await linesOf('/robots.txt?email=asha@example.in');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ requestId: 'r-1', method: 'GET', path: '/robots.txt', status: 200 });
    expect(lines[0]).toHaveProperty('ms', expect.any(Number));
    expect(JSON.stringify(lines)).not.toContain('asha@');
  });

  it.each(['/assets/a.js', '/uploads/a.jpg', '/healthz', '/readyz'])('omits %s at `info`', async (path) => {
    expect(await linesOf(path)).toEqual([]);
  });
});

it('returns 503 with `Retry-After` after the request timeout', async ({ onTestFinished }) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { request, end } = createOpenRequest();
  const response = openApp().request(request);
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await response).status).toBe(503);
  expect((await response).headers.get('retry-after')).toBe('5');
  end();
});

describe('an unexpected error during a request', () => {
  it('returns 500 without details after an unexpected error, and logs the error once with the request id', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const isReady = () => Promise.reject(new Error('a bug of ours'));
    const response = await openApp({ shop: { ...shop, log }, isReady }).request('/readyz', {
      headers: { 'x-request-id': 'r-1' },
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      type: 'about:blank#broken',
      title: 'broken',
      status: 500,
      detail: 'Something went wrong on our side. Please try again.',
      message: 'Something went wrong on our side. Please try again.',
      errors: [],
      requestId: 'r-1',
    });
    const errors = lines.filter((line) => line.includes('"level":50'));
    expect(errors).toHaveLength(1);
    expect(JSON.parse(errors[0] ?? '')).toMatchObject({ requestId: 'r-1', path: '/readyz' });
  });

  it('returns 503 with `Retry-After` while the database is unavailable', async () => {
    const response = await openApp().request('/api/category/get-all');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      title: 'database-away',
      message: 'The shop is not available at the moment. Nothing was changed. Please try again in a moment.',
    });
  });
});

it('limits concurrent requests to 200, and returns 503 for further requests', async () => {
  const app = openApp();
  const openRequests = Array.from({ length: 200 }, createOpenRequest);
  const responses = openRequests.map(({ request }) => app.request(request));
  const rejected = await app.request('/robots.txt');
  expect(rejected.status).toBe(503);
  expect(rejected.headers.get('content-type')).toBe('application/problem+json');
  expect(rejected.headers.get('retry-after')).toBe('2');
  expect(rejected.headers.get('cache-control')).toBe('no-store');
  expect(rejected.headers.get('x-content-type-options')).toBe('nosniff');
  const page = await app.request('/', { headers: { accept: 'text/html' } });
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('2');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('Please try again in a moment.');
  expect((await app.request('/healthz')).status).toBe(200);

  for (const { end } of openRequests) end();
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect((await app.request('/robots.txt')).status).toBe(200);
});

describe('the compression of responses', () => {
  const openApi = (encoding: string) =>
    openApp().request('/api/openapi.json', { headers: { 'accept-encoding': encoding } });

  it('compresses a long response for clients that accept gzip', async () => {
    const response = await openApi('gzip');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    const body = response.body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(body).text()).toContain('Shop API');
  });

  it('sends a long response uncompressed to clients that do not accept gzip', async () => {
    const response = await openApi('identity');
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(await response.text()).toContain('Shop API');
  });
});
