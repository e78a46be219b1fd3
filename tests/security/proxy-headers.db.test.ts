/** Headers that only a proxy may set. Without a trusted proxy the shop ignores them. */
import { describe, expect } from 'vitest';
import { outbox, rateLimits } from '../../app/foundation/tables.server.ts';
import { shopperWith, stole, validDeliveryForm } from '../fixtures/checkout.ts';
import { it } from '../fixtures/world.ts';

const forged: Record<string, string> = {
  'x-forwarded-for': '203.0.113.66',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '6666',
  'x-forwarded-prefix': '/evil',
  'x-forwarded-server': 'evil.example',
  'x-original-url': '/api/admin/me',
  'x-rewrite-url': '/api/admin/me',
  'x-http-method-override': 'DELETE',
  'x-real-ip': '203.0.113.66',
  'cf-connecting-ip': '203.0.113.66',
  'true-client-ip': '203.0.113.66',
  forwarded: 'for=203.0.113.66;host=evil.example;proto=gopher',
};

const forgedValue = /evil\.example|\/evil\b|gopher|:6666\b|203\.0\.113\.66/;

describe('headers that only a proxy may set', () => {
  it.for([
    ...['/api/category/get-all', '/api/product/get-all?limit=3', '/api/rating', '/api/openapi.json'],
    ...['/sitemap.xml', '/robots.txt', '/api/nothing'],
  ])('do not change the response of %s', async (path, { app }) => {
    const usual = await app.request(path);
    const other = await app.request(`http://evil.example${path}`, { headers: forged });
    expect(other.status).toBe(usual.status);
    const bodyOf = async (response: Response) =>
      (await response.text()).replaceAll(/"requestId":"[^"]*"/g, '');
    expect(await bodyOf(other)).toBe(await bodyOf(usual));
    expect(JSON.stringify([...other.headers])).not.toMatch(forgedValue);
  });

  it('do not change the links in emails', async ({ shop, app }) => {
    const headers = { ...forged, host: 'evil.example', origin: 'https://evil.example' };
    const sent = await app.request('http://evil.example/api/user/send-otp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'asha@example.in' }),
    });
    expect(sent.status).toBe(200);
    const meera = await shopperWith(shop, app, 'meera.new', stole);
    const body = { orderDetails: { shippingInfo: validDeliveryForm } };
    expect((await meera.post('/checkout/', body, headers)).status).toBe(200);
    const emails = await shop.db.select().from(outbox);
    expect(emails).toHaveLength(2);
    for (const { text, html, replyTo } of emails)
      expect(`${text} ${html} ${replyTo}`).not.toMatch(forgedValue);
    expect(emails.find(({ kind }) => kind === 'order')?.text).toContain('http://shop.test/account');
  });

  it('do not change the client address that the rate limits count', async ({ shop, app }) => {
    const addresses = Object.fromEntries(Object.keys(forged).map((name) => [name, '203.0.113.66']));
    const response = await app.request('/api/reachus/send', {
      method: 'POST',
      headers: { ...addresses, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Asha', email: 'asha@example.in', message: 'Namaste' }),
    });
    expect(response.status).toBe(200);
    const buckets = await shop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
    expect(buckets.length).toBeGreaterThan(1);
    expect(JSON.stringify(buckets)).not.toContain('203.0.113');
  });

  it('do not override the method of a request', async ({ shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', stole);
    const headers = { ...meera.headers, ...forged, 'x-method-override': 'DELETE' };
    expect((await app.request('/api/wishlist/get', { headers })).status).toBe(200);
    const request = { method: 'POST', headers, body: '_method=DELETE' };
    expect((await app.request('/api/user/profile', request)).status).toBe(405);
    expect((await meera.get('/user/profile')).status).toBe(200);
  });
});
