import { describe, expect } from 'vitest';
import { ProviderRejected } from '../app/payments/provider.ts';
import { sign } from '../app/payments/signature.server.ts';
import { whileLocked } from '../tests/engine/locked-rows.ts';
import type { TestShop } from '../tests/fixtures/shop.ts';
import { it } from '../tests/fixtures/world.ts';
import { payAtBank, pretendBank, sendBankWebhooks, webhookSecret } from './pretend-bank.server.ts';
import { pretendBankWebhooks } from './tables.server.ts';

const input = { receipt: 'TB1', amountPaise: 199_950, currency: 'INR' };

describe('the pretend bank', () => {
  it('creates only one order per receipt, and rejects unknown orders and a repeated receipt with another amount or currency', async ({
    shop,
  }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(input);
    expect(id).toMatch(/^order_[0-9a-f]{24}$/);
    expect(await bank.createOrder(input)).toEqual({ id });
    for (const other of [{ amountPaise: 1 }, { currency: 'USD' }])
      await expect(bank.createOrder({ ...input, ...other })).rejects.toThrow(
        new ProviderRejected('The pretend bank has another amount or currency for receipt TB1'),
      );
    const unknown = { name: 'no-such-bill', status: 404 };
    await expect(bank.listPayments('order_x')).rejects.toMatchObject(unknown);
    await expect(payAtBank(shop, 'order_x', 'pay', false)).rejects.toMatchObject(unknown);
  });

  it('lists the failed and captured payments of an order, oldest first', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(input);
    const failed = await payAtBank(shop, id, 'fail', false);
    shop.clock.advance(1000);
    const paid = await payAtBank(shop, id, 'pay', false);
    const ofOrder = { orderId: id, amountPaise: 199_950, currency: 'INR' };
    const razorpay_payment_id = expect.stringMatching(/^pay_[0-9a-f]{24}$/);
    expect(failed).toEqual({ outcome: 'failed', razorpay_order_id: id, razorpay_payment_id });
    expect(await bank.listPayments(id)).toEqual([
      { id: failed.razorpay_payment_id, status: 'failed', ...ofOrder },
      { id: paid.razorpay_payment_id, status: 'captured', ...ofOrder },
    ]);
    await expect(payAtBank(shop, id, 'pay', false)).rejects.toMatchObject({ name: 'already-paid' });
  });

  it.for([
    ['payment.captured', 'pay', false, 'captured', 0],
    ['payment.captured', 'pay', true, 'captured', 20_000],
    ['payment.failed', 'fail', true, 'failed', 0],
  ] as const)(
    'queues a webhook with the event `%s` after the button `%s` with late = %s',
    async ([event, how, late, status, delay], { shop }) => {
      const { id } = await pretendBank(shop).createOrder(input);
      const { razorpay_payment_id } = await payAtBank(shop, id, how, late);
      const [webhook] = await shop.db.select().from(pretendBankWebhooks);
      const nextTryAt = new Date(shop.clock.now().getTime() + delay);
      expect(webhook).toMatchObject({ id: `evt_${razorpay_payment_id}`, nextTryAt });
      const entity = {
        ...{ id: razorpay_payment_id, entity: 'payment', amount: 199_950, currency: 'INR' },
        ...{ status, order_id: id, captured: how === 'pay' },
      };
      expect(JSON.parse(webhook?.body ?? '')).toEqual({
        ...{ entity: 'event', event, contains: ['payment'] },
        payload: { payment: { entity } },
        created_at: Math.floor(shop.clock.now().getTime() / 1000),
      });
    },
  );

  it('accepts a callback only if it is signed with this shop’s callback secret, not with the webhook secret', async ({
    shop,
  }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(input);
    const result = await payAtBank(shop, id, 'pay', false);
    if (result.outcome !== 'paid') throw new Error('not paid');
    const ids = { orderId: result.razorpay_order_id, paymentId: result.razorpay_payment_id };
    const callback = { ...ids, signature: result.razorpay_signature };
    expect(bank.isGenuine(callback)).toBe(true);
    const forWebhooks = sign(webhookSecret(shop), `${ids.orderId}|${ids.paymentId}`);
    expect(bank.isGenuine({ ...ids, signature: forWebhooks })).toBe(false);
    expect(bank.keyId).toMatch(/^pretend_[0-9a-f]{14}$/);
    expect(webhookSecret(shop)).not.toContain(bank.keyId.slice('pretend_'.length));
    const another = pretendBank({ ...shop, secret: Buffer.alloc(32, 'another') });
    expect(another.isGenuine(callback)).toBe(false);
    expect(another.keyId).not.toBe(bank.keyId);
  });

  it('captures a late payment automatically after twenty seconds', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(input);
    expect(await payAtBank(shop, id, 'pay', true)).toMatchObject({ outcome: 'late' });
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'created', amountPaise: 199_950 }]);
    shop.clock.advance(19_999);
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'created' }]);
    expect(await sendBankWebhooks(shop, () => Promise.reject(new Error('nothing is due')))).toBe(0);
    shop.clock.advance(1);
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'captured' }]);
  });

  it('accepts only one of several concurrent payments for an order', async ({ ownShop }) => {
    const { id } = await pretendBank(ownShop).createOrder(input);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => payAtBank(ownShop, id, 'pay', false)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('sends a signed webhook with its event id until the shop has accepted it', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(input);
    await payAtBank(shop, id, 'pay', false);
    const received: { eventId: string }[] = [];
    const accept: typeof fetch = async (_, init) => {
      const headers = new Headers(init?.headers);
      expect(headers.get('content-type')).toBe('application/json');
      expect(init?.redirect).toBe('error');
      const webhook = bank.readWebhook(new TextEncoder().encode(String(init?.body)), headers);
      if (webhook) received.push(webhook);
      return new Response('ok');
    };
    expect(await sendBankWebhooks(shop, accept)).toBe(1);
    const [event] = await shop.db.select().from(pretendBankWebhooks);
    expect(received).toEqual([{ eventId: event?.id }]);
    expect(event?.sentAt).toEqual(shop.clock.now());
    shop.clock.advance(24 * 60 * 60_000);
    expect(await sendBankWebhooks(shop, accept)).toBe(0);
  });

  it('retries a webhook at the shop’s own URL after 10 s and 1, 5, 30, 120 and 720 min, and then gives up', async ({
    shop,
  }) => {
    const { id } = await pretendBank(shop).createOrder(input);
    await payAtBank(shop, id, 'pay', false);
    const requests: string[] = [];
    const send = () =>
      sendBankWebhooks(shop, async (url, init) => {
        requests.push(`${init?.method} ${String(url)}`);
        if (requests.length % 2 === 0) return new Response('', { status: 500 });
        throw new TypeError('fetch failed');
      });
    await send();
    for (const [before, seconds] of [10, 60, 300, 1800, 7200, 43_200].entries()) {
      shop.clock.advance(seconds * 1000 - 1);
      await send();
      expect(requests).toHaveLength(before + 1);
      shop.clock.advance(1);
      await send();
      expect(requests).toHaveLength(before + 2);
    }
    shop.clock.advance(365 * 24 * 60 * 60_000);
    await send();
    expect(requests).toEqual(Array(7).fill('POST http://127.0.0.1:3000/api/payment/webhook/pretend-bank'));
    expect(await shop.db.select().from(pretendBankWebhooks)).toMatchObject([{ sentAt: null, tries: 7 }]);
  });

  it('skips webhooks that are locked by another worker', async ({ ownShop, world, skip }) => {
    if (world.engine === 'embedded') skip();
    const { id } = await pretendBank(ownShop).createOrder(input);
    await payAtBank(ownShop, id, 'pay', false);
    const send = () => sendBankWebhooks(ownShop, async () => new Response('ok'));
    expect(await whileLocked(ownShop, pretendBankWebhooks, send)).toBe(0);
    expect(await send()).toBe(1);
  });
});

describe('a refund at the pretend bank', () => {
  async function paid(shop: TestShop) {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(input);
    const { razorpay_payment_id: paymentId } = await payAtBank(shop, id, 'pay', false);
    return { bank, orderId: id, paymentId };
  }

  it('is made once per key, and queues a webhook that is sent five seconds later', async ({ shop }) => {
    const { bank, orderId, paymentId } = await paid(shop);
    const refund = { key: 'a-b', paymentId, amountPaise: 199_950 };
    expect(await bank.refund(refund)).toEqual({ id: 'rfnd_ab', status: 'pending' });
    expect(await bank.refund(refund)).toEqual({ id: 'rfnd_ab', status: 'pending' });
    expect(await bank.listPayments(orderId)).toMatchObject([{ status: 'refunded' }]);
    const event = (await shop.db.select().from(pretendBankWebhooks)).find(({ id }) => id === 'evt_rfnd_ab');
    expect(event?.nextTryAt).toEqual(new Date(shop.clock.now().getTime() + 5000));
    const entity = {
      id: 'rfnd_ab',
      entity: 'refund',
      amount: 199_950,
      payment_id: paymentId,
      receipt: 'a-b',
    };
    const body = { event: 'refund.processed', payload: { refund: { entity } } };
    expect(JSON.parse(event?.body ?? '')).toMatchObject(body);
    await expect(payAtBank(shop, orderId, 'pay', false)).rejects.toMatchObject({ name: 'already-paid' });
  });

  it('is rejected if its amount is below ₹1 or above the amount that is not refunded yet', async ({
    shop,
  }) => {
    const { bank, orderId, paymentId } = await paid(shop);
    const refund = (key: string, amountPaise: number) => bank.refund({ key, paymentId, amountPaise });
    await expect(refund('one', 99)).rejects.toThrow('at least 100 paise');
    await refund('one', 100);
    expect(await bank.listPayments(orderId)).toMatchObject([{ status: 'captured' }]);
    await expect(refund('two', 199_851)).rejects.toThrow('199851 paise of');
    await refund('three', 199_850);
    expect(await bank.listPayments(orderId)).toMatchObject([{ status: 'refunded' }]);
  });

  it('is rejected if another refund has used its key', async ({ shop }) => {
    const { bank, paymentId } = await paid(shop);
    const other = await bank.createOrder({ ...input, receipt: 'TB2' });
    const otherPaymentId = (await payAtBank(shop, other.id, 'pay', false)).razorpay_payment_id;
    const refund = { key: 'one', paymentId, amountPaise: 100 };
    await bank.refund(refund);
    for (const wrong of [{ amountPaise: 101 }, { paymentId: otherPaymentId }])
      await expect(bank.refund({ ...refund, ...wrong })).rejects.toThrow('has another refund under key one');
  });

  it('is rejected for an unknown, failed or pending payment', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(input);
    const failed = await payAtBank(shop, id, 'fail', false);
    const late = await payAtBank(shop, id, 'pay', true);
    const refund = (paymentId: string) => bank.refund({ key: paymentId, paymentId, amountPaise: 1 });
    for (const paymentId of [failed.razorpay_payment_id, late.razorpay_payment_id])
      await expect(refund(paymentId)).rejects.toThrow(ProviderRejected);
    const unknown = new ProviderRejected('The pretend bank has no payment pay_x');
    await expect(refund('pay_x')).rejects.toThrow(unknown);
  });
});
