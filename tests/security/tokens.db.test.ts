/** What may come in the place of a token: made up, altered, of another kind, in another place. */
import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { createApp } from '../../app/app.server.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { signInAsStaff } from '../fixtures/staff.ts';
import { it } from '../fixtures/world.ts';

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token of the kind that says of itself who one is. */
function claiming(header: object, claims: object, secret?: string): string {
  const unsigned = `${encoded(header)}.${encoded(claims)}`;
  const signature =
    secret === undefined ? '' : createHmac('sha256', secret).update(unsigned).digest('base64url');
  return `${unsigned}.${signature}`;
}

async function attacksOn(
  shop: TestShop,
): Promise<[what: string, headers: Record<string, string>, query?: string][]> {
  const asha = await signInAs(shop, 'asha@example.in');
  const kavita = await signInAsStaff(shop);
  const [good, staff] = [asha.token, kavita.token];
  const who = { sub: asha.id, role: 'owner', exp: 4_102_444_800, aud: 'tanabana' };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return [
    ['signed by nobody', bearer(claiming({ alg: 'none', typ: 'JWT' }, who))],
    ['signed by nobody, said otherwise', bearer(claiming({ alg: 'nOnE' }, who))],
    ['signed with an empty secret', bearer(claiming({ alg: 'HS256' }, who, ''))],
    ['signed with a usual secret', bearer(claiming({ alg: 'HS256' }, who, 'secret'))],
    [
      'that names its own key',
      bearer(claiming({ alg: 'HS256', jku: 'https://evil.example/keys' }, who, 'x')),
    ],
    ['that has ended', bearer(claiming({ alg: 'HS256' }, { ...who, exp: 1 }, 'x'))],
    ['for another shop', bearer(claiming({ alg: 'HS256' }, { ...who, aud: 'another' }, 'x'))],
    ['with its last sign changed', bearer(good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A'))],
    ['with its first sign changed', bearer((good.startsWith('A') ? 'B' : 'A') + good.slice(1))],
    ['cut short', bearer(good.slice(0, -1))],
    ['with a sign more', bearer(`${good}A`)],
    ['in another case', bearer(good.toUpperCase() === good ? good.toLowerCase() : good.toUpperCase())],
    ['twice', bearer(`${good}, Bearer ${good}`)],
    ['with a blank in it', bearer(`${good.slice(0, 20)} ${good.slice(20)}`)],
    ['of eight kilobytes', bearer('x'.repeat(8192))],
    ['that is SQL', bearer("' or 1=1; --")],
    ['that is a pattern', bearer('%'.repeat(43))],
    ['without its scheme', { authorization: good }],
    ['under Basic', { authorization: `Basic ${Buffer.from(`asha@example.in:${good}`).toString('base64')}` }],
    ['in headers of other programs', { 'x-access-token': good, 'x-auth-token': good, 'x-api-key': good }],
    ['in cookies', { cookie: `token=${good}; session=${good}; Authorization=Bearer ${good}` }],
    ['in the address', {}, `?token=${good}&access_token=${good}&authorization=Bearer%20${good}`],
    ['of the staff, in cookies', { cookie: `token=${staff}` }],
    ['of whom one would like to be', { 'x-user-id': asha.id, 'x-forwarded-user': 'asha@example.in' }],
  ];
}

const calls = ['/user/profile', '/cart/get', '/order/', '/admin/me', '/admin/orders', '/admin/team'];

describe('what is no token', () => {
  it('opens nothing, is answered like no token at all, and stands in no log', async ({ shop }) => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    const app = createApp({ shop: { ...shop, log } });
    const ask = async (path: string, headers: Record<string, string>) => {
      const response = await app.request(`/api${path}`, {
        headers: { 'x-request-id': 'the-same', ...headers },
      });
      return {
        status: response.status,
        body: await response.text(),
        kept: response.headers.get('cache-control'),
      };
    };
    const attacks = await attacksOn(shop);
    for (const path of calls) {
      const without = await ask(path, {});
      expect(without).toMatchObject({ status: 401, kept: 'no-store' });
      for (const [what, headers, query = ''] of attacks)
        expect(await ask(path + query, headers), `${path}: a token ${what}`).toEqual(without);
    }
    expect(lines.length).toBeGreaterThan(100);
    for (const [what, headers, query = ''] of attacks)
      for (const part of `${Object.values(headers).join(' ')} ${query}`.split(/[ =;,&?]/))
        if (part.length >= 20) expect(lines.join('').includes(part), what).toBe(false);
  });
});
