import { describe, expect } from 'vitest';
import { sentCode, sentLink } from '../../../tests/fixtures/sent-code.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { deleteAllSessions } from '../sessions.server.ts';
import { knownDevices } from '../tables.server.ts';
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

/** Id of an account that has signed in with this browser. */
const it = base.extend('account', { auto: true }, async ({ shop }) => {
  await sendCode(shop, { email }, here);
  const { user } = await verifyCode(shop, { email, otp: await sentCode(shop, email), device }, here);
  shop.clock.advance(day);
  return user._id;
});

describe('a browser that has signed in before', () => {
  it('gets further codes after ten codes were sent to its email address, but these are valid only with their request id', async ({
    shop,
  }) => {
    for (let sent = 0; sent < 10; sent++) {
      await sendCode(shop, { email }, elsewhere);
      shop.clock.advance(30_000);
    }
    const otpOfStranger = await sentCode(shop, email);
    const { requestId } = await sendCode(shop, { email, device }, here);
    const otp = await sentCode(shop, email);
    await expect(verifyCode(shop, { email, otp }, elsewhere)).rejects.toMatchObject({ name: 'wrong-code' });
    await verifyCode(shop, { email, otp, requestId }, here);
    // The newest code that works without an id is still the tenth code.
    await verifyCode(shop, { email, otp: otpOfStranger }, here);
  });

  it('has its own limit of ten codes per day, and then gets links', async ({ shop }) => {
    const kinds = [];
    for (let sent = 0; sent < 12; sent++) {
      kinds.push((await sendCode(shop, { email, device }, here)).sent);
      await expect(sendCode(shop, { email, device }, here)).rejects.toMatchObject({ status: 429 });
      shop.clock.advance(5 * minute);
    }
    expect(kinds).toEqual([...Array(10).fill('code'), 'link', 'link']);
  });

  it('is known only by a token of 256 bits, for one email address, and for either the shop or the admin', async ({
    shop,
  }) => {
    expect(await isKnownDevice(shop, at, device)).toBe(true);
    expect(await isKnownDevice(shop, at, 'e'.repeat(43))).toBe(false);
    expect(await isKnownDevice(shop, { ...at, email: 'meera@example.in' }, device)).toBe(false);
    expect(await isKnownDevice(shop, { ...at, entryPoint: 'admin' }, device)).toBe(false);
    for (const text of ['', 'x', 'd'.repeat(42), 'd'.repeat(44), `${'d'.repeat(42)} `]) {
      await storeDevice(shop, at, text);
      expect(await isKnownDevice(shop, at, text)).toBe(false);
    }
    expect(await shop.db.$count(knownDevices)).toBe(1);
    // The stored hash of the browser differs for each email address.
    await storeDevice(shop, { ...at, email: 'meera@example.in' }, device);
    const rows = await shop.db.select().from(knownDevices);
    expect(new Set(rows.map(({ deviceHmac }) => deviceHmac)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(device);
  });

  it('is known for 180 days after its last sign-in by code or link', async ({ shop }) => {
    shop.clock.advance(178 * day);
    await sendCode(shop, { email }, here);
    await signInByLink(shop, { link: await sentLink(shop, email), device }, here);
    shop.clock.advance(180 * day - 1);
    expect(await isKnownDevice(shop, at, device)).toBe(true);
    shop.clock.advance(1);
    expect(await isKnownDevice(shop, at, device)).toBe(false);
  });

  it('is forgotten after sign-ins with ten other browsers', async ({ shop }) => {
    for (let other = 0; other < 10; other++) {
      expect(await isKnownDevice(shop, at, device)).toBe(true);
      shop.clock.advance(minute);
      await storeDevice(shop, at, String(other).repeat(43));
    }
    expect(await isKnownDevice(shop, at, device)).toBe(false);
    expect(await shop.db.$count(knownDevices)).toBe(10);
  });

  it('is forgotten when its customer logs out everywhere', async ({ shop, account }) => {
    await storeDevice(shop, { ...at, email: 'meera@example.in' }, device);
    await storeDevice(shop, { ...at, entryPoint: 'admin' }, device);
    await deleteAllSessions(shop, { id: account });
    expect(await isKnownDevice(shop, at, device)).toBe(false);
    expect(await shop.db.$count(knownDevices)).toBe(2);
  });
});
