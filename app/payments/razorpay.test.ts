import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ProviderPayment, ProviderRejected, ProviderUnavailable } from './provider.ts';
import { razorpay } from './razorpay.server.ts';
import { sign } from './signature.server.ts';

const keys = { keyId: 'rzp_test_1', keySecret: 'key secret', webhookSecret: 'new secret, old secret' };

type RecordedRequest = Pick<IncomingMessage, 'method' | 'headers'> & { path?: string; body: string };
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

  it('lists the payments of an order, even if a payment in the response has no order id', async () => {
    const items = [payment, { ...payment, order_id: null }];
    const { provider, requests } = await stub({ body: { entity: 'collection', count: 2, items } });
    expect(await provider.listPayments('order_1/../x')).toEqual([
      expectedPayment,
      { ...expectedPayment, orderId: '' },
    ]);
    const path = '/v1/orders/order_1%2F..%2Fx/payments';
    expect(requests[0]).toMatchObject({ method: 'GET', path, body: '' });
  });

  it('captures exactly the authorised amount of a payment, with an escaped payment id', async () => {
    const { provider, requests } = await stub({ body: payment });
    const authorised = { ...expectedPayment, id: 'pay_1/..', status: 'authorized' as const };
    expect(await provider.capture(authorised)).toEqual(expectedPayment);
    const body = '{"amount":199950,"currency":"INR"}';
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/v1/payments/pay_1%2F../capture', body });
  });

  it('sends a refund with an idempotency key, a receipt of at most 40 characters and an escaped payment id', async () => {
    const { provider, requests } = await stub({ body: { id: 'rfnd_1', status: 'pending' } });
    const key = 'k'.repeat(41);
    const refund = { key, paymentId: 'pay_1/..', amountPaise: 100 };
    expect(await provider.refund(refund)).toEqual({ id: 'rfnd_1', status: 'pending' });
    expect(requests[0]?.headers['x-refund-idempotency']).toBe(key);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/v1/payments/pay_1%2F../refund' });
    const receipt = 'k'.repeat(40);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ amount: 100, speed: 'normal', receipt });
  });
});

describe('a failed request to Razorpay', () => {
  const error = { code: 'BAD_REQUEST_ERROR', description: 'in progress' };
  const unavailable = (reply: StubResponse, message: string): [StubResponse, string] => [reply, message];
  it.each([
    unavailable({ status: 409, body: { error } }, 'failed POST /orders: 409 BAD_REQUEST_ERROR in progress'),
    ...[401, 403, 408, 429].map((status) => unavailable({ status }, `failed POST /orders: ${status}`)),
    unavailable({ status: 500, body: '<html>oh no</html>' }, 'failed POST /orders: 500'),
    unavailable({ status: 502, body: '' }, 'failed POST /orders: 502'),
    unavailable({ body: 'no json' }, 'sent an unexpected response to POST /orders'),
    unavailable({ body: { entity: 'order' } }, 'sent an unexpected response to POST /orders'),
    unavailable({ hangs: true }, 'did not respond to POST /orders'),
  ])('rejects with `ProviderUnavailable` after the response %j: Razorpay %s', async (reply, message) => {
    const { provider } = await stub(reply);
    const created = provider.createOrder(order);
    await expect(created).rejects.toThrow(ProviderUnavailable);
    await expect(created).rejects.toMatchObject({ message: `Razorpay ${message}` });
    await expect(provider.listPayments('order_1')).rejects.toThrow(ProviderUnavailable);
    const refund = provider.refund({ key: 'k', paymentId: 'pay_1', amountPaise: 1 });
    await expect(refund).rejects.toThrow(ProviderUnavailable);
  });

  it('rejects with `ProviderRejected` and Razorpay’s error code and description after a response 400', async () => {
    const requested = (await stub({ status: 400, body: { error } })).provider.listPayments('o');
    await expect(requested).rejects.toThrow(ProviderRejected);
    const message = 'Razorpay rejected GET /orders/o/payments: 400 BAD_REQUEST_ERROR in progress';
    await expect(requested).rejects.toMatchObject({ message });
  });

  it('rejects with `ProviderUnavailable` if the connection fails', async () => {
    const requested = razorpay(keys, 'http://127.0.0.1:9').listPayments('order_1');
    await expect(requested).rejects.toThrow(ProviderUnavailable);
    await expect(requested).rejects.toMatchObject({ cause: expect.any(Error) });
  });

  it('does not follow a redirect', async () => {
    const target = await stub({ body: { id: 'order_1' } });
    const { provider } = await stub({ status: 307, location: target.url });
    await expect(provider.createOrder(order)).rejects.toThrow(ProviderUnavailable);
    expect(target.requests).toEqual([]);
  });
});

it('accepts the callback of a payment only if it has a valid signature', () => {
  // The secret, the ids and the signature come from an example in Razorpay's documentation.
  const secret = 'EnLs21M47BllR3X8PSFtjtbd';
  const signature = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f';
  const callback = { orderId: 'order_IEIaMR65cu6nz3', paymentId: 'pay_IH4NVgf4Dreq1l', signature };
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

  it('is accepted if it is signed with any of the configured secrets, but never with an empty secret', () => {
    expect(readWebhook(headers('new secret'))).toEqual({ eventId: 'evt_1' });
    expect(readWebhook(headers('old secret'))).toEqual({ eventId: 'evt_1' });
    expect(readWebhook(headers('key secret'))).toBeUndefined();
    expect(readWebhook(headers(''))).toBeUndefined();
    expect(readWebhook(headers('new secret', ''))).toBeUndefined();
    expect(readWebhook(headers('new secret', 'x'.repeat(101)))).toBeUndefined();
    expect(readWebhook(headers('new secret', 'x'.repeat(100)))).toBeDefined();
    expect(readWebhook(new Headers())).toBeUndefined();
    const webhookSecret = 'new secret,';
    expect(readWebhook(headers(''), { ...keys, webhookSecret })).toBeUndefined();
  });

  it('is read as a payment if its name begins with `payment.` or is `order.paid`', () => {
    const payload = { payment: { entity: payment }, order: { entity: {} } };
    const expected = { kind: 'payment', payment: expectedPayment };
    for (const event of ['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid'])
      expect(readEvent(JSON.stringify({ event, payload })), event).toEqual(expected);
  });

  it.each([
    ['refund.processed', 'our-key', 'our-key'],
    ['refund.failed', 'our-key', 'our-key'],
    ['refund.failed', null, undefined],
  ])(
    'with the name `%s` and the receipt %s is read as a refund, even if it also contains the payment',
    (event, sent, receipt) => {
      const payload = { refund: { entity: { id: 'rfnd_1', receipt: sent } }, payment: { entity: payment } };
      const status = event.slice('refund.'.length);
      const expected = { kind: 'refund', refundId: 'rfnd_1', receipt, status };
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
  ])('with the name `%s` and the payload %j has the type `other`', (event, payload) => {
    expect(readEvent(JSON.stringify({ event, payload }))).toEqual({ kind: 'other', name: event });
  });

  const emptyPayment = '{"event":"payment.captured","payload":{"payment":{"entity":{}}}}';
  it.each(['', 'null', '[]', '{"event":1}', emptyPayment])('with the invalid body %j is rejected', (body) => {
    expect(() => readEvent(body)).toThrow();
  });
});
