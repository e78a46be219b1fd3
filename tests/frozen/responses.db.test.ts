/**
 * Records the responses of the specified operations in the fixture world: each field with its type, and each problem with its
 * status, title and messages. tests/security/access-matrix.db.test.ts covers requests without a token.
 */
import { expect } from 'vitest';
import { pretendGoogleCredential } from '../../sandbox/pretend-google.server.ts';
import { pretendingGoogle } from '../doubles/google.ts';
import { appFor } from '../fixtures/api.ts';
import { sentCode } from '../fixtures/sent-code.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { it } from '../fixtures/world.ts';
import { access, specified } from '../security/access.ts';
import { entriesOf, toList, valueAt } from '../security/described-operations.ts';
import { rolledBackApp, seedEverything } from '../security/seeded.ts';
import { expectRecorded } from './recorded.ts';

type App = ReturnType<typeof appFor>;
type Sent = { path: string; body?: unknown; token?: string | undefined };
type Received = { status: number; kind: string | null; body: unknown };

const email = 'dhara@example.in';
/** The socket of a browser on the same machine. Only such a browser may choose a pretend account. */
const fromLoopback = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

async function send(app: App, name: string, { path, body, token }: Sent): Promise<Received> {
  const method = name.slice(0, name.indexOf(' '));
  const init = {
    method,
    headers: {
      host: '127.0.0.1:3000',
      'x-request-id': 'the-same',
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  };
  const response = await app.request(`/api${path}`, init, fromLoopback);
  const kind = response.headers.get('content-type');
  return { status: response.status, kind, body: kind?.includes('json') ? await response.json() : null };
}

/** Collects responses as lines: one for each case, each field with its types, and each message of a problem. */
function responseLines() {
  const cases: string[] = [];
  const types = new Map<string, Set<string>>();

  function addFields(row: string, field: string, value: unknown): void {
    if (Array.isArray(value) && value.length > 0)
      for (const item of value) addFields(row, `${field}[]`, item);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [key, part] of entriesOf(value)) addFields(row, field ? `${field}.${key}` : key, part);
    else {
      const type = value === null ? 'null' : Array.isArray(value) ? 'empty array' : typeof value;
      types.set(`${row} ${field}`, (types.get(`${row} ${field}`) ?? new Set()).add(type));
    }
  }

  function add(name: string, situation: string, { status, kind, body }: Received): void {
    const row = `${name} (${situation}) ${status}`;
    if (status < 400) {
      expect(kind).toBe('application/json');
      cases.push(row);
      addFields(`${name} ${status}`, '', body);
      return;
    }
    expect(kind).toBe('application/problem+json');
    const [title, message, errors] = ['title', 'message', 'errors'].map((key) => valueAt(body, key));
    const [type, requestId] = [`about:blank#${title}`, 'the-same'];
    expect(body).toEqual({ type, title, status, detail: message, message, errors, requestId });
    cases.push(`${row} ${title} "${message}"`);
    for (const error of toList(errors))
      cases.push(`${row} ${valueAt(error, 'field')} "${valueAt(error, 'message')}"`);
  }

  const lines = () => [
    ...cases,
    ...[...types].map(([field, found]) => `${field} ${[...found].sort().join(' or ')}`),
  ];
  return { add, lines };
}

const unknownId = /TB-\w{3}-\d{3}|[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/)(Sarees|Linen|Ikat)$/;

it('keeps the recorded fields, types and problems of the specified operations', async ({ shop }) => {
  const { add, lines } = responseLines();
  const { app, andRolledBack } = rolledBackApp(shop);
  const { exampleOf } = await seedEverything(shop);
  for (const name of specified) {
    const example = exampleOf(name);
    const record = async (situation: string, sent: Sent) =>
      add(name, situation, await andRolledBack(() => send(app, name, sent)));
    await record('example', example);
    if (access[name]?.body !== undefined) await record('empty body', { ...example, body: {} });
    if (name.includes('{')) {
      const path = example.path.replace(unknownId, 'no-such-id');
      expect(path).toContain('no-such-id');
      await record('unknown id', { ...example, path });
    }
  }

  const step = async (
    name: string,
    situation: string,
    sent: Omit<Sent, 'path'>,
    path = name.slice(name.indexOf(' ') + 1),
  ) => add(name, situation, await send(app, name, { path, ...sent }));
  await step('POST /user/send-otp', 'first code', { body: { email } });
  await step('POST /user/verify-otp', 'right code', { body: { email, otp: await sentCode(shop, email) } });
  const { token } = await signInAs(shop, email);
  const amount = { body: { amount: 900 }, token };
  await step('POST /cart/add/{proId}', 'two', { body: { quantity: 2 }, token }, '/cart/add/TB-STO-001');
  await step('POST /payment/create-order', 'amount without an address', amount);
  const address = {
    ...{ firstName: 'Dhara', lastName: 'Patel', phone: '98290 00002', gender: 'Female', country: 'India' },
    ...{
      address: '5, Station Road',
      apartment: '2nd floor',
      city: 'Bhuj',
      state: 'Gujarat',
      pincode: '370001',
    },
  };
  await step('PUT /user/edit', 'address', { body: address, token });
  await step('POST /payment/create-order', 'amount', amount);

  const withGoogle = appFor(pretendingGoogle(shop));
  const { body: offered } = await send(withGoogle, 'GET /user/google', { path: '/user/google' });
  const chosen = { email, name: 'Dhara Patel', nonce: String(valueAt(offered, 'nonce')) };
  const body = await pretendGoogleCredential(pretendingGoogle(shop), chosen);
  const name = 'POST /user/google-login';
  add(name, 'account at Google', await send(withGoogle, name, { path: '/user/google-login', body }));
  expectRecorded('responses', lines());
});

it('paths outside the API operations keep the recorded status and content type', async ({ shop }) => {
  const { exampleOf } = await seedEverything(shop);
  const app = appFor(shop);
  const { token } = exampleOf('GET /order/');
  const { body: orders } = await send(app, 'GET /order/', { path: '/order/', token });
  const invoices = toList(orders)
    .flatMap((order) => valueAt(order, 'label_url') ?? [])
    .map(String);
  expect(invoices).toEqual([
    expect.stringMatching(/^\/invoice\/[0-9a-f-]{36}\.pdf\?until=[\w-]+&by=[\w-]+$/),
  ]);
  for (const [path, ...recorded] of [
    ['/healthz', 200, 'text/plain; charset=UTF-8'],
    ['/readyz', 200, 'text/plain; charset=UTF-8'],
    ['/robots.txt', 200, 'text/plain; charset=UTF-8'],
    ['/sitemap.xml', 200, 'application/xml; charset=utf-8'],
    ['/api/openapi.json', 200, 'application/json'],
    ['/api/docs', 200, 'text/html; charset=UTF-8'],
    ['/api/order', 308, null],
    ['/api/rating', 308, null],
    ['/api/nothing', 404, 'application/problem+json'],
    ['/uploads/nothing.jpg', 404, 'application/problem+json'],
    [invoices[0] ?? '', 200, 'application/pdf'],
  ] as const) {
    const { status, headers } = await app.request(path, { redirect: 'manual' });
    expect([status, headers.get('content-type')], path).toEqual(recorded);
  }
});
