/** Invalid tokens: forged, altered, or outside of the Authorization header. The access matrices cover each endpoint. */
import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { expect } from 'vitest';
import { createApp } from '../../app/app.server.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { it } from '../fixtures/world.ts';

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Returns a JWT. Signs it with HMAC if a secret is given. */
function jwt(header: object, claims: object, secret?: string): string {
  const unsigned = `${encoded(header)}.${encoded(claims)}`;
  const signature =
    secret === undefined ? '' : createHmac('sha256', secret).update(unsigned).digest('base64url');
  return `${unsigned}.${signature}`;
}

/** Lists headers and query strings with invalid tokens. */
async function invalidTokens(
  shop: TestShop,
): Promise<[title: string, headers: Record<string, string>, query?: string][]> {
  const asha = await signInAs(shop, 'asha@example.in');
  const valid = asha.token;
  const claims = { sub: asha.id, role: 'owner', exp: 4_102_444_800, aud: 'tanabana' };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return [
    ['without a signature', bearer(jwt({ alg: 'none', typ: 'JWT' }, claims))],
    ['signed with an empty secret', bearer(jwt({ alg: 'HS256' }, claims, ''))],
    ['signed with a common secret', bearer(jwt({ alg: 'HS256' }, claims, 'secret'))],
    ['that names its own key', bearer(jwt({ alg: 'HS256', jku: 'https://evil.example/keys' }, claims, 'x'))],
    ['with its last character changed', bearer(valid.slice(0, -1) + (valid.endsWith('A') ? 'B' : 'A'))],
    ['without its last character', bearer(valid.slice(0, -1))],
    ['with an additional character', bearer(`${valid}A`)],
    ['in upper case', bearer(valid.toUpperCase())],
    ['twice', bearer(`${valid}, Bearer ${valid}`)],
    ['with a space', bearer(`${valid.slice(0, 20)} ${valid.slice(20)}`)],
    ['that is SQL', bearer("' or 1=1; --")],
    ['without its scheme', { authorization: valid }],
    ['in other headers', { 'x-access-token': valid, 'x-auth-token': valid, 'x-api-key': valid }],
    ['in cookies', { cookie: `token=${valid}; session=${valid}; Authorization=Bearer ${valid}` }],
    ['in the URL', {}, `?token=${valid}&access_token=${valid}&authorization=Bearer%20${valid}`],
    ['missing, with a customer’s id', { 'x-user-id': asha.id, 'x-forwarded-user': 'asha@example.in' }],
  ];
}

const paths = ['/user/profile', '/cart/get', '/order/', '/admin/me', '/admin/orders', '/admin/team'];

it('an invalid token is rejected like a missing token, and is not logged', async ({ shop }) => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const app = createApp({ shop: { ...shop, log } });
  const send = async (path: string, headers: Record<string, string>) => {
    const response = await app.request(`/api${path}`, {
      headers: { 'x-request-id': 'the-same', ...headers },
    });
    const cache = response.headers.get('cache-control');
    return { status: response.status, body: await response.text(), cache };
  };
  const attempts = await invalidTokens(shop);
  for (const path of paths) {
    const without = await send(path, {});
    expect(without).toMatchObject({ status: 401, cache: 'no-store' });
    for (const [title, headers, query = ''] of attempts)
      expect(await send(path + query, headers), `${path}: a token ${title}`).toEqual(without);
  }
  expect(lines.length).toBeGreaterThan(100);
  for (const [title, headers, query = ''] of attempts)
    for (const part of `${Object.values(headers).join(' ')} ${query}`.split(/[ =;,&?]/))
      if (part.length >= 20) expect(lines.join('').includes(part), title).toBe(false);
});
