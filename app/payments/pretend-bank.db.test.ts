import { describe, expect } from 'vitest';
import { whileLocked } from '../../tests/engine/locked-rows.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { payAtBank, pretendBank } from './pretend-bank.server.ts';
import { sendBankWebhooks, webhookSecret } from './pretend-bank-webhooks.server.ts';
import { ProviderRejected } from './provider.ts';
import { sign } from './signature.server.ts';
import { pretendBankPayments, pretendBankWebhooks } from './tables.server.ts';

const minute = 60_000;
const requested = { receipt: 'TB1', amountPaise: 199_950, currency: 'INR' };

describe('the pretend bank', () => {
  it('opens one order for a receipt, and refuses another amount under it', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(requested);
    expect(id).toMatch(/^order_[0-9a-f]{24}$/);
    expect(await bank.createOrder(requested)).toEqual({ id });
    await expect(bank.createOrder({ ...requested, amountPaise: 1 })).rejects.toThrow(
      new ProviderRejected('The pretend bank has another amount or currency for receipt TB1'),
    );
  });

  it('refuses another currency under a receipt, and knows no order that it was not asked for', async ({
    shop,
  }) => {
    const bank = pretendBank(shop);
    await bank.createOrder(requested);
    await expect(bank.createOrder({ ...requested, currency: 'USD' })).rejects.toThrow(ProviderRejected);
    await expect(bank.listPayments('order_x')).rejects.toMatchObject({ name: 'no-such-bill', status: 404 });
    await expect(payAtBank(shop, 'order_x', 'pay', false)).rejects.toMatchObject({ name: 'no-such-bill' });
  });

  it('lists every attempt to pay, the first first: one that failed, and one that is money at once', async ({
    shop,
  }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(requested);
    const failed = await payAtBank(shop, id, 'fail', false);
    shop.clock.advance(1000);
    const paid = await payAtBank(shop, id, 'pay', false);
    const ofOrder = { orderId: id, amountPaise: 199_950, currency: 'INR' };
    expect(failed).toEqual({
      outcome: 'failed',
      razorpay_order_id: id,
      razorpay_payment_id: expect.stringMatching(/^pay_[0-9a-f]{24}$/),
    });
    expect(await bank.listPayments(id)).toEqual([
      { id: failed.razorpay_payment_id, status: 'failed', ...ofOrder },
      { id: paid.razorpay_payment_id, status: 'captured', ...ofOrder },
    ]);
    await expect(payAtBank(shop, id, 'pay', false)).rejects.toMatchObject({ name: 'already-paid' });
  });

  it('captures by itself', async ({ shop }) => {
    const payment = { ...requested, id: 'pay_1', orderId: 'order_1', status: 'authorized' as const };
    expect(await pretendBank(shop).capture(payment)).toBe(payment);
  });

  it.for([
    ['pay', false, 'payment.captured', 'captured', 0],
    ['pay', true, 'payment.captured', 'captured', 20_000],
    ['fail', true, 'payment.failed', 'failed', 0],
  ] as const)('%s, late: %s, says %s', async ([how, late, event, status, wait], { shop }) => {
    const { id } = await pretendBank(shop).createOrder(requested);
    const { razorpay_payment_id } = await payAtBank(shop, id, how, late);
    const [news] = await shop.db.select().from(pretendBankWebhooks);
    expect(news).toMatchObject({
      id: `evt_${razorpay_payment_id}`,
      nextTryAt: new Date(shop.clock.now().getTime() + wait),
    });
    expect(JSON.parse(news?.body ?? '')).toEqual({
      entity: 'event',
      event,
      contains: ['payment'],
      payload: {
        payment: {
          entity: {
            id: razorpay_payment_id,
            entity: 'payment',
            amount: 199_950,
            currency: 'INR',
            status,
            order_id: id,
            captured: how === 'pay',
          },
        },
      },
      created_at: Math.floor(shop.clock.now().getTime() / 1000),
    });
  });

  it.for([
    ['pay', false, 'captured'],
    ['pay', true, 'created'],
    ['fail', false, 'failed'],
  ] as const)('%s, late: %s, stands in its books as %s', async ([how, late, state], { shop }) => {
    const { id } = await pretendBank(shop).createOrder(requested);
    await payAtBank(shop, id, how, late);
    expect(await shop.db.select().from(pretendBankPayments)).toMatchObject([{ orderId: id, state }]);
  });

  it('has a public key, a key that signs payments and one that signs webhooks, and none is another', async ({
    shop,
  }) => {
    const bank = pretendBank(shop);
    expect(bank.keyId).toMatch(/^pretend_[0-9a-f]{14}$/);
    expect(webhookSecret(shop)).not.toContain(bank.keyId.slice('pretend_'.length));
    const ids = { orderId: 'order_1', paymentId: 'pay_1' };
    const signature = sign(webhookSecret(shop), 'order_1|pay_1');
    expect(bank.isGenuine({ ...ids, signature })).toBe(false);
  });

  it('signs what only it can sign: another shop’s secret proves nothing here', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(requested);
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
    const { id } = await bank.createOrder(requested);
    expect(await payAtBank(shop, id, 'pay', true)).toMatchObject({ outcome: 'late' });
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'created', amountPaise: 199_950 }]);
    shop.clock.advance(19_999);
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'created' }]);
    expect(await sendBankWebhooks(shop, () => Promise.reject(new Error('nothing is due')))).toBe(0);
    shop.clock.advance(1);
    expect(await bank.listPayments(id)).toMatchObject([{ status: 'captured' }]);
  });

  it('takes no second payment of what is paid, also when both are pressed at once', async ({ ownShop }) => {
    const { id } = await pretendBank(ownShop).createOrder(requested);
    const presses = await Promise.allSettled(
      Array.from({ length: 6 }, () => payAtBank(ownShop, id, 'pay', false)),
    );
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('tells its news signed, under its name, and once when it was heard', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(requested);
    await payAtBank(shop, id, 'pay', false);
    const received: { eventId: string }[] = [];
    const hears: typeof fetch = async (_, init) => {
      const headers = new Headers(init?.headers);
      expect(headers.get('content-type')).toBe('application/json');
      expect(init?.redirect).toBe('error');
      const known = bank.readWebhook(new TextEncoder().encode(String(init?.body)), headers);
      if (known) received.push(known);
      return new Response('heard');
    };
    expect(await sendBankWebhooks(shop, hears)).toBe(1);
    const [event] = await shop.db.select().from(pretendBankWebhooks);
    expect(received).toEqual([{ eventId: event?.id }]);
    expect(event?.sentAt).toEqual(shop.clock.now());
    shop.clock.advance(24 * 60 * 60_000);
    expect(await sendBankWebhooks(shop, hears)).toBe(0);
  });

  it('tells its news again after 10 seconds, then 1, 5, 30, 120 and 720 minutes', async ({ shop }) => {
    const { id } = await pretendBank(shop).createOrder(requested);
    await payAtBank(shop, id, 'pay', false);
    let calls = 0;
    const broken: typeof fetch = async () => {
      calls++;
      throw new TypeError('fetch failed');
    };
    await sendBankWebhooks(shop, broken);
    for (const [before, seconds] of [10, 60, 300, 1800, 7200, 43_200].entries()) {
      shop.clock.advance(seconds * 1000 - 1);
      await sendBankWebhooks(shop, broken);
      expect(calls).toBe(before + 1);
      shop.clock.advance(1);
      await sendBankWebhooks(shop, broken);
      expect(calls).toBe(before + 2);
    }
  });

  it('is heard also when the shop answers without a word', async ({ shop }) => {
    const { id } = await pretendBank(shop).createOrder(requested);
    await payAtBank(shop, id, 'pay', false);
    expect(await sendBankWebhooks(shop, async () => new Response(null, { status: 204 }))).toBe(1);
  });

  it('tells its news once while the shop takes its time, and again after a minute', async ({ shop }) => {
    const { id } = await pretendBank(shop).createOrder(requested);
    await payAtBank(shop, id, 'pay', false);
    const reported: number[] = [];
    const tellMeanwhile = async () =>
      reported.push(await sendBankWebhooks(shop, async () => new Response('heard')));
    const slow: typeof fetch = async () => {
      shop.clock.advance(minute - 1);
      await tellMeanwhile();
      shop.clock.advance(1);
      await tellMeanwhile();
      return new Response('heard');
    };
    await sendBankWebhooks(shop, slow);
    expect(reported).toEqual([0, 1]);
  });

  it('passes over news that another worker has locked', async ({ ownShop, world, skip }) => {
    if (world.engine === 'embedded') skip();
    const { id } = await pretendBank(ownShop).createOrder(requested);
    await payAtBank(ownShop, id, 'pay', false);
    const tell = () => sendBankWebhooks(ownShop, async () => new Response('heard'));
    expect(await whileLocked(ownShop, pretendBankWebhooks, tell)).toBe(0);
    expect(await tell()).toBe(1);
  });

  it('tells twenty pieces of news in a round, and one that is not heard holds up none', async ({ shop }) => {
    const bank = pretendBank(shop);
    for (let number = 0; number < 21; number++) {
      const { id } = await bank.createOrder({ ...requested, receipt: `TB${number}` });
      await payAtBank(shop, id, 'pay', false);
      shop.clock.advance(1);
    }
    let calls = 0;
    const first: typeof fetch = async () => new Response('', { status: calls++ === 0 ? 500 : 200 });
    expect(await sendBankWebhooks(shop, first)).toBe(19);
    expect(calls).toBe(20);
    expect(await sendBankWebhooks(shop, first)).toBe(1);
  });

  it('tells its news by HTTP at the shop’s own address, and gives up after seven tries', async ({ shop }) => {
    const { id } = await pretendBank(shop).createOrder(requested);
    await payAtBank(shop, id, 'pay', false);
    const called: string[] = [];
    const broken: typeof fetch = async (address, init) => {
      called.push(`${init?.method} ${String(address)}`);
      return new Response('', { status: 500 });
    };
    for (let round = 0; round < 10; round++) {
      await sendBankWebhooks(shop, broken);
      shop.clock.advance(13 * 60 * 60_000);
    }
    expect(called).toEqual(Array(7).fill('POST http://127.0.0.1:3000/api/payment/webhook/pretend-bank'));
    expect(await shop.db.select().from(pretendBankWebhooks)).toMatchObject([{ sentAt: null, tries: 7 }]);
  });
});

describe('a refund at the pretend bank', () => {
  async function paid(shop: TestShop) {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(requested);
    const { razorpay_payment_id: paymentId } = await payAtBank(shop, id, 'pay', false);
    return { bank, orderId: id, paymentId };
  }

  it('goes back once under its key, and is news five seconds later', async ({ shop }) => {
    const { bank, orderId, paymentId } = await paid(shop);
    const refund = { key: 'a-b', paymentId, amountPaise: 199_950 };
    expect(await bank.refund(refund)).toEqual({ id: 'rfnd_ab', status: 'pending' });
    expect(await bank.refund(refund)).toEqual({ id: 'rfnd_ab', status: 'pending' });
    expect(await bank.listPayments(orderId)).toMatchObject([{ status: 'refunded' }]);
    const event = (await shop.db.select().from(pretendBankWebhooks)).find(({ id }) => id === 'evt_rfnd_ab');
    expect(event?.nextTryAt).toEqual(new Date(shop.clock.now().getTime() + 5000));
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      event: 'refund.processed',
      payload: {
        refund: {
          entity: { id: 'rfnd_ab', entity: 'refund', amount: 199_950, payment_id: paymentId, receipt: 'a-b' },
        },
      },
    });
    await expect(payAtBank(shop, orderId, 'pay', false)).rejects.toMatchObject({ name: 'already-paid' });
  });

  it('in parts goes up to what was paid', async ({ shop }) => {
    const { bank, orderId, paymentId } = await paid(shop);
    await bank.refund({ key: 'one', paymentId, amountPaise: 100_000 });
    expect(await bank.listPayments(orderId)).toMatchObject([{ status: 'captured' }]);
    await expect(bank.refund({ key: 'two', paymentId, amountPaise: 99_951 })).rejects.toThrow(
      '99951 paise of',
    );
    await bank.refund({ key: 'three', paymentId, amountPaise: 99_950 });
    expect(await bank.listPayments(orderId)).toMatchObject([{ status: 'refunded' }]);
  });

  it('is refused under a key that belongs to another one', async ({ shop }) => {
    const { bank, paymentId } = await paid(shop);
    const other = await bank.createOrder({ ...requested, receipt: 'TB2' });
    const elsewhere = (await payAtBank(shop, other.id, 'pay', false)).razorpay_payment_id;
    await bank.refund({ key: 'one', paymentId, amountPaise: 100 });
    for (const wrong of [
      { paymentId, amountPaise: 101 },
      { paymentId: elsewhere, amountPaise: 100 },
    ])
      await expect(bank.refund({ key: 'one', ...wrong })).rejects.toThrow('has another refund under key one');
  });

  it('is refused of a payment that is unknown, has failed, or is not money yet', async ({ shop }) => {
    const bank = pretendBank(shop);
    const { id } = await bank.createOrder(requested);
    const failed = await payAtBank(shop, id, 'fail', false);
    const late = await payAtBank(shop, id, 'pay', true);
    for (const paymentId of ['pay_x', failed.razorpay_payment_id, late.razorpay_payment_id])
      await expect(bank.refund({ key: paymentId, paymentId, amountPaise: 1 })).rejects.toThrow(
        ProviderRejected,
      );
    await expect(bank.refund({ key: 'k', paymentId: 'pay_x', amountPaise: 1 })).rejects.toThrow(
      'The pretend bank has no payment pay_x',
    );
  });
});
