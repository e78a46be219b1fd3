import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { holdFor } from '../../tests/fixtures/holds.ts';
import { paidOnline, refundOf } from '../../tests/fixtures/payments.ts';
import { it } from '../../tests/fixtures/world.ts';
import { createApp } from '../app.server.ts';
import { createResponseCache } from '../foundation/cache/response-cache.server.ts';
import type { Config } from '../foundation/config/config.server.ts';
import { queueEmail } from '../foundation/email/email.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { outbox } from '../foundation/tables.server.ts';
import { refunds } from '../payments/tables.server.ts';
import { openMetrics } from './metrics.server.ts';

const metricsToken = 'a token of some length';
const local = { publicUrl: 'http://127.0.0.1:3000' };

/** Creates an app with metrics. `send` sends a request from a client address. `read` reads the metrics. */
function withMetrics(shop: Shop, settings: Partial<Config> = local) {
  const own = { ...shop, config: { ...shop.config, ...settings } };
  const metrics = openMetrics(own, createResponseCache());
  const app = createApp({ shop: own, metrics });
  const send = (path: string, headers: Record<string, string> = {}, clientAddress = '127.0.0.1') =>
    app.request(
      path,
      { headers: { host: '127.0.0.1:3000', ...headers } },
      { incoming: { socket: { remoteAddress: clientAddress } } },
    );
  return { send, read: async () => (await send('/metrics')).text() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the metrics', () => {
  it('are readable without the token only on the shop’s machine, if there is neither a proxy nor a public host name', async ({
    shop,
  }) => {
    const { send } = withMetrics(shop);
    const response = await send('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await send('/metrics', {}, '203.0.113.7')).status).toBe(404);
    expect((await send('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
    expect((await send('/metrics', { host: 'evil.example' })).status).toBe(404);
    for (const settings of [{ publicUrl: 'https://shop.example' }, { ...local, trustedProxies: 1 }])
      expect((await withMetrics(shop, settings).send('/metrics')).status).toBe(404);
  });

  it('are readable with the token from any machine', async ({ shop }) => {
    const { send } = withMetrics(shop, { publicUrl: 'https://shop.example', metricsToken });
    const otherMachine = '203.0.113.7';
    expect((await send('/metrics', bearer(metricsToken), otherMachine)).status).toBe(200);
    for (const wrong of ['', metricsToken.slice(1), `${metricsToken} `.toUpperCase(), 'ü'])
      expect((await send('/metrics', bearer(encodeURI(wrong)), otherMachine)).status).toBe(404);
  });
});

it('the metrics count responses by route pattern, never by path', async ({ shop }) => {
  const { send, read } = withMetrics(shop);
  await send('/api/product/get-single/TB-SAR-001');
  await send('/api/product/get-single/TB-SAR-002');
  await send('/api/product/get-single/TB-NOT-THERE');
  await send('/api/no/such/call');
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

it('the metrics count emails, unpaid refunds, held units and stuck payments, without personal data', async ({
  shop,
}) => {
  const { read } = withMetrics(shop);
  const email = { kind: 'test', to: 'asha@example.in', subject: 'x', text: 'x', html: 'x' };
  for (let sent = 0; sent < 2; sent++) await queueEmail(shop, email);
  const now = shop.clock.now();
  await shop.db.insert(outbox).values({ ...email, tries: 6, createdAt: now, failedAt: now });
  await holdFor(shop, 'asha', [{ variantId: 'TB-STO-001', count: 3 }], 1);
  await paidOnline(shop, 'TB1');
  for (const doneAt of [null, now]) {
    const { id } = await refundOf(shop, 'TB1', 300);
    await shop.db.update(refunds).set({ failedAt: now, doneAt }).where(eq(refunds.id, id));
  }
  shop.clock.advance(90_000);
  const text = await read();
  for (const line of [
    'shop_emails{state="waiting"} 2',
    'shop_emails{state="failed"} 1',
    'shop_emails_late_seconds 90',
    'shop_refunds{state="failed"} 1',
    'shop_held_units 3',
    'shop_payments_stuck 0',
    'shop_database_up 1',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(text).toContain(line);
  expect(text).not.toMatch(/@|example\.in/);
});
