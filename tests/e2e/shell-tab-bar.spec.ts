import type { Page } from '@playwright/test';
import { openPage, scrollPage } from './support/open-page.ts';
import { signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tabs = [
  { name: 'Home', to: '/' },
  { name: 'Categories', to: '/category' },
  { name: 'Cart', to: '/cart' },
  { name: 'Order', to: '/account' },
  { name: 'Account', to: '/profile' },
];

test('the tab bar hides when scrolling down, and each tab opens its page and is active there [S-BBAR-01…09 S-RT-21]', async ({
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
  const below = await bar(page).evaluate(
    (element) => window.innerHeight - element.getBoundingClientRect().bottom,
  );
  expect(below).toBe(0);
  await expect(bar(page).locator('[aria-current]')).toHaveCount(0);
  for (const { name, to } of tabs) {
    const tab = bar(page).getByRole('link', { name, exact: true });
    await expect(tab).toHaveAttribute('href', to);
    await tab.click();
    await expect(page).toHaveURL(to);
    await expect(bar(page).locator('[aria-current]')).toHaveText(name);
    await expect(bar(page).locator('[aria-current]')).toHaveAttribute('aria-current', 'page');
  }

  // A tab is also active on the pages below its page.
  for (const [at, name] of [
    ['/craft/Ikat', 'Categories'],
    ['/Sarees', 'Categories'],
    ['/checkout', 'Cart'],
    ['/orderdetail/TB-SAR-001', 'Order'],
    ['/profile', 'Account'],
  ] as const) {
    const html = await (await page.request.get(at)).text();
    const [, tabBar = ''] = /<nav [^>]*aria-label="Main"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
    const active = [...tabBar.matchAll(/<a [^>]*aria-current="[^"]+"[^>]*>(.*?)<\/a>/gs)];
    expect(
      active.map(([, text = '']) => text.replaceAll(/<[^>]*>/g, '')),
      at,
    ).toEqual([name]);
  }
});
