import type { Page } from '@playwright/test';
import { openPage, scrollPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const footer = (page: Page) => page.getByRole('contentinfo');

test('a chat button floats at the bottom right of larger screens [S-FOOT-05 S-FOOT-13 S-FOOT-15 S-FOOT-16]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, '/our-story');
  const chat = page.getByRole('complementary', { name: 'Help' }).getByRole('link', { name: 'Chat with us' });
  for (const top of [0, 500]) {
    await scrollPage(page, top);
    const corner = await chat.evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      return { right: document.documentElement.clientWidth - right, bottom: window.innerHeight - bottom };
    });
    expect(Math.max(corner.right, corner.bottom)).toBeLessThanOrEqual(24);
    expect(Math.min(corner.right, corner.bottom)).toBeGreaterThanOrEqual(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(chat).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const title of ['About', 'Useful Information']) {
    await expect(footer(page).getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  // The years follow the shop's clock in any time zone of the test machine.
  await expect(footer(page)).toContainText(/© 2025(–20\d\d)? Tanabana/);
  await footer(page).getByRole('link', { name: 'Sign up', exact: true }).click();
  await expect(page).toHaveURL('/login?next=%2Four-story');
  await footer(page).getByRole('link', { name: 'Tanabana', exact: true }).click();
  await expect(page).toHaveURL('/');
});
