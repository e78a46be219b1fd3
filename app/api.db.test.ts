import { expect } from 'vitest';
import type { App } from '../tests/fixtures/api.ts';
import { it } from '../tests/fixtures/world.ts';
import { createApp } from './app.server.ts';
import { ProblemBody } from './foundation/http/http.server.ts';
import { rateLimits } from './foundation/tables.server.ts';

const json = { 'content-type': 'application/json' };
const message = { name: 'Asha', email: 'asha@example.in', message: 'Namaste' };

/** Sends `body` as a contact message. */
const post = (app: App, body: string, headers: Record<string, string> = json) =>
  app.request('/api/reachus/send', { method: 'POST', headers, body });

/** Asserts that the response has the headers and fields of every error response. Returns its body. */
async function errorOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = ProblemBody.strict().parse(await response.json());
  expect(body.status).toBe(response.status);
  expect(body.detail).toBe(body.message);
  expect(body.requestId).toBe(response.headers.get('x-request-id'));
  return body;
}

it('returns 400, with a message for each invalid field', async ({ app }) => {
  const response = await app.request('/api/product/get-all?limit=none&offset=-1&sort=best');
  const error = await errorOf(response);
  const message = 'Something in the request is not right.';
  expect(error).toMatchObject({ type: 'about:blank#bad-input', title: 'bad-input', status: 400, message });
  expect(error.errors.map(({ field }) => field).sort()).toEqual(['limit', 'offset', 'sort']);
  for (const { message } of error.errors) expect(message).toMatch(/^[A-Z].*\.$/);
});

it.for(['{"name":', 'name=Asha', '"', ''])('returns 400 for invalid JSON: %j', async (body, { app }) => {
  const response = await post(app, body);
  expect(response.status).toBe(400);
  expect((await errorOf(response)).errors.length).toBeGreaterThan(0);
});

it.for(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense', ''])(
  'returns 415 for a request with the content type "%s"',
  async (contentType, { app }) => {
    const response = await post(app, JSON.stringify(message), { 'content-type': contentType });
    expect(response.status).toBe(415);
    expect(await errorOf(response)).toMatchObject({ message: 'The body should come as application/json.' });
  },
);

it('returns 413 if the request body exceeds 64 kB, with or without `Content-Length`', async ({ app }) => {
  const body = JSON.stringify({ ...message, message: 'x'.repeat(65 * 1024) });
  const withLength = { ...json, 'content-length': String(body.length) };
  for (const headers of [json, withLength]) {
    const response = await post(app, body, headers);
    expect(response.status).toBe(413);
    expect(await errorOf(response)).toMatchObject({ title: 'too-large', errors: [{ field: 'body' }] });
  }
});

it.for(['/api', '/api/', '/api/nothing', '/api/product', '/api/product/get-single/a/b', '/api/%E0%A4%A'])(
  'returns 404 for the unknown endpoint %s',
  async (path, { app }) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toMatchObject({ title: 'no-such-endpoint' });
  },
);

it('keeps the query string when it redirects to the path with a trailing slash', async ({ app }) => {
  const response = await app.request('/api/rating?limit=2');
  expect([response.status, response.headers.get('location')]).toEqual([308, '/api/rating/?limit=2']);
});

it.for(['/api/category/get-all', '/api/product/get-single/TB-SAR-001', '/api/first-banner/'])(
  'makes caches revalidate the response of GET %s, and returns no body for HEAD',
  async (path, { app }) => {
    const get = await app.request(path);
    const head = await app.request(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(get.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  },
);

it('returns 429 with `Retry-After` when a client exceeds a rate limit', async ({ app, shop }) => {
  const send = () => post(app, JSON.stringify(message));
  const statuses = [];
  for (let request = 0; request < 5; request++) statuses.push((await send()).status);
  expect(statuses).toEqual(Array(5).fill(200));
  const response = await send();
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await errorOf(response)).toMatchObject({ title: 'too-many' });
  const buckets = await shop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
  const perAddress = expect.stringMatching(/^message:/);
  expect(buckets.map(({ bucket }) => bucket).sort()).toEqual(['message-email', 'message:all', perAddress]);
});

it.for<[trustedProxies: number, forwarded: string | undefined, address: string]>([
  [0, '203.0.113.7', '198.51.100.9'],
  [1, '10.1.1.1, 203.0.113.7', '203.0.113.7'],
  [2, '10.1.1.1, 203.0.113.7, 192.0.2.1', '203.0.113.7'],
  [1, undefined, '198.51.100.9'],
])(
  'with `TRUSTED_PROXIES=%i`, counts a request with `X-Forwarded-For: %s` for the client address %s',
  async ([trustedProxies, forwarded, address], { shop }) => {
    const app = createApp({ shop: { ...shop, config: { ...shop.config, trustedProxies } } });
    const headers = { ...json, ...(forwarded && { 'x-forwarded-for': forwarded }) };
    const request = { method: 'POST', headers, body: JSON.stringify(message) };
    const incoming = { socket: { remoteAddress: '198.51.100.9' } };
    expect((await app.request('/api/reachus/send', request, { incoming })).status).toBe(200);
    const rows = await shop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
    const others = ['message-email', 'message:all'];
    expect(rows.map(({ bucket }) => bucket).filter((bucket) => !others.includes(bucket))).toEqual([
      `message:${address}`,
    ]);
  },
);

it.for([
  ...['/api/category/get-all', '/api/product/get-all?limit=3', '/api/product/catName/Sarees'],
  ...['/api/product/fabric/Zari', '/api/product/craft/Ikat', '/api/product/filter?catName=Suits'],
  ...['/api/product/get-single/TB-SAR-001', '/api/product/search?query=ikat', '/api/product/facets'],
  ...['/sitemap.xml', '/robots.txt', '/api/openapi.json'],
])('returns 304 for %s if `If-None-Match` contains its `ETag` [S-API-01]', async (path, { app }) => {
  const first = await app.request(path);
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^W\/"/);
  const second = await app.request(path, { headers: { 'if-none-match': tag } });
  expect([second.status, await second.text()]).toEqual([304, '']);
  for (const name of ['etag', 'cache-control'])
    expect(second.headers.get(name)).toBe(first.headers.get(name));
});
