/**
 * What the specified calls answer in the fixture world, recorded: an old client reads the same fields with the same
 * values. The codes of problems (`type`, `title`) are left out, because only status, words and fields are promised.
 */
import { describe, expect } from 'vitest';
import { pretendingGoogle } from '../doubles/google.ts';
import { appOf } from '../fixtures/app.ts';
import { sentCode } from '../fixtures/sent-code.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { it } from '../fixtures/world.ts';
import { access } from '../security/access.ts';
import { seedEverything, takingBack } from '../security/furnished.ts';
import { isObject, type Json, recorded, toJson } from './recorded.ts';
import { shortened, withoutChance } from './without-chance.ts';

type App = { request(path: string, call: RequestInit, from?: object): Response | Promise<Response> };
type Call = { method: string; path: string; body?: unknown; token?: string | undefined };
type Answer = { status: number; kind: string | null; body: Json };

const email = 'dhara@example.in';
/** A browser on the same machine: nobody else may choose a pretended account. */
const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
const calls = Object.keys(access).filter((name) => !name.includes('pretend'));
const isSigned = (name: string) => access[name]?.who === 'signed in';
const methodOf = (name: string) => name.slice(0, name.indexOf(' '));

async function ask(app: App, { method, path, body, token }: Call): Promise<Answer> {
  const call = {
    method,
    headers: {
      host: '127.0.0.1:3000',
      'x-request-id': 'the-same',
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  };
  const response = await app.request(path, call, here);
  const kind = response.headers.get('content-type');
  const text = await response.text();
  return { status: response.status, kind, body: kind?.includes('json') ? toJson(JSON.parse(text)) : null };
}

/** A call and its answer as they are recorded. */
function row({ token: _, ...call }: Call, { status, kind, body }: Answer): Json {
  const isProblem = kind === 'application/problem+json' && isObject(body);
  const answered = isProblem ? { ...body, type: '{code}', title: '{code}' } : shortened(body);
  return withoutChance(toJson({ ...call, status, kind, answered }));
}

/** Asks each call for its row, each as if the others had not been. */
async function rowsOf(shop: TestShop, names: string[], change: (call: Call, name: string) => Call) {
  const { app, andTakenBack: andRolledBack } = takingBack(shop);
  const exampleOf = await seedEverything(shop);
  // Lines of a cart stand in the order of their times.
  shop.clock.advance(60_000);
  const rows: [string, Json][] = [];
  for (const name of names) {
    const { path, body, token } = exampleOf(name);
    const method = methodOf(name);
    const call = change({ method, path: `/api${path}`, ...(method !== 'GET' && { body }), token }, name);
    rows.push([name, row(call, await andRolledBack(() => ask(app, call)))]);
  }
  return Object.fromEntries(rows);
}

describe('the specified calls', () => {
  it('answer as recorded', async ({ shop }) => {
    const now = await rowsOf(shop, calls, (call) => call);
    expect(now).toEqual(recorded('answers', now));
  });

  it('refuse a stranger as recorded', async ({ shop }) => {
    const now = await rowsOf(shop, calls.filter(isSigned), (call) => ({ ...call, token: undefined }));
    expect(now).toEqual(recorded('answers-to-strangers', now));
  });

  it('name the same fields when nothing is sent', async ({ shop }) => {
    const withBody = calls.filter((name) => access[name]?.body !== undefined);
    const now = await rowsOf(shop, withBody, (call) => ({ ...call, body: {} }));
    expect(now).toEqual(recorded('answers-to-nothing', now));
  });

  it('refuse what is not there as recorded', async ({ shop }) => {
    const ids = /TB-\w{3}-\d{3}|[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/)(Sarees|Linen|Ikat)$/;
    const about = calls.filter((name) => name.includes('{') && !name.includes('{provider}'));
    const now = await rowsOf(shop, about, (call) => ({
      ...call,
      path: call.path.replace(ids, 'no-such-id'),
    }));
    expect(now).toEqual(recorded('answers-about-nothing', now));
  });

  it('sign a shopper in and take their money as recorded', async ({ shop }) => {
    const app = appOf(shop);
    const rows: Record<string, Json> = {};
    const step = async (name: string, call: Call) => {
      const answer = await ask(app, call);
      rows[name] = row(call, answer);
      return answer.body;
    };
    const post = (path: string, body: unknown, token?: string): Call => ({
      method: 'POST',
      path: `/api${path}`,
      body,
      token,
    });

    await step('a code is sent', post('/user/send-otp', { email }));
    const otp = await sentCode(shop, email);
    const signedIn = await ask(app, post('/user/verify-otp', { email, otp }));
    rows['the code is right'] = row(post('/user/verify-otp', { email, otp: '{code}' }), signedIn);

    const { token, headers } = await signInAs(shop, email);
    await app.request('/api/cart/add/TB-STO-001', { method: 'POST', headers, body: '{"quantity":2}' });
    await step('only an amount, without an address', post('/payment/create-order', { amount: 900 }, token));
    await step('the profile gets an address', {
      method: 'PUT',
      path: '/api/user/edit',
      body: {
        firstName: 'Dhara',
        lastName: 'Patel',
        phone: '98290 00002',
        gender: 'Female',
        address: '5, Station Road',
        apartment: '2nd floor',
        city: 'Bhuj',
        state: 'Gujarat',
        country: 'India',
        pincode: '370001',
      },
      token,
    });
    await step('only an amount', post('/payment/create-order', { amount: 900 }, token));
    expect(rows).toEqual(recorded('answers-in-a-row', rows));
  });

  it('sign a shopper in by Google as recorded', async ({ shop }) => {
    const app = appOf(pretendingGoogle(shop));
    const get = { method: 'GET', path: '/api/user/google' };
    const { body: offered } = await ask(app, get);
    const nonce = isObject(offered) ? offered.nonce : undefined;
    const chosen = { email, name: 'Dhara Patel', nonce };
    const { body } = await ask(app, { method: 'POST', path: '/api/user/pretend-google', body: chosen });
    const call = { method: 'POST', path: '/api/user/google-login', body };
    const now = row({ ...call, body: { credential: '{credential}' } }, await ask(app, call));
    expect(now).toEqual(recorded('answer-to-google', now));
  });
});

describe('addresses beside the calls', () => {
  it('answer with the same status and kind', async ({ shop }) => {
    const exampleOf = await seedEverything(shop);
    const app = appOf(shop);
    const { token } = exampleOf('GET /order/');
    const { body: orders } = await ask(app, { method: 'GET', path: '/api/order/', token });
    const invoices = (Array.isArray(orders) ? orders : []).flatMap((order) =>
      isObject(order) && typeof order.label_url === 'string' ? [order.label_url] : [],
    );
    const paths = ['/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/api/openapi.json', '/api/docs'];
    const more = ['/api/order', '/api/rating', '/api/nothing', '/uploads/nothing.jpg', ...invoices];
    const now: [Json, number, string | null][] = [];
    for (const path of [...paths, ...more]) {
      const { status, headers } = await app.request(path, { redirect: 'manual' });
      now.push([
        withoutChance(path.replace(/until=\d+/, 'until={time}')),
        status,
        headers.get('content-type'),
      ]);
    }
    expect(invoices).toHaveLength(1);
    expect(now).toEqual([
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
      ['/invoice/{id 1}.pdf?until={time}&by={token or signature 1}', 200, 'application/pdf'],
    ]);
  });
});
