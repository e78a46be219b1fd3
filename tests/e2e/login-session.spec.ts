/** The session in the browser: a reload keeps it, all tabs share it, and logging out removes all its data. */
import type { Page } from '@playwright/test';
import { expectAddress, openPage } from './support/open-page.ts';
import { signInByApi, storeSession } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: [/status of 401/] });

const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tanabana.')));
const bar = (page: Page) => page.getByRole('banner');
const guest = (page: Page) => bar(page).getByRole('link', { name: 'Login' });
const account = (page: Page) => bar(page).getByRole('link', { name: 'Your account' });

test('a sign-in applies to all tabs of the browser until a logout, and the login page redirects a signed-in shopper [S-AUTH-15 S-AUTH-16 S-AUTH-18 S-AUTH-19 S-FOOT-14 S-FOOT-15]', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await openPage(page, '/login?next=%2Four-story');
  const other = await context.newPage();
  await openPage(other, '/reach-us');
  await expect(guest(other)).toBeVisible();
  const shopper = await signInByApi(page.request);
  await storeSession(other, shopper);
  await expectAddress(page, '/our-story');
  for (const tab of [page, other]) await expect(account(tab)).toBeVisible();
  await page.goto('/login?next=%2Four-story');
  await expectAddress(page, '/our-story');
  await expect(account(page)).toBeVisible();

  const footer = other.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  await footer.getByRole('button', { name: 'Log out' }).click();
  await expectAddress(other, '/');
  await expect(footer.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expect(guest(page)).toBeVisible();
  await expectAddress(page, '/our-story');
  expect(await stored(page)).toEqual([]);
  const headers = { authorization: `Bearer ${shopper.token}` };
  await expect
    .poll(async () => (await page.request.get('/api/user/profile', { headers })).status())
    .toBe(401);
});

test('a revoked session ends on the open page, which asks to sign in again [S-AUTH-15]', async ({ page }) => {
  const shopper = await signInByApi(page.request);
  const headers = { authorization: `Bearer ${shopper.token}` };
  expect((await page.request.post('/api/user/logout', { headers })).status()).toBe(200);
  await storeSession(page, shopper);
  await openPage(page, '/our-story');
  const notice = page.getByRole('alert').filter({ hasText: 'You have been signed out.' });
  await expect(notice).toBeVisible();
  await expectAddress(page, '/our-story');
  expect(await stored(page)).toEqual([]);
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Login' }).click();
  await expectAddress(page, '/login?next=%2Four-story');
  await expect(notice).toHaveCount(0);
});
