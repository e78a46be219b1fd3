import { describe, expect, vi } from 'vitest';
import { webhookSecret } from '../../sandbox/pretend-bank.server.ts';
import { shopWithBank } from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { sign } from '../payments/signature.server.ts';
import { webhookInbox } from '../payments/tables.server.ts';

const body = '{"event":"invoice.paid"}';

/** Returns a function that sends a webhook event, and a spy on `worker.wake`. */
function webhookSender(shop: TestShop) {
  const { app, worker } = shopWithBank(shop);
  const wake = vi.spyOn(worker, 'wake');
  const send = (secret: string, provider = 'pretend-bank') =>
    app.request(`/api/payment/webhook/${provider}`, {
      method: 'POST',
      headers: { 'x-razorpay-signature': sign(secret, body), 'x-razorpay-event-id': 'evt_1' },
      body,
    });
  return { send, wake };
}

const storedBodies = async (shop: TestShop) =>
  (await shop.db.select({ body: webhookInbox.body }).from(webhookInbox)).map((event) => event.body);

describe('the webhook endpoint of a payment provider', () => {
  it('stores the webhook’s body unchanged, forbids caching, and wakes the worker', async ({ shop }) => {
    const { send, wake } = webhookSender(shop);
    const response = await send(webhookSecret(shop));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ success: true });
    expect(await storedBodies(shop)).toEqual([body]);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('rejects a webhook event with a wrong signature', async ({ shop }) => {
    const { send, wake } = webhookSender(shop);
    const response = await send('another secret');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      title: 'not-signed',
      message: 'That is not signed by the provider.',
    });
    expect(await storedBodies(shop)).toEqual([]);
    expect(wake).not.toHaveBeenCalled();
  });

  it('responds 404 to a webhook of a provider that is not configured', async ({ shop }) => {
    const { send, wake } = webhookSender(shop);
    expect((await send(webhookSecret(shop), 'razorpay')).status).toBe(404);
    expect(await storedBodies(shop)).toEqual([]);
    expect(wake).not.toHaveBeenCalled();
  });
});
