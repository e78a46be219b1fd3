import { describe, expect } from 'vitest';
import {
  claimsFor,
  pretendingGoogle,
  signAsGoogle,
  testKeys,
  withGoogle,
} from '../../../tests/doubles/google.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { SignedIn } from '../contract.ts';
import { prepareGoogleSignIn, signInWithGoogle } from './google.server.ts';
import { pretendAccounts, pretendGoogleCredential } from './pretend-google.server.ts';

const here = { address: '127.0.0.1' };
const json = { 'content-type': 'application/json', host: '127.0.0.1:3000' };

const it = base.extend('pretending', ({ shop }) => pretendingGoogle(shop));

async function enter(shop: TestShop, account: { email: string; name: string }) {
  const { credential } = await pretendGoogleCredential(shop, {
    ...account,
    nonce: prepareGoogleSignIn(shop).nonce,
  });
  return signInWithGoogle(shop, { credential }, here);
}

describe('the pretended Google', () => {
  it('offers the people of the named world, and says that it is pretended [S-AUTH-06]', ({ pretending }) => {
    expect(prepareGoogleSignIn(pretending)).toMatchObject({ pretended: true, accounts: pretendAccounts });
  });

  it.for(pretendAccounts)('signs in $name, who has an account', async ({ name, email }, { pretending }) => {
    const { user } = await enter(pretending, { name, email });
    expect(user).toMatchObject({ email, firstName: name.split(' ')[0] });
    expect(user.country).not.toBe('');
  });

  it('makes an account for anybody, the same one each time', async ({ pretending }) => {
    const asha = { email: 'asha@example.in', name: 'Asha  Kumari Menon' };
    const { user } = await enter(pretending, asha);
    expect(user).toMatchObject({ firstName: 'Asha', lastName: 'Kumari Menon' });
    expect((await enter(pretending, asha)).user).toEqual(user);
  });

  it('is the same in every process, because it is made from the shop’s secret', async ({ pretending }) => {
    const nonce = prepareGoogleSignIn(pretending).nonce;
    const account = { email: 'asha@example.in', name: 'Asha', nonce };
    const elsewhere = { ...pretending, secret: Buffer.from(pretending.secret) };
    const { credential } = await pretendGoogleCredential(elsewhere, account);
    await signInWithGoogle(pretending, { credential }, here);
  });

  it('of another secret is refused', async ({ pretending }) => {
    const account = { email: 'asha@example.in', name: 'Asha', nonce: prepareGoogleSignIn(pretending).nonce };
    const other = { ...pretending, secret: Buffer.alloc(32, 'other') };
    const { credential } = await pretendGoogleCredential(other, account);
    await expect(signInWithGoogle(pretending, { credential }, here)).rejects.toMatchObject({
      name: 'google-rejected',
    });
  });

  it('is refused by a shop that has the real one', async ({ pretending }) => {
    const real = withGoogle(pretending);
    const account = { email: 'asha@gmail.com', name: 'Asha', nonce: prepareGoogleSignIn(real).nonce };
    const { credential } = await pretendGoogleCredential(pretending, account);
    await expect(signInWithGoogle(real, { credential }, here, testKeys)).rejects.toMatchObject({
      name: 'google-rejected',
    });
  });

  it('lets nobody in whom the real one signed', async ({ pretending }) => {
    const credential = await signAsGoogle(claimsFor(pretending, prepareGoogleSignIn(pretending).nonce));
    await expect(signInWithGoogle(pretending, { credential }, here, testKeys)).rejects.toMatchObject({
      name: 'google-rejected',
    });
  });
});

describe('its call', () => {
  const ask = (
    shop: TestShop,
    body: unknown,
    { remoteAddress = '127.0.0.1', headers = {} }: { remoteAddress?: string; headers?: HeadersInit } = {},
  ) =>
    createApp({ shop, uploadsFolder: shop.config.dataDir }).request(
      '/api/user/pretend-google',
      { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) },
      { incoming: { socket: { remoteAddress } } },
    );
  const asha = (shop: TestShop) => ({
    email: 'asha@example.in',
    name: 'Asha Menon',
    nonce: prepareGoogleSignIn(pretendingGoogle(shop)).nonce,
  });

  it('signs a credential that signs in', async ({ pretending }) => {
    const response = await ask(pretending, asha(pretending));
    expect(response.headers.get('cache-control')).toBe('no-store');
    const app = createApp({ shop: pretending, uploadsFolder: pretending.config.dataDir });
    const entered = await app.request('/api/user/google-login', {
      method: 'POST',
      headers: json,
      body: await response.text(),
    });
    expect(SignedIn.parse(await entered.json()).user.email).toBe('asha@example.in');
  });

  it('is no call where nothing is pretended', async ({ shop }) => {
    expect((await ask(shop, asha(shop))).status).toBe(404);
    expect((await ask(withGoogle(shop), asha(shop))).status).toBe(404);
  });

  it.for<{ remoteAddress?: string; headers?: Record<string, string> }>([
    { remoteAddress: '203.0.113.7' },
    { remoteAddress: '' },
    { headers: { host: 'shop.example' } },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
  ])('is no call for whoever is elsewhere: %j', async (from, { pretending }) => {
    const response = await ask(pretending, asha(pretending), from);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ title: 'no-such-endpoint' });
    expect((await ask(pretending, {}, from)).status).toBe(404);
  });

  it('names the fields that are not right', async ({ pretending }) => {
    const response = await ask(pretending, { email: 'asha' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ field: 'email' }, { field: 'name' }, { field: 'nonce' }],
    });
  });
});
