import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ProviderPayment, ProviderRejected, ProviderUnavailable } from './provider.ts';
import { razorpay } from './razorpay.server.ts';
import { sign } from './signature.server.ts';

const keys = { keyId: 'rzp_test_1', keySecret: 'key secret', webhookSecret: 'new secret, old secret' };

type Call = {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
};
type Answer = { status?: number; body?: unknown; hangs?: true; location?: string };

/** Razorpay, as far as one of its answers goes, and what it was asked. */
async function stub(answer: Answer) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    calls.push({ method, path, headers, body: await text(request) });
    if (answer.hangs) return;
    response.writeHead(answer.status ?? 200, answer.location ? { location: answer.location } : {});
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const base = `http://127.0.0.1:${port}/v1`;
  return { provider: razorpay(keys, base, 500), calls, address: base };
}

const payment = {
  id: 'pay_1',
  order_id: 'order_1',
  amount: 199_950,
  currency: 'INR',
  status: 'captured',
  fee: 4000,
};
const known: ProviderPayment = {
  id: 'pay_1',
  orderId: 'order_1',
  amountPaise: 199_950,
  currency: 'INR',
  status: 'captured',
};

describe('Razorpay is asked', () => {
  it('for an order of so many whole paise, under a receipt that makes one order only [S-PAY-07 S-PAY-11]', async () => {
    const { provider, calls } = await stub({ body: { id: 'order_1', status: 'created', amount: 199_950 } });
    const order = await provider.createOrder({ receipt: 'TB1001', amountPaise: 199_950, currency: 'INR' });
    expect(order).toEqual({ id: 'order_1' });
    const [call] = calls;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/orders' });
    expect(call?.headers.authorization).toBe(`Basic ${btoa('rzp_test_1:key secret')}`);
    expect(call?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(call?.body ?? '')).toEqual({
      amount: 199_950,
      currency: 'INR',
      receipt: 'TB1001',
      unique_receipt: true,
      payment: { capture: 'automatic', capture_options: { refund_speed: 'normal' } },
    });
  });

  it('for the payments of an order', async () => {
    const { provider, calls } = await stub({ body: { entity: 'collection', count: 1, items: [payment] } });
    expect(await provider.listPayments('order_1/../x')).toEqual([known]);
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/v1/orders/order_1%2F..%2Fx/payments', body: '' });
  });

  it('at its own address, where nobody stands in for it', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ items: [] }));
    onTestFinished(() => fetched.mockRestore());
    await razorpay(keys).listPayments('order_1');
    const address = 'https://api.razorpay.com/v1/orders/order_1/payments';
    expect(fetched).toHaveBeenCalledExactlyOnceWith(address, expect.anything());
  });

  it('for payments that may belong to no order', async () => {
    const { provider } = await stub({ body: { items: [{ ...payment, order_id: null }] } });
    expect(await provider.listPayments('order_1')).toEqual([{ ...known, orderId: '' }]);
  });

  it('to capture exactly what was authorised', async () => {
    const { provider, calls } = await stub({ body: payment });
    expect(await provider.capture({ ...known, status: 'authorized' })).toEqual(known);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/v1/payments/pay_1/capture',
      body: '{"amount":199950,"currency":"INR"}',
    });
  });

  it('only about payments whose numbers stay within their part of the path', async () => {
    const { provider, calls } = await stub({ status: 400 });
    await provider.capture({ ...known, id: 'pay_1/..' }).catch(() => undefined);
    await provider.refund({ key: 'k', paymentId: 'pay_1/..', amountPaise: 1 }).catch(() => undefined);
    expect(calls.map(({ path }) => path)).toEqual([
      '/v1/payments/pay_1%2F../capture',
      '/v1/payments/pay_1%2F../refund',
    ]);
  });

  it('for a refund under a key, so that a lost answer gives back nothing twice', async () => {
    const { provider, calls } = await stub({ body: { id: 'rfnd_1', status: 'pending' } });
    const key = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11';
    const refund = { key, paymentId: 'pay_1', amountPaise: 100 };
    expect(await provider.refund(refund)).toEqual({ id: 'rfnd_1', status: 'pending' });
    expect(calls[0]?.headers['x-refund-idempotency']).toBe(key);
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/v1/payments/pay_1/refund' });
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ amount: 100, speed: 'normal', receipt: key });
  });

  it('for a refund with a receipt of at most forty signs', async () => {
    const { provider, calls } = await stub({ body: { id: 'rfnd_1', status: 'processed' } });
    await provider.refund({ key: 'k'.repeat(41), paymentId: 'pay_1', amountPaise: 100 });
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ receipt: 'k'.repeat(40) });
    expect(calls[0]?.headers['x-refund-idempotency']).toBe('k'.repeat(41));
  });
});

describe('an answer that settles nothing: the same may be asked again', () => {
  const unclear: [what: string, answer: Answer][] = [
    [
      'another call with this key is under way',
      { status: 409, body: { error: { code: 'BAD_REQUEST_ERROR', description: 'in progress' } } },
    ],
    ['patience', { status: 429 }],
    ['our keys are wrong', { status: 401 }],
    ['our keys are not enough', { status: 403 }],
    ['a call that took too long', { status: 408 }],
    ['a fault', { status: 500, body: '<html>oh no</html>' }],
    ['a gateway that is away', { status: 502, body: '' }],
    ['rubbish', { body: 'no json' }],
    ['something else', { body: { entity: 'order' } }],
    ['a lead elsewhere', { status: 302, location: 'http://127.0.0.1:9/' }],
    ['nothing at all', { hangs: true }],
  ];

  it.each(unclear)('%s', async (_, answer) => {
    const { provider } = await stub(answer);
    const order = { receipt: 'TB1001', amountPaise: 199_950, currency: 'INR' };
    await expect(provider.createOrder(order)).rejects.toThrow(ProviderUnavailable);
    await expect(provider.listPayments('order_1')).rejects.toThrow(ProviderUnavailable);
    await expect(provider.refund({ key: 'k', paymentId: 'pay_1', amountPaise: 1 })).rejects.toThrow(
      ProviderUnavailable,
    );
  });

  it('nobody is there', async () => {
    const requested = razorpay(keys, 'http://127.0.0.1:9').listPayments('order_1');
    await expect(requested).rejects.toThrow(ProviderUnavailable);
    await expect(requested).rejects.toMatchObject({
      message: 'Razorpay did not respond to GET /orders/order_1/payments',
      cause: expect.any(Error),
    });
  });

  it('a lead elsewhere is not followed, whatever is there', async () => {
    const elsewhere = await stub({ body: { id: 'order_1' } });
    const { provider } = await stub({ status: 307, location: elsewhere.address });
    const order = { receipt: 'TB1001', amountPaise: 199_950, currency: 'INR' };
    await expect(provider.createOrder(order)).rejects.toThrow(ProviderUnavailable);
    expect(elsewhere.calls).toEqual([]);
  });

  it('says what was asked, and what came', async () => {
    const error = { code: 'SERVER_ERROR', description: 'We are facing some trouble' };
    const answers: [Answer, string][] = [
      [
        { status: 500, body: { error } },
        'failed GET /orders/o/payments: 500 SERVER_ERROR We are facing some trouble',
      ],
      [{ status: 429, body: '' }, 'failed GET /orders/o/payments: 429'],
      [{ body: 'no json' }, 'sent an unexpected response to GET /orders/o/payments'],
    ];
    for (const [answer, words] of answers) {
      const { provider } = await stub(answer);
      await expect(provider.listPayments('o')).rejects.toMatchObject({ message: `Razorpay ${words}` });
    }
  });
});

it('what Razorpay refuses for good is told with its own words', async () => {
  const description = 'The total refund amount is greater than the refund payment amount';
  const { provider } = await stub({
    status: 400,
    body: { error: { code: 'BAD_REQUEST_ERROR', description } },
  });
  const requested = provider.refund({ key: 'k', paymentId: 'pay_1', amountPaise: 1 });
  await expect(requested).rejects.toThrow(ProviderRejected);
  await expect(requested).rejects.toMatchObject({
    message: `Razorpay rejected POST /payments/pay_1/refund: 400 BAD_REQUEST_ERROR ${description}`,
  });
});

it('what the popup gives back is genuine when the key’s secret has signed the order and the payment', () => {
  // From Razorpay's documentation.
  const secret = 'EnLs21M47BllR3X8PSFtjtbd';
  const callback = {
    orderId: 'order_IEIaMR65cu6nz3',
    paymentId: 'pay_IH4NVgf4Dreq1l',
    signature: '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
  };
  const provider = razorpay({ ...keys, keySecret: secret });
  expect(provider.isGenuine(callback)).toBe(true);
  expect(provider.isGenuine({ ...callback, paymentId: 'pay_IH4NVgf4Dreq1m' })).toBe(false);
  expect(provider.isGenuine({ ...callback, orderId: 'order_IEIaMR65cu6nz4' })).toBe(false);
  expect(razorpay(keys).isGenuine(callback)).toBe(false);
});

describe('what Razorpay tells', () => {
  const body = new TextEncoder().encode('{"event":"payment.captured"}');
  const headers = (secret: string, event = 'evt_1') =>
    new Headers({ 'x-razorpay-signature': sign(secret, body), 'x-razorpay-event-id': event });
  // Opened within each test, so that a mutant of Razorpay's own wiring is at work in it.
  const readWebhook = (reported: Headers, ownKeys = keys) => razorpay(ownKeys).readWebhook(body, reported);
  const readEvent = (reported: string) => razorpay(keys).readEvent(reported);

  it('is signed with the webhook’s secret; while it is changed, with the old or the new one', () => {
    expect(readWebhook(headers('new secret'))).toEqual({ eventId: 'evt_1' });
    expect(readWebhook(headers('old secret'))).toEqual({ eventId: 'evt_1' });
    expect(readWebhook(headers('key secret'))).toBeUndefined();
    expect(readWebhook(headers(''))).toBeUndefined();
    expect(readWebhook(headers('new secret', ''))).toBeUndefined();
    expect(readWebhook(headers('new secret', 'x'.repeat(101)))).toBeUndefined();
    expect(readWebhook(headers('new secret', 'x'.repeat(100)))).toBeDefined();
    expect(readWebhook(new Headers())).toBeUndefined();
  });

  it('is never signed with an empty secret, also where the setting ends with a comma', () => {
    const webhookSecret = 'new secret,';
    expect(readWebhook(headers(''), { ...keys, webhookSecret })).toBeUndefined();
  });

  it.each(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid'])(
    '%s concerns a payment',
    (event) => {
      const reported = JSON.stringify({
        event,
        payload: { payment: { entity: payment }, order: { entity: {} } },
      });
      expect(readEvent(reported)).toEqual({ kind: 'payment', payment: known });
    },
  );

  it.each(['refund.processed', 'refund.failed'])(
    '%s concerns a refund, also where the payment comes along',
    (event) => {
      const entity = { id: 'rfnd_1', receipt: 'our-key' };
      const reported = JSON.stringify({
        event,
        payload: { refund: { entity }, payment: { entity: payment } },
      });
      const status = event.slice('refund.'.length);
      expect(readEvent(reported)).toEqual({
        kind: 'refund',
        refundId: 'rfnd_1',
        receipt: 'our-key',
        status,
      });
    },
  );

  it.each(['refund.created', 'payment.downtime.started', 'invoice.paid'])('%s does not', (event) => {
    expect(readEvent(JSON.stringify({ event }))).toEqual({ kind: 'other', name: event });
  });

  it('a refund that is only on its way settles nothing, nor does a payment that comes along elsewhere', () => {
    const refund = { entity: { id: 'rfnd_1', receipt: 'our-key' } };
    for (const [event, payload] of [
      ['refund.created', { refund }],
      ['invoice.paid', { payment: { entity: payment } }],
      ['refund.processed', {}],
      ['order.paid', { refund }],
    ] as const)
      expect(readEvent(JSON.stringify({ event, payload }))).toEqual({ kind: 'other', name: event });
  });

  it('a refund that was not asked for by the shop has no key', () => {
    const payload = { refund: { entity: { id: 'rfnd_1', receipt: null } } };
    expect(readEvent(JSON.stringify({ event: 'refund.failed', payload }))).toEqual({
      kind: 'refund',
      refundId: 'rfnd_1',
      receipt: undefined,
      status: 'failed',
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '{"event":1}',
    '{"event":"payment.captured","payload":{"payment":{"entity":{}}}}',
  ])('%j is not understood', (odd) => {
    expect(() => readEvent(odd)).toThrow();
  });
});
