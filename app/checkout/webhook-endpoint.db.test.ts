import { describe, expect, vi } from 'vitest';
import { shopWithBank } from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { webhookSecret } from '../payments/pretend-bank-webhooks.server.ts';
import { sign } from '../payments/signature.server.ts';
import { webhookInbox } from '../payments/tables.server.ts';

const body = '{"event":"invoice.paid"}';

/** The webhook's call, and how often it has woken the clerk. */
function caller(shop: TestShop) {
  const { app, worker } = shopWithBank(shop);
  const woken = vi.spyOn(worker, 'wake');
  const call = (secret: string, provider = 'pretend-bank') =>
    app.request(`/api/payment/webhook/${provider}`, {
      method: 'POST',
      headers: { 'x-razorpay-signature': sign(secret, body), 'x-razorpay-event-id': 'evt_1' },
      body,
    });
  return { call, woken };
}

const stored = async (shop: TestShop) =>
  (await shop.db.select({ body: webhookInbox.body }).from(webhookInbox)).map((event) => event.body);

describe('the call of a payment provider', () => {
  it('is kept word for word, answered for this once alone, and wakes the clerk', async ({ shop }) => {
    const { call, woken } = caller(shop);
    const response = await call(webhookSecret(shop));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ success: true });
    expect(await stored(shop)).toEqual([body]);
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it('is refused in words where somebody else has signed it', async ({ shop }) => {
    const { call, woken } = caller(shop);
    const response = await call('another secret');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      title: 'not-signed',
      message: 'That is not signed by the provider.',
    });
    expect(await stored(shop)).toEqual([]);
    expect(woken).not.toHaveBeenCalled();
  });

  it('is not found under the name of a provider that the shop does not have', async ({ shop }) => {
    const { call, woken } = caller(shop);
    expect((await call(webhookSecret(shop), 'razorpay')).status).toBe(404);
    expect(await stored(shop)).toEqual([]);
    expect(woken).not.toHaveBeenCalled();
  });
});
