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
import { rateLimits } from '../../foundation/tables.server.ts';
import { customers, sessions } from '../tables.server.ts';
import { prepareGoogleSignIn, signInWithGoogle } from './google.server.ts';

const here = { address: '203.0.113.7' };
const minute = 60_000;
const refused = { name: 'google-rejected', status: 400, message: 'Google Login Failed' };

/** `enter` signs in by what Google would sign now, with `others` of its claims changed. */
const it = base
  .extend('google', ({ shop }) => withGoogle(shop))
  .extend('enter', ({ google }) => async (others: JWTPayload = {}) => {
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce, others));
    return signInWithGoogle(google, { credential }, here, testKeys);
  });

describe('the invitation', () => {
  it('tells the client id, and a nonce that is new each time [S-AUTH-06]', ({ google }) => {
    const [one, other] = [prepareGoogleSignIn(google), prepareGoogleSignIn(google)];
    expect(one).toEqual({
      clientId,
      nonce: expect.stringMatching(/^[\w-]+\.\d+\.[\w-]+$/),
      pretended: false,
    });
    expect(other.nonce).not.toBe(one.nonce);
  });

  it('is not given where Google is neither set up nor pretended', ({ shop }) => {
    expect(() => prepareGoogleSignIn(shop)).toThrow('Google sign-in is not offered here.');
  });

  it('nobody signs in where it is not given', async ({ shop }) => {
    await expect(signInWithGoogle(shop, { credential: 'x' }, here, testKeys)).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('a credential that Google signed for this shop', () => {
  it('makes an account, with the names that Google knows [S-API-05]', async ({ enter, shop }) => {
    const { success, token, user } = await enter();
    expect(success).toBe(true);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({ email: 'asha.menon@gmail.com', firstName: 'Asha', lastName: 'Menon' });
    expect(
      await shop.db.select().from(customers).where(eq(customers.email, 'asha.menon@gmail.com')),
    ).toMatchObject([{ googleSub: '110169484474386276334' }]);
  });

  it('opens the account of its sub, also when the email is another by now', async ({ enter }) => {
    const { user } = await enter();
    expect((await enter({ email: 'asha@new.example' })).user).toEqual(user);
  });

  it('keeps what the shopper has written of themselves', async ({ enter, shop }) => {
    const { user } = await enter();
    await shop.db.update(customers).set({ firstName: 'Ashu' }).where(eq(customers.id, user._id));
    expect((await enter()).user.firstName).toBe('Ashu');
  });

  it('takes over the account of a gmail.com address, which Google owns', async ({ enter, shop }) => {
    const { id } = await signInAs(shop, 'asha.menon@gmail.com');
    expect((await enter()).user._id).toBe(id);
    expect((await enter({ email: 'asha@new.example' })).user._id).toBe(id);
  });

  it('takes over the account of an address of an organisation with Google', async ({ enter, shop }) => {
    const { id } = await signInAs(shop, 'asha@loom.example');
    expect((await enter({ email: 'asha@loom.example', hd: 'loom.example' })).user._id).toBe(id);
  });

  it.for(['asha@loom.example', 'asha@notgmail.com', 'asha@gmail.com.example'])(
    'does not take over the account of %s, which Google does not own',
    async (email, { enter, shop }) => {
      const { id } = await signInAs(shop, email);
      await expect(enter({ email })).rejects.toMatchObject({ name: 'sign-in-by-code', status: 409 });
      const [stored] = await shop.db.select().from(customers).where(eq(customers.id, id));
      expect(stored?.googleSub).toBeNull();
      expect(await shop.db.select().from(sessions)).toHaveLength(1);
    },
  );

  it('does not take over an account that another Google account has', async ({ enter }) => {
    await enter();
    await expect(enter({ sub: '2' })).rejects.toMatchObject({ status: 409 });
  });

  it('may come with more names than we keep, and with none', async ({ enter }) => {
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

  it('is taken by the whole name where Google knows no first name', async ({ enter }) => {
    const whole = { given_name: undefined, family_name: undefined, name: 'Asha Menon' };
    expect((await enter(whole)).user).toMatchObject({ firstName: 'Asha Menon', lastName: '' });
  });

  it('is taken by either name that Google gives itself', async ({ enter }) => {
    const { user } = await enter({ iss: 'accounts.google.com' });
    expect((await enter()).user._id).toBe(user._id);
  });

  it('is taken until its nonce has ended', async ({ google }) => {
    const { nonce } = prepareGoogleSignIn(google);
    google.clock.advance(10 * minute - 1);
    const credential = await signAsGoogle(claimsFor(google, nonce));
    await signInWithGoogle(google, { credential }, here, testKeys);
  });

  it('is taken while clocks differ by a minute', async ({ enter, google }) => {
    const now = Math.floor(google.clock.now().getTime() / 1000);
    await enter({ iat: now + 59, exp: now + 3659 });
    await enter({ iat: now - 3000, exp: now - 59 });
  });
});

describe('a credential is refused [S-AUTH-14]', () => {
  it.for<[string, JWTPayload]>([
    ['for another shop', { aud: 'other.apps.googleusercontent.com' }],
    ['for several shops', { aud: [clientId, 'other.apps.googleusercontent.com'] }],
    ['for nobody', { aud: undefined }],
    ['of another issuer', { iss: 'https://accounts.google.com.evil.example' }],
    ['of the pretended issuer', { iss: 'https://google.pretended' }],
    ['of nobody', { iss: undefined }],
    ['with an email that is not verified', { email_verified: false }],
    ['with an email that is said to be verified in a text', { email_verified: 'true' }],
    ['that does not say whether the email is verified', { email_verified: undefined }],
    ['with no email', { email: undefined }],
    ['with an email that is none', { email: 'asha' }],
    ['without a sub', { sub: undefined }],
    ['with an empty sub', { sub: '' }],
    ['without a nonce', { nonce: undefined }],
    ['with a nonce that we did not make', { nonce: `${'a'.repeat(22)}.1900000000000.${'b'.repeat(43)}` }],
    ['with a nonce that is none', { nonce: 'x' }],
    ['without an end', { exp: undefined }],
    ['without a beginning', { iat: undefined }],
  ])('%s', async ([, others], { enter, shop }) => {
    await expect(enter(others)).rejects.toMatchObject(refused);
    expect(await shop.db.select().from(sessions)).toEqual([]);
  });

  it('when it has ended', async ({ enter, google }) => {
    const now = Math.floor(google.clock.now().getTime() / 1000);
    await expect(enter({ iat: now - 3500, exp: now - 60 })).rejects.toMatchObject(refused);
  });

  it('when it begins in the future', async ({ enter, google }) => {
    const now = Math.floor(google.clock.now().getTime() / 1000);
    await expect(enter({ iat: now + 61, exp: now + 3600 })).rejects.toMatchObject(refused);
  });

  it('when its nonce was used before', async ({ google }) => {
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
    await signInWithGoogle(google, { credential }, here, testKeys);
    await expect(signInWithGoogle(google, { credential }, here, testKeys)).rejects.toMatchObject(refused);
  });

  it('when its nonce was used before, also in the last moment in which it would work', async ({ google }) => {
    const { nonce } = prepareGoogleSignIn(google);
    const sign = () => signAsGoogle(claimsFor(google, nonce));
    await signInWithGoogle(google, { credential: await sign() }, here, testKeys);
    google.clock.advance(10 * minute - 1);
    await expect(
      signInWithGoogle(google, { credential: await sign() }, here, testKeys),
    ).rejects.toMatchObject(refused);
  });

  it('when Google has several keys that could have signed it', async ({ google }) => {
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
    const several = () => Promise.reject(new errors.JWKSMultipleMatchingKeys());
    await expect(signInWithGoogle(google, { credential }, here, several)).rejects.toMatchObject(refused);
  });

  it('when its nonce has ended', async ({ google }) => {
    const { nonce } = prepareGoogleSignIn(google);
    google.clock.advance(10 * minute);
    const credential = await signAsGoogle(claimsFor(google, nonce));
    await expect(signInWithGoogle(google, { credential }, here, testKeys)).rejects.toMatchObject(refused);
  });

  it('when something stands before or behind its nonce', async ({ google, enter }) => {
    const { nonce } = prepareGoogleSignIn(google);
    await expect(enter({ nonce: `x${nonce}` })).rejects.toMatchObject(refused);
    await expect(enter({ nonce: `${nonce}x` })).rejects.toMatchObject(refused);
  });

  it('when the end of its nonce was moved', async ({ google, enter }) => {
    const [random = '', end = '', mark = ''] = prepareGoogleSignIn(google).nonce.split('.');
    const nonce = [random, String(Number(end) + 60 * minute), mark].join('.');
    await expect(enter({ nonce })).rejects.toMatchObject(refused);
  });

  it('when it is signed by nobody', async ({ google }) => {
    const claims = claimsFor(google, prepareGoogleSignIn(google).nonce);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const alg of ['none', 'None', 'NONE', '']) {
      const credential = `${part({ alg, typ: 'JWT' })}.${part(claims)}.`;
      await expect(signInWithGoogle(google, { credential }, here, testKeys)).rejects.toMatchObject(refused);
    }
  });

  it('when Google’s public key was used as a password', async ({ google }) => {
    const claims = claimsFor(google, prepareGoogleSignIn(google).nonce);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const head = `${part({ alg: 'HS256', kid: 'test', typ: 'JWT' })}.${part(claims)}`;
    for (const password of [await exportSPKI(testKey.publicKey), JSON.stringify(testKey.jwk)]) {
      const mark = createHmac('sha256', password).update(head).digest('base64url');
      await expect(
        signInWithGoogle(google, { credential: `${head}.${mark}` }, here, testKeys),
      ).rejects.toMatchObject(refused);
    }
  });

  it('when it is signed by another key, whatever it says of that key', async ({ google }) => {
    const other = await generateKeyPair('RS256', { extractable: true });
    const claims = claimsFor(google, prepareGoogleSignIn(google).nonce);
    for (const header of [
      { kid: 'test' },
      { kid: 'unknown' },
      { jku: 'https://evil.example/keys' },
      { jwk: testKey.jwk },
    ]) {
      const credential = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(other.privateKey);
      await expect(signInWithGoogle(google, { credential }, here, testKeys)).rejects.toMatchObject(refused);
    }
  });

  it('when it is signed by another of Google’s ways than the one we take', async ({ google }) => {
    const { privateKey } = await generateKeyPair('ES256');
    const credential = await new SignJWT(claimsFor(google, prepareGoogleSignIn(google).nonce))
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .sign(privateKey);
    await expect(signInWithGoogle(google, { credential }, here, testKeys)).rejects.toMatchObject(refused);
  });

  it('when a word of it was changed', async ({ google }) => {
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
    const [head = '', , mark = ''] = credential.split('.');
    const changed = claimsFor(google, prepareGoogleSignIn(google).nonce, { email: 'owner@gmail.com' });
    const body = Buffer.from(JSON.stringify(changed)).toString('base64url');
    await expect(
      signInWithGoogle(google, { credential: `${head}.${body}.${mark}` }, here, testKeys),
    ).rejects.toMatchObject(refused);
  });

  it.for([
    '',
    '.',
    '..',
    'a.b.c',
    'a.b.c.d.e',
    '{}',
    '\0',
    'é.é.é',
    'eyJhbGciOiJSUzI1NiJ9.e30.',
    'x'.repeat(8192),
  ])('when it is rubbish: %.20j', async (malformed, { google }) => {
    await expect(signInWithGoogle(google, { credential: malformed }, here, testKeys)).rejects.toMatchObject(
      refused,
    );
  });
});

it('why a credential was refused is in the log alone', async ({ enter, google }) => {
  const log = vi.spyOn(google.log, 'info');
  await expect(enter({ email_verified: false })).rejects.toMatchObject(refused);
  expect(log).toHaveBeenCalledWith({ reason: 'claims' }, 'a credential of Google was refused');
});

it('a nonce that was used is remembered for a minute longer than it works', async ({ enter, google }) => {
  await enter();
  const endsAt = new Date(google.clock.now().getTime() + 11 * minute);
  const used = await google.db.select().from(rateLimits).where(like(rateLimits.bucket, 'google-nonce:%'));
  expect(used).toMatchObject([{ endsAt }]);
});

it('a refused credential leaves its nonce as good as it was', async ({ google, enter }) => {
  const { nonce } = prepareGoogleSignIn(google);
  await expect(enter({ nonce, email_verified: false })).rejects.toMatchObject(refused);
  await enter({ nonce });
});

it('says so when Google’s keys cannot be fetched', async ({ google }) => {
  const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
  const away = () => Promise.reject(new TypeError('fetch failed'));
  await expect(signInWithGoogle(google, { credential }, here, away)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('sign in with a code'),
  });
});

it('three hundred credentials in an hour are looked at for one client address', async ({ google, enter }) => {
  const startedAt = google.clock.now();
  const endsAt = new Date(startedAt.getTime() + 60 * minute);
  await google.db
    .insert(rateLimits)
    .values({ bucket: 'google-from:203.0.113.7', startedAt, endsAt, count: 299 });
  await enter();
  await expect(enter()).rejects.toMatchObject({ status: 429 });
});

describe('at the same moment', () => {
  it('one credential signs in once', async ({ ownShop }) => {
    const google = withGoogle(ownShop);
    const credential = await signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce));
    const uses = await Promise.allSettled(
      [1, 2, 3].map(() => signInWithGoogle(google, { credential }, here, testKeys)),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('two sign-ins of somebody new make one account', async ({ ownShop }) => {
    const google = withGoogle(ownShop);
    const credentials = await Promise.all(
      [1, 2, 3, 4].map(() => signAsGoogle(claimsFor(google, prepareGoogleSignIn(google).nonce))),
    );
    const answers = await Promise.all(
      credentials.map((credential) => signInWithGoogle(google, { credential }, here, testKeys)),
    );
    expect(new Set(answers.map(({ user }) => user._id)).size).toBe(1);
    expect(new Set(answers.map(({ token }) => token)).size).toBe(4);
  });
});
