/** Sign-in by the link in an email, also while a stranger requests emails for the same address. */
import type { Page } from '@playwright/test';
import { expectAddress, openPage } from './support/open-page.ts';
import { newEmail, readLink, uniqueAddressHeaders } from './support/shopper.ts';
import { expect, expectAccessible, expectFits, main, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (400|410|429)/] });

const button = (page: Page, name: string) => main(page).getByRole('button', { name });
const token = (page: Page) => page.evaluate(() => localStorage.getItem('tanabana.token'));

/** Requests an email from another client address, as a stranger does. */
async function requestEmail(page: Page, email: string): Promise<void> {
  const sent = await page.request.post('/api/user/send-otp', {
    data: { email },
    headers: uniqueAddressHeaders(),
  });
  expect(sent.status(), await sent.text()).toBe(200);
}

test('a sign-in link names its account, works once, and replaces the session of another account', async ({
  page,
}) => {
  const email = newEmail('asha');
  await requestEmail(page, email);
  const link = await readLink(page.request, email);
  for (let time = 0; time < 2; time++) {
    await openPage(page, link);
    await expect(main(page)).toContainText(`Sign in as ${email} in this browser?`);
    expect(await token(page)).toBeNull();
  }
  await expectFits(page);
  const hearts = page.waitForResponse('**/api/wishlist/hearts');
  await button(page, 'Sign in').press('Enter');
  await expectAddress(page, '/');
  expect(await token(page)).toMatch(/^[\w-]{43}$/);
  await hearts;

  const other = newEmail('meera');
  await requestEmail(page, other);
  await openPage(page, await readLink(page.request, other));
  await button(page, 'Sign in').click();
  await expectAddress(page, '/');
  expect(await page.evaluate(() => localStorage.getItem('tanabana.user'))).toContain(other);

  await page.evaluate(() => {
    localStorage.removeItem('tanabana.token');
    localStorage.removeItem('tanabana.user');
  });
  await openPage(page, link);
  await expect(main(page).getByRole('alert')).toContainText('This link has expired or was already used.');
  await button(page, 'Ask for a new email').click();
  await expect(main(page).getByLabel('Email', { exact: true })).toBeVisible();
  expect(page.url()).not.toContain('#');
  const request = page.waitForRequest('**/api/user/send-otp');
  await main(page).getByLabel('Email', { exact: true }).fill(email);
  await button(page, 'Send code').click();
  expect((await request).postDataJSON()).toEqual({ email, device: expect.stringMatching(/^[\w-]{43}$/) });
  // A stranger has just requested an email, but this browser does not have to wait.
  await expect(main(page)).toContainText(`We sent a code to ${email}.`);
});

test('a person who has not requested the sign-in link can invalidate it', async ({ page }) => {
  const email = newEmail('asha');
  await requestEmail(page, email);
  const link = await readLink(page.request, email);
  await openPage(page, link);
  await button(page, 'Not me').click();
  await expect(main(page)).toContainText('The link no longer works, and did not sign in any browser.');
  expect(await token(page)).toBeNull();
  await page.reload();
  await expect(main(page).getByRole('alert')).toContainText('This link has expired or was already used.');
});

test('the owner of an address can sign in while a stranger requests emails and guesses codes', async ({
  page,
}) => {
  const email = newEmail('asha');
  await requestEmail(page, email);
  for (let guess = 0; guess < 5; guess++)
    await page.request.post('/api/user/verify-otp', { data: { email, otp: '000000' } });
  await openPage(page, '/login');
  await main(page).getByLabel('Email', { exact: true }).fill(email);
  await button(page, 'Send code').click();
  const alert = main(page).getByRole('alert');
  await expect(alert).toContainText('Failed to send OTP');
  await expect(alert).toContainText(/Use its code or its link, or ask for another in \d+ seconds\./);

  // After ten codes the shop sends a link instead.
  const json = { success: true, message: '', resendAfter: 60, minutes: 10, requestId: 'x', sent: 'link' };
  await page.route('**/api/user/send-otp', (route) => route.fulfill({ json }));
  await button(page, 'Send code').click();
  await expect(main(page)).toContainText(`We sent a link to ${email}. It works for 10 minutes.`);
  await expect(main(page)).toContainText('Open it in this browser and press Sign in.');
  await expectAccessible(page);
  await openPage(page, await readLink(page.request, email));
  await button(page, 'Sign in').click();
  await expectAddress(page, '/');
  expect(await token(page)).toMatch(/^[\w-]{43}$/);
});
