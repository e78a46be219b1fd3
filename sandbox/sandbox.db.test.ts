import { expect } from 'vitest';
import { createApp } from '../app/app.server.ts';
import { createServices } from '../app/checkout/checkout-services.server.ts';
import { readConfig } from '../app/foundation/config/config.server.ts';
import { it as base } from '../tests/fixtures/world.ts';
import { createPretendServices } from './sandbox.server.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  SMTP_URL: 'smtp://mail.example',
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'thekeysecret',
  RAZORPAY_WEBHOOK_SECRET: 'thewebhooksecret',
};

/** A shop in production. Its settings ask for the pretend services, but `ALLOW_PRETEND` is not set. */
const it = base.extend('producing', ({ shop }) => {
  const { mayPretend } = readConfig({ ...production, DATA_DIR: shop.config.dataDir });
  const pretends = { pretendsPayment: true, pretendsCourier: true, pretendsGoogle: true };
  const config = { ...shop.config, ...pretends, publicUrl: production.PUBLIC_URL, mayPretend };
  return { ...shop, config: { ...config, smtpUrl: undefined } };
});

it('a shop in production without `ALLOW_PRETEND=1` creates no pretend services, and does not start without a payment provider', ({
  producing,
}) => {
  expect(createPretendServices(producing)).toEqual({});
  expect(() => createServices(producing, createPretendServices(producing))).toThrow('no payment provider');
});

it.for([
  ...['/pretend-bank/order_x', '/pretend-courier/PC1', '/pretend-google', '/pretend-google/client.js'],
  ...['/dev/mail', '/dev/mail/x.eml'],
])('%s is not mounted in production without `ALLOW_PRETEND=1`', async (path, { producing, shop }) => {
  const services = createServices(shop, createPretendServices(shop));
  const app = createApp({ shop: producing, services });
  const incoming = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const response = await app.request(path, { headers: { host: '127.0.0.1:3000' } }, incoming);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('404 Not Found');
});
