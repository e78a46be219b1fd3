/** Sign-in to the admin. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { codeOfApp } from '../doubles/authenticator-app.ts';
import { confirmApp, requireRecentFactorOnce, useUniqueSignInAddress } from './support/admin-sign-in.ts';
import { expectAddress, openPage } from './support/open-page.ts';
import { newEmail, readCode, readLink } from './support/shopper.ts';
import { addToTeam, signedInStaff } from './support/staff.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

test.use({ expectedErrors: [/status of 40[0134]|net::ERR_FAILED/] });
test.beforeEach(({ page }) => useUniqueSignInAddress(page));

/** Requests a sign-in code by email on the sign-in page. */
async function requestCode(page: Page, email: string) {
  await openPage(page, '/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
}

/** Opens the admin's menu: the rail, or the drawer on a phone. */
async function menuOf(page: Page) {
  const more = page.getByRole('button', { name: 'More' });
  if (await more.isVisible()) {
    await more.click();
    return page.getByRole('navigation', { name: 'Admin, all pages' });
  }
  return page.getByRole('navigation', { name: 'Admin', exact: true });
}

test('a staff member corrects wrong codes, and signs in with a recovery code after the authenticator app is lost [F-138]', async ({
  page,
}) => {
  const email = newEmail('owner');
  await addToTeam(page.request, email, 'owner');
  await requestCode(page, email);
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  const used = await readCode(page.request, email);
  await openPage(page, await readLink(page.request, email));
  await expect(main(page)).toContainText(`Sign in as ${email} in this browser?`);
  await expectAccessible(page);
  await main(page).getByRole('button', { name: 'Sign in' }).click();

  await page.getByLabel('Six-digit code of the app').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong');
  await expectAccessible(page);
  const secret = await confirmApp(page);
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery = ''] = await codes.allTextContents();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain(recovery);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The codes are copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(recovery);
  await page.emulateMedia({ media: 'print' });
  await expect(codes.first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as a file' })).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expectAddress(page, '/admin');

  // A browser that has signed in before can request another email at once.
  await page.evaluate(() => localStorage.removeItem('tanabana.staff'));
  await requestCode(page, email);
  await expect.poll(() => readCode(page.request, email)).not.toBe(used);
  const right = await readCode(page.request, email);
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  await page.getByLabel('Six-digit code').fill(wrong);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid OTP');
  // Reload, because a phone may unload the page while the owner reads the email.
  await page.reload();
  await page.getByLabel('Six-digit code').fill(right);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(main(page)).toContainText('You signed in with a recovery code; 9 are left.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up a new authenticator app' }).click();
  expect(await confirmApp(page)).not.toBe(secret);
  await expectAddress(page, '/admin');
  await openPage(page, '/admin/account');
  await expect(main(page).getByText('9 codes are left.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Set up a new authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a new authenticator app' });
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
});

test('staff who are not owners see an explanation on the screens of owners and on unknown URLs [F-138]', async ({
  page,
}) => {
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/team');
  await expect(page.getByRole('alert')).toContainText('Only an owner can do this.');
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  const menu = await menuOf(page);
  await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'My account' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Staff' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Audit log' })).toHaveCount(0);

  await test.step("an unknown URL shows an explanation within the admin's layout", async () => {
    for (const path of ['/admin/nothing', '/admin/nothing/here'])
      expect((await page.request.get(path)).status()).toBe(404);
    const response = await page.goto('/admin/nothing/here/at-all');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible();
  });
});

test('an owner invites a staff member, changes the role, and disables and enables the account [F-138 F-139]', {
  tag: '@desktop',
}, async ({ page }) => {
  const owner = await signedInStaff(page);
  const email = newEmail('bina');
  await openPage(page, '/admin/team');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name').fill('Bina');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog).toBeHidden();
  const bina = main(page).getByRole('listitem').filter({ hasText: email });
  await expect(bina).toContainText('staff');

  await bina.getByRole('button', { name: 'Change Bina' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('owner');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(bina).toContainText('owner');
  await bina.getByRole('button', { name: 'Change Bina' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Bina Rao');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(bina).toContainText('Bina Rao');
  await expect(bina).toContainText('owner');

  const confirmation = page.getByRole('alertdialog');
  const remove = confirmation.getByRole('button', { name: 'Remove' });
  await page.route('**/api/admin/team/*', (route) => route.abort(), { times: 1 });
  await bina.getByRole('button', { name: /Remove/ }).click();
  await remove.click();
  await expect(confirmation.getByRole('alert')).toContainText('We could not reach the shop.');
  await remove.click();
  await expect(confirmation).toBeHidden();
  await expect(bina).toContainText('removed');
  await bina.getByRole('button', { name: /Invite again/ }).click();
  await confirmation.getByRole('button', { name: 'Invite again' }).click();
  await expect(bina).toContainText('owner');

  await openPage(page, '/admin/audit-log');
  await page.getByRole('searchbox').fill(owner.email);
  await expect(main(page).getByText('Changed a staff member')).toHaveCount(4);
  await expect(main(page).getByText('disabled:').last()).toBeVisible();
});

test('an expired second factor must be confirmed again before the owner gets new recovery codes [F-138]', async ({
  page,
}) => {
  const owner = await signedInStaff(page);
  await openPage(page, '/admin/account');
  await requireRecentFactorOnce(page, '**/api/admin/me/recovery-codes');
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make ten codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  // The set-up may have used the current code. The next code is already valid.
  await dialog.getByLabel(/^Six-digit code of your app/).fill(codeOfApp(owner.secret, 1));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(codes).toBeHidden();
});
