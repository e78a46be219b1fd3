import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, vi } from 'vitest';
import { otherThan, sentCode } from '../../../tests/fixtures/sent-code.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { stopStatements, withRivalAt } from '../../../tests/security/rival.ts';
import { outbox, rateLimits } from '../../foundation/tables.server.ts';
import { codesSent, customers, sessions, signInCodes } from '../tables.server.ts';
import { sendCode, verifyCode } from './codes.server.ts';

const here = { address: '203.0.113.7' };
const email = 'asha@example.in';
const minute = 60_000;

const it = base.extend('code', async ({ shop }) => {
  await sendCode(shop, email, here);
  return sentCode(shop, email);
});

afterEach(() => vi.restoreAllMocks());

describe('a code', () => {
  it('has six digits [S-AUTH-09]', ({ code }) => {
    expect(code).toMatch(/^\d{6}$/);
  });

  it('is kept as a hash that needs the shop’s secret, and for ten minutes', async ({ shop, code }) => {
    const [stored] = await shop.db.select().from(signInCodes);
    expect(stored).toMatchObject({
      email,
      tries: 0,
      endsAt: new Date(shop.clock.now().getTime() + 10 * minute),
    });
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(stored?.codeHmac).toMatch(/^[0-9a-f]{64}$/);
    const other = { ...shop, secret: Buffer.alloc(32, 'other') };
    await expect(verifyCode(other, { email, otp: code }, here)).rejects.toMatchObject({ name: 'wrong-code' });
  });

  it('goes out by mail, soon', async ({ shop }) => {
    await sendCode(shop, email, here);
    expect(shop.recorded.emailWakes).toBe(1);
    const until = new Date(shop.clock.now().getTime() + 10 * minute);
    expect(await shop.db.select().from(outbox)).toMatchObject([
      { kind: 'code', to: email, expiresAt: until },
    ]);
  });

  it('signs in, and makes the account [S-AUTH-18]', async ({ shop, code }) => {
    const { token, user } = await verifyCode(shop, { email, otp: code }, here);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({ email, firstName: '', country: '' });
    expect(await shop.db.select().from(customers).where(eq(customers.email, email))).toHaveLength(1);
  });

  it('opens the account that the address has', async ({ shop }) => {
    await sendCode(shop, 'meera@example.in', here);
    const otp = await sentCode(shop, 'meera@example.in');
    const { user } = await verifyCode(shop, { email: 'meera@example.in', otp }, here);
    expect(user).toMatchObject({ firstName: 'Meera', city: 'Jaipur' });
  });

  it('works until its ten minutes are over', async ({ shop, code }) => {
    shop.clock.advance(10 * minute - 1);
    await verifyCode(shop, { email, otp: code }, here);
  });

  it('does not work when its ten minutes are over [S-AUTH-13]', async ({ shop, code }) => {
    shop.clock.advance(10 * minute);
    await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject({
      message: 'Invalid OTP',
    });
  });

  it('works once', async ({ shop, code }) => {
    await verifyCode(shop, { email, otp: code }, here);
    await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject({
      message: 'Invalid OTP',
    });
  });

  it('works for its own address only', async ({ shop, code }) => {
    await sendCode(shop, 'other@example.in', here);
    if ((await sentCode(shop, 'other@example.in')) === code) return;
    await expect(verifyCode(shop, { email: 'other@example.in', otp: code }, here)).rejects.toMatchObject({
      message: 'Invalid OTP',
    });
  });

  it('gives way to a newer one', async ({ shop, code }) => {
    shop.clock.advance(minute);
    await sendCode(shop, email, here);
    const newer = await sentCode(shop, email);
    if (newer !== code)
      await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject({
        message: 'Invalid OTP',
      });
    await verifyCode(shop, { email, otp: newer }, here);
  });

  it('gives way also to one that is sent while it is looked at', async ({ ownShop, world, skip }) => {
    // The embedded database lets nobody in between two statements of a transaction.
    if (world.engine === 'embedded') skip();
    stopStatements();
    await sendCode(ownShop, email, here);
    const otp = await sentCode(ownShop, email);
    const verify = () => verifyCode(ownShop, { email, otp }, here);
    const { statements } = await withRivalAt(ownShop, 99, {
      victim: () => verifyCode(ownShop, { email: 'nobody@example.in', otp }, here).catch(() => undefined),
      rival: async () => undefined,
    });
    ownShop.clock.advance(minute);
    const { victim } = await withRivalAt(ownShop, statements.length, {
      victim: verify,
      rival: () => sendCode(ownShop, email, here),
    });
    expect(victim).toMatchObject({ is: 'refused', reason: { name: 'wrong-code' } });
    const newer = await sentCode(ownShop, email);
    await verifyCode(ownShop, { email, otp: newer }, here);
  });

  it('is dead after five wrong tries', async ({ shop, code }) => {
    for (let guess = 0; guess < 5; guess++)
      await expect(verifyCode(shop, { email, otp: otherThan(code) }, here)).rejects.toMatchObject({
        message: 'Invalid OTP',
      });
    await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject({
      message: 'Invalid OTP',
    });
    expect(await shop.db.select().from(sessions)).toEqual([]);
  });

  it('that is new has five tries of its own', async ({ shop, code }) => {
    for (let guess = 0; guess < 5; guess++)
      await expect(verifyCode(shop, { email, otp: otherThan(code) }, here)).rejects.toThrow();
    shop.clock.advance(minute);
    await sendCode(shop, email, here);
    await verifyCode(shop, { email, otp: await sentCode(shop, email) }, here);
  });

  it('that has ended is cleared away when others are sent', async ({ shop, code }) => {
    expect(code).toBeDefined();
    shop.clock.advance(11 * minute);
    await sendCode(shop, 'other@example.in', here);
    expect(await shop.db.select({ email: signInCodes.email }).from(signInCodes)).toEqual([
      { email: 'other@example.in' },
    ]);
  });
});

describe('codes are sent', () => {
  const refused = (wait: number) => ({ name: 'too-many', status: 429, retryAfter: wait });

  it('one in thirty seconds to an address; a refusal says when the next may be asked for', async ({
    shop,
  }) => {
    expect(await sendCode(shop, email, here)).toEqual({
      success: true,
      message: 'The code is on its way. Please look into your mail.',
      resendAfter: 30,
      minutes: 10,
    });
    shop.clock.advance(18_000);
    await expect(sendCode(shop, email, here)).rejects.toMatchObject({
      ...refused(12),
      message: 'A code is on its way. You can ask for another in 12 seconds.',
    });
    shop.clock.advance(11_000);
    await expect(sendCode(shop, email, here)).rejects.toMatchObject({
      ...refused(1),
      message: 'A code is on its way. You can ask for another in a second.',
    });
    shop.clock.advance(1000);
    await sendCode(shop, email, here);
  });

  it('and what was sent more than a day ago is remembered of no address', async ({ shop }) => {
    await sendCode(shop, email, here);
    shop.clock.advance(24 * 60 * minute - 1);
    await sendCode(shop, 'meera@example.in', here);
    expect(await shop.db.select().from(codesSent)).toHaveLength(2);
    shop.clock.advance(minute);
    await sendCode(shop, 'other@example.in', here);
    expect(await shop.db.select().from(codesSent)).toHaveLength(2);
  });

  it('five in an hour to an address, and those that were refused do not count', async ({ shop }) => {
    for (let sent = 0; sent < 5; sent++) {
      await sendCode(shop, email, here);
      for (let again = 0; again < 3 && sent < 4; again++)
        await expect(sendCode(shop, email, here)).rejects.toMatchObject(refused(30));
      shop.clock.advance(minute);
    }
    await expect(sendCode(shop, email, here)).rejects.toMatchObject({
      ...refused(55 * 60),
      message: 'That was a lot at once. Please try again in 55 minutes.',
    });
    shop.clock.advance(55 * minute - 1);
    await expect(sendCode(shop, email, here)).rejects.toMatchObject(refused(1));
    shop.clock.advance(1);
    await sendCode(shop, email, here);
  });

  it('five in an hour to an address, and another address has its own', async ({ shop }) => {
    for (let sent = 0; sent < 5; sent++) {
      await sendCode(shop, email, here);
      shop.clock.advance(minute);
    }
    await expect(sendCode(shop, email, here)).rejects.toMatchObject({ status: 429 });
    await sendCode(shop, 'meera@example.in', here);
  });

  it('five in any hour: also over the edge of the hour of the first', async ({ shop }) => {
    for (const wait of [56, 1, 1, 1]) {
      await sendCode(shop, email, here);
      shop.clock.advance(wait * minute);
    }
    await sendCode(shop, email, here);
    shop.clock.advance(minute);
    // The first one is an hour old now; the other four are not.
    await sendCode(shop, email, here);
    shop.clock.advance(minute);
    await expect(sendCode(shop, email, here)).rejects.toMatchObject(refused(55 * 60));
  });

  it('ten in a day to an address', async ({ shop }) => {
    for (let sent = 0; sent < 10; sent++) {
      await sendCode(shop, email, here);
      shop.clock.advance(61 * minute);
    }
    await expect(sendCode(shop, email, here)).rejects.toMatchObject({ status: 429 });
    shop.clock.advance(24 * 60 * minute);
    await sendCode(shop, email, here);
  });

  it('three hundred in an hour for one client address, behind which are thousands of phones', async ({
    shop,
  }) => {
    await fillUp(shop, 'code-from:203.0.113.7');
    await sendCode(shop, 'last@example.in', here);
    await expect(sendCode(shop, email, here)).rejects.toMatchObject({ status: 429 });
    await sendCode(shop, email, { address: '203.0.113.8' });
  });

  it('and counted without the e-mail itself', async ({ shop, code }) => {
    expect(code).toBeDefined();
    const buckets = await shop.db.select({ bucket: rateLimits.bucket }).from(rateLimits);
    expect(buckets).toHaveLength(2);
    expect(JSON.stringify(buckets)).not.toMatch(/asha|example/);
  });
});

it('three hundred guesses in an hour are looked at for one client address', async ({ shop, code }) => {
  await fillUp(shop, 'guess-from:203.0.113.7');
  await expect(verifyCode(shop, { email, otp: otherThan(code) }, here)).rejects.toMatchObject({
    status: 400,
  });
  await expect(verifyCode(shop, { email, otp: code }, here)).rejects.toMatchObject({ status: 429 });
  await verifyCode(shop, { email, otp: code }, { address: '203.0.113.8' });
});

/** As if all but one of the hour's uses had been made. */
async function fillUp(shop: Parameters<typeof sendCode>[0], bucket: string) {
  const startedAt = shop.clock.now();
  const endsAt = new Date(startedAt.getTime() + 60 * minute);
  await shop.db.insert(rateLimits).values({ bucket, startedAt, endsAt, count: 299 });
}

describe('at the same moment', () => {
  it('two hundred guesses on one code: five are looked at', async ({ ownShop }) => {
    await sendCode(ownShop, email, here);
    const code = await sentCode(ownShop, email);
    const wrong = otherThan(code);
    // The last one is right: whoever compares more than five lets it in.
    const guesses = await Promise.allSettled(
      Array.from({ length: 200 }, (_, guess) =>
        verifyCode(ownShop, { email, otp: guess === 199 ? code : wrong }, here),
      ),
    );
    expect(guesses.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await ownShop.db.select().from(sessions)).toEqual([]);
    expect(await ownShop.db.select({ tries: signInCodes.tries }).from(signInCodes)).toEqual([{ tries: 5 }]);
    await expect(verifyCode(ownShop, { email, otp: code }, here)).rejects.toMatchObject({
      name: 'wrong-code',
    });
  });

  it('two hundred different guesses: at most five can be the right one', async ({ ownShop }) => {
    await sendCode(ownShop, email, here);
    const code = Number(await sentCode(ownShop, email));
    const near = Array.from({ length: 200 }, (_, step) =>
      String((code + 1_000_000 - 199 + step) % 1_000_000).padStart(6, '0'),
    );
    expect(Number(near.at(-1))).toBe(code);
    await Promise.allSettled(near.map((otp) => verifyCode(ownShop, { email, otp }, here)));
    const [{ tries } = { tries: 0 }] = await ownShop.db
      .select({ tries: signInCodes.tries })
      .from(signInCodes);
    expect(tries).toBe(5);
    expect(await ownShop.db.select().from(sessions)).toEqual([]);
  });

  it('two right guesses: one gets in, whatever the moment', async ({ ownShop, world, skip }) => {
    // The embedded database lets nothing in between two statements of a transaction.
    if (world.engine === 'embedded') skip();
    stopStatements();
    const guess = async () => {
      const otp = await sentCode(ownShop, email);
      return () => verifyCode(ownShop, { email, otp }, here);
    };
    await sendCode(ownShop, email, here);
    const { statements } = await withRivalAt(ownShop, 99, {
      victim: await guess(),
      rival: async () => undefined,
    });
    for (const stopAt of statements.keys()) {
      // More codes than that are not sent to an address in a day.
      ownShop.clock.advance(3 * 60 * minute);
      await sendCode(ownShop, email, here);
      const [victim, rival] = [await guess(), await guess()];
      const outcomes = await withRivalAt(ownShop, stopAt, { victim, rival });
      const refused = [outcomes.victim, outcomes.rival].filter((outcome) => outcome.is === 'refused');
      expect(refused).toMatchObject([{ reason: { name: 'wrong-code' } }]);
    }
  });

  it('two right guesses: one gets in', async ({ ownShop }) => {
    await sendCode(ownShop, email, here);
    const otp = await sentCode(ownShop, email);
    const guesses = await Promise.allSettled([1, 2, 3].map(() => verifyCode(ownShop, { email, otp }, here)));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ownShop.db.select().from(sessions)).toHaveLength(1);
  });
});
