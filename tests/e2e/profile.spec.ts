/** The account pages: profile, account menu, settings, logging out and deleting the account. */

import { bearer } from './support/checkout.ts';
import {
  expectAddress,
  flushPageTasks,
  holdBack,
  layoutShiftOf,
  openPage,
  recordLayoutShifts,
} from './support/open-page.ts';
import { emailNote, specOf, test } from './support/profile-shopper.ts';
import { newEmail, signedInShopper } from './support/shopper.ts';
import { expect, expectAccessible, main } from './support/test.ts';

test('the profile on larger screens shows the shopper’s data and the account menu of the header without a layout shift [S-RT-17 S-PROF-01 S-PROF-02 S-PROF-03]', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await recordLayoutShifts(page);
  await openPage(page, '/profile');
  await expect(main(page).getByText('Meera Joshi').filter({ visible: true })).toBeVisible();
  expect(await layoutShiftOf(page)).toBeLessThan(0.01);
  const spec = specOf(page);
  await expect(spec).toContainText('Meera Joshi');
  for (const text of [shopper.email, emailNote, '+91 98290 00000', 'Female', '2nd floor, 14, Ravi Nagar']) {
    await expect(spec).toContainText(text);
  }
  await expect(main(page).getByRole('heading', { name: 'My Payments' })).toBeHidden();

  const header = page.getByRole('navigation', { name: 'Shop and account' });
  await expect(header.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/');
  await expect(header.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/account');
  await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0);
  const opener = header.locator('summary');
  await expect(opener).toContainText(shopper.email);
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(header.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  await expect(header.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(header.getByRole('button', { name: 'Log out' })).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await header.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();

  await test.step('a long email address causes no layout shift', async () => {
    await page.goto('/robots.txt');
    await signedInShopper(page, newEmail('lakshmi.narayanan.of.the.long.address.in.thiruvananthapuram'));
    const { release } = await holdBack(page, '**/api/user/profile');
    await openPage(page, '/profile');
    const last = spec.getByText('Country', { exact: true });
    const before = await last.boundingBox();
    release();
    await expect(spec).toContainText('Not given yet');
    expect((await last.boundingBox())?.y).toBe(before?.y);
  });
});

test('the profile on a phone links to each part of the account and logs out [S-RT-18 S-PROF-19…28 S-PROF-30…34 S-AUTH-19 S-ROLE-08]', async ({
  page,
  shopper,
}) => {
  await recordLayoutShifts(page);
  await openPage(page, '/profile');
  await expect(main(page).getByText('Meera Joshi').filter({ visible: true })).toBeVisible();
  expect(await layoutShiftOf(page)).toBeLessThan(0.01);
  await expect(specOf(page)).toBeHidden();
  const profileLink = main(page).getByRole('link', { name: 'Meera Joshi' });
  await expect(profileLink).toContainText(shopper.email);
  await expect(profileLink).toHaveAttribute('href', '/account-form');

  const entries = {
    'Help Center': '/reach-us',
    'Payment & Refund': '/account?show=payments',
    'Wishlisted Products': '/wishlist',
    'Rate the product': '/account?show=rate',
    'Legal and Policies': '/legal-policies',
    'Our Story': '/our-story',
  };
  for (const [name, href] of Object.entries(entries))
    await expect(main(page).getByRole('link', { name })).toHaveAttribute('href', href);
  for (const name of ['Coupons', 'Bank & UPI Details', 'Followed Shops', 'Become a Supplier'])
    await expect(main(page).getByRole('button', { name: `${name} Soon`, exact: true })).toBeDisabled();
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Balance' })).toContainText('₹0');

  await main(page).getByRole('link', { name: 'Shared Products' }).click();
  await expectAddress(page, '/wishlist');
  await expect(page.getByText('You have not shared your wishlist yet.')).toBeVisible();

  const shared = await page.request.post('/api/wishlist/share', { headers: bearer(shopper) });
  const { url }: { url: string } = await shared.json();
  await openPage(page, '/profile');
  await main(page).getByRole('link', { name: 'Shared Products' }).click();
  await expectAddress(page, new URL(url).pathname);

  await openPage(page, '/profile');
  await main(page)
    .getByRole('button', { name: /^Log ?out$/ })
    .click();
  await expectAddress(page, '/');
  await expect
    .poll(async () => (await page.request.get('/api/user/profile', { headers: bearer(shopper) })).status())
    .toBe(401);
});

test('the dialog of the settings can be closed, and logs the shopper out on all devices [S-PROF-29]', async ({
  page,
  shopper,
  request,
}) => {
  // Wait for the cart. Otherwise its request would fail with the revoked token and log an error.
  const cart = page.waitForResponse('**/api/cart/get');
  await openPage(page, '/profile');
  await cart;
  const opener = main(page).getByRole('link', { name: 'Settings' });
  await opener.click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/account-form');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expectAddress(page, '/profile');
  await expect(opener).toBeFocused();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await flushPageTasks(page);

  await opener.click();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expectAddress(page, '/');
  await expect(page.getByText('You are logged out on all your devices.')).toBeVisible();
  expect((await request.get('/api/user/profile', { headers: bearer(shopper) })).status()).toBe(401);
});

test('an account is deleted only after the shopper has typed the confirmation [S-PROF-29]', async ({
  page,
  shopper,
  request,
}) => {
  await openPage(page, '/profile#settings');
  const deleteButton = page.getByRole('button', { name: 'Delete account' });
  await deleteButton.click();
  await page.getByLabel('Type DELETE or your email').press('Escape');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await expect(deleteButton).toBeFocused();
  await deleteButton.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog).toContainText('for as long as tax law requires');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  const word = dialog.getByLabel('Type DELETE or your email');
  await expect(word).toBeFocused();
  await expect(word).toHaveAccessibleDescription('Please type DELETE, or the email of this account.');
  await expectAccessible(page);
  await word.fill('delete');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expectAddress(page, '/');
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  expect((await request.get('/api/user/profile', { headers: bearer(shopper) })).status()).toBe(401);
});

test('a page whose token is rejected during hydration asks the shopper to sign in [S-ROLE-04]', async ({
  page,
  shopper: _,
}) => {
  await page.addInitScript(() => {
    // Respond at once, before the page has hydrated.
    const originalFetch = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      String(input).includes('/api/')
        ? Promise.resolve(new Response('{}', { status: 401 }))
        : originalFetch(input, init);
  });
  await openPage(page, '/profile');
  await expect(main(page)).toContainText('You are signed out. Sign in to see your profile.');
  await expectAddress(page, '/profile');
});
