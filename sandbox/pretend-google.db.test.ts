import { describe, expect } from 'vitest';
import { createApp } from '../app/app.server.ts';
import { SignedIn } from '../app/customers/contract.ts';
import { prepareGoogleSignIn, signInWithGoogle } from '../app/customers/sign-in/google.server.ts';
import { claimsFor, pretendingGoogle, signAsGoogle, testKeys, withGoogle } from '../tests/doubles/google.ts';
import type { TestShop } from '../tests/fixtures/shop.ts';
import { it as base } from '../tests/fixtures/world.ts';
import { pretendAccounts, pretendGoogleCredential } from './pretend-google.server.ts';

const here = { address: '127.0.0.1' };
const rejected = { name: 'google-rejected' };
const json = { 'content-type': 'application/json', host: '127.0.0.1:3000' };

const it = base.extend('pretending', ({ shop }) => pretendingGoogle(shop));

async function enter(shop: TestShop, account: { email: string; name: string }) {
  const { nonce } = prepareGoogleSignIn(shop);
  const { credential } = await pretendGoogleCredential(shop, { ...account, nonce });
  return signInWithGoogle(shop, { credential }, here);
}

describe('the pretend Google', () => {
  it.for(pretendAccounts)(
    'signs in $name, who has an account [S-AUTH-06]',
    async ({ name, email }, { pretending }) => {
      expect(prepareGoogleSignIn(pretending)).toMatchObject({ pretended: true });
      const { user } = await enter(pretending, { name, email });
      expect(user).toMatchObject({ email, firstName: name.split(' ')[0] });
      expect(user.country).not.toBe('');
    },
  );

  it('creates an account for a new address, and signs in to it the next time', async ({ pretending }) => {
    const asha = { email: 'asha@example.in', name: 'Asha  Kumari Menon' };
    const { user } = await enter(pretending, asha);
    expect(user).toMatchObject({ firstName: 'Asha', lastName: 'Kumari Menon' });
    expect((await enter(pretending, asha)).user).toEqual(user);
  });

  it('issues credentials that are rejected by a shop with another secret and by a shop that uses the real Google', async ({
    pretending,
  }) => {
    const real = withGoogle(pretending);
    const other = { ...pretending, secret: Buffer.alloc(32, 'other') };
    for (const [shop, issuer] of [
      [pretending, other],
      [real, pretending],
    ] as const) {
      const account = { email: 'asha@gmail.com', name: 'Asha', nonce: prepareGoogleSignIn(shop).nonce };
      const { credential } = await pretendGoogleCredential(issuer, account);
      await expect(signInWithGoogle(shop, { credential }, here, testKeys)).rejects.toMatchObject(rejected);
    }
  });

  it('does not accept a credential that the real Google has signed', async ({ pretending }) => {
    const credential = await signAsGoogle(claimsFor(pretending, prepareGoogleSignIn(pretending).nonce));
    const signedIn = signInWithGoogle(pretending, { credential }, here, testKeys);
    await expect(signedIn).rejects.toMatchObject(rejected);
  });
});

describe('POST /pretend-google', () => {
  const ask = (
    shop: TestShop,
    body: unknown,
    { remoteAddress = '127.0.0.1', headers = {} }: { remoteAddress?: string; headers?: HeadersInit } = {},
  ) =>
    createApp({ shop }).request(
      '/pretend-google',
      { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) },
      { incoming: { socket: { remoteAddress } } },
    );
  const asha = (shop: TestShop) => ({
    email: 'asha@example.in',
    name: 'Asha Menon',
    nonce: prepareGoogleSignIn(pretendingGoogle(shop)).nonce,
  });

  it('returns a credential with which a customer can sign in', async ({ pretending }) => {
    const response = await ask(pretending, asha(pretending));
    expect(response.headers.get('cache-control')).toBe('no-store');
    const post = { method: 'POST', headers: json, body: await response.text() };
    const entered = await createApp({ shop: pretending }).request('/api/user/google-login', post);
    expect(SignedIn.parse(await entered.json()).user.email).toBe('asha@example.in');
  });

  it('does not exist in a shop without the pretend Google', async ({ shop }) => {
    expect((await ask(shop, asha(shop))).status).toBe(404);
    expect((await ask(withGoogle(shop), asha(shop))).status).toBe(404);
  });

  it.for<{ remoteAddress?: string; headers?: Record<string, string> }>([
    { remoteAddress: '203.0.113.7' },
    { remoteAddress: '' },
    { headers: { host: 'shop.example' } },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
  ])('responds 404 to other machines: %j', async (from, { pretending }) => {
    const response = await ask(pretending, asha(pretending), from);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ title: 'no-such-endpoint' });
    expect((await ask(pretending, {}, from)).status).toBe(404);
  });

  it('names the invalid fields', async ({ pretending }) => {
    const response = await ask(pretending, { email: 'asha' });
    const errors = [{ field: 'email' }, { field: 'name' }, { field: 'nonce' }];
    expect(await response.json()).toMatchObject({ status: 400, errors });
  });

  it('rejects a body that is not declared as JSON, because any website can send such a body', async ({
    pretending,
  }) => {
    const headers = { 'content-type': 'text/plain' };
    expect((await ask(pretending, asha(pretending), { headers })).status).toBe(400);
  });
});

it.for([
  ['/pretend-google?nonce=x', 'text/html; charset=UTF-8', 'This is not Google.'],
  ['/pretend-google/client.js', 'text/javascript', 'Continue with Google'],
] as const)(
  'the pretend Google serves %s to this machine only',
  async ([path, type, text], { pretending }) => {
    const app = createApp({ shop: pretending });
    const get = (remoteAddress: string) =>
      app.request(path, { headers: { host: '127.0.0.1:3000' } }, { incoming: { socket: { remoteAddress } } });
    const response = await get('127.0.0.1');
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain(text);
    expect((await get('203.0.113.7')).status).toBe(404);
  },
);
