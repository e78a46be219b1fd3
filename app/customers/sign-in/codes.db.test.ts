import { desc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, vi } from 'vitest';
import { differentCode, sentCode } from '../../../tests/fixtures/sent-code.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import {
  interceptStatements,
  statementsOf,
  withConcurrentSessionAt,
} from '../../../tests/security/concurrent-session.ts';
import { outbox, rateLimits } from '../../foundation/tables.server.ts';
import { codesSent, customers, sessions, signInRequests } from '../tables.server.ts';
import { sendCode, verifyCode } from './codes.server.ts';

const here = { address: '203.0.113.7' };
const elsewhere = { address: '198.51.100.7' };
const email = 'asha@example.in';
const meera = 'meera@example.in';
const minute = 60_000;
const invalid = { name: 'wrong-code', message: 'Invalid OTP' };

/** `fails` expects that a code is rejected. */
const it = base
  .extend('code', async ({ shop }) => {
    await sendCode(shop, { email }, here);
    return sentCode(shop, email);
  })
  .extend('fails', ({ shop }) => async (input: Parameters<typeof verifyCode>[1], from = here) => {
    await expect(verifyCode(shop, input, from)).rejects.toMatchObject(invalid);
  });

afterEach(() => vi.restoreAllMocks());

describe('a code', () => {
  it('is emailed at once, and stored for ten minutes as a hash with a secret key', async ({ shop, code }) => {
    const endsAt = new Date(shop.clock.now().getTime() + 10 * minute);
    expect(shop.recorded.emailWakes).toBe(1);
    expect(await shop.db.select().from(outbox)).toMatchObject([
      { kind: 'code', to: email, expiresAt: endsAt },
    ]);
    const [stored] = await shop.db.select().from(signInRequests);
    expect(stored).toMatchObject({ email, tries: 0, triesByEmail: 0, endsAt });
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(stored?.codeHmac).toMatch(/^[0-9a-f]{64}$/);
    const other = { ...shop, secret: Buffer.alloc(32, 'other') };
    await expect(verifyCode(other, { email, otp: code }, here)).rejects.toMatchObject(invalid);
  });

  it('is valid once, and creates an account at the customer’s first sign-in [S-AUTH-18]', async ({
    shop,
    code,
    fails,
  }) => {
    const { token, user } = await verifyCode(shop, { email, otp: code }, here);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({ email, firstName: '', country: '' });
    expect(await shop.db.select().from(customers).where(eq(customers.email, email))).toHaveLength(1);
    await fails({ email, otp: code });
  });

  it('is valid for ten minutes [S-AUTH-13]', async ({ shop, code, fails }) => {
    shop.clock.advance(10 * minute);
    await fails({ email, otp: code });
    shop.clock.advance(-1);
    await verifyCode(shop, { email, otp: code }, here);
  });

  it('stays valid with its request id, even after a newer code is sent [S-AUTH-13]', async ({ shop }) => {
    const { requestId } = await sendCode(shop, { email }, here);
    const first = await sentCode(shop, email);
    shop.clock.advance(minute);
    expect(await sendCode(shop, { email, requestId }, here)).toMatchObject({ requestId });
    const second = await sentCode(shop, email);
    shop.clock.advance(minute);
    await sendCode(shop, { email }, elsewhere);
    await verifyCode(shop, { email, otp: second, requestId }, here);
    if (first !== second) await verifyCode(shop, { email, otp: first, requestId }, here);
  });

  it('is replaced by a newer code for a sign-in without a request id', async ({ shop, code, fails }) => {
    shop.clock.advance(minute);
    await sendCode(shop, { email }, here);
    const newer = await sentCode(shop, email);
    if (newer !== code) await fails({ email, otp: code });
    await verifyCode(shop, { email, otp: newer }, here);
    // After the newest code was used, the code before it does not become valid.
    await fails({ email, otp: code });
  });

  it('is not valid with the id of another request or with another email address', async ({
    shop,
    code,
    fails,
  }) => {
    const { requestId } = await sendCode(shop, { email: meera }, here);
    for (const wrong of [requestId, 'x', '']) await fails({ email, otp: code, requestId: wrong });
    if ((await sentCode(shop, meera)) !== code) await fails({ email: meera, otp: code });
    shop.clock.advance(minute);
    // The server replaces an unknown id, and an id that belongs to another address.
    for (const [step, wrong] of ['x'.repeat(43), requestId].entries()) {
      shop.clock.advance(minute);
      const response = await sendCode(shop, { email, requestId: wrong }, { address: `203.0.113.${step}` });
      expect(response.requestId).toMatch(/^[\w-]{43}$/);
      expect(response.requestId).not.toBe(wrong);
    }
    shop.clock.advance(10 * minute);
    expect((await sendCode(shop, { email: meera, requestId }, here)).requestId).not.toBe(requestId);
    const { user } = await verifyCode(shop, { email: meera, otp: await sentCode(shop, meera) }, here);
    expect(user).toMatchObject({ firstName: 'Meera', city: 'Jaipur' });
  });

  it('is invalid without its request id after five wrong tries, and with the id after five more', async ({
    shop,
    fails,
  }) => {
    const { requestId } = await sendCode(shop, { email }, here);
    const otp = await sentCode(shop, email);
    for (let guess = 0; guess < 5; guess++) await fails({ email, otp: differentCode(otp) });
    await fails({ email, otp });
    for (let guess = 0; guess < 5; guess++) await fails({ email, otp: differentCode(otp), requestId });
    await fails({ email, otp, requestId });
    expect(await shop.db.select().from(sessions)).toEqual([]);
    shop.clock.advance(minute);
    await sendCode(shop, { email }, here);
    await verifyCode(shop, { email, otp: await sentCode(shop, email) }, here);
  });

  it('is valid with its request id, even after strangers’ wrong tries', async ({ shop, fails }) => {
    const { requestId } = await sendCode(shop, { email }, here);
    const otp = await sentCode(shop, email);
    for (let guess = 0; guess < 9; guess++) await fails({ email, otp: differentCode(otp) }, elsewhere);
    await verifyCode(shop, { email, otp, requestId }, here);
  });

  it('is deleted after its expiry, when the next code is sent', async ({ shop, code }) => {
    expect(code).toBeDefined();
    shop.clock.advance(11 * minute);
    await sendCode(shop, { email: 'other@example.in' }, here);
    const left = await shop.db.select().from(signInRequests);
    expect(left).toMatchObject([{ email: 'other@example.in' }]);
  });
});

describe('the limit of sent codes', () => {
  const refused = (wait: number) => ({ name: 'too-many', status: 429, retryAfter: wait });

  it('is one email in thirty seconds for an address, and a rejection states the time to wait', async ({
    shop,
  }) => {
    expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'code', resendAfter: 30 });
    shop.clock.advance(18_000);
    const message = (ago: string, wait: string) =>
      `An email was requested for this address ${ago} ago. Use its code or its link, or ask for another in ${wait}.`;
    const tooSoon = { ...refused(12), message: message('18 seconds', '12 seconds') };
    await expect(sendCode(shop, { email }, here)).rejects.toMatchObject(tooSoon);
    shop.clock.advance(11_000);
    const stillTooSoon = { ...refused(1), message: message('29 seconds', 'a second') };
    await expect(sendCode(shop, { email }, here)).rejects.toMatchObject(stillTooSoon);
    shop.clock.advance(1000);
    await sendCode(shop, { email }, here);
  });

  it('is counted in rows that do not contain the email address and are deleted after a day', async ({
    shop,
  }) => {
    await sendCode(shop, { email }, here);
    const stored = [await shop.db.select().from(rateLimits), await shop.db.select().from(codesSent)];
    expect(stored.map(({ length }) => length)).toEqual([1, 1]);
    expect(JSON.stringify(stored)).not.toMatch(/asha|example/);
    shop.clock.advance(24 * 60 * minute - 1);
    await sendCode(shop, { email: meera }, here);
    expect(await shop.db.select().from(codesSent)).toHaveLength(2);
    shop.clock.advance(minute);
    await sendCode(shop, { email: 'other@example.in' }, here);
    expect(await shop.db.select().from(codesSent)).toHaveLength(2);
  });

  it('is ten codes per day for an email address, which then gets links at longer intervals', async ({
    shop,
  }) => {
    for (let sent = 0; sent < 10; sent++) {
      expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'code', resendAfter: 30 });
      await expect(sendCode(shop, { email }, here)).rejects.toMatchObject(refused(30));
      shop.clock.advance(minute);
    }
    expect(await sendCode(shop, { email }, here)).toMatchObject({
      sent: 'link',
      resendAfter: 60,
      message: 'An email with a link is on its way. Open it and press the link to sign in.',
    });
    const [sentEmail] = await shop.db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(1);
    expect(sentEmail?.subject).toBe('Your link to sign in to Tanabana');
    expect(sentEmail?.text).toContain('#link=');
    expect(sentEmail?.text).not.toMatch(/\d{3} ?\d{3}/);
    expect(await sendCode(shop, { email: meera }, here)).toMatchObject({ sent: 'code' });
    shop.clock.advance(minute);
    for (const wait of [120, 240, 300, 300]) {
      expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'link', resendAfter: wait });
      shop.clock.advance((wait - 1) * 1000);
      const message = expect.stringContaining('Press the link in it, or ask for another in a second.');
      await expect(sendCode(shop, { email }, here)).rejects.toMatchObject({ ...refused(1), message });
      shop.clock.advance(1000);
    }
    shop.clock.advance(24 * 60 * minute);
    expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'code' });
  });

  it('applies to the codes of the last 24 hours', async ({ shop }) => {
    await sendCode(shop, { email }, here);
    shop.clock.advance(23 * 60 * minute);
    for (let sent = 0; sent < 9; sent++) {
      await sendCode(shop, { email }, here);
      shop.clock.advance(minute);
    }
    shop.clock.advance(51 * minute);
    // The first email is a day old now. The other nine emails are newer.
    expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'code' });
    shop.clock.advance(minute);
    expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'link' });
  });

  it('is 300 emails per hour for a client’s IP address, because phones share such an address', async ({
    shop,
  }) => {
    const startedAt = shop.clock.now();
    const endsAt = new Date(startedAt.getTime() + 60 * minute);
    const bucket = 'code-from:203.0.113.7';
    await shop.db.insert(rateLimits).values({ bucket, startedAt, endsAt, count: 299 });
    await sendCode(shop, { email: 'last@example.in' }, here);
    await expect(sendCode(shop, { email }, here)).rejects.toMatchObject({ status: 429 });
    await sendCode(shop, { email }, { address: '203.0.113.8' });
  });
});

describe('concurrent requests', () => {
  it('sign in once with the same code, even if one request runs between two statements of the other', async ({
    ownShop,
    world,
    skip,
  }) => {
    // Skip this test: the embedded database runs one transaction at a time, so no other statement can run in between.
    if (world.engine === 'embedded') skip();
    interceptStatements();
    const guess = async () => {
      const otp = await sentCode(ownShop, email);
      return () => verifyCode(ownShop, { email, otp }, here);
    };
    await sendCode(ownShop, { email }, here);
    const statements = await statementsOf(ownShop, await guess());
    for (const stopAt of statements.keys()) {
      // Wait three hours, because the email address gets only ten codes per day.
      ownShop.clock.advance(3 * 60 * minute);
      await sendCode(ownShop, { email }, here);
      const [interrupted, concurrent] = [await guess(), await guess()];
      const outcomes = await withConcurrentSessionAt(ownShop, stopAt, { interrupted, concurrent });
      const rejected = [outcomes.interrupted, outcomes.concurrent].filter(
        (outcome) => outcome.status === 'rejected',
      );
      expect(rejected).toMatchObject([{ reason: { name: 'wrong-code' } }]);
    }
  });

  it('send only one email if twenty requests name the same address', async ({ ownShop }) => {
    const sent = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => sendCode(ownShop, { email }, { address: `203.0.113.${n}` })),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ownShop.db.select().from(outbox)).toHaveLength(1);
  });
});
