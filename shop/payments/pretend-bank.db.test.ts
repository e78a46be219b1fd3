import { describe, expect } from 'vitest';
import { z } from 'zod';
import { gulnar, shopperWith, shopWithBank } from '../../tests/counter.ts';
import { it } from '../../tests/world.ts';
import { createApp } from '../app.server.ts';
import { openCounter } from '../checkout/counter.server.ts';
import { readConfig } from '../foundation/config.server.ts';
import { payAtBank, pretendBank } from './pretend-bank.server.ts';
import { tellNews } from './pretend-bank-news.server.ts';
import { ProviderRefused } from './provider.ts';
import { bankWebhooks } from './tables.server.ts';

const asked = { receipt: 'TB1', amountPaise: 199_950, currency: 'INR' };

describe('the pretend bank', () => {
  it('opens one order for a receipt, and refuses another amount under it', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(asked);
    expect(await bank.createOrder(asked)).toEqual({ id });
    await expect(bank.createOrder({ ...asked, amountPaise: 1 })).rejects.toThrow(ProviderRefused);
  });

  it('signs what only it can sign: another shop’s secret proves nothing here', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(asked);
    const answer = await payAtBank(shop, id, 'pay', false);
    if (answer.outcome !== 'paid') throw new Error('not paid');
    const callback = {
      orderId: answer.razorpay_order_id,
      paymentId: answer.razorpay_payment_id,
      signature: answer.razorpay_signature,
    };
    expect(bank.isGenuine(callback)).toBe(true);
    const another = { ...shop, secret: Buffer.alloc(32, 'another') };
    expect(pretendBank(another).isGenuine(callback)).toBe(false);
    expect(pretendBank(another).keyId).not.toBe(bank.keyId);
  });

  it('a late answer is open for twenty seconds, then it is money, whether or not anybody looks', async ({
    shop,
  }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(asked);
    expect(await payAtBank(shop, id, 'pay', true)).toMatchObject({ outcome: 'late' });
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'created', amountPaise: 199_950 }]);
    shop.clock.advance(19_999);
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'created' }]);
    expect(await tellNews(shop, () => Promise.reject(new Error('nothing is due')))).toBe(0);
    shop.clock.advance(1);
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'captured' }]);
  });

  it('takes no second payment of what is paid, also when both are pressed at once', async ({ ownShop }) => {
    const { id } = await pretendBank(ownShop).createOrder(asked);
    const presses = await Promise.allSettled(
      Array.from({ length: 6 }, () => payAtBank(ownShop, id, 'pay', false)),
    );
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('tells its news by HTTP at the shop’s own address, and gives up after seven tries', async ({ shop }) => {
    const { id } = await pretendBank(shop).createOrder(asked);
    await payAtBank(shop, id, 'pay', false);
    const called: string[] = [];
    const broken: typeof fetch = async (address, init) => {
      called.push(`${init?.method} ${String(address)}`);
      return new Response('', { status: 500 });
    };
    for (let round = 0; round < 10; round++) {
      await tellNews(shop, broken);
      shop.clock.advance(13 * 60 * 60_000);
    }
    expect(called).toEqual(Array(7).fill('POST http://127.0.0.1:3000/api/payment/webhook/pretend-bank'));
    expect(await shop.db.select().from(bankWebhooks)).toMatchObject([{ sentAt: null, tries: 7 }]);
  });
});

describe('the popup', () => {
  it('S-PAY-09 S-PAY-10 S-PAY-11 S-CONST-14 shows its title, the amount of the server’s order, and that no money moves', async ({
    shop,
  }) => {
    const { app } = shopWithBank(shop);
    const meera = await shopperWith(shop, app, 'meera.new', gulnar);
    const { order } = await meera.begin();
    const answer = await app.request(`/pretend-bank/${order.id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const page = await answer.text();
    expect(page).toContain('<h1>Product purchase</h1>');
    expect(page).toContain('₹24,800');
    expect(page).toContain('No money moves');
    for (const words of ['Fail', 'Close', 'The bank answers late']) expect(page).toContain(words);
  });

  it('lets nothing run but its own script', async ({ shop }) => {
    const { app } = shopWithBank(shop);
    const { id } = await pretendBank(shop).createOrder(asked);
    const answer = await app.request(`/pretend-bank/${id}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(policy).not.toContain('unsafe');
    expect(await answer.text()).not.toMatch(/\son\w+=|\sstyle=|<script [^>]*src|https?:\/\//i);
  });

  it('a pressed button answers what the bank signs, and what it cannot do in words', async ({ shop }) => {
    const { app, provider } = shopWithBank(shop);
    const { id } = await provider.createOrder(asked);
    const press = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      app.request(`/pretend-bank/${id}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await (await press({ how: 'fail' })).json()).toMatchObject({
      outcome: 'failed',
      razorpay_order_id: id,
    });
    const Paid = z.object({ outcome: z.literal('paid'), razorpay_signature: z.string().length(64) });
    Paid.parse(await (await press({ how: 'pay', late: false })).json());
    const again = await press({ how: 'pay' });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ message: 'This has been paid already.' });
    expect((await press({ how: 'steal' })).status).toBe(400);
    expect((await press({ how: 'pay' }, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await press({ how: 'x'.repeat(2000) })).status).toBe(413);
  });

  it('an order that the bank does not know is told calmly', async ({ app }) => {
    const answer = await app.request('/pretend-bank/order_x');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('The bank has nothing to collect under this number.');
  });

  it('is not there where Razorpay takes the money', async ({ shop }) => {
    const { id } = await pretendBank(shop).createOrder(asked);
    const config = readConfig({
      DATA_DIR: shop.config.dataDir,
      RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
      RAZORPAY_KEY_SECRET: 'thekeysecret',
      RAZORPAY_WEBHOOK_SECRET: 'thewebhooksecret',
    });
    const real = { ...shop, config };
    expect(openCounter(real).provider).toMatchObject({ name: 'razorpay', keyId: 'rzp_test_1DP5mmOlF5G5ag' });
    const app = createApp({ shop: real, uploadsFolder: config.dataDir });
    expect((await app.request(`/pretend-bank/${id}`)).status).toBe(404);
    expect((await app.request('/api/payment/webhook/pretend-bank', { method: 'POST' })).status).toBe(404);
  });
});
