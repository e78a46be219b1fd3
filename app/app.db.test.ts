import { describe, expect } from 'vitest';
import { it } from '../tests/fixtures/world.ts';
import { createApp } from './app.server.ts';
import type { Shop } from './foundation/shop.server.ts';
import { rateLimits } from './foundation/tables.server.ts';

const message = { name: 'Asha', email: 'asha@example.in', message: 'Namaste' };

/** Whom the shop takes the client of this message for, by the bucket that it counts in. */
async function clientOf(shop: Shop, trustedProxies: number, forwarded?: string) {
  const app = createApp({
    shop: { ...shop, config: { ...shop.config, trustedProxies } },
    uploadsFolder: shop.config.dataDir,
  });
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

describe('the client’s address', () => {
  it('is the one that is connected, whatever X-Forwarded-For says, where no proxy stands in front', async ({
    shop,
  }) => {
    expect(await clientOf(shop, 0, '203.0.113.7')).toEqual(['message:198.51.100.9']);
  });

  it('is the one that our proxy saw, not what the client says of itself', async ({ shop }) => {
    expect(await clientOf(shop, 1, '10.1.1.1, 203.0.113.7')).toEqual(['message:203.0.113.7']);
  });

  it('is the second from the right where two proxies stand in front', async ({ shop }) => {
    expect(await clientOf(shop, 2, '10.1.1.1, 203.0.113.7, 192.0.2.1')).toEqual(['message:203.0.113.7']);
  });

  it('is the one that is connected where the proxy said nothing', async ({ shop }) => {
    expect(await clientOf(shop, 1)).toEqual(['message:198.51.100.9']);
  });
});

describe('what has not changed is not sent again', () => {
  it.for(['/api/category/get-all', '/api/product/get-all?limit=3', '/sitemap.xml'])(
    '%s',
    async (path, { app }) => {
      const first = await app.request(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^W\/"/);
      const again = await app.request(path, { headers: { 'if-none-match': tag } });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      expect(await again.text()).toBe('');
    },
  );
});
