/** Signs staff in to the admin through the API, for tests about other screens. */
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type {
  FactorSetUp,
  SecondFactorPending,
  TotpEnrollment,
} from '../../../app/admin/sign-in/contract.ts';
import { codeOfApp } from '../../doubles/authenticator-app.ts';
import { storeBeforeNextPage } from './open-page.ts';
import { newEmail, readCode, uniqueAddressHeaders } from './shopper.ts';
import { expect } from './test.ts';

/** The email address of the demo shop's owner. */
export const demoOwner = 'owner@tanabana.example';

export type StaffMember = { email: string; token: string; headers: Record<string, string>; secret: string };

/**
 * Signs in a new staff member through the API. Each test needs its own member: all tests share one shop, and a code of an app
 * is valid once.
 */
export async function newStaff(
  request: APIRequestContext,
  role: 'owner' | 'staff' = 'owner',
): Promise<StaffMember> {
  const email = newEmail(role);
  await addToTeam(request, email, role);
  return setUpByApi(request, email);
}

/** Invites a staff member, who sets up the second factor at the first sign-in. */
export async function addToTeam(request: APIRequestContext, email: string, role: 'owner' | 'staff') {
  const data = { email, name: role === 'owner' ? 'Kavita' : 'Arjun', role };
  const added = await postAsOwner(request, '/api/admin/team', data);
  expect([200, 409], await added.text()).toContain(added.status());
}

/**
 * Sends a request as the first owner, who has to confirm the second factor again every ten minutes. If two tests do so at once,
 * one waits for the next code.
 */
export async function postAsOwner(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<APIResponse> {
  const { headers, secret } = firstOwner();
  let response = await request.post(path, { headers, data });
  await expect(async () => {
    if (response.status() !== 403) return;
    await request.post('/api/admin/sign-in/refresh-totp', {
      headers: { ...headers, ...uniqueAddressHeaders() },
      data: { code: codeOfApp(secret) },
    });
    response = await request.post(path, { headers, data });
    expect(response.status(), await response.text()).not.toBe(403);
  }).toPass({ timeout: 45_000, intervals: [1000, 5000, 10_000] });
  return response;
}

/** Stores a session in the page's browser, as the sign-in does. The next opened page uses it. */
export async function storeStaffSession(page: Page, { token }: Pick<StaffMember, 'token'>): Promise<void> {
  await storeBeforeNextPage(page, { 'tanabana.staff': token });
}

/** Signs in a new staff member in the page's browser. */
export async function signedInStaff(page: Page, role: 'owner' | 'staff' = 'owner'): Promise<StaffMember> {
  const member = await newStaff(page.request, role);
  await storeStaffSession(page, member);
  return member;
}

/** The shop's first owner, whom {@link signInFirstOwner} signs in before the first test. */
export function firstOwner(): StaffMember {
  const [token = '', secret = ''] = (process.env.SHOP_OWNER ?? '').split(' ');
  return { email: demoOwner, token, secret, headers: { authorization: `Bearer ${token}` } };
}

/** Signs in the first owner once for all tests, because the codes per address are limited. */
export async function signInFirstOwner(request: APIRequestContext): Promise<void> {
  const { token, secret } = await setUpByApi(request, demoOwner);
  process.env.SHOP_OWNER = `${token} ${secret}`;
}

/** Raises the limits per shopper, because all tests order to the same phone number and address. */
export async function liftLimits(request: APIRequestContext): Promise<void> {
  const { headers } = firstOwner();
  const { settings } = await (await request.get('/api/admin/content', { headers })).json();
  const limits = { variants: 100, units: 10_000, heldMinutes: 1440, cashOrders: 1000 };
  const data = { rules: { ...settings.rules, limits }, seenVersion: settings.versions.rules };
  const saved = await request.put('/api/admin/content/settings', { headers, data });
  expect(saved.status(), await saved.text()).toBe(200);
}

/** Signs in a staff member who has no second factor yet, and sets up the second factor. */
export async function setUpByApi(request: APIRequestContext, email: string): Promise<StaffMember> {
  const { pendingToken } = await pendingStaff(request, email);
  const headers = { ...uniqueAddressHeaders(), authorization: `Bearer ${pendingToken}` };
  const offered = await request.post('/api/admin/sign-in/set-up-totp', { headers });
  expect(offered.status(), await offered.text()).toBe(200);
  const { secret }: TotpEnrollment = await offered.json();
  const response = await request.post('/api/admin/sign-in/confirm-totp', {
    headers,
    data: { code: codeOfApp(secret) },
  });
  expect(response.status(), await response.text()).toBe(200);
  const { token }: FactorSetUp = await response.json();
  return { email, token, headers: { authorization: `Bearer ${token}` }, secret };
}

async function pendingStaff(request: APIRequestContext, email: string): Promise<SecondFactorPending> {
  const headers = uniqueAddressHeaders();
  const sent = await request.post('/api/admin/sign-in/code', { data: { email }, headers });
  expect(sent.status(), await sent.text()).toBe(200);
  const otp = await readCode(request, email);
  const entered = await request.post('/api/admin/sign-in/verify-code', { data: { email, otp }, headers });
  expect(entered.status(), await entered.text()).toBe(200);
  return entered.json();
}
