/** Steps of the sign-in to the admin. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { codeOfApp } from '../../doubles/authenticator-app.ts';
import { readCode, uniqueAddressHeaders } from './shopper.ts';

/** Sets a network address for this test only, because sign-ins per address are limited. */
export async function useUniqueSignInAddress(of: Page | BrowserContext): Promise<void> {
  const ownAddress = uniqueAddressHeaders();
  await of.route('**/api/admin/sign-in/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), ...ownAddress } }),
  );
}

/** Completes the first two steps of the sign-in: the email address and the emailed code. */
export async function signInByEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Six-digit code').fill(await readCode(page.request, email));
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Sets up the app whose QR code is shown. Returns the secret. */
export async function confirmApp(page: Page, inspect: () => Promise<void> = async () => {}): Promise<string> {
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await inspect();
  const secret = (await page.locator('code').allTextContents()).join('').replaceAll(' ', '');
  await page.getByLabel('Six-digit code of the app').fill(codeOfApp(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  return secret;
}

/** Completes the third step of a first sign-in: sets up an app and saves the recovery codes. Returns the secret. */
export async function setUpFactor(page: Page, inspect: () => Promise<void>): Promise<string> {
  const secret = await confirmApp(page, inspect);
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await inspect();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return secret;
}

/** Rejects the next request to this URL as if the second factor had expired. A test cannot advance the shop's clock. */
export async function requireRecentFactorOnce(page: Page, address: string): Promise<void> {
  const json = { title: 'recent-factor-required', message: 'Please show your second factor.', errors: [] };
  const rejected = { status: 403, contentType: 'application/problem+json', json };
  await page.route(address, (route) => route.fulfill(rejected), { times: 1 });
}
