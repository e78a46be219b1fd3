import { describe, expect } from 'vitest';
import { fromBase32 } from '../../../tests/doubles/authenticator-app.ts';
import { it } from '../../../tests/fixtures/admin-requests.ts';
import { differentCode, sentCode, sentLink } from '../../../tests/fixtures/sent-code.ts';
import {
  authenticatorCode,
  signInAsStaff,
  signInWithoutSecondFactor,
} from '../../../tests/fixtures/staff.ts';
import { knownDevices } from '../../customers/tables.server.ts';
import { auditLog } from '../tables.server.ts';
import { sendStaffCode } from './sign-in.server.ts';
import { createOwner } from './staff.server.ts';

const email = 'kavita@example.in';
const minute = 60_000;

describe('a sign-in link in an email to staff', () => {
  it('is accepted once, and then the second factor is required', async ({ shop, post, verify }) => {
    const { email: known } = await signInAsStaff(shop);
    await post('/sign-in/code', { email: known });
    const link = await sentLink(shop, known);
    expect((await post('/sign-in/read-link', { link })).body).toEqual({ email: known });
    const entered = await post('/sign-in/verify-link', { link });
    expect(entered.body).toMatchObject({ next: 'factor' });
    expect((await verify(entered.body.pendingToken, authenticatorCode(shop))).status).toBe(200);
    expect((await post('/sign-in/verify-link', { link })).body).toMatchObject({ status: 410 });
  });

  it('is rejected after the recipient has declined it', async ({ shop, post }) => {
    await createOwner(shop, email);
    await post('/sign-in/code', { email });
    const link = await sentLink(shop, email);
    expect((await post('/sign-in/decline-link', { link })).status).toBe(200);
    expect((await post('/sign-in/verify-link', { link })).status).toBe(410);
  });
});

describe('a browser that has signed in to the admin before', () => {
  const device = 'd'.repeat(43);

  it('gets a sign-in code even if strangers have requested ten codes for the same email address', async ({
    shop,
    post,
    verify,
  }) => {
    const { token, email: known } = await signInWithoutSecondFactor(shop);
    const entered = await verify(token, authenticatorCode(shop), device);
    expect(entered.body).toMatchObject({ factor: 'app' });
    for (let sent = 0; sent < 11; sent++) {
      await sendStaffCode(shop, { email: known }, { address: `198.51.100.${sent}` });
      shop.clock.advance(minute);
    }
    const { body } = await post('/sign-in/code', { email: known, device });
    expect(body.sent).toBe('code');
    const otp = await sentCode(shop, known);
    const withCode = await post('/sign-in/verify-code', { email: known, otp, requestId: body.requestId });
    expect(withCode.status).toBe(200);
  });

  it('is forgotten when the staff member ends all other sessions', async ({ shop, app, verify }) => {
    const { token } = await signInWithoutSecondFactor(shop);
    const { body } = await verify(token, authenticatorCode(shop), device);
    expect(await shop.db.$count(knownDevices)).toBe(1);
    const [another, arjun] = [await signInAsStaff(shop), await signInAsStaff(shop, 'staff')];
    const own = { authorization: `Bearer ${body.token}` };
    await app.request('/api/admin/me/sessions', { method: 'DELETE', headers: own });
    expect(await shop.db.$count(knownDevices)).toBe(0);
    const statusFor = async (headers: HeadersInit) =>
      (await app.request('/api/admin/me', { headers })).status;
    const statuses = [await statusFor(own), await statusFor(another.headers), await statusFor(arjun.headers)];
    expect(statuses).toEqual([200, 401, 200]);
  });
});

describe('a new authenticator app', () => {
  type Post = (
    path: string,
    body: unknown,
    token: string,
  ) => Promise<{ status: number; body: { secret: string } }>;
  const offerTo = async (post: Post, token: string) =>
    fromBase32((await post('/me/totp', {}, token)).body.secret);
  /** Sends a code of the app to confirm it. Returns the status. */
  const confirm = async (post: Post, token: string, code: string) =>
    (await post('/me/totp/confirm', { code }, token)).status;

  it('replaces the old app when its first code is entered', async ({ shop, post, verify, refresh }) => {
    const { token } = await signInAsStaff(shop);
    const { recoveryCodes } = (await post('/me/recovery-codes', {}, token)).body;
    const { token: pendingToken } = await signInWithoutSecondFactor(shop);
    const entered = await verify(pendingToken, recoveryCodes[0]);
    expect(entered.body).toMatchObject({ factor: 'recovery-code' });
    const secret = await offerTo(post, entered.body.token);
    // The old app is valid until the first code of the new app is entered.
    expect((await refresh(token, authenticatorCode(shop))).status).toBe(200);
    const code = authenticatorCode(shop, 0, secret);
    expect(await confirm(post, entered.body.token, differentCode(code))).toBe(400);
    expect(await confirm(post, entered.body.token, code)).toBe(200);
    shop.clock.advance(minute);
    expect((await refresh(token, authenticatorCode(shop))).status).toBe(400);
    expect((await refresh(token, authenticatorCode(shop, 0, secret))).status).toBe(200);
    const log = await shop.db.select({ action: auditLog.action }).from(auditLog);
    expect(log.map(({ action }) => action)).toContain('sign-in.replace-totp');
  });

  it('is not confirmed after another new app was requested', async ({ shop, post }) => {
    const { token } = await signInAsStaff(shop);
    const first = await offerTo(post, token);
    const second = await offerTo(post, token);
    expect(await confirm(post, token, authenticatorCode(shop, 0, first))).toBe(400);
    expect(await confirm(post, token, authenticatorCode(shop, 0, second))).toBe(200);
    // The second app is already confirmed, so another confirmation fails.
    expect(await confirm(post, token, authenticatorCode(shop, 1, second))).toBe(409);
  });
});
