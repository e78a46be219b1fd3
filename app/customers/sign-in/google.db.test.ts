import { createHmac } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import { errors, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, vi } from 'vitest';
import {
  claimsFor,
  clientId,
  signAsGoogle,
  testKey,
  testKeys,
  withGoogle,
} from '../../../tests/doubles/google.ts';
import { signInAs } from '../../../tests/fixtures/sign-in.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { rateLimits } from '../../foundation/tables.server.ts';
import { customers, sessions } from '../tables.server.ts';
import { prepareGoogleSignIn, signInWithGoogle } from './google.server.ts';

const here = { address: '203.0.113.7' };
const minute = 60_000;
const refused = { name: 'google-rejected', status: 400, message: 'Google Login Failed' };

const reject = (shop: Shop, credential: string, keys: Parameters<typeof signInWithGoogle>[3] = testKeys) =>
  expect(signInWithGoogle(shop, { credential }, here, keys)).rejects.toMatchObject(refused);

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** `enter` signs in with a new Google credential. `claims` replaces claims of the credential. */
const it = base
  .extend('google', ({ shop }) => withGoogle(shop))
  .extend('enter', ({ google }) => async (claims: JWTPayload = {}) => {
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce, claims));
    return signInWithGoogle(google, { credential }, here, testKeys);
  });

describe('the parameters of Google’s button', () => {
  it('contain the client id, and a new nonce for each request [S-AUTH-06]', ({ google }) => {
    const [one, other] = [prepareGoogleSignIn(google), prepareGoogleSignIn(google)];
    expect(one).toEqual({
      clientId,
      nonce: expect.stringMatching(/^[\w-]+\.\d+\.[\w-]+$/),
      pretended: false,
    });
    expect(other.nonce).not.toBe(one.nonce);
  });

  it('cause a 404 error, like the sign-in, if the shop does not offer Google', async ({ shop }) => {
    expect(() => prepareGoogleSignIn(shop)).toThrow('Google sign-in is not offered here.');
    const signIn = signInWithGoogle(shop, { credential: 'x' }, here, testKeys);
    await expect(signIn).rejects.toMatchObject({ status: 404 });
  });
});

describe('a credential that Google signed for this shop', () => {
  it('creates an account with the customer’s names at Google [S-API-05]', async ({ enter, shop }) => {
    const { success, token, user } = await enter();
    expect(success).toBe(true);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({ email: 'asha.menon@gmail.com', firstName: 'Asha', lastName: 'Menon' });
    expect(
      await shop.db.select().from(customers).where(eq(customers.email, 'asha.menon@gmail.com')),
    ).toMatchObject([{ googleSub: '110169484474386276334' }]);
  });

  it('does not change a name that the customer has edited', async ({ enter, shop }) => {
    const { user } = await enter();
    await shop.db.update(customers).set({ firstName: 'Ashu' }).where(eq(customers.id, user._id));
    expect((await enter()).user.firstName).toBe('Ashu');
  });

  it('links the account of a gmail.com address, which Google itself provides', async ({ enter, shop }) => {
    const { id } = await signInAs(shop, 'asha.menon@gmail.com');
    expect((await enter()).user._id).toBe(id);
    expect((await enter({ email: 'asha@new.example' })).user._id).toBe(id);
  });

  it('links the account of an address whose organisation uses Google', async ({ enter, shop }) => {
    const { id } = await signInAs(shop, 'asha@loom.example');
    expect((await enter({ email: 'asha@loom.example', hd: 'loom.example' })).user._id).toBe(id);
  });

  it.for(['asha@loom.example', 'asha@notgmail.com', 'asha@gmail.com.example'])(
    'does not link the account of %s, which Google does not provide',
    async (email, { enter, shop }) => {
      const { id } = await signInAs(shop, email);
      await expect(enter({ email })).rejects.toMatchObject({ name: 'sign-in-by-code', status: 409 });
      const [stored] = await shop.db.select().from(customers).where(eq(customers.id, id));
      expect(stored?.googleSub).toBeNull();
      expect(await shop.db.select().from(sessions)).toHaveLength(1);
    },
  );

  it('does not link an account that is already linked to another Google account', async ({ enter }) => {
    await enter();
    await expect(enter({ sub: '2' })).rejects.toMatchObject({ status: 409 });
  });

  it('can contain names that are too long, and no names', async ({ enter }) => {
    const none = { given_name: undefined, family_name: undefined, name: undefined };
    expect((await enter(none)).user).toMatchObject({ firstName: '', lastName: '' });
    const long = {
      sub: '2',
      email: 'b@gmail.com',
      given_name: ` ${'अ'.repeat(300)}\0`,
      family_name: 'a\n b',
    };
    expect((await enter(long)).user).toMatchObject({ firstName: 'अ'.repeat(80), lastName: 'a b' });
  });

  it('sets the whole name as first name if the credential has no first name', async ({ enter }) => {
    const whole = { given_name: undefined, family_name: undefined, name: 'Asha Menon' };
    expect((await enter(whole)).user).toMatchObject({ firstName: 'Asha Menon', lastName: '' });
  });

  it('is accepted with each of the two issuer names of Google', async ({ enter }) => {
    const { user } = await enter({ iss: 'accounts.google.com' });
    expect((await enter()).user._id).toBe(user._id);
  });

  it('is accepted if the clocks of Google and the shop differ by a minute', async ({ enter, google }) => {
    const now = Math.floor(google.clock.now().getTime() / 1000);
    await enter({ iat: now + 59, exp: now + 3659 });
    await enter({ iat: now - 3000, exp: now - 59 });
  });
});

describe('a credential is rejected [S-AUTH-14]', () => {
  it.for<[string, JWTPayload]>([
    ['for another shop', { aud: 'other.apps.googleusercontent.com' }],
    ['for several shops', { aud: [clientId, 'other.apps.googleusercontent.com'] }],
    ['without an audience', { aud: undefined }],
    ['of another issuer', { iss: 'https://accounts.google.com.evil.example' }],
    ['of the pretended issuer', { iss: 'https://google.pretended' }],
    ['without an issuer', { iss: undefined }],
    ['with an email that is not verified', { email_verified: false }],
    ['with a text that says that its email is verified', { email_verified: 'true' }],
    ['that does not say whether the email is verified', { email_verified: undefined }],
    ['with no email', { email: undefined }],
    ['with an invalid email', { email: 'asha' }],
    ['without a sub', { sub: undefined }],
    ['with an empty sub', { sub: '' }],
    ['without a nonce', { nonce: undefined }],
    ['with a nonce of another shop', { nonce: `${'a'.repeat(22)}.1900000000000.${'b'.repeat(43)}` }],
    ['with an invalid nonce', { nonce: 'x' }],
    ['without an end', { exp: undefined }],
    ['without a beginning', { iat: undefined }],
  ])('%s', async ([, claims], { enter, shop }) => {
    await expect(enter(claims)).rejects.toMatchObject(refused);
    expect(await shop.db.select().from(sessions)).toEqual([]);
  });

  it.for([
    ['after its end', { iat: -3500, exp: -60 }],
    ['before its beginning', { iat: 61, exp: 3600 }],
  ] as const)('%s', async ([, { iat, exp }], { enter, google }) => {
    const now = Math.floor(google.clock.now().getTime() / 1000);
    await expect(enter({ iat: now + iat, exp: now + exp })).rejects.toMatchObject(refused);
  });

  it('with a used nonce, even in the last moment before the nonce expires', async ({ google }) => {
    const { nonce } = prepareGoogleSignIn(google);
    const sign = () => signAsGoogle(claimsFor(google, nonce));
    await signInWithGoogle(google, { credential: await sign() }, here, testKeys);
    google.clock.advance(10 * minute - 1);
    await reject(google, await sign());
  });

  it('if several of Google’s keys match its header', async ({ google }) => {
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
    const several = () => Promise.reject(new errors.JWKSMultipleMatchingKeys());
    await reject(google, credential, several);
  });

  it('with an expired nonce', async ({ google }) => {
    const { nonce } = prepareGoogleSignIn(google);
    google.clock.advance(10 * minute);
    await reject(google, await signAsGoogle(claimsFor(google, nonce)));
  });

  it('with other text before or after its nonce', async ({ google, enter }) => {
    const { nonce } = prepareGoogleSignIn(google);
    for (const other of [`x${nonce}`, `${nonce}x`])
      await expect(enter({ nonce: other })).rejects.toMatchObject(refused);
  });

  it('with a changed end of its nonce', async ({ google, enter }) => {
    const [random = '', end = '', mark = ''] = prepareGoogleSignIn(google).nonce.split('.');
    const nonce = [random, String(Number(end) + 60 * minute), mark].join('.');
    await expect(enter({ nonce })).rejects.toMatchObject(refused);
  });

  it('without a signature', async ({ google }) => {
    const claims = claimsFor(google, prepareGoogleSignIn(google).nonce);
    for (const alg of ['none', 'None', 'NONE', ''])
      await reject(google, `${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}.`);
  });

  it('with an HMAC that is computed with Google’s public key', async ({ google }) => {
    const claims = claimsFor(google, prepareGoogleSignIn(google).nonce);
    const head = `${encoded({ alg: 'HS256', kid: 'test', typ: 'JWT' })}.${encoded(claims)}`;
    for (const password of [await exportSPKI(testKey.publicKey), JSON.stringify(testKey.jwk)]) {
      const mark = createHmac('sha256', password).update(head).digest('base64url');
      await reject(google, `${head}.${mark}`);
    }
  });

  it('with a signature by another key, even if its header names that key', async ({ google }) => {
    const other = await generateKeyPair('RS256', { extractable: true });
    const claims = claimsFor(google, prepareGoogleSignIn(google).nonce);
    const jku = 'https://evil.example/keys';
    for (const header of [{ kid: 'test' }, { kid: 'unknown' }, { jku }, { jwk: testKey.jwk }]) {
      const credential = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(other.privateKey);
      await reject(google, credential);
    }
  });

  it('with a signature of another algorithm', async ({ google }) => {
    const { privateKey } = await generateKeyPair('ES256');
    const credential = await new SignJWT(claimsFor(google, prepareGoogleSignIn(google).nonce))
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .sign(privateKey);
    await reject(google, credential);
  });

  it('with changed claims', async ({ google }) => {
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
    const [head = '', , mark = ''] = credential.split('.');
    const changed = claimsFor(google, prepareGoogleSignIn(google).nonce, { email: 'owner@gmail.com' });
    const body = encoded(changed);
    await reject(google, `${head}.${body}.${mark}`);
  });

  const malformed = ['', '.', '..', 'a.b.c', 'a.b.c.d.e', '{}', '\0', 'é.é.é', 'eyJhbGciOiJSUzI1NiJ9.e30.'];
  it.for([...malformed, 'x'.repeat(8192)])('if it is malformed: %.20j', async (malformed, { google }) => {
    await reject(google, malformed);
  });
});

it('the log contains the reason for a rejection, but the response does not', async ({ enter, google }) => {
  const log = vi.spyOn(google.log, 'info');
  await expect(enter({ email_verified: false })).rejects.toMatchObject(refused);
  expect(log).toHaveBeenCalledWith({ reason: 'claims' }, 'a credential of Google was refused');
});

it('the used nonces are stored for a minute longer than a nonce is valid', async ({ enter, google }) => {
  await enter();
  const endsAt = new Date(google.clock.now().getTime() + 11 * minute);
  const used = await google.db.select().from(rateLimits).where(like(rateLimits.bucket, 'google-nonce:%'));
  expect(used).toMatchObject([{ endsAt }]);
});

it('a rejected credential does not use up its nonce', async ({ google, enter }) => {
  const { nonce } = prepareGoogleSignIn(google);
  await expect(enter({ nonce, email_verified: false })).rejects.toMatchObject(refused);
  await enter({ nonce });
});

it('the sign-in with Google responds 503 if Google’s keys cannot be fetched', async ({ google }) => {
  const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
  const unavailable = () => Promise.reject(new TypeError('fetch failed'));
  await expect(signInWithGoogle(google, { credential }, here, unavailable)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('sign in with a code'),
  });
});

it('the server verifies at most 300 credentials per hour for a client address', async ({ google, enter }) => {
  const startedAt = google.clock.now();
  const endsAt = new Date(startedAt.getTime() + 60 * minute);
  await google.db
    .insert(rateLimits)
    .values({ bucket: 'google-from:203.0.113.7', startedAt, endsAt, count: 299 });
  await enter();
  await expect(enter()).rejects.toMatchObject({ status: 429 });
});

describe('concurrent sign-ins', () => {
  it('sign in once with one credential', async ({ ownShop }) => {
    const google = withGoogle(ownShop);
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
    const uses = await Promise.allSettled(
      [1, 2, 3].map(() => signInWithGoogle(google, { credential }, here, testKeys)),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('create one account for a new customer', async ({ ownShop }) => {
    const google = withGoogle(ownShop);
    const credentials = await Promise.all(
      [1, 2, 3, 4].map(() => signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce))),
    );
    const responses = await Promise.all(
      credentials.map((credential) => signInWithGoogle(google, { credential }, here, testKeys)),
    );
    expect(new Set(responses.map(({ user }) => user._id)).size).toBe(1);
    expect(new Set(responses.map(({ token }) => token)).size).toBe(4);
  });
});
