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
const minute = 60_000;
const invalid = { name: 'wrong-code', message: 'Invalid OTP' };

const it = base.extend('code', async ({ shop }) => {
  await sendCode(shop, { email }, here);
  return sentCode(shop, email);
});

afterEach(() => vi.restoreAllMocks());

describe('a code', () => {
  it('is stored for ten minutes, as a hash that is keyed with the shop’s secret', async ({ shop, code }) => {
    const [stored] = await shop.db.select().from(signInRequests);
    expect(stored).toMatchObject({
      email,
      tries: 0,
      triesByEmail: 0,
      endsAt: new Date(shop.clock.now().getTime() + 10 * minute),
    });
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(stored?.codeHmac).toMatch(/^[0-9a-f]{64}$/);
    const other = { ...shop, secret: Buffer.alloc(32, 'other') };
    await expect(verifyCode(other, { email, otp: code }, here)).rejects.toMatchObject(invalid);
  });

  it('is emailed at once', async ({ shop }) => {
    await sendCode(shop, { email }, here);
    expect(shop.recorded.emailWakes).toBe(1);
    const until = new Date(shop.clock.now().getTime() + 10 * minute);
    expect(await shop.db.select().from(outbox)).toMatchObject([
      { kind: 'code', to: email, expiresAt: until },
    ]);
  });

  it('signs in, and creates the account [S-AUTH-18]', async ({ shop, code }) => {
    const { token, user } = await verifyCode(shop, { email, otp: code }, here);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({ email, firstName: '', country: '' });
    expect(await shop.db.select().from(customers).where(eq(customers.email, email))).toHaveLength(1);
  });

  it('signs in to the existing account of the address', async ({ shop }) => {
    await sendCode(shop, { email: 'meera@example.in' }, here);
    const otp = await sentCode(shop, 'meera@example.in');
    const { user } = await verifyCode(shop, { email: 'meera@example.in', otp }, here);
    expect(user).toMatchObject({ firstName: 'Meera', city: 'Jaipur' });
  });

  it('is valid for ten minutes [S-AUTH-13]', async ({ shop, code }) => {
    shop.clock.advance(10 * minute);
    await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject(invalid);
    shop.clock.advance(-1);
    await verifyCode(shop, { email, otp: code }, here);
  });

  it('is valid once', async ({ shop, code }) => {
    await verifyCode(shop, { email, otp: code }, here);
    await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject(invalid);
  });

  it('is valid only for its own email address', async ({ shop, code }) => {
    await sendCode(shop, { email: 'other@example.in' }, here);
    if ((await sentCode(shop, 'other@example.in')) === code) return;
    await expect(verifyCode(shop, { email: 'other@example.in', otp: code }, here)).rejects.toMatchObject(
      invalid,
    );
  });

  it('is valid with the id of its request after a newer code has been sent [S-AUTH-13]', async ({ shop }) => {
    const { requestId } = await sendCode(shop, { email }, here);
    const otp = await sentCode(shop, email);
    shop.clock.advance(minute);
    await sendCode(shop, { email }, elsewhere);
    await verifyCode(shop, { email, otp, requestId }, here);
  });

  it('is replaced by a newer code if it is sent without the id of its request', async ({ shop, code }) => {
    shop.clock.advance(minute);
    await sendCode(shop, { email }, here);
    const newer = await sentCode(shop, email);
    if (newer !== code)
      await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject(invalid);
    await verifyCode(shop, { email, otp: newer }, here);
    // After the newest code was used, the code before it does not become valid.
    await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject(invalid);
  });

  it('has the same request id as the other valid codes of the browser', async ({ shop }) => {
    const { requestId } = await sendCode(shop, { email }, here);
    const first = await sentCode(shop, email);
    shop.clock.advance(minute);
    expect(await sendCode(shop, { email, requestId }, here)).toMatchObject({ requestId });
    const second = await sentCode(shop, email);
    await verifyCode(shop, { email, otp: second, requestId }, here);
    if (first !== second) await verifyCode(shop, { email, otp: first, requestId }, here);
  });

  it('is not valid with the id of another request', async ({ shop, code }) => {
    const { requestId } = await sendCode(shop, { email: 'meera@example.in' }, here);
    for (const wrong of [requestId, 'x', ''])
      await expect(verifyCode(shop, { email, otp: code, requestId: wrong }, here)).rejects.toMatchObject(
        invalid,
      );
    shop.clock.advance(minute);
    // The server replaces an unknown id, and an id that belongs to another address.
    for (const [step, wrong] of ['x'.repeat(43), requestId].entries()) {
      shop.clock.advance(minute);
      const response = await sendCode(shop, { email, requestId: wrong }, { address: `203.0.113.${step}` });
      expect(response.requestId).toMatch(/^[\w-]{43}$/);
      expect(response.requestId).not.toBe(wrong);
    }
    shop.clock.advance(10 * minute);
    expect((await sendCode(shop, { email: 'meera@example.in', requestId }, here)).requestId).not.toBe(
      requestId,
    );
  });

  it('is rejected without its request’s id after five wrong tries, or ten with it', async ({ shop }) => {
    const { requestId } = await sendCode(shop, { email }, here);
    const otp = await sentCode(shop, email);
    for (let guess = 0; guess < 5; guess++)
      await expect(verifyCode(shop, { email, otp: differentCode(otp) }, here)).rejects.toMatchObject(invalid);
    await expect(verifyCode(shop, { email, otp }, here)).rejects.toMatchObject(invalid);
    for (let guess = 0; guess < 5; guess++)
      await expect(
        verifyCode(shop, { email, otp: differentCode(otp), requestId }, here),
      ).rejects.toMatchObject(invalid);
    await expect(verifyCode(shop, { email, otp, requestId }, here)).rejects.toMatchObject(invalid);
    expect(await shop.db.select().from(sessions)).toEqual([]);
  });

  it('is valid with its request’s id after five wrong tries of strangers without it', async ({ shop }) => {
    const { requestId } = await sendCode(shop, { email }, here);
    const otp = await sentCode(shop, email);
    for (let guess = 0; guess < 9; guess++)
      await expect(verifyCode(shop, { email, otp: differentCode(otp) }, elsewhere)).rejects.toThrow();
    await verifyCode(shop, { email, otp, requestId }, here);
  });

  it('has five tries, regardless of tries with earlier codes', async ({ shop, code }) => {
    for (let guess = 0; guess < 5; guess++)
      await expect(verifyCode(shop, { email, otp: differentCode(code) }, here)).rejects.toThrow();
    shop.clock.advance(minute);
    await sendCode(shop, { email }, here);
    await verifyCode(shop, { email, otp: await sentCode(shop, email) }, here);
  });

  it('is deleted when a code is sent after its expiry', async ({ shop, code }) => {
    expect(code).toBeDefined();
    shop.clock.advance(11 * minute);
    await sendCode(shop, { email: 'other@example.in' }, here);
    expect(await shop.db.select({ email: signInRequests.email }).from(signInRequests)).toEqual([
      { email: 'other@example.in' },
    ]);
  });
});

describe('the limit of sent codes', () => {
  const refused = (wait: number) => ({ name: 'too-many', status: 429, retryAfter: wait });

  it('is one email in thirty seconds for an address, with the time to wait', async ({ shop }) => {
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

  it('is counted by records that are deleted after a day', async ({ shop }) => {
    await sendCode(shop, { email }, here);
    shop.clock.advance(24 * 60 * minute - 1);
    await sendCode(shop, { email: 'meera@example.in' }, here);
    expect(await shop.db.select().from(codesSent)).toHaveLength(2);
    shop.clock.advance(minute);
    await sendCode(shop, { email: 'other@example.in' }, here);
    expect(await shop.db.select().from(codesSent)).toHaveLength(2);
  });

  it('is ten codes per day for an address, without counting rejected requests', async ({ shop }) => {
    for (let sent = 0; sent < 10; sent++) {
      expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'code', resendAfter: 30 });
      await expect(sendCode(shop, { email }, here)).rejects.toMatchObject(refused(30));
      shop.clock.advance(minute);
    }
    expect(await sendCode(shop, { email }, here)).toMatchObject({
      sent: 'link',
      message: 'An email with a link is on its way. Open it and press the link to sign in.',
    });
    const [sentEmail] = await shop.db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(1);
    expect(sentEmail?.subject).toBe('Your link to sign in to Tanabana');
    expect(sentEmail?.text).toContain('#link=');
    expect(sentEmail?.text).not.toMatch(/\d{3} ?\d{3}/);
    expect(await sendCode(shop, { email: 'meera@example.in' }, here)).toMatchObject({ sent: 'code' });
    shop.clock.advance(24 * 60 * minute);
    expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'code' });
  });

  it('is followed by emails with links, whose intervals grow to five minutes', async ({ shop }) => {
    for (let sent = 0; sent < 10; sent++) {
      await sendCode(shop, { email }, here);
      shop.clock.advance(30_000);
    }
    for (const wait of [60, 120, 240, 300, 300]) {
      expect(await sendCode(shop, { email }, here)).toMatchObject({ sent: 'link', resendAfter: wait });
      shop.clock.advance((wait - 1) * 1000);
      await expect(sendCode(shop, { email }, here)).rejects.toMatchObject({
        ...refused(1),
        message: expect.stringContaining('Press the link in it, or ask for another in a second.'),
      });
      shop.clock.advance(1000);
    }
  });

  it('applies to the last 24 hours', async ({ shop }) => {
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

  it('is three hundred emails per hour for a client address, because phones share it', async ({ shop }) => {
    await fillUp(shop, 'code-from:203.0.113.7');
    await sendCode(shop, { email: 'last@example.in' }, here);
    await expect(sendCode(shop, { email }, here)).rejects.toMatchObject({ status: 429 });
    await sendCode(shop, { email }, { address: '203.0.113.8' });
  });

  it('is counted without storing the email address', async ({ shop, code }) => {
    expect(code).toBeDefined();
    const buckets = await shop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
    expect(buckets).toHaveLength(1);
    expect(JSON.stringify([buckets, await shop.db.select().from(codesSent)])).not.toMatch(/asha|example/);
  });
});

/** Sends requests until one more request would exceed the limit of 300. */
async function fillUp(shop: Parameters<typeof sendCode>[0], bucket: string) {
  const startedAt = shop.clock.now();
  const endsAt = new Date(startedAt.getTime() + 60 * minute);
  await shop.db.insert(rateLimits).values({ bucket, startedAt, endsAt, count: 299 });
}

describe('concurrent requests', () => {
  it('sign in once, even if one starts between statements of the other', async ({ ownShop, world, skip }) => {
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
      // The limit of the email address allows no more codes per day.
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

  it('send one email to an address after twenty requests', async ({ ownShop }) => {
    const sent = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => sendCode(ownShop, { email }, { address: `203.0.113.${n}` })),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ownShop.db.select().from(outbox)).toHaveLength(1);
  });
});
