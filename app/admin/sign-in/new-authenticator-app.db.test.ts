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
  const offerTo = async (
    post: (path: string, body: unknown, token: string) => Promise<{ body: { secret: string } }>,
    token: string,
  ) => fromBase32((await post('/me/totp', {}, token)).body.secret);

  it('replaces the old app, also after a recovery code', async ({ shop, post, verify, refresh }) => {
    const { token } = await signInAsStaff(shop);
    const { recoveryCodes } = (await post('/me/recovery-codes', {}, token)).body;
    const { token: pendingToken } = await signInWithoutSecondFactor(shop);
    const entered = await verify(pendingToken, recoveryCodes[0]);
    expect(entered.body).toMatchObject({ factor: 'recovery-code' });
    const secret = await offerTo(post, entered.body.token);
    const code = authenticatorCode(shop, 0, secret);
    expect((await post('/me/totp/confirm', { code: differentCode(code) }, entered.body.token)).status).toBe(
      400,
    );
    expect((await post('/me/totp/confirm', { code }, entered.body.token)).status).toBe(200);
    shop.clock.advance(minute);
    expect((await refresh(token, authenticatorCode(shop))).status).toBe(400);
    expect((await refresh(token, authenticatorCode(shop, 0, secret))).status).toBe(200);
    const log = await shop.db.select({ action: auditLog.action }).from(auditLog);
    expect(log.map(({ action }) => action)).toContain('sign-in.replace-totp');
  });

  it('leaves the old app valid until the first code of the new one', async ({ shop, post, refresh }) => {
    const { token } = await signInAsStaff(shop);
    await offerTo(post, token);
    expect((await refresh(token, authenticatorCode(shop))).status).toBe(200);
  });

  it('does not confirm an app after a newer app was offered', async ({ shop, post }) => {
    const { token } = await signInAsStaff(shop);
    const first = await offerTo(post, token);
    const second = await offerTo(post, token);
    expect((await post('/me/totp/confirm', { code: authenticatorCode(shop, 0, first) }, token)).status).toBe(
      400,
    );
    expect((await post('/me/totp/confirm', { code: authenticatorCode(shop, 0, second) }, token)).status).toBe(
      200,
    );
    // The second app is already confirmed, so another confirmation fails.
    expect((await post('/me/totp/confirm', { code: authenticatorCode(shop, 1, second) }, token)).status).toBe(
      409,
    );
  });
});
