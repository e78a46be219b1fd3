import { describe, expect } from 'vitest';
import { differentCode, sentCode, sentLink } from '../../../tests/fixtures/sent-code.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { deleteAccount } from '../profile/profile.server.ts';
import { deleteAllSessions } from '../sessions.server.ts';
import { knownDevices, sessions } from '../tables.server.ts';
import { sendCode, verifyCode } from './codes.server.ts';
import { isKnownDevice, storeDevice } from './devices.server.ts';
import { signInByLink } from './links.server.ts';

const here = { address: '203.0.113.7' };
const elsewhere = { address: '198.51.100.7' };
const email = 'asha@example.in';
const at = { entryPoint: 'shop' as const, email };
const device = 'd'.repeat(43);
const minute = 60_000;
const day = 24 * 60 * minute;

/** The account of a shopper who has signed in with this browser. */
const it = base.extend('account', async ({ shop }) => {
  await sendCode(shop, { email }, here);
  const { user } = await verifyCode(shop, { email, otp: await sentCode(shop, email), device }, here);
  shop.clock.advance(day);
  return user._id;
});

describe('a browser that has signed in before', () => {
  it('is kept as a hash, another one for each address', async ({ shop, account }) => {
    expect(account).toBeDefined();
    await storeDevice(shop, { ...at, email: 'meera@example.in' }, device);
    const rows = await shop.db.select().from(knownDevices);
    expect(new Set(rows.map(({ deviceHmac }) => deviceHmac)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(device);
  });

  it('gets codes of its own while a stranger requests as many as they can', async ({ shop, account }) => {
    expect(account).toBeDefined();
    for (let sent = 0; sent < 14; sent++) {
      await sendCode(shop, { email }, elsewhere).catch(() => undefined);
      shop.clock.advance(30_000);
    }
    const { requestId, sent } = await sendCode(shop, { email, device }, here);
    expect(sent).toBe('code');
    await verifyCode(shop, { email, otp: await sentCode(shop, email), requestId }, here);
  });

  it('has codes that are not guessed without the request’s id once the address has had its ten', async ({
    shop,
    account,
  }) => {
    expect(account).toBeDefined();
    for (let sent = 0; sent < 10; sent++) {
      await sendCode(shop, { email }, elsewhere);
      shop.clock.advance(30_000);
    }
    const strangers = await sentCode(shop, email);
    const { requestId } = await sendCode(shop, { email, device }, here);
    const otp = await sentCode(shop, email);
    await expect(verifyCode(shop, { email, otp }, elsewhere)).rejects.toMatchObject({ name: 'wrong-code' });
    await verifyCode(shop, { email, otp, requestId }, here);
    // The newest code that can be typed without an id is still the tenth.
    await verifyCode(shop, { email, otp: strangers }, here);
  });

  it('has ten codes a day and then links, as an address has', async ({ shop, account }) => {
    expect(account).toBeDefined();
    const kinds = [];
    for (let sent = 0; sent < 12; sent++) {
      kinds.push((await sendCode(shop, { email, device }, here)).sent);
      await expect(sendCode(shop, { email, device }, here)).rejects.toMatchObject({ status: 429 });
      shop.clock.advance(5 * minute);
    }
    expect(kinds).toEqual([...Array(10).fill('code'), 'link', 'link']);
  });

  it('counts for no other address and no other entry point', async ({ shop, account }) => {
    expect(account).toBeDefined();
    expect(await isKnownDevice(shop, at, device)).toBe(true);
    expect(await isKnownDevice(shop, at, 'e'.repeat(43))).toBe(false);
    expect(await isKnownDevice(shop, { ...at, email: 'meera@example.in' }, device)).toBe(false);
    expect(await isKnownDevice(shop, { ...at, entryPoint: 'admin' }, device)).toBe(false);
  });

  it('is named by 256 bits: another text names none', async ({ shop, account }) => {
    expect(account).toBeDefined();
    for (const text of ['', 'x', 'd'.repeat(42), 'd'.repeat(44), `${'d'.repeat(42)} `]) {
      await storeDevice(shop, at, text);
      expect(await isKnownDevice(shop, at, text)).toBe(false);
    }
    expect(await shop.db.$count(knownDevices)).toBe(1);
  });

  it('is no proof of identity', async ({ shop, account }) => {
    expect(account).toBeDefined();
    await sendCode(shop, { email, device }, here);
    const otp = differentCode(await sentCode(shop, email));
    const before = await shop.db.$count(sessions);
    await expect(verifyCode(shop, { email, otp, device }, here)).rejects.toMatchObject({
      name: 'wrong-code',
    });
    expect(await shop.db.$count(sessions)).toBe(before);
  });

  it('is remembered for 180 days after its last sign-in, also by a link', async ({ shop, account }) => {
    expect(account).toBeDefined();
    shop.clock.advance(178 * day);
    await sendCode(shop, { email }, here);
    await signInByLink(shop, { link: await sentLink(shop, email), device }, here);
    shop.clock.advance(180 * day - 1);
    expect(await isKnownDevice(shop, at, device)).toBe(true);
    shop.clock.advance(1);
    expect(await isKnownDevice(shop, at, device)).toBe(false);
  });

  it('is forgotten when ten others have signed in since', async ({ shop, account }) => {
    expect(account).toBeDefined();
    for (let other = 0; other < 10; other++) {
      expect(await isKnownDevice(shop, at, device)).toBe(true);
      shop.clock.advance(minute);
      await storeDevice(shop, at, String(other).repeat(43));
    }
    expect(await isKnownDevice(shop, at, device)).toBe(false);
    expect(await shop.db.$count(knownDevices)).toBe(10);
  });

  it('is forgotten when its shopper logs out everywhere, and no other shopper’s is', async ({
    shop,
    account,
  }) => {
    await storeDevice(shop, { ...at, email: 'meera@example.in' }, device);
    await storeDevice(shop, { ...at, entryPoint: 'admin' }, device);
    await deleteAllSessions(shop, { id: account });
    expect(await isKnownDevice(shop, at, device)).toBe(false);
    expect(await shop.db.$count(knownDevices)).toBe(2);
  });

  it('is forgotten with the account', async ({ shop, account }) => {
    await deleteAccount(shop, account);
    expect(await shop.db.select().from(knownDevices)).toEqual([]);
  });
});
