/** A shopper's own pages: the profile, the account's menu, the settings, and the ways out. */

import {
  expectAddress,
  flushPageTasks,
  layoutShiftOf,
  openPage,
  recordLayoutShifts,
} from './support/open-page.ts';
import { bearer, emailNote, main, specOf, test } from './support/profile-shopper.ts';
import { newEmail, signedInShopper } from './support/shopper.ts';
import { expect, expectAccessible } from './support/test.ts';

test('on larger screens the profile comes without moving anything, below a slim header that leads to shop, orders and account [S-RT-17 S-PROF-01 S-PROF-02 S-PROF-03]', {
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

  const ways = page.getByRole('navigation', { name: 'Shop and account' });
  await expect(ways.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/');
  await expect(ways.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/account');
  await expect(ways.getByRole('link', { name: 'Login' })).toHaveCount(0);
  const opener = ways.locator('summary');
  await expect(opener).toContainText(shopper.email);
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(ways.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  await expect(ways.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(ways.getByRole('button', { name: 'Log out' })).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await ways.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

test('on a phone the account menu says who is here, and where each entry leads or that it comes soon; Shared Products leads to the list that is shared, or to where it can be; logging out leads home, and the token opens nothing any more [S-PROF-25 S-PROF-33 S-AUTH-19 S-RT-18 S-PROF-19 S-PROF-20 S-PROF-23 S-PROF-24 S-PROF-30 S-PROF-31 S-PROF-32 S-PROF-21 S-PROF-22 S-PROF-26 S-PROF-28 S-PROF-34 S-ROLE-08 S-PROF-27]', async ({
  page,
  shopper,
}) => {
  await recordLayoutShifts(page);
  await openPage(page, '/profile');
  await expect(main(page).getByText('Meera Joshi').filter({ visible: true })).toBeVisible();
  expect(await layoutShiftOf(page)).toBeLessThan(0.01);
  await expect(specOf(page)).toBeHidden();
  const who = main(page).getByRole('link', { name: 'Meera Joshi' });
  await expect(who).toContainText(shopper.email);
  await expect(who).toHaveAttribute('href', '/account-form');

  const places = [
    ['Help Center', '/reach-us'],
    ['Payment & Refund', '/account?show=payments'],
    ['Wishlisted Products', '/wishlist'],
    ['Rate the product', '/account?show=rate'],
    ['Legal and Policies', '/legal-policies'],
    ['Our Story', '/our-story'],
  ] as const;
  for (const [name, href] of places) {
    await expect(main(page).getByRole('link', { name })).toHaveAttribute('href', href);
  }

  const later = ['Coupons Soon', 'Bank & UPI Details Soon', 'Followed Shops Soon', 'Become a Supplier Soon'];
  for (const name of later) {
    await expect(main(page).getByRole('button', { name, exact: true })).toBeDisabled();
  }

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
  expect(
    await page.evaluate(() => [
      localStorage.getItem('tanabana.token'),
      localStorage.getItem('tanabana.user'),
    ]),
  ).toEqual([null, null]);
  await expect
    .poll(async () => (await page.request.get('/api/user/profile', { headers: bearer(shopper) })).status())
    .toBe(401);
  await page.goto('/profile');
  await expectAddress(page, '/login?next=%2Fprofile');
});

test('settings open over the page and close again, and one can log out everywhere [S-PROF-29]', async ({
  page,
  shopper,
  request,
}) => {
  // What the page still asks for as it opens would be refused once the token is worth nothing, and complain of it.
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

test('Escape leads from deleting back to the settings; an account is deleted after one word, and not before [S-PROF-29]', async ({
  page,
  shopper,
  request,
}) => {
  await openPage(page, '/profile#settings');
  const asker = page.getByRole('button', { name: 'Delete account' });
  await asker.click();
  await page.getByLabel('Type DELETE or your email').press('Escape');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await expect(asker).toBeFocused();
  await asker.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await flushPageTasks(page);

  await main(page).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
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

test('nothing moves either when the email is a long one [S-RT-17]', { tag: '@desktop' }, async ({ page }) => {
  await signedInShopper(page, newEmail('lakshmi.narayanan.of.the.long.address.in.thiruvananthapuram'));
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/user/profile', async (route) => {
    await free;
    await route.continue();
  });
  await openPage(page, '/profile');
  const last = specOf(page).getByText('Country', { exact: true });
  const before = await last.boundingBox();
  letGo();
  await expect(specOf(page)).toContainText('Not given yet');
  expect((await last.boundingBox())?.y).toBe(before?.y);
});

test('a token that dies as the page wakes leaves the page where it is [S-ROLE-04]', async ({
  page,
  shopper: _,
}) => {
  await page.addInitScript(() => {
    // The answer of a shop next door: it is there before the page has looked around.
    const fetchAsEver = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      String(input).includes('/api/')
        ? Promise.resolve(new Response('{}', { status: 401 }))
        : fetchAsEver(input, init);
  });
  await openPage(page, '/profile');
  await expect(main(page)).toContainText('You are signed out. Sign in to see your profile.');
  await expectAddress(page, '/profile');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the profile and its form say what they need, and pretend nothing is on its way', async ({ page }) => {
    for (const path of ['/profile', '/account-form']) {
      await page.goto(path);
      await expect(main(page)).toContainText('Your profile needs JavaScript', {
        useInnerText: true,
      });
      await expect(main(page).locator('.skeleton').filter({ visible: true })).toHaveCount(0);
      for (const text of ['Loading...', 'Settings', 'Edit profile'])
        await expect(
          main(page)
            .getByRole(text === 'Edit profile' ? 'button' : 'listitem')
            .filter({ hasText: text }),
        ).toHaveCount(0);
    }
  });
});
