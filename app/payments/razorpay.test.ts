import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ProviderPayment, ProviderRejected, ProviderUnavailable } from './provider.ts';
import { razorpay } from './razorpay.server.ts';
import { sign } from './signature.server.ts';

const keys = { keyId: 'rzp_test_1', keySecret: 'key secret', webhookSecret: 'new secret, old secret' };

type RecordedRequest = {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
};
type StubResponse = { status?: number; body?: unknown; hangs?: true; location?: string };

/** Starts a server that always sends `reply`. Returns a provider for this server, and the recorded requests. */
async function stub(reply: StubResponse) {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    requests.push({ method, path, headers, body: await text(request) });
    if (reply.hangs) return;
    response.writeHead(reply.status ?? 200, reply.location ? { location: reply.location } : {});
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
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
  return { provider: razorpay(keys, base, 500), requests, url: base };
}

const common = { id: 'pay_1', currency: 'INR', status: 'captured' } as const;
const payment = { ...common, order_id: 'order_1', amount: 199_950, fee: 4000 };
const expectedPayment: ProviderPayment = { ...common, orderId: 'order_1', amountPaise: 199_950 };
const order = { receipt: 'TB1001', amountPaise: 199_950, currency: 'INR' };

describe('a request to Razorpay', () => {
  it('creates an order in whole paise with a unique receipt [S-PAY-07 S-PAY-11]', async () => {
    const { provider, requests } = await stub({
      body: { id: 'order_1', status: 'created', amount: 199_950 },
    });
    expect(await provider.createOrder(order)).toEqual({ id: 'order_1' });
    const [request] = requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/orders' });
    expect(request?.headers.authorization).toBe(`Basic ${btoa('rzp_test_1:key secret')}`);
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...{ amount: 199_950, currency: 'INR', receipt: 'TB1001', unique_receipt: true },
      payment: { capture: 'automatic', capture_options: { refund_speed: 'normal' } },
    });
  });

  it('lists the payments for an order of Razorpay', async () => {
    const { provider, requests } = await stub({ body: { entity: 'collection', count: 1, items: [payment] } });
    expect(await provider.listPayments('order_1/../x')).toEqual([expectedPayment]);
    const path = '/v1/orders/order_1%2F..%2Fx/payments';
    expect(requests[0]).toMatchObject({ method: 'GET', path, body: '' });
  });

  it('lists payments even if the response contains no order ids', async () => {
    const { provider } = await stub({ body: { items: [{ ...payment, order_id: null }] } });
    expect(await provider.listPayments('order_1')).toEqual([{ ...expectedPayment, orderId: '' }]);
  });

  it('captures exactly the authorised amount of a payment', async () => {
    const { provider, requests } = await stub({ body: payment });
    expect(await provider.capture({ ...expectedPayment, status: 'authorized' })).toEqual(expectedPayment);
    const body = '{"amount":199950,"currency":"INR"}';
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/v1/payments/pay_1/capture', body });
  });

  it('escapes payment ids in URL paths', async () => {
    const { provider, requests } = await stub({ status: 400 });
    await provider.capture({ ...expectedPayment, id: 'pay_1/..' }).catch(() => undefined);
    await provider.refund({ key: 'k', paymentId: 'pay_1/..', amountPaise: 1 }).catch(() => undefined);
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/payments/pay_1%2F../capture',
      '/v1/payments/pay_1%2F../refund',
    ]);
  });

  it('sends a refund with an idempotency key', async () => {
    const { provider, requests } = await stub({ body: { id: 'rfnd_1', status: 'pending' } });
    const key = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11';
    const refund = { key, paymentId: 'pay_1', amountPaise: 100 };
    expect(await provider.refund(refund)).toEqual({ id: 'rfnd_1', status: 'pending' });
    expect(requests[0]?.headers['x-refund-idempotency']).toBe(key);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/v1/payments/pay_1/refund' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ amount: 100, speed: 'normal', receipt: key });
  });

  it('limits the receipt of a refund request to 40 characters', async () => {
    const { provider, requests } = await stub({ body: { id: 'rfnd_1', status: 'processed' } });
    await provider.refund({ key: 'k'.repeat(41), paymentId: 'pay_1', amountPaise: 100 });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ receipt: 'k'.repeat(40) });
    expect(requests[0]?.headers['x-refund-idempotency']).toBe('k'.repeat(41));
  });
});

describe('a failed request to Razorpay', () => {
  const error = { code: 'BAD_REQUEST_ERROR', description: 'in progress' };
  const unclear: [name: string, reply: StubResponse][] = [
    ['409 for a concurrent request with the same key', { status: 409, body: { error } }],
    ...[401, 403, 408, 429].map((status): [string, StubResponse] => [String(status), { status }]),
    ['500 with HTML', { status: 500, body: '<html>oh no</html>' }],
    ['502', { status: 502, body: '' }],
    ['invalid JSON', { body: 'no json' }],
    ['JSON of another shape', { body: { entity: 'order' } }],
    ['a redirect', { status: 302, location: 'http://127.0.0.1:9/' }],
    ['a timeout', { hangs: true }],
  ];

  it.each(unclear)('rejects with `ProviderUnavailable` after this response: %s', async (_, reply) => {
    const { provider } = await stub(reply);
    await expect(provider.createOrder(order)).rejects.toThrow(ProviderUnavailable);
    await expect(provider.listPayments('order_1')).rejects.toThrow(ProviderUnavailable);
    const refund = provider.refund({ key: 'k', paymentId: 'pay_1', amountPaise: 1 });
    await expect(refund).rejects.toThrow(ProviderUnavailable);
  });

  it('rejects with `ProviderUnavailable` if the connection fails', async () => {
    const requested = razorpay(keys, 'http://127.0.0.1:9').listPayments('order_1');
    await expect(requested).rejects.toThrow(ProviderUnavailable);
    await expect(requested).rejects.toMatchObject({
      message: 'Razorpay did not respond to GET /orders/order_1/payments',
      cause: expect.any(Error),
    });
  });

  it('does not follow redirects', async () => {
    const target = await stub({ body: { id: 'order_1' } });
    const { provider } = await stub({ status: 307, location: target.url });
    await expect(provider.createOrder(order)).rejects.toThrow(ProviderUnavailable);
    expect(target.requests).toEqual([]);
  });

  it('includes the request and the response in the error message', async () => {
    const error = { code: 'SERVER_ERROR', description: 'We are facing some trouble' };
    const request = 'GET /orders/o/payments';
    const replies: [StubResponse, string][] = [
      [{ status: 500, body: { error } }, `failed ${request}: 500 SERVER_ERROR We are facing some trouble`],
      [{ status: 429, body: '' }, 'failed GET /orders/o/payments: 429'],
      [{ body: 'no json' }, 'sent an unexpected response to GET /orders/o/payments'],
    ];
    for (const [reply, message] of replies) {
      const { provider } = await stub(reply);
      await expect(provider.listPayments('o')).rejects.toMatchObject({ message: `Razorpay ${message}` });
    }
  });
});

it('rejects with `ProviderRejected` and Razorpay’s description after a 400 response', async () => {
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

it('accepts the callback of a payment only if it has a valid signature', () => {
  // The secret, the ids and the signature come from an example in Razorpay's documentation.
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

describe('a webhook event of Razorpay', () => {
  const body = new TextEncoder().encode('{"event":"payment.captured"}');
  const headers = (secret: string, event = 'evt_1') =>
    new Headers({ 'x-razorpay-signature': sign(secret, body), 'x-razorpay-event-id': event });
  // Create the provider within each test. In mutation testing, a mutant is active only while a test runs.
  const readWebhook = (given: Headers, ownKeys = keys) => razorpay(ownKeys).readWebhook(body, given);
  const readEvent = (event: string) => razorpay(keys).readEvent(event);

  it('accepts a webhook event that is signed with any of the configured secrets', () => {
    expect(readWebhook(headers('new secret'))).toEqual({ eventId: 'evt_1' });
    expect(readWebhook(headers('old secret'))).toEqual({ eventId: 'evt_1' });
    expect(readWebhook(headers('key secret'))).toBeUndefined();
    expect(readWebhook(headers(''))).toBeUndefined();
    expect(readWebhook(headers('new secret', ''))).toBeUndefined();
    expect(readWebhook(headers('new secret', 'x'.repeat(101)))).toBeUndefined();
    expect(readWebhook(headers('new secret', 'x'.repeat(100)))).toBeDefined();
    expect(readWebhook(new Headers())).toBeUndefined();
  });

  it('rejects a webhook event signed with an empty secret, even if the setting ends with a comma', () => {
    const webhookSecret = 'new secret,';
    expect(readWebhook(headers(''), { ...keys, webhookSecret })).toBeUndefined();
  });

  it.each(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid'])(
    'parses the event `%s` as a payment',
    (event) => {
      const payload = { payment: { entity: payment }, order: { entity: {} } };
      expect(readEvent(JSON.stringify({ event, payload }))).toEqual({
        kind: 'payment',
        payment: expectedPayment,
      });
    },
  );

  it.each(['refund.processed', 'refund.failed'])(
    'parses the event `%s` as a refund, even if the event also contains the payment',
    (event) => {
      const payload = {
        refund: { entity: { id: 'rfnd_1', receipt: 'our-key' } },
        payment: { entity: payment },
      };
      const status = event.slice('refund.'.length);
      const expected = { kind: 'refund', refundId: 'rfnd_1', receipt: 'our-key', status };
      expect(readEvent(JSON.stringify({ event, payload }))).toEqual(expected);
    },
  );

  const refund = { entity: { id: 'rfnd_1', receipt: 'our-key' } };
  it.each([
    ['refund.created', { refund }],
    ['payment.downtime.started', undefined],
    ['invoice.paid', { payment: { entity: payment } }],
    ['refund.processed', {}],
    ['order.paid', { refund }],
  ])('parses the event `%s` with the payload %j as an event of the type `other`', (event, payload) => {
    expect(readEvent(JSON.stringify({ event, payload }))).toEqual({ kind: 'other', name: event });
  });

  it('parses no receipt from a refund that the shop did not request', () => {
    const payload = { refund: { entity: { id: 'rfnd_1', receipt: null } } };
    const expected = { kind: 'refund', refundId: 'rfnd_1', receipt: undefined, status: 'failed' };
    expect(readEvent(JSON.stringify({ event: 'refund.failed', payload }))).toEqual(expected);
  });

  const emptyPayment = '{"event":"payment.captured","payload":{"payment":{"entity":{}}}}';
  it.each(['', 'null', '[]', '{"event":1}', emptyPayment])('rejects the invalid webhook body %j', (body) => {
    expect(() => readEvent(body)).toThrow();
  });
});
