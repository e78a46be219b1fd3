import { describe, expect } from 'vitest';
import { it } from '../tests/fixtures/world.ts';
import { createApp } from './app.server.ts';
import type { Shop } from './foundation/shop.server.ts';
import { rateLimits } from './foundation/tables.server.ts';

const message = { name: 'Asha', email: 'asha@example.in', message: 'Namaste' };

/** Sends a contact message. Returns the rate-limit buckets that count this request's client address. */
async function bucketsOf(shop: Shop, trustedProxies: number, forwarded?: string) {
  const app = createApp({ shop: { ...shop, config: { ...shop.config, trustedProxies } } });
  const headers = { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) };
  const response = await app.request(
    '/api/reachus/send',
    { method: 'POST', headers, body: JSON.stringify(message) },
    { incoming: { socket: { remoteAddress: '198.51.100.9' } } },
  );
  expect(response.status).toBe(200);
  const buckets = await shop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
  return buckets.map(({ bucket }) => bucket).filter((bucket) => !/^message(:all|-email)$/.test(bucket));
}

describe('the client address of a request', () => {
  it.for<[trustedProxies: number, forwarded: string | undefined, address: string]>([
    [0, '203.0.113.7', '198.51.100.9'],
    [1, '10.1.1.1, 203.0.113.7', '203.0.113.7'],
    [2, '10.1.1.1, 203.0.113.7, 192.0.2.1', '203.0.113.7'],
    [1, undefined, '198.51.100.9'],
  ])(
    'behind %i trusted proxies with `X-Forwarded-For: %s` is %s',
    async ([proxies, sent, address], { shop }) => {
      expect(await bucketsOf(shop, proxies, sent)).toEqual([`message:${address}`]);
    },
  );
});

describe('a response that has not changed', () => {
  it.for([
    '/api/category/get-all',
    '/api/product/get-all?limit=3',
    '/api/product/catName/Sarees',
    '/api/product/fabric/Zari',
    '/api/product/craft/Ikat',
    '/api/product/filter?catName=Suits',
    '/api/product/get-single/TB-SAR-001',
    '/api/product/search?query=ikat',
    '/api/product/facets',
    '/sitemap.xml',
    '/robots.txt',
    '/api/openapi.json',
  ])('returns 304 for %s if `If-None-Match` contains its `ETag` [S-API-01]', async (path, { app }) => {
    const first = await app.request(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    const second = await app.request(path, { headers: { 'if-none-match': tag } });
    expect(second.status).toBe(304);
    expect(second.headers.get('etag')).toBe(tag);
    expect(second.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    expect(await second.text()).toBe('');
  });
});
