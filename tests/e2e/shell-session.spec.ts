/** Header and tab bar: the signed-in shopper, and the number of lines in the cart. */
import type { Page } from '@playwright/test';
import { putInCart } from './support/checkout.ts';
import { expectAddress, openPage } from './support/open-page.ts';
import { signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('banner');
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('a guest is redirected to the login and then back to the previous page [S-HDR-06 S-MNV-06 S-BBAR-08]', async ({
  page,
}) => {
  await openPage(page, '/Sarees?craft=Ikat');
  await expect(tabs(page).getByRole('link', { name: /Cart/ })).toHaveText('Cart');
  await bar(page).getByRole('link', { name: 'Login' }).click();
  await expectAddress(page, '/login?next=%2FSarees%3Fcraft%3DIkat');
  // A second click on Login keeps the URL to return to.
  await bar(page).getByRole('link', { name: 'Login' }).click();
  await expectAddress(page, '/login?next=%2FSarees%3Fcraft%3DIkat');

  await page.goBack();
  await expectAddress(page, '/Sarees?craft=Ikat');
  await tabs(page).getByRole('link', { name: 'Account', exact: true }).click();
  await expectAddress(page, '/login?next=%2FSarees%3Fcraft%3DIkat');
  await expect(tabs(page).locator('[aria-current]')).toHaveText('Account');
});

test('the header of a signed-in shopper shows an account icon and the number of lines in the cart [S-HDR-07 S-MNV-05 S-AUTH-15 S-AUTH-16 S-HDR-09 S-BBAR-10]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  const inBar = bar(page).getByRole('link', { name: /^Cart/ });
  const inTabs = tabs(page).getByRole('link', { name: /^Cart/ });
  const account = bar(page).getByRole('link', { name: 'Your account' });
  const boxes = () =>
    page
      .locator('.top .row a:visible, .tabs a:visible')
      .evaluateAll((links) => links.map((link) => JSON.stringify(link.getBoundingClientRect())));
  await openPage(page, '/our-story');
  const asGuest = await boxes();
  const shopper = await signedInShopper(page);
  await expect(account).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Login' })).toHaveCount(0);
  await expect(inBar).toHaveAccessibleName('Cart');
  await expect(inBar.locator('.badge')).toHaveCount(0);

  await putInCart(page, shopper);
  await openPage(page, '/our-story');
  await expect(inBar).toHaveAccessibleName('Cart, 1 product');
  await expect(inBar.locator('.badge')).toHaveText('1');
  await expect(account).toBeVisible();
  expect(await boxes()).toEqual(asGuest);
  if (isMobile) {
    await expect(inTabs).toHaveAccessibleName('Cart, 1 product');
    await expect(inTabs.locator('.badge')).toHaveText('1');
  }
  await expect(bar(page).getByRole('link', { name: 'Login' })).toHaveCount(0);
  await account.click();
  await expectAddress(page, '/profile');
});
