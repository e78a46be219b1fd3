import { describe, expect, vi } from 'vitest';
import { payAtBank, webhookSecret } from '../../sandbox/pretend-bank.server.ts';
import { pretendBankWebhooks } from '../../sandbox/tables.server.ts';
import {
  countEmails,
  gulnar,
  orderStateOf,
  readStockLevel,
  shopperWith,
  shopWithBank,
} from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { PaymentProvider } from './provider.ts';
import { sign } from './signature.server.ts';
import { receipts, webhookInbox } from './tables.server.ts';
import { handleWebhooks } from './webhooks.server.ts';

const path = '/api/payment/webhook/pretend-bank';

/** Pays an order without delivering its webhook event. Returns the body of the event, and functions that sign and post it. */
async function paidWithoutWebhook(shop: TestShop) {
  const bank = shopWithBank(shop);
  const meera = await shopperWith(shop, bank.app, 'meera.new', gulnar);
  const payment = await meera.startPayment();
  await payAtBank(shop, payment.order.id, 'pay', false);
  bank.dropWebhooks();
  const [event] = await shop.db.select().from(pretendBankWebhooks);
  if (!event) throw new Error('no webhook');
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>, to = path) =>
    bank.app.request(to, { method: 'POST', body, headers });
  const signed = (body: string | Uint8Array, id = event.id) => ({
    'x-razorpay-signature': sign(webhookSecret(shop), body),
    'x-razorpay-event-id': id,
    'content-type': 'application/json',
  });
  return { ...bank, payment, body: event.body, post, signed };
}

const countStored = async (shop: TestShop) => (await shop.db.select().from(webhookInbox)).length;

describe('the webhook of the payment provider', () => {
  it('stores a webhook event before the response, and handles it after the response', async ({ shop }) => {
    const { post, body, signed, payment, worker } = await paidWithoutWebhook(shop);
    const wake = vi.spyOn(worker, 'wake');
    const response = await post(body, signed(body));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ success: true });
    expect(wake).toHaveBeenCalledTimes(1);
    expect(await shop.db.select().from(webhookInbox)).toMatchObject([{ body }]);
    expect(await orderStateOf(shop, payment.orderId)).toBe('pending_payment');
    await worker.runOnce();
    expect(await orderStateOf(shop, payment.orderId)).toBe('placed');
  });

  it('places only one order for many copies of a webhook event, even with other event ids or a byte order mark [S-PAY-15]', async ({
    shop,
  }) => {
    const { post, body, signed, payment, worker } = await paidWithoutWebhook(shop);
    // The signature includes the byte order mark.
    const withMark = `\uFEFF${body}`;
    expect((await post(withMark, signed(withMark, 'evt_mark'))).status).toBe(200);
    await worker.runOnce();
    expect(await orderStateOf(shop, payment.orderId)).toBe('placed');
    for (let time = 0; time < 10; time++) expect((await post(body, signed(body))).status).toBe(200);
    expect(await countStored(shop)).toBe(2);
    for (let time = 0; time < 10; time++) await post(body, signed(body, `evt_${time}`));
    await worker.runOnce();
    expect(await shop.db.select().from(receipts)).toHaveLength(1);
    expect(await countEmails(shop, 'order')).toBe(1);
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });

  it('does not store a webhook event that is unsigned or changed, has an invalid id, or is for another provider', async ({
    shop,
  }) => {
    const { post, body, signed } = await paidWithoutWebhook(shop);
    const validHeaders = signed(body);
    for (const headers of [
      {},
      { ...validHeaders, 'x-razorpay-event-id': '' },
      { ...validHeaders, 'x-razorpay-event-id': 'a b' },
      { ...validHeaders, 'x-razorpay-signature': sign('another secret', body) },
    ])
      expect((await post(body, headers)).status).toBe(401);
    for (const name of ['razorpay', 'unknown'])
      expect((await post(body, validHeaders, `/api/payment/webhook/${name}`)).status).toBe(404);
    for (let at = 0; at < body.length; at += 7) {
      const bytes = new TextEncoder().encode(body);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const response = await post(bytes, validHeaders);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ title: 'not-signed' });
    }
    expect(await countStored(shop)).toBe(0);
  });

  it('handles a webhook event once, even if the worker runs again a day later', async ({ shop }) => {
    const { post, body, signed, provider } = await paidWithoutWebhook(shop);
    await post(body, signed(body));
    const handle = vi.fn(async () => undefined);
    expect(await handleWebhooks(shop, provider, handle)).toBe(1);
    shop.clock.advance(24 * 60 * 60_000);
    expect(await handleWebhooks(shop, provider, handle)).toBe(0);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('retries a webhook event after 1, 5, 30, 120 and 720 minutes, and fails the event after six tries', async ({
    shop,
  }) => {
    const { post, signed, provider } = await paidWithoutWebhook(shop);
    expect((await post('no json', signed('no json'))).status).toBe(200);
    const fail = vi.fn(async (body: string) => JSON.parse(body));
    await handleWebhooks(shop, provider, fail);
    for (const [before, minutes] of [1, 5, 30, 120, 720].entries()) {
      const waiting = { failedAt: null, lastError: expect.stringContaining('JSON') };
      expect(await shop.db.select().from(webhookInbox)).toMatchObject([waiting]);
      shop.clock.advance(minutes * 60_000 - 1);
      await handleWebhooks(shop, provider, fail);
      expect(fail).toHaveBeenCalledTimes(before + 1);
      shop.clock.advance(1);
      await handleWebhooks(shop, provider, fail);
      expect(fail).toHaveBeenCalledTimes(before + 2);
    }
    const failed = { failedAt: shop.clock.now(), tries: 6, handledAt: null };
    shop.clock.advance(13 * 60 * 60_000);
    await handleWebhooks(shop, provider, fail);
    expect(await shop.db.select().from(webhookInbox)).toMatchObject([failed]);
  });

  it('handles at most a hundred webhook events per run', async ({ shop }) => {
    const { provider } = await paidWithoutWebhook(shop);
    const now = shop.clock.now();
    const event = { provider: provider.name, body: '', receivedAt: now, nextTryAt: now };
    const events = Array.from({ length: 101 }, (_, number) => ({ ...event, eventId: `evt_${number}` }));
    await shop.db.insert(webhookInbox).values(events);
    const handle = async () => undefined;
    expect(await handleWebhooks(shop, provider, handle)).toBe(100);
    expect(await handleWebhooks(shop, provider, handle)).toBe(1);
  });

  it('handles only the webhook events of the given payment provider', async ({ shop }) => {
    const { post, body, signed, provider } = await paidWithoutWebhook(shop);
    await post(body, signed(body));
    const handle = vi.fn(async () => undefined);
    const razorpay: PaymentProvider = { ...provider, name: 'razorpay' };
    expect(await handleWebhooks(shop, razorpay, handle)).toBe(0);
    expect(handle).not.toHaveBeenCalled();
    shop.clock.advance(1000);
    const now = shop.clock.now();
    const row = { provider: 'razorpay', eventId: 'evt_own', body: 'own', receivedAt: now, nextTryAt: now };
    await shop.db.insert(webhookInbox).values(row);
    expect(await handleWebhooks(shop, razorpay, handle)).toBe(1);
    expect(handle).toHaveBeenCalledExactlyOnceWith('own');
  });

  it('responds 413 to a webhook request that is larger than 256 kB', async ({ shop }) => {
    const { post, body, signed } = await paidWithoutWebhook(shop);
    const padded = (length: number) => body.padEnd(length, ' ');
    const fits = padded(256 * 1024);
    expect((await post(fits, signed(fits))).status).toBe(200);
    const tooLarge = padded(256 * 1024 + 1);
    expect((await post(tooLarge, signed(tooLarge))).status).toBe(413);
    const chunked = new Request(`http://shop.test${path}`, {
      method: 'POST',
      headers: { ...signed(tooLarge), 'transfer-encoding': 'chunked' },
      body: tooLarge,
    });
    expect((await shopWithBank(shop).app.request(chunked)).status).toBe(413);
    expect(await countStored(shop)).toBe(1);
  });
});
