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

it('returns 503 for /readyz but 200 for /healthz while the shop is not ready, both without caching', async () => {
  expect((await openApp().request('/readyz')).status).toBe(200);
  const app = openApp({ isReady: async () => false });
  const responses = await Promise.all(['/healthz', '/readyz'].map((path) => app.request(path)));
  expect(responses.map(({ status }) => status)).toEqual([200, 503]);
  for (const { headers } of responses) expect(headers.get('cache-control')).toBe('no-store');
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

  it('is the id from the proxy or a new id, and is the same in the header and the body', async () => {
    expect(await requestIdOf()).not.toBe(await requestIdOf());
    expect(await requestIdOf('proxy-7261')).toBe('proxy-7261');
  });

  it.each(['x'.repeat(65), 'two words', '{"level":60}'])(
    'is a new id if the client sends %j, which is too long or unsafe to log',
    async (requested) => {
      expect(await requestIdOf(requested)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

/** Sends a request with the id `r-1` to an app with these parts. Returns the response and the lines of the log. */
async function logged(path: string, parts: Partial<AppParts> = {}) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const app = openApp({ ...parts, shop: { ...shop, log } });
  const response = await app.request(path, { headers: { 'x-request-id': 'r-1' } });
  return { response, lines: lines.map((line): unknown => JSON.parse(line)) };
}

it('logs one line per request, with the request id and without the query string', async () => {
  const { lines } = await logged('/robots.txt?email=asha@example.in');
  const request = { requestId: 'r-1', method: 'GET', path: '/robots.txt', status: 200 };
  expect(lines).toMatchObject([{ ...request, ms: expect.any(Number) }]);
  expect(JSON.stringify(lines)).not.toContain('asha@');
});

it.each(['/assets/a.js', '/uploads/a.jpg', '/healthz', '/readyz'])(
  'does not log a request for %s at the level `info`',
  async (path) => expect((await logged(path)).lines).toEqual([]),
);

it('returns 503 with `Retry-After` for a request that takes longer than twenty seconds', async ({
  onTestFinished,
}) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { request, end } = createOpenRequest();
  const response = openApp().request(request);
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await response).status).toBe(503);
  expect((await response).headers.get('retry-after')).toBe('5');
  end();
});

it('returns 500 without details after an unexpected error, and logs the error once with the request id', async () => {
  const isReady = () => Promise.reject(new Error('a bug of ours'));
  const { response, lines } = await logged('/readyz', { isReady });
  expect(response.status).toBe(500);
  const message = 'Something went wrong on our side. Please try again.';
  expect(await response.json()).toEqual({
    ...{ type: 'about:blank#broken', title: 'broken', status: 500 },
    ...{ detail: message, message, errors: [], requestId: 'r-1' },
  });
  const errors = lines.filter((line) => JSON.stringify(line).includes('"level":50'));
  expect(errors).toMatchObject([{ requestId: 'r-1', path: '/readyz' }]);
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

it('limits concurrent requests to 200, and returns 503 for further requests', async () => {
  const app = openApp();
  const openRequests = Array.from({ length: 200 }, createOpenRequest);
  const responses = openRequests.map(({ request }) => app.request(request));
  const rejected = await app.request('/robots.txt');
  const page = await app.request('/', { headers: { accept: 'text/html' } });
  const headers = { 'retry-after': '2', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  for (const [response, type] of [
    [rejected, 'application/problem+json'],
    [page, 'text/html; charset=utf-8'],
  ] as const) {
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...headers, 'content-type': type });
  }
  expect(await page.text()).toContain('Please try again in a moment.');
  expect((await app.request('/healthz')).status).toBe(200);

  for (const { end } of openRequests) end();
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect((await app.request('/robots.txt')).status).toBe(200);
});

it.each(['gzip', 'identity'])(
  'sends a long response in the encoding %s if the client accepts this encoding',
  async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const response = await openApp().request('/api/openapi.json', { headers });
    const isGzip = encoding === 'gzip';
    expect(response.headers.get('content-encoding')).toBe(isGzip ? 'gzip' : null);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    const body = isGzip ? response.body?.pipeThrough(new DecompressionStream('gzip')) : response.body;
    expect(await new Response(body).text()).toContain('Shop API');
  },
);
