import { describe, expect } from 'vitest';
import { sentCode, sentLink } from '../../../tests/fixtures/sent-code.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { sessions, signInRequests } from '../tables.server.ts';
import { sendCode, verifyCode } from './codes.server.ts';
import { declineLink, readLink, signInByLink } from './links.server.ts';

const here = { address: '203.0.113.7' };
const email = 'asha@example.in';
const minute = 60_000;
const ended = { name: 'link-ended', status: 410 };

const it = base.extend('link', async ({ shop }) => {
  await sendCode(shop, { email }, here);
  return sentLink(shop, email);
});

describe('a sign-in link', () => {
  it('has 256 bits, is stored as a hash, and does not sign in when it is opened', async ({ shop, link }) => {
    expect(link).toMatch(/^[\w-]{43}$/);
    const before = await shop.db.select().from(signInRequests);
    expect(JSON.stringify(before)).not.toContain(link);
    for (let time = 0; time < 3; time++)
      expect(await readLink(shop, { entryPoint: 'shop', link }, here)).toEqual({ email });
    expect(await shop.db.select().from(signInRequests)).toEqual(before);
    expect(await shop.db.select().from(sessions)).toEqual([]);
  });

  it('signs in once, and then the code in the same email is no longer valid', async ({ shop, link }) => {
    const { user, token } = await signInByLink(shop, { link }, here);
    expect(user).toMatchObject({ email });
    expect(token).toMatch(/^[\w-]{43}$/);
    await expect(signInByLink(shop, { link }, here)).rejects.toMatchObject(ended);
    await expect(readLink(shop, { entryPoint: 'shop', link }, here)).rejects.toMatchObject(ended);
    const otp = await sentCode(shop, email);
    await expect(verifyCode(shop, { email, otp }, here)).rejects.toMatchObject({ name: 'wrong-code' });
  });

  it('is invalid if the code in the same email has been used, or if the link is changed', async ({
    shop,
    link,
  }) => {
    const other = link.startsWith('A') ? `B${link.slice(1)}` : `A${link.slice(1)}`;
    await expect(signInByLink(shop, { link: other }, here)).rejects.toMatchObject(ended);
    await verifyCode(shop, { email, otp: await sentCode(shop, email) }, here);
    await expect(signInByLink(shop, { link }, here)).rejects.toMatchObject(ended);
  });

  it('is valid for ten minutes', async ({ shop, link }) => {
    shop.clock.advance(10 * minute - 1);
    await readLink(shop, { entryPoint: 'shop', link }, here);
    shop.clock.advance(1);
    await expect(readLink(shop, { entryPoint: 'shop', link }, here)).rejects.toMatchObject(ended);
    await expect(signInByLink(shop, { link }, here)).rejects.toMatchObject(ended);
  });

  it('is still valid after strangers have requested emails and guessed codes', async ({ shop, link }) => {
    for (let time = 0; time < 12; time++) {
      shop.clock.advance(31_000);
      await sendCode(shop, { email }, here).catch(() => undefined);
      await expect(verifyCode(shop, { email, otp: '000000' }, here)).rejects.toThrow();
    }
    expect((await signInByLink(shop, { link }, here)).user).toMatchObject({ email });
  });

  it('is invalid, like the code in the same email, after the recipient has declined the email', async ({
    shop,
    link,
  }) => {
    await declineLink(shop, { entryPoint: 'shop', link }, here);
    await expect(signInByLink(shop, { link }, here)).rejects.toMatchObject(ended);
    const otp = await sentCode(shop, email);
    await expect(verifyCode(shop, { email, otp }, here)).rejects.toMatchObject({ name: 'wrong-code' });
    await declineLink(shop, { entryPoint: 'shop', link }, here);
  });

  it('that was sent by the shop does not sign in to the admin', async ({ shop, link }) => {
    await expect(readLink(shop, { entryPoint: 'admin', link }, here)).rejects.toMatchObject(ended);
    await declineLink(shop, { entryPoint: 'admin', link }, here);
    await signInByLink(shop, { link }, here);
  });

  it('signs in once if several requests use it at the same time', async ({ ownShop }) => {
    await sendCode(ownShop, { email }, here);
    const link = await sentLink(ownShop, email);
    const presses = await Promise.allSettled([1, 2, 3, 4].map(() => signInByLink(ownShop, { link }, here)));
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ownShop.db.select().from(sessions)).toHaveLength(1);
  });
});
