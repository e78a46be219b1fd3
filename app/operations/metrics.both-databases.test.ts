import { describe, expect } from 'vitest';
import { holdStock } from '../../tests/fixtures/holds.ts';
import { it } from '../../tests/fixtures/world.ts';
import { createApp } from '../app.server.ts';
import { createResponseCache } from '../foundation/cache/response-cache.server.ts';
import type { Config } from '../foundation/config/config.server.ts';
import { queueEmail } from '../foundation/email/email.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { outbox } from '../foundation/tables.server.ts';
import { openMetrics } from './metrics.server.ts';

const metricsToken = 'a token of some length';
const here = { publicUrl: 'http://127.0.0.1:3000' };

/** The shop with its figures, and how they are asked for from an address. */
function counted(shop: Shop, settings: Partial<Config> = here) {
  const own = { ...shop, config: { ...shop.config, ...settings } };
  const metrics = openMetrics(own, createResponseCache());
  const app = createApp({ shop: own, metrics });
  const ask = (address: string, headers: Record<string, string> = {}, at = '127.0.0.1') =>
    app.request(
      address,
      { headers: { host: '127.0.0.1:3000', ...headers } },
      { incoming: { socket: { remoteAddress: at } } },
    );
  return { ask, read: async () => (await ask('/metrics')).text() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the figures are for', () => {
  it('whoever sits at the shop’s own machine', async ({ shop }) => {
    const response = await counted(shop).ask('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('nobody who comes from elsewhere, by a proxy or by another name', async ({ shop }) => {
    const { ask } = counted(shop);
    expect((await ask('/metrics', {}, '203.0.113.7')).status).toBe(404);
    expect((await ask('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
    expect((await ask('/metrics', { host: 'evil.example' })).status).toBe(404);
  });

  it('nobody without the token where the shop has a name or a proxy', async ({ shop }) => {
    for (const settings of [{ publicUrl: 'https://shop.example' }, { ...here, trustedProxies: 1 }])
      expect((await counted(shop, settings).ask('/metrics')).status).toBe(404);
  });

  it('whoever has the token, from anywhere', async ({ shop }) => {
    const { ask } = counted(shop, { publicUrl: 'https://shop.example', metricsToken });
    const elsewhere = '203.0.113.7';
    expect((await ask('/metrics', bearer(metricsToken), elsewhere)).status).toBe(200);
    for (const wrong of ['', metricsToken.slice(1), `${metricsToken} `.toUpperCase(), 'ü'])
      expect((await ask('/metrics', bearer(encodeURI(wrong)), elsewhere)).status).toBe(404);
  });
});

it('answers are counted by the pattern of the address, never by the address', async ({ shop }) => {
  const { ask, read } = counted(shop);
  await ask('/api/product/get-single/TB-SAR-001');
  await ask('/api/product/get-single/TB-SAR-002');
  await ask('/api/product/get-single/TB-NOT-THERE');
  await ask('/api/no/such/call');
  const text = await read();
  const pattern = '/api/product/get-single/:id';
  expect(text).toContain(`http_requests_total{route="${pattern}",method="GET",status="2xx",from="shop"} 2`);
  expect(text).toContain(`http_requests_total{route="${pattern}",method="GET",status="4xx",from="shop"} 1`);
  expect(text).toContain(
    `http_request_duration_seconds_count{route="${pattern}",method="GET",status="2xx"} 2`,
  );
  expect(text).not.toContain('TB-');
  expect(text).not.toContain('such');
});

it('what waits is counted, and what has been given up', async ({ shop }) => {
  const { read } = counted(shop);
  const words = { kind: 'test', to: 'asha@example.in', subject: 'x', text: 'x', html: 'x' };
  await queueEmail(shop, words);
  await queueEmail(shop, words);
  const now = shop.clock.now();
  await shop.db.insert(outbox).values({ ...words, tries: 6, createdAt: now, failedAt: now });
  const until = new Date(now.getTime() + 60_000);
  await holdStock(shop, [{ variantId: 'TB-STO-001', count: 3 }], {
    holder: 'order',
    owner: 'asha',
    expiresAt: until,
  });
  shop.clock.advance(90_000);
  const text = await read();
  expect(text).toContain('shop_emails{state="waiting"} 2');
  expect(text).toContain('shop_emails{state="failed"} 1');
  expect(text).toContain('shop_emails_late_seconds 90');
  expect(text).toContain('shop_held_units 3');
  expect(text).toContain('shop_payments_stuck 0');
  expect(text).toContain('shop_database_up 1');
});

it('the process’s own figures are there, and nobody’s name', async ({ shop }) => {
  const text = await counted(shop).read();
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).not.toMatch(/@|example\.in/);
});
