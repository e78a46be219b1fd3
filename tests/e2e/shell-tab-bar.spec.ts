import type { Page } from '@playwright/test';
import { openPage, scrollPage } from './support/open-page.ts';
import { signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tabs = {
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
  const home = bar(page).getByRole('link', { name: 'Home' });
  await expect(home).toBeInViewport({ ratio: 1 });
  await scrollPage(page, 500);
  await expect(home).not.toBeInViewport();
  await scrollPage(page, 400);
  await expect(home).toBeInViewport({ ratio: 1 });
  const bottom = await bar(page).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBe(page.viewportSize()?.height);
  await expect(bar(page).locator('[aria-current]')).toHaveCount(0);
  for (const [name, to] of Object.entries(tabs)) {
    await bar(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(to);
    await expect(bar(page).locator('[aria-current]')).toHaveText(name);
    await expect(bar(page).locator('[aria-current]')).toHaveAttribute('aria-current', 'page');
  }
});
