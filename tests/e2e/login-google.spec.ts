/** Sign-in with the pretend Google. */
import type { Page } from '@playwright/test';
import { expectAddress, openPage } from './support/open-page.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (400|409)|net::ERR_FAILED/] });

/** Presses the Google button. Returns the popup of the pretend Google. */
async function openChooser(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await main(page).getByRole('button', { name: 'Continue with Google' }).click();
  return popup;
}

test('a Google sign-in leads to the page that required the login, also after its window was closed or its credential was rejected [S-GEN-12 S-AUTH-05 S-AUTH-14 S-ERR-07]', async ({
  page,
  context,
}) => {
  await openPage(page, '/login?next=%2Four-story');
  await (await openChooser(page)).close();
  const fake = { credential: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
  await context.route('**/pretend-google', (route) => route.fulfill({ json: fake }));
  await (await openChooser(page)).getByRole('button', { name: 'Meera Joshi' }).click();
  await expect(main(page).getByRole('alert').getByText('Google Login Failed', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await expect(main(page).getByRole('button', { name: 'Send code' })).toBeEnabled();

  await context.unroute('**/pretend-google');
  const chooser = await openChooser(page);
  await expect(chooser.getByRole('main')).toContainText('This is not Google.');
  await expectAccessible(chooser);
  await chooser.getByRole('button', { name: 'Meera Joshi' }).click();
  await expectAddress(page, '/our-story');
  const user = await page.evaluate(() => localStorage.getItem('tanabana.user'));
  expect(user).toContain('meera@example.in');
});
