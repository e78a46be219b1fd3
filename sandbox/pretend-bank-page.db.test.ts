/** Tests of the pretend bank's popup, in which shoppers make test payments. */
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { createApp } from '../app/app.server.ts';
import { createServices } from '../app/checkout/checkout-services.server.ts';
import { readConfig } from '../app/foundation/config/config.server.ts';
import { gulnar, shopperWith, shopWithBank } from '../tests/fixtures/checkout.ts';
import { it } from '../tests/fixtures/world.ts';
import { pretendBank } from './pretend-bank.server.ts';
import { createPretendServices } from './sandbox.server.ts';

const requested = { receipt: 'TB1', amountPaise: 199_950, currency: 'INR' };

describe('the popup', () => {
  it('shows the payment title and the amount of the server’s order, and says that no money moves [S-PAY-09 S-PAY-10 S-PAY-11 S-CONST-14]', async ({
    shop,
  }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const { order } = await meera.startPayment();
    const response = await app.request(`/pretend-bank/${order.id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const page = await response.text();
    expect(page).toContain('<h1>Product purchase</h1>');
    expect(page).toContain('₹24,800');
    expect(page).toContain('No money moves');
    for (const text of ['Fail', 'Close', 'The bank answers late']) expect(page).toContain(text);
  });

  it('allows only the popup’s own script to run', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const { id } = await pretendBank(shop).createOrder(requested);
    const response = await app.request(`/pretend-bank/${id}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(policy).not.toContain('unsafe');
    expect(await response.text()).not.toMatch(/\son\w+=|\sstyle=|<script [^>]*src|https?:\/\//i);
  });

  it('returns a signed outcome, and rejects a second payment and invalid requests', async ({ shop }) => {
    const { app, provider } = shopWithBank(shop);
    const { id } = await provider.createOrder(requested);
    const press = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      app.request(`/pretend-bank/${id}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await (await press({ how: 'fail' })).json()).toMatchObject({
      outcome: 'failed',
      razorpay_order_id: id,
    });
    const Paid = z.object({ outcome: z.literal('paid'), razorpay_signature: z.string().length(64) });
    Paid.parse(await (await press({ how: 'pay', late: false })).json());
    const repeated = await press({ how: 'pay' });
    expect(repeated.status).toBe(409);
    expect(await repeated.json()).toMatchObject({ message: 'This has been paid already.' });
    expect((await press({ how: 'steal' })).status).toBe(400);
    expect((await press({ how: 'pay' }, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await press({ how: 'x'.repeat(2000) })).status).toBe(413);
  });

  it('accepts only JSON, because other origins cannot send JSON', async ({ shop }) => {
    const { app, provider } = shopWithBank(shop);
    const { id } = await provider.createOrder(requested);
    // A binary body has no default content type.
    const body = new TextEncoder().encode('{"how":"fail"}');
    const press = async (headers: Record<string, string>) =>
      (await app.request(`/pretend-bank/${id}`, { method: 'POST', headers, body })).status;
    expect(await press({})).toBe(400);
    expect(await press({ 'content-type': 'text/plain; application/json' })).toBe(400);
    expect(await press({ 'content-type': 'application/json; charset=utf-8' })).toBe(200);
  });

  it('wakes the worker after an accepted payment, but not after a rejected payment', async ({ shop }) => {
    const { app, provider, worker } = shopWithBank(shop);
    const { id } = await provider.createOrder(requested);
    const wake = vi.spyOn(worker, 'wake');
    const press = () =>
      app.request(`/pretend-bank/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"how":"pay"}',
      });
    expect((await press()).status).toBe(200);
    expect(wake).toHaveBeenCalledTimes(1);
    expect((await press()).status).toBe(409);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('responds 404 for an unknown order: to GET with a page, and to POST with JSON', async ({ app }) => {
    const page = await app.request('/pretend-bank/order_x');
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toContain('text/html');
    const text = 'The bank has nothing to collect under this number.';
    const html = await page.text();
    expect(html).toContain('<h1>Nothing to pay here</h1>');
    expect(html).toContain(`<p>${text}</p>`);
    const headers = { 'content-type': 'application/json' };
    const rejected = await app.request('/pretend-bank/order_x', {
      method: 'POST',
      headers,
      body: '{"how":"pay"}',
    });
    expect(rejected.status).toBe(404);
    expect(await rejected.json()).toMatchObject({ title: 'no-such-bill', message: text });
  });

  it('responds 404 at the pretend bank’s URLs if Razorpay is the provider', async ({ shop }) => {
    const { id } = await pretendBank(shop).createOrder(requested);
    const config = readConfig({
      DATA_DIR: shop.config.dataDir,
      RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
      RAZORPAY_KEY_SECRET: 'thekeysecret',
      RAZORPAY_WEBHOOK_SECRET: 'thewebhooksecret',
    });
    const shopWithRazorpay = { ...shop, config };
    expect(createServices(shopWithRazorpay, createPretendServices(shopWithRazorpay)).provider).toMatchObject({
      name: 'razorpay',
      keyId: 'rzp_test_1DP5mmOlF5G5ag',
    });
    const app = createApp({ shop: shopWithRazorpay });
    expect((await app.request(`/pretend-bank/${id}`)).status).toBe(404);
    expect((await app.request('/api/payment/webhook/pretend-bank', { method: 'POST' })).status).toBe(404);
  });
});
