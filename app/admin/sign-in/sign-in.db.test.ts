import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { fromBase32 } from '../../../tests/doubles/authenticator-app.ts';
import { it as base } from '../../../tests/fixtures/admin-requests.ts';
import type { App } from '../../../tests/fixtures/api.ts';
import { differentCode, sentCode, sentLink } from '../../../tests/fixtures/sent-code.ts';
import {
  authenticatorCode,
  type SignedInStaff,
  signInAsStaff,
  signInWithoutSecondFactor,
} from '../../../tests/fixtures/staff.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { auditLog, staff, staffSessions } from '../tables.server.ts';
import { sendStaffCode } from './sign-in.server.ts';
import { createOwner } from './staff.server.ts';
import { totpCode, totpStep } from './totp.server.ts';

const email = 'kavita@example.in';
const minute = 60_000;
const here = { address: '203.0.113.7' };
const elsewhere = { address: '198.51.100.7' };

const withPending = base.extend('pendingStaff', async ({ shop, post }) => {
  await createOwner(shop, email);
  await post('/sign-in/code', { email });
  const entered = await post('/sign-in/verify-code', { email, otp: await sentCode(shop, email) });
  return entered.body;
});

/** `setUp` sets up the second factor. Returns the recovery codes and the token of the session. */
const it = withPending.extend('setUp', ({ shop, post, pendingStaff }) => async () => {
  const offer = await post('/sign-in/set-up-totp', {}, pendingStaff.pendingToken);
  const code = totpCode(fromBase32(offer.body.secret), totpStep(shop.clock.now()));
  return (await post('/sign-in/confirm-totp', { code }, pendingStaff.pendingToken)).body;
});

/** Sends a request to sign in to the shop. */
const inShop = (app: App, path: string, body: object) =>
  app.request(`/api/user/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Returns the response without its random values. */
const alike = ({ status, body }: { status: number; body: object }) => ({
  status,
  body: { ...body, requestId: '' },
});

describe('the first step of the sign-in', () => {
  it('emails a code to staff only, but responds alike to every address', async ({ shop, post }) => {
    await createOwner(shop, email);
    const known = await post('/sign-in/code', { email });
    const unknown = await post('/sign-in/code', { email: 'stranger@example.in' });
    expect(known.status).toBe(200);
    expect(alike(unknown)).toEqual(alike(known));
    // A second request within a short time responds 429, for a known and for an unknown address.
    const again = await post('/sign-in/code', { email });
    expect(again.status).toBe(429);
    expect(alike(await post('/sign-in/code', { email: 'stranger@example.in' }))).toEqual(alike(again));
    expect((await shop.db.select({ to: outbox.to }).from(outbox)).map(({ to }) => to)).toEqual([email]);
    const otp = differentCode(await sentCode(shop, email));
    const wrong = await post('/sign-in/verify-code', { email, otp });
    expect(wrong.body).toMatchObject({ status: 400, title: 'wrong-code' });
    const stranger = await post('/sign-in/verify-code', { email: 'stranger@example.in', otp });
    expect(alike(stranger)).toEqual(alike(wrong));
  });

  it('rejects a customer’s code, and the customers’ sign-in rejects a staff code', async ({
    shop,
    app,
    post,
  }) => {
    await createOwner(shop, email);
    await inShop(app, 'send-otp', { email });
    const ofShop = await sentCode(shop, email);
    expect((await post('/sign-in/verify-code', { email, otp: ofShop })).status).toBe(400);
    shop.clock.advance(minute);
    await post('/sign-in/code', { email });
    const ofAdmin = await sentCode(shop, email);
    expect((await inShop(app, 'verify-otp', { email, otp: ofAdmin })).status).toBe(400);
    expect((await inShop(app, 'verify-otp', { email, otp: ofShop })).status).toBe(200);
    expect((await post('/sign-in/verify-code', { email, otp: ofAdmin })).status).toBe(200);
  });

  it('accepts a staff code after five wrong customer codes for the same email address', async ({
    shop,
    app,
    post,
  }) => {
    await createOwner(shop, email);
    await post('/sign-in/code', { email });
    const otp = await sentCode(shop, email);
    for (let guess = 0; guess < 5; guess++)
      expect((await inShop(app, 'verify-otp', { email, otp: differentCode(otp) })).status).toBe(400);
    expect((await post('/sign-in/verify-code', { email, otp })).status).toBe(200);
  });

  it('rejects the code and the link of a disabled staff member, and sends no new code', async ({
    shop,
    post,
  }) => {
    await createOwner(shop, email);
    await post('/sign-in/code', { email });
    const [otp, link] = [await sentCode(shop, email), await sentLink(shop, email)];
    await shop.db.update(staff).set({ disabledAt: shop.clock.now() });
    const refused = await post('/sign-in/verify-code', { email, otp });
    expect(refused.body).toMatchObject({ status: 400, title: 'wrong-code' });
    expect((await post('/sign-in/verify-link', { link })).status).toBe(410);
    shop.clock.advance(minute);
    await post('/sign-in/code', { email });
    expect(await shop.db.$count(outbox)).toBe(1);
  });

  it('accepts at most eight sign-in requests in 15 minutes from one IP address', async ({ shop }) => {
    for (let time = 0; time < 8; time++) await sendStaffCode(shop, { email: `a${time}@example.in` }, here);
    const ninth = sendStaffCode(shop, { email: 'a9@example.in' }, here);
    await expect(ninth).rejects.toMatchObject({ status: 429 });
    await sendStaffCode(shop, { email: 'a9@example.in' }, elsewhere);
  });
});

describe('the second step of the sign-in', () => {
  it('sets up an app and ten recovery codes, and stores no secret', async ({ shop, post, pendingStaff }) => {
    expect(pendingStaff.next).toBe('set-up');
    for (const path of ['/sign-in/verify-totp', '/sign-in/confirm-totp']) {
      const early = await post(path, { code: '000000' }, pendingStaff.pendingToken);
      expect(early.body).toMatchObject({ status: 400, title: 'wrong-factor' });
    }
    const offer = await post('/sign-in/set-up-totp', {}, pendingStaff.pendingToken);
    expect(offer.body.uri).toContain(`secret=${offer.body.secret}`);
    const rows = [await shop.db.select().from(staff), await shop.db.select().from(staffSessions)];
    const secret = Buffer.from(fromBase32(offer.body.secret));
    const encoded = [secret.toString('base64url'), secret.toString('hex')];
    for (const form of [offer.body.secret, ...encoded, pendingStaff.pendingToken])
      expect(JSON.stringify(rows)).not.toContain(form);
    // A QR code with medium error correction has 45 modules here, plus the four light modules on each side that readers require.
    expect(offer.body.qr.path).toMatch(/^M4 4h1v1h-1z/);
    expect(offer.body.qr.size).toBe(49);
    const code = totpCode(fromBase32(offer.body.secret), totpStep(shop.clock.now()));
    const confirm = (input: string) =>
      post('/sign-in/confirm-totp', { code: input }, pendingStaff.pendingToken);
    expect((await confirm(differentCode(code))).body.title).toBe('wrong-factor');
    const entered = await confirm(code);
    expect(entered.body).toMatchObject({ staff: { email, role: 'owner', recoveryCodesLeft: 10 } });
    expect(new Set(entered.body.recoveryCodes).size).toBe(10);
    for (const recovery of entered.body.recoveryCodes) expect(recovery).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    // The pending token is valid once only.
    expect((await post('/sign-in/set-up-totp', {}, pendingStaff.pendingToken)).status).toBe(401);
  });

  it('accepts each code of the app once, and no older code', async ({ shop, verify }) => {
    const { token } = await signInWithoutSecondFactor(shop);
    const code = authenticatorCode(shop);
    const entered = await verify(token, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(entered.status, entered.text).toBe(200);
    const again = await signInWithoutSecondFactor(shop);
    expect((await verify(again.token, code)).body.title).toBe('wrong-factor');
    // A code that is older than the last accepted code is rejected too.
    expect((await verify(again.token, authenticatorCode(shop, -1))).status).toBe(400);
    expect((await verify(again.token, authenticatorCode(shop, 1))).status).toBe(200);
  });

  it('ends after five wrong second-factor codes, which also end the session of a staff member who is signed in', async ({
    shop,
    verify,
    refresh,
  }) => {
    const { token } = await signInWithoutSecondFactor(shop);
    const code = authenticatorCode(shop);
    for (let guess = 0; guess < 5; guess++)
      expect((await verify(token, differentCode(code))).status).toBe(400);
    const late = await verify(token, code);
    expect(late.body).toMatchObject({ status: 401, detail: 'Too many wrong codes. Please sign in again.' });
    expect((await verify(token, code)).status).toBe(401);
    const signedIn = await signInAsStaff(shop);
    for (let guess = 0; guess < 5; guess++) await refresh(signedIn.token, '000000');
    expect((await refresh(signedIn.token, authenticatorCode(shop))).status).toBe(401);
  });

  it('expires after ten minutes, and cannot replace a second factor that is already set up', async ({
    shop,
    post,
    verify,
  }) => {
    const { token } = await signInWithoutSecondFactor(shop);
    // The emailed code alone does not set up the second factor again.
    expect((await post('/sign-in/set-up-totp', {}, token)).status).toBe(409);
    shop.clock.advance(10 * minute);
    expect((await verify(token, authenticatorCode(shop))).status).toBe(401);
  });

  it('rejects even a correct code after a hundred wrong codes, but only for the same staff member', async ({
    shop,
    verify,
    refresh,
  }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const kavita = await signInWithoutSecondFactor(shop);
    await shop.db.update(staff).set({ failures: 100 }).where(eq(staff.id, kavita.id));
    expect((await verify(kavita.token, authenticatorCode(shop))).body.title).toBe('factor-locked');
    expect((await refresh(arjun.token, authenticatorCode(shop))).status).toBe(200);
    const [row] = await shop.db.select().from(staff).where(eq(staff.id, kavita.id));
    expect(row?.failures).toBe(100);
  });

  it('counts wrong codes up to a hundred, and resets the count after a correct code', async ({
    shop,
    post,
    refresh,
  }) => {
    const { token } = await signInAsStaff(shop);
    const failuresNow = async () =>
      (await shop.db.select({ failures: staff.failures }).from(staff))[0]?.failures;
    await shop.db.update(staff).set({ failures: 98 });
    for (let guess = 0; guess < 4; guess++) await refresh(token, differentCode(authenticatorCode(shop)));
    expect(await failuresNow()).toBe(100);
    await shop.db.update(staff).set({ failures: 99 });
    await shop.db.update(staffSessions).set({ tries: 4 });
    expect((await refresh(token, authenticatorCode(shop))).status).toBe(200);
    expect(await failuresNow()).toBe(0);
    expect(await shop.db.select({ tries: staffSessions.tries }).from(staffSessions)).toEqual([{ tries: 0 }]);
    const { recoveryCodes } = (await post('/me/recovery-codes', {}, token)).body;
    await shop.db.update(staff).set({ failures: 99 });
    expect((await refresh(token, recoveryCodes[0])).status).toBe(200);
    expect(await failuresNow()).toBe(0);
  });

  it('limits how many codes an IP address can send, counted over both steps', async ({
    shop,
    post,
    verify,
  }) => {
    for (let guess = 0; guess < 20; guess++)
      expect((await post('/sign-in/verify-code', { email, otp: '000000' })).status).toBe(400);
    expect((await post('/sign-in/verify-code', { email, otp: '000000' })).status).toBe(429);
    const { token } = await signInWithoutSecondFactor(shop);
    expect((await verify(token, authenticatorCode(shop))).status).toBe(429);
    shop.clock.advance(10 * minute);
    const later = await signInWithoutSecondFactor(shop);
    expect((await verify(later.token, authenticatorCode(shop))).status).toBe(200);
  });

  it('writes an audit entry for the setup of the app, the sign-in, and the use and renewal of recovery codes', async ({
    shop,
    post,
    setUp,
    refresh,
  }) => {
    const { recoveryCodes, token } = await setUp();
    await refresh(token, recoveryCodes[0]);
    await post('/me/recovery-codes', {}, token);
    const [{ id = '' } = {}] = await shop.db.select({ id: staff.id }).from(staff);
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id);
    const used = ['sign-in.complete', 'sign-in.use-recovery-code', 'sign-in.renew-recovery-codes'];
    const actions = ['team.create-owner', 'sign-in.set-up-totp', ...used];
    expect(log).toMatchObject(actions.map((action) => ({ action, subjectKind: 'staff', subjectId: id })));
    expect(log[3]).toMatchObject({ email, after: { left: 9 } });
  });

  it('accepts each recovery code once, and no old recovery code after a renewal', async ({
    shop,
    post,
    setUp,
    verify,
  }) => {
    const { recoveryCodes, token } = await setUp();
    const first = await enterAgain();
    const entered = await verify(first, recoveryCodes[3].toUpperCase());
    expect(entered.body).toMatchObject({ staff: { recoveryCodesLeft: 9 } });
    expect((await verify(await enterAgain(), recoveryCodes[3])).status).toBe(400);
    const renewed = (await post('/me/recovery-codes', {}, token)).body.recoveryCodes;
    expect((await verify(await enterAgain(), recoveryCodes[4])).status).toBe(400);
    expect((await verify(await enterAgain(), renewed[4])).status).toBe(200);

    async function enterAgain(): Promise<string> {
      shop.clock.advance(minute);
      await post('/sign-in/code', { email });
      return (await post('/sign-in/verify-code', { email, otp: await sentCode(shop, email) })).body
        .pendingToken;
    }
  });
});

describe('a staff session', () => {
  it('ends half an hour after its last use, or twelve hours after its start', async ({ shop, app }) => {
    const { headers } = await signInAsStaff(shop);
    const status = async () => (await app.request('/api/admin/me', { headers })).status;
    for (let half = 0; half < 24; half++) {
      expect(await status()).toBe(200);
      shop.clock.advance(30 * minute - 1000);
    }
    expect(await status()).toBe(200);
    shop.clock.advance(24 * 1000);
    expect(await status()).toBe(401);
    const other = await signInAsStaff(shop);
    shop.clock.advance(30 * minute);
    expect((await app.request('/api/admin/me', { headers: other.headers })).status).toBe(401);
  });

  it('counts its second factor as recent for ten minutes after each confirmation', async ({
    shop,
    post,
    refresh,
  }) => {
    const { token } = await signInAsStaff(shop);
    shop.clock.advance(10 * minute);
    const stale = await post('/me/recovery-codes', {}, token);
    expect(stale.body).toMatchObject({ status: 403, title: 'recent-factor-required' });
    const fresh = await refresh(token, authenticatorCode(shop));
    expect(fresh.status).toBe(200);
    expect(fresh.body.freshUntil).toBe(new Date(shop.clock.now().getTime() + 10 * minute).toISOString());
    expect((await post('/me/recovery-codes', {}, token)).status).toBe(200);
    shop.clock.advance(10 * minute - 1);
    expect((await post('/me/recovery-codes', {}, token)).status).toBe(200);
  });

  it('can be ended by its own staff member, but not by another one', async ({ shop, app, post }) => {
    const owner = await signInAsStaff(shop);
    const other = await signInAsStaff(shop, 'staff');
    const [session] = await shop.db.select().from(staffSessions).where(eq(staffSessions.staffId, owner.id));
    const end = ({ headers }: SignedInStaff) =>
      app.request(`/api/admin/me/sessions/${session?.id}`, { headers, method: 'DELETE' });
    await end(other);
    expect((await app.request('/api/admin/me', owner)).status).toBe(200);
    const there = await signInAsStaff(shop);
    expect((await end(there)).status).toBe(200);
    expect((await app.request('/api/admin/me', owner)).status).toBe(401);
    expect((await post('/sign-out', {}, there.token)).status).toBe(200);
    expect((await app.request('/api/admin/me', there)).status).toBe(401);
  });
});
