/** Signs shoppers in without the login page, for tests about other screens. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Profile, SignedIn } from '../../../app/customers/contract.ts';
import { storeBeforeNextPage } from './open-page.ts';
import { expect } from './test.ts';

export type Shopper = { email: string; token: string; user: Profile };

/** Returns an email address without an account. */
export const newEmail = (name = 'shopper') => `${name}-${randomUUID().slice(0, 13)}@example.com`;

/**
 * Signs a shopper in through the API by the pretend Google, so that no test waits for an email. Creates a shopper without a name
 * by default. Uses a new client address each time, because sign-ins per address are limited.
 */
export async function signInByApi(request: APIRequestContext, email = newEmail()): Promise<Shopper> {
  const { nonce }: { nonce: string } = await (await request.get('/api/user/google')).json();
  const signed = await request.post('/pretend-google', { data: { email, name: '', nonce } });
  const response = await request.post('/api/user/google-login', {
    data: await signed.json(),
    headers: uniqueAddressHeaders(),
  });
  expect(response.status(), await response.text()).toBe(200);
  const { token, user }: SignedIn = await response.json();
  return { email, token, user };
}

/** Returns headers with a new client address, because sign-ins per address are limited. */
export const uniqueAddressHeaders = () => ({
  'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
});

/** Sends a message from a new email address. Returns the address. */
export async function writeToShop(
  request: APIRequestContext,
  name: string,
  message: string,
  email = newEmail('writer'),
): Promise<string> {
  const data = { name, email, message, piece: 'TB-SAR-001' };
  const sent = await request.post('/api/reachus/send', { data, headers: uniqueAddressHeaders() });
  expect(sent.status(), await sent.text()).toBe(200);
  return email;
}

/** Signs in the page's shopper. Call it before the page is opened. An open page updates at once. */
export async function signedInShopper(page: Page, email?: string): Promise<Shopper> {
  const shopper = await signInByApi(page.request, email);
  await storeSession(page, shopper);
  return shopper;
}

/**
 * Stores a session in the page's browser, as a sign-in does. Stores it once, so that later changes by the page remain, such as
 * logging out.
 */
export async function storeSession(
  page: Page,
  { token, user }: Pick<Shopper, 'token' | 'user'>,
): Promise<void> {
  const session = { 'tanabana.user': JSON.stringify(user), 'tanabana.token': token };
  if (!page.url().startsWith('http')) return storeBeforeNextPage(page, session);
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    // Other tabs get the storage event automatically. Dispatch it for this tab.
    const newValue = items['tanabana.token'];
    dispatchEvent(new StorageEvent('storage', { key: 'tanabana.token', newValue }));
  }, session);
}

/** Returns the newest code that was emailed to this address. */
export async function readCode(request: APIRequestContext, email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      code = await findCode(request, email);
      return code;
    })
    .toMatch(/^\d{6}$/);
  if (code === undefined) throw new Error(`No code has been written to ${email}`);
  return code;
}

/** Returns the path of the sign-in link in the newest email to this address. */
export async function readLink(request: APIRequestContext, email: string): Promise<string> {
  const [, link] =
    /(\/(?:admin\/)?login#link=[\w-]+)/.exec(await emailTo(request, email, /is your|to sign in/)) ?? [];
  if (!link) throw new Error(`No link has been written to ${email}`);
  return link;
}

/**
 * Returns the newest email to this address with a matching subject, from `/dev/mail`. Pass a subject for staff, who also get
 * emails about events.
 */
export async function emailTo(request: APIRequestContext, email: string, subject = /(?:)/): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(async () => {
      const list = await (await request.get('/dev/mail')).text();
      const row = list.split('<li>').find((entry) => entry.includes(`to ${email},`) && subject.test(entry));
      path = /href="([^"]+)"/.exec(row ?? '')?.[1];
      return path;
    })
    .toBeTruthy();
  return (await request.get(path ?? '')).text();
}

async function findCode(request: APIRequestContext, email: string): Promise<string | undefined> {
  const list = await (await request.get('/dev/mail')).text();
  // The list starts with the newest email. The subject of the email contains the code.
  const codes = list
    .split('<li>')
    .filter((entry) => entry.includes(`to ${email},`))
    .map((entry) => /(\d{3})\s?(\d{3}) is your/.exec(entry)?.slice(1).join(''));
  // Skip emails without a code, because staff also get emails about the shop's events.
  return codes.find((code) => code !== undefined);
}
