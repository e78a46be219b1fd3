/** Tests of the pretend bank's popup, in which shoppers make test payments. */
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { createApp } from '../app/app.server.ts';
import { createServices } from '../app/checkout/checkout-services.server.ts';
import { readConfig } from '../app/foundation/config/config.server.ts';
import { gulnar, shopperWith, shopWithBank } from '../tests/fixtures/checkout.ts';
import { it } from '../tests/fixtures/world.ts';
import { pretendBank } from './pretend-bank.server.ts';
import { createPretendServices } from './sandbox.server.ts';

const requested = { receipt: 'TB1', amountPaise: 199_950, currency: 'INR' };

it('the popup of the pretend bank shows the payment title and the amount of the server’s order, and says that no money moves [S-PAY-09 S-PAY-10 S-PAY-11 S-CONST-14]', async ({
  shop,
}) => {
  const { app } = shopWithBank(shop);
  const meera = await shopperWith(shop, app, 'meera.new', gulnar);
  const { order } = await meera.startPayment();
  const response = await app.request(`/pretend-bank/${order.id}`);
  expect(response.status).toBe(200);
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  const page = await response.text();
  for (const text of ['<h1>Product purchase</h1>', '₹24,800', 'No money moves', 'Fail', 'Close'])
    expect(page).toContain(text);
  expect(page).toContain('The bank answers late');
  // The popup allows no scripts except its own.
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
  expect(policy).not.toContain('unsafe');
  expect(page).not.toMatch(/\son\w+=|\sstyle=|<script [^>]*src|https?:\/\//i);
});

it('the popup of the pretend bank returns the signed result of a payment and wakes the worker, but rejects a second payment and invalid requests', async ({
  shop,
}) => {
  const { app, provider, worker } = shopWithBank(shop);
  const { id } = await provider.createOrder(requested);
  const wake = vi.spyOn(worker, 'wake');
  const headers = { 'content-type': 'application/json' };
  const press = (body: unknown) =>
    app.request(`/pretend-bank/${id}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const failed = { outcome: 'failed', razorpay_order_id: id };
  expect(await (await press({ how: 'fail' })).json()).toMatchObject(failed);
  wake.mockClear();
  const Paid = z.object({ outcome: z.literal('paid'), razorpay_signature: z.string().length(64) });
  Paid.parse(await (await press({ how: 'pay', late: false })).json());
  expect(wake).toHaveBeenCalledTimes(1);
  const repeated = await press({ how: 'pay' });
  expect(repeated.status).toBe(409);
  expect(await repeated.json()).toMatchObject({ message: 'This has been paid already.' });
  expect(wake).toHaveBeenCalledTimes(1);
  expect((await press({ how: 'steal' })).status).toBe(400);
  expect((await press({ how: 'x'.repeat(2000) })).status).toBe(413);
});

it('the popup of the pretend bank accepts a payment only as JSON, because other origins cannot send JSON', async ({
  shop,
}) => {
  const { app, provider } = shopWithBank(shop);
  const { id } = await provider.createOrder(requested);
  // As a string, the body would get a default content type.
  const body = new TextEncoder().encode('{"how":"fail"}');
  const press = async (headers: Record<string, string>) =>
    (await app.request(`/pretend-bank/${id}`, { method: 'POST', headers, body })).status;
  expect(await press({})).toBe(400);
  expect(await press({ 'content-type': 'text/plain; application/json' })).toBe(400);
  expect(await press({ 'content-type': 'application/json; charset=utf-8' })).toBe(200);
});

it('the popup of the pretend bank responds 404 for an unknown order, to GET with a page and to POST with JSON', async ({
  app,
}) => {
  const page = await app.request('/pretend-bank/order_x');
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toMatch(`<h1>Nothing to pay here</h1>`);
  const headers = { 'content-type': 'application/json' };
  const post = { method: 'POST', headers, body: '{"how":"pay"}' };
  const rejected = await app.request('/pretend-bank/order_x', post);
  expect(await rejected.json()).toMatchObject({ title: 'no-such-bill', status: 404 });
});

it('the popup and the webhook of the pretend bank respond 404 if Razorpay is the provider', async ({
  shop,
}) => {
  const { id } = await pretendBank(shop).createOrder(requested);
  const config = readConfig({
    DATA_DIR: shop.config.dataDir,
    RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
    RAZORPAY_KEY_SECRET: 'thekeysecret',
    RAZORPAY_WEBHOOK_SECRET: 'thewebhooksecret',
  });
  const shopWithRazorpay = { ...shop, config };
  const { provider } = createServices(shopWithRazorpay, createPretendServices(shopWithRazorpay));
  expect(provider).toMatchObject({ name: 'razorpay', keyId: 'rzp_test_1DP5mmOlF5G5ag' });
  const app = createApp({ shop: shopWithRazorpay });
  expect((await app.request(`/pretend-bank/${id}`)).status).toBe(404);
  expect((await app.request('/api/payment/webhook/pretend-bank', { method: 'POST' })).status).toBe(404);
});
