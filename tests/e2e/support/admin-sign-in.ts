/** Walking through the door of the back office, step by step. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { codeOfApp } from '../../doubles/authenticator-app.ts';
import { readCode, uniqueAddressHeaders } from './shopper.ts';

/** Few sign-ins come from one network address, and every story is one: this one comes from an address of its own. */
export async function useUniqueSignInAddress(of: Page | BrowserContext): Promise<void> {
  const elsewhere = uniqueAddressHeaders();
  await of.route('**/api/admin/sign-in/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), ...elsewhere } }),
  );
}

/** The first two steps: an address, and the code that is mailed there. */
export async function signInByEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Six-digit code').fill(await readCode(page.request, email));
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The third, the first time: an app takes the secret in, and ten codes are kept. Answers the secret. */
export async function setUpFactor(
  page: Page,
  inspect: () => Promise<void> = async () => {},
): Promise<string> {
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await inspect();
  const secret = (await page.locator('code').allTextContents()).join('').replaceAll(' ', '');
  await page.getByLabel('Six-digit code of the app').fill(codeOfApp(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await inspect();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return secret;
}

/**
 * The next call to this address is refused as one of somebody whose second factor was shown too long ago: the shop's
 * clock cannot be moved from here.
 */
export async function requireRecentFactorOnce(page: Page, address: string): Promise<void> {
  const json = { title: 'recent-factor-required', message: 'Please show your second factor.', errors: [] };
  await page.route(
    address,
    (route) => route.fulfill({ status: 403, contentType: 'application/problem+json', json }),
    { times: 1 },
  );
}

/** Shows the factor once more where the shop asks. */
export async function confirmFactorAgain(
  page: Page,
  secret: string,
  inspect: () => Promise<void> = async () => {},
) {
  const dialog = page.getByRole('dialog', { name: 'Confirm your second factor' });
  await expect(dialog).toBeVisible();
  await inspect();
  // The code of this half minute may have been used to set the factor up; the next one is good already.
  await dialog.getByLabel(/^Six-digit code of your app/).fill(codeOfApp(secret, 1));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}
