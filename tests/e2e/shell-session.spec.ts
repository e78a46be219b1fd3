/** Header and tab bar: the signed-in shopper, the number of lines in the cart, and the redirects of a guest. */
import type { Page } from '@playwright/test';
import { putInCart } from './support/checkout.ts';
import { expectAddress, openPage, scrollPage } from './support/open-page.ts';
import { signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('banner');
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('Login, Account and each page with a shopper’s own data lead a guest to the login page with the URL to return to [S-HDR-06 S-MNV-06 S-BBAR-08 S-ROLE-03 S-ROLE-04 S-RT-15 S-RT-17 S-RT-19 S-RT-20]', async ({
  page,
}) => {
  const login = '/login?next=%2FSarees%3Fcraft%3DIkat';
  await openPage(page, '/Sarees?craft=Ikat');
  await expect(tabs(page).getByRole('link', { name: /Cart/ })).toHaveText('Cart');
  for (const press of ['first', 'second'])
    await test.step(`the ${press} press on Login`, async () => {
      await bar(page).getByRole('link', { name: 'Login' }).click();
      await expectAddress(page, login);
    });
  await page.goBack();
  await expectAddress(page, '/Sarees?craft=Ikat');
  await tabs(page).getByRole('link', { name: 'Account', exact: true }).click();
  await expectAddress(page, login);
  await expect(tabs(page).locator('[aria-current]')).toHaveText('Account');

  const order = '/orderdetail/TB-STO-001?order=TB1001';
  for (const path of ['/wishlist', '/profile', '/account-form', '/checkout', '/account', order]) {
    await page.goto(path);
    await expectAddress(page, `/login?next=${encodeURIComponent(path)}`);
  }
});

test('the header shows the account and the number of lines in the cart until the shopper logs out [S-HDR-07 S-MNV-05 S-AUTH-15 S-AUTH-16 S-HDR-09 S-BBAR-10 S-GEN-09 S-AUTH-19]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  const inBar = bar(page).getByRole('link', { name: /^Cart/ });
  const inTabs = tabs(page).getByRole('link', { name: /^Cart/ });
  const account = bar(page).getByRole('link', { name: 'Your account' });
  const login = bar(page).getByRole('link', { name: 'Login' });
  const boxes = () =>
    page
      .locator('.top .row a:visible, .tabs a:visible')
      .evaluateAll((links) => links.map((link) => JSON.stringify(link.getBoundingClientRect())));
  await openPage(page, '/our-story');
  const asGuest = await boxes();
  const shopper = await signedInShopper(page);
  await expect(account).toBeVisible();
  await expect(login).toHaveCount(0);
  await expect(inBar).toHaveAccessibleName('Cart');
  await expect(inBar.locator('.badge')).toHaveCount(0);

  await putInCart(page, shopper);
  await openPage(page, '/our-story');
  for (const link of isMobile ? [inBar, inTabs] : [inBar]) {
    await expect(link).toHaveAccessibleName('Cart, 1 product');
    await expect(link.locator('.badge')).toHaveText('1');
  }
  expect(await boxes()).toEqual(asGuest);
  await account.click();
  await expectAddress(page, '/profile');
  await page.goBack();
  await expectAddress(page, '/our-story');

  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click();
  await expectAddress(page, '/');
  await expect(login).toBeVisible();
  await expect(page.locator('.badge')).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const own of [shopper.email, shopper.token, 'tanabana.user', 'TB-STO-001'])
    expect(stored).not.toContain(own);
  await page.goBack();
  await expect(login).toBeVisible();
});

const tabPaths = {
  Home: '/',
  Categories: '/category',
  Cart: '/cart',
  Order: '/account',
  Account: '/profile',
};

test('the tab bar hides while the page scrolls down, and each tab is active on its page [S-BBAR-01…09 S-RT-21]', async ({
  page,
}) => {
  await signedInShopper(page);
  await openPage(page, '/our-story');
  const home = tabs(page).getByRole('link', { name: 'Home' });
  await expect(home).toBeInViewport({ ratio: 1 });
  await scrollPage(page, 500);
  await expect(home).not.toBeInViewport();
  await scrollPage(page, 400);
  await expect(home).toBeInViewport({ ratio: 1 });
  const bottom = await tabs(page).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBe(page.viewportSize()?.height);
  await expect(tabs(page).locator('[aria-current]')).toHaveCount(0);
  for (const [name, to] of Object.entries(tabPaths)) {
    await tabs(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(to);
    await expect(tabs(page).locator('[aria-current]')).toHaveText(name);
    await expect(tabs(page).locator('[aria-current]')).toHaveAttribute('aria-current', 'page');
  }
});
