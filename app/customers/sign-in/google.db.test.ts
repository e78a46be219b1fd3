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

/** `claims` returns the claims of a new Google credential, with changes. `enter` signs in with such a credential. */
const it = base
  .extend('google', ({ shop }) => withGoogle(shop))
  .extend('claims', ({ google }) => (claims: JWTPayload = {}) => {
    return claimsFor(google, prepareGoogleSignIn(google).nonce, claims);
  })
  .extend('enter', ({ google, claims }) => async (changed: JWTPayload = {}) => {
    const credential = await signAsGoogle(claims(changed));
    return signInWithGoogle(google, { credential }, here, testKeys);
  });

it('Google’s button has the client id and a new nonce [S-AUTH-06]', async ({ google, shop }) => {
  const [one, other] = [prepareGoogleSignIn(google), prepareGoogleSignIn(google)];
  const nonce = expect.stringMatching(/^[\w-]+\.\d+\.[\w-]+$/);
  expect(one).toEqual({ clientId, nonce, pretended: false });
  expect(other.nonce).not.toBe(one.nonce);
  // A shop that does not offer Google responds 404.
  expect(() => prepareGoogleSignIn(shop)).toThrow('Google sign-in is not offered here.');
  const signIn = signInWithGoogle(shop, { credential: 'x' }, here, testKeys);
  await expect(signIn).rejects.toMatchObject({ status: 404 });
});

describe('a credential that Google signed for this shop', () => {
  it('creates an account with names that the customer can edit [S-API-05]', async ({ enter, shop }) => {
    const { success, token, user } = await enter();
    expect(success).toBe(true);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({ email: 'asha.menon@gmail.com', firstName: 'Asha', lastName: 'Menon' });
    const stored = await shop.db.select().from(customers).where(eq(customers.email, 'asha.menon@gmail.com'));
    expect(stored).toMatchObject([{ googleSub: '110169484474386276334' }]);
    // Later sign-ins do not change the name that the customer has edited.
    await shop.db.update(customers).set({ firstName: 'Ashu' }).where(eq(customers.id, user._id));
    expect((await enter()).user.firstName).toBe('Ashu');
  });

  it('signs in to the existing account with its email address, and links it to Google, if Google hosts the mailbox', async ({
    enter,
    shop,
  }) => {
    const { id } = await signInAs(shop, 'asha.menon@gmail.com');
    expect((await enter()).user._id).toBe(id);
    expect((await enter({ email: 'asha@new.example' })).user._id).toBe(id);
    const organisation = { sub: '2', email: 'asha@loom.example', hd: 'loom.example' };
    const loom = await signInAs(shop, organisation.email);
    expect((await enter(organisation)).user._id).toBe(loom.id);
  });

  it.for(['asha@loom.example', 'asha@notgmail.com', 'asha@gmail.com.example'])(
    'does not link the account of %s, because Google does not host that mailbox',
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

  it('may contain no names, only a full name, or names that are too long', async ({ enter }) => {
    const none = { given_name: undefined, family_name: undefined, name: undefined };
    expect((await enter(none)).user).toMatchObject({ firstName: '', lastName: '' });
    const whole = { ...none, sub: '3', email: 'c@gmail.com', name: 'Asha Menon' };
    expect((await enter(whole)).user).toMatchObject({ firstName: 'Asha Menon', lastName: '' });
    const names = { given_name: ` ${'अ'.repeat(300)}\0`, family_name: 'a\n b' };
    expect((await enter({ sub: '2', email: 'b@gmail.com', ...names })).user).toMatchObject({
      firstName: 'अ'.repeat(80),
      lastName: 'a b',
    });
  });

  it('is accepted with either name of the issuer, and up to a minute before and after its validity', async ({
    enter,
    google,
  }) => {
    const { user } = await enter({ iss: 'accounts.google.com' });
    const now = Math.floor(google.clock.now().getTime() / 1000);
    for (const times of [
      { iat: now + 59, exp: now + 3659 },
      { iat: now - 3000, exp: now - 59 },
    ])
      expect((await enter(times)).user._id).toBe(user._id);
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
    ['with a text instead of `true` as `email_verified`', { email_verified: 'true' }],
    ['that does not say whether the email is verified', { email_verified: undefined }],
    ['with no email', { email: undefined }],
    ['with an invalid email', { email: 'asha' }],
    ['without a sub', { sub: undefined }],
    ['with an empty sub', { sub: '' }],
    ['without a nonce', { nonce: undefined }],
    ['with a nonce of another shop', { nonce: `${'a'.repeat(22)}.1900000000000.${'b'.repeat(43)}` }],
    ['with an invalid nonce', { nonce: 'x' }],
    ['without a time of expiry', { exp: undefined }],
    ['without a time of issue', { iat: undefined }],
  ])('%s', async ([, claims], { enter, shop }) => {
    await expect(enter(claims)).rejects.toMatchObject(refused);
    expect(await shop.db.select().from(sessions)).toEqual([]);
  });

  it('after it has expired, and before it becomes valid', async ({ enter, google }) => {
    const now = Math.floor(google.clock.now().getTime() / 1000);
    await expect(enter({ iat: now - 3500, exp: now - 60 })).rejects.toMatchObject(refused);
    await expect(enter({ iat: now + 61, exp: now + 3600 })).rejects.toMatchObject(refused);
  });

  it('with a used nonce, which is stored a minute longer than it is valid', async ({ google }) => {
    const { nonce } = prepareGoogleSignIn(google);
    const sign = () => signAsGoogle(claimsFor(google, nonce));
    await signInWithGoogle(google, { credential: await sign() }, here, testKeys);
    const endsAt = new Date(google.clock.now().getTime() + 11 * minute);
    const used = await google.db.select().from(rateLimits).where(like(rateLimits.bucket, 'google-nonce:%'));
    expect(used).toMatchObject([{ endsAt }]);
    google.clock.advance(10 * minute - 1);
    await reject(google, await sign());
  });

  it('with an expired nonce, or a nonce that was extended or changed', async ({ google, enter }) => {
    const { nonce } = prepareGoogleSignIn(google);
    const [random = '', end = '', mark = ''] = nonce.split('.');
    const extended = [random, String(Number(end) + 60 * minute), mark].join('.');
    for (const changed of [extended, `x${nonce}`, `${nonce}x`])
      await expect(enter({ nonce: changed })).rejects.toMatchObject(refused);
    google.clock.advance(10 * minute);
    await expect(enter({ nonce })).rejects.toMatchObject(refused);
  });

  it('without a signature, or with claims that were changed after signing', async ({ google, claims }) => {
    for (const alg of ['none', 'None', 'NONE', ''])
      await reject(google, `${encoded({ alg, typ: 'JWT' })}.${encoded(claims())}.`);
    const [head = '', , mark = ''] = (await signAsGoogle(claims())).split('.');
    await reject(google, `${head}.${encoded(claims({ email: 'owner@gmail.com' }))}.${mark}`);
  });

  it('with an HMAC that is computed with Google’s public key', async ({ google, claims }) => {
    const head = `${encoded({ alg: 'HS256', kid: 'test', typ: 'JWT' })}.${encoded(claims())}`;
    for (const password of [await exportSPKI(testKey.publicKey), JSON.stringify(testKey.jwk)]) {
      const mark = createHmac('sha256', password).update(head).digest('base64url');
      await reject(google, `${head}.${mark}`);
    }
  });

  it('with another algorithm, or signed by a key that its header names', async ({ google, claims }) => {
    const other = await generateKeyPair('RS256', { extractable: true });
    const jku = 'https://evil.example/keys';
    for (const header of [{ kid: 'test' }, { kid: 'unknown' }, { jku }, { jwk: testKey.jwk }]) {
      const unsigned = new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', ...header });
      await reject(google, await unsigned.sign(other.privateKey));
    }
    const { privateKey } = await generateKeyPair('ES256');
    const unsigned = new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid: 'test' });
    await reject(google, await unsigned.sign(privateKey));
  });

  const malformed = ['', '.', '..', 'a.b.c', 'a.b.c.d.e', '{}', '\0', 'é.é.é', 'eyJhbGciOiJSUzI1NiJ9.e30.'];
  it.for([...malformed, 'x'.repeat(8192)])('if it is malformed: %.20j', async (malformed, { google }) => {
    await reject(google, malformed);
  });
});

it('a rejected credential does not use up its nonce; the log has the reason', async ({ google, enter }) => {
  const log = vi.spyOn(google.log, 'info');
  const { nonce } = prepareGoogleSignIn(google);
  await expect(enter({ nonce, email_verified: false })).rejects.toMatchObject(refused);
  expect(log).toHaveBeenCalledWith({ reason: 'claims' }, 'a credential of Google was refused');
  await enter({ nonce });
});

it('a sign-in with Google returns 503 if Google’s keys cannot be loaded, and 400 if several keys match the credential', async ({
  google,
  claims,
}) => {
  const credential = await signAsGoogle(claims());
  await reject(google, credential, () => Promise.reject(new errors.JWKSMultipleMatchingKeys()));
  const unavailable = () => Promise.reject(new TypeError('fetch failed'));
  const message = expect.stringContaining('sign in with a code');
  const signIn = signInWithGoogle(google, { credential }, here, unavailable);
  await expect(signIn).rejects.toMatchObject({ status: 503, message });
});

it('the server verifies at most 300 credentials per hour for a client’s IP address', async ({
  google,
  enter,
}) => {
  const startedAt = google.clock.now();
  const endsAt = new Date(startedAt.getTime() + 60 * minute);
  const bucket = 'google-from:203.0.113.7';
  await google.db.insert(rateLimits).values({ bucket, startedAt, endsAt, count: 299 });
  await enter();
  await expect(enter()).rejects.toMatchObject({ status: 429 });
});

it('concurrent sign-ins succeed once with each credential, and create one account', async ({ ownShop }) => {
  const google = withGoogle(ownShop);
  const credentials = await Promise.all(
    [1, 2, 3, 4].map(() => signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce))),
  );
  const uses = await Promise.allSettled(
    [...credentials, ...credentials, ...credentials].map((credential) =>
      signInWithGoogle(google, { credential }, here, testKeys),
    ),
  );
  const responses = uses.flatMap((use) => (use.status === 'fulfilled' ? [use.value] : []));
  expect(new Set(responses.map(({ token }) => token)).size).toBe(4);
  expect(responses).toHaveLength(4);
  expect(new Set(responses.map(({ user }) => user._id)).size).toBe(1);
});
