import { describe, expect } from 'vitest';
import { z } from 'zod';
import { withGoogle } from '../../tests/doubles/google.ts';
import { fieldsOf, problemOf } from '../../tests/fixtures/api.ts';
import { differentCode, sentCode } from '../../tests/fixtures/sent-code.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it as base } from '../../tests/fixtures/world.ts';
import { createApp } from '../app.server.ts';
import { SignedIn } from './contract.ts';

const asJson = (body: unknown, method = 'POST', headers: HeadersInit = {}) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const email = 'asha@example.in';

const it = base.extend('enter', ({ app, shop }) => async (address: string) => {
  await app.request('/api/user/send-otp', asJson({ email: address }));
  const otp = await sentCode(shop, address);
  const response = await app.request('/api/user/verify-otp', asJson({ email: address, otp }));
  return SignedIn.parse(await response.json());
});

describe('POST /user/send-otp', () => {
  it('sends a code to an email address, and returns the code’s validity [S-API-03]', async ({ app }) => {
    const response = await app.request('/api/user/send-otp', asJson({ email: ' Asha@Example.in ' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      success: true,
      message: 'The code is on its way. Please check your email.',
      resendAfter: 30,
      minutes: 10,
      requestId: expect.stringMatching(/^[\w-]{43}$/),
      sent: 'code',
    });
  });

  it('responds in the same way to addresses with and without an account', async ({ app }) => {
    const send = async (address: string) => {
      const response = await app.request('/api/user/send-otp', asJson({ email: address }));
      const headers = Object.fromEntries(response.headers);
      return {
        status: response.status,
        headers: { ...headers, 'x-request-id': '' },
        body: { ...z.record(z.string(), z.unknown()).parse(await response.json()), requestId: '' },
      };
    };
    const [known, unknown] = [await send('meera@example.in'), await send('ravi@example.in')];
    expect(unknown).toEqual(known);
    // A second request within the waiting time is rejected for both addresses.
    expect((await send('ravi@example.in')).status).toBe(429);
    expect((await send('meera@example.in')).status).toBe(429);
  });

  it('rejects a body without a valid email address [S-ERR-08 S-AUTH-07]', async ({ app }) => {
    for (const body of [{}, { email: '   ' }, { email: 'asha' }, { email: 5 }, null, []]) {
      const problem = await problemOf(app.request('/api/user/send-otp', asJson(body)));
      expect(problem).toMatchObject({ status: 400, message: 'Please enter a valid email' });
    }
  });
});

describe('POST /user/verify-otp', () => {
  it('returns token and user for a code, which may contain spaces [S-API-04]', async ({ app, shop }) => {
    await app.request('/api/user/send-otp', asJson({ email }));
    const otp = (await sentCode(shop, email)).replace(/(\d{3})/, ' $1 ');
    const response = await app.request('/api/user/verify-otp', asJson({ email: 'ASHA@example.in', otp }));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { token, user } = SignedIn.strict().parse(await response.json());
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user.email).toBe(email);
  });

  it('responds in the same way to a wrong, expired, used and missing code [S-ERR-06]', async ({
    app,
    shop,
    enter,
  }) => {
    await enter('used@example.in');
    await app.request('/api/user/send-otp', asJson({ email }));
    const otp = differentCode(await sentCode(shop, email));
    const verify = async (address: string) => {
      const response = await app.request('/api/user/verify-otp', asJson({ email: address, otp }));
      return { status: response.status, body: (await response.text()).replace(/"requestId":"[^"]*"/, '') };
    };
    const wrong = await verify(email);
    expect(wrong).toEqual({ status: 400, body: expect.stringContaining('"message":"Invalid OTP"') });
    for (const address of ['used@example.in', 'unknown@example.in', 'meera@example.in'])
      expect(await verify(address)).toEqual(wrong);
    shop.clock.advance(11 * 60_000);
    expect(await verify(email)).toEqual(wrong);
  });

  it('rejects a code that is not a text of six digits [S-ERR-09 S-AUTH-08]', async ({ app }) => {
    const message = 'Enter a valid 6-digit OTP';
    for (const otp of ['', '12345', '1234567', 'abcdef', '12345a', '١٢٣٤٥٦', 123456, null]) {
      const problem = await problemOf(app.request('/api/user/verify-otp', asJson({ email, otp })));
      expect(problem).toMatchObject({ status: 400, message, errors: [{ field: 'otp', message }] });
    }
  });
});

it('POST /user/google-login rejects an invalid credential [S-API-05 S-ERR-07]', async ({ shop }) => {
  const app = createApp({ shop: withGoogle(shop) });
  for (const credential of [undefined, '', 5, 'x', 'x'.repeat(9000)]) {
    const problem = await problemOf(app.request('/api/user/google-login', asJson({ credential })));
    expect(problem).toMatchObject({ status: 400, message: 'Google Login Failed' });
  }
});

it('PUT /user/edit rejects fields with a wrong type, too much text or an unknown gender [S-PROF-12]', async ({
  app,
  shop,
}) => {
  const { headers } = await signInAs(shop, 'meera@example.in');
  const sent = { gender: 'x', city: 'x'.repeat(81), firstName: 5 };
  const problem = await problemOf(app.request('/api/user/edit', asJson(sent, 'PUT', headers)));
  expect([problem.status, ...fieldsOf(problem).toSorted()]).toEqual([400, 'city', 'firstName', 'gender']);
});

it.for([
  ['logout', 200],
  ['logout-everywhere', 401],
] as const)(
  'POST /user/%s ends the current session; then the customer’s other session gets status %i, and other customers stay signed in [S-AUTH-19]',
  async ([path, status], { app, shop }) => {
    const [here, phone] = [await signInAs(shop, email), await signInAs(shop, email)];
    const meera = await signInAs(shop, 'meera@example.in');
    const out = await app.request(`/api/user/${path}`, { method: 'POST', headers: here.headers });
    expect(out.status).toBe(200);
    const statusFor = async ({ headers }: typeof here) =>
      (await app.request('/api/user/profile', { headers })).status;
    expect([await statusFor(here), await statusFor(phone), await statusFor(meera)]).toEqual([
      401,
      status,
      200,
    ]);
  },
);

it('the word `Bearer` in the authorization header may be in upper or lower case [S-API-06]', async ({
  app,
  shop,
}) => {
  const { token } = await signInAs(shop, email);
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const headers = { authorization: `${scheme} ${token}` };
    const response = await app.request('/api/user/profile', { headers });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
});
