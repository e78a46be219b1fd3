import { describe, expect } from 'vitest';
import { fromBase32 } from '../../../tests/doubles/authenticator-app.ts';
import { it } from '../../../tests/fixtures/admin-requests.ts';
import { differentCode } from '../../../tests/fixtures/sent-code.ts';
import {
  authenticatorCode,
  signInAsStaff,
  signInWithoutSecondFactor,
} from '../../../tests/fixtures/staff.ts';
import { auditLog } from '../tables.server.ts';

const minute = 60_000;

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

  it('is not confirmed after a newer app was offered', async ({ shop, post }) => {
    const { token } = await signInAsStaff(shop);
    const first = await offerTo(post, token);
    const second = await offerTo(post, token);
    expect(await confirm(post, token, authenticatorCode(shop, 0, first))).toBe(400);
    expect(await confirm(post, token, authenticatorCode(shop, 0, second))).toBe(200);
    // The second app is already confirmed, so another confirmation fails.
    expect(await confirm(post, token, authenticatorCode(shop, 1, second))).toBe(409);
  });
});
