import type { Page } from '@playwright/test';
import { holdBack, openPage, pressLink, scrollPage, scrollPosition } from './support/open-page.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

const progressText = (page: Page) => page.locator('.navigation-progress');
const skeleton = (page: Page) => main(page).locator('.product-card .skeleton').first();

test('a listing that loads slowly shows its skeleton and starts at its top, and Back and Forward restore the scroll positions [S-LIST-20 S-LAY-01]', async ({
  page,
}) => {
  await openPage(page, '/shipping-policy');
  const scrolled = await scrollPage(page, 600);
  const { release } = await holdBack(page, '**/Sarees.data*');
  await pressLink(page, '/Sarees');
  await expect(skeleton(page)).toBeVisible();
  await expect(progressText(page)).toHaveText('Loading products...');
  await expect(main(page).getByRole('article').first()).toBeHidden();
  await expectAccessible(page);
  release();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Sarees');
  await expect(skeleton(page)).toHaveCount(0);
  expect(await scrollPosition(page)).toBe(0);
  await scrollPage(page, 300);
  await page.goBack();
  await expect(page).toHaveURL('/shipping-policy');
  await expect.poll(() => scrollPosition(page)).toBe(scrolled);
  await page.goForward();
  await expect.poll(() => scrollPosition(page)).toBe(300);
});

test('the previous page is visible until the next page has loaded, whose title is announced', async ({
  page,
}) => {
  await openPage(page, '/shipping-policy');
  await expect(main(page)).not.toBeFocused();
  await expect(progressText(page)).toHaveText('');
  const { release } = await holdBack(page, '**/reach-us.data*');
  await page.clock.install();
  await pressLink(page, '/reach-us');
  await expect(progressText(page)).toHaveText('Loading...');
  // Wait longer than the delay after which the skeleton of a listing replaces the page.
  await page.clock.runFor(1000);
  await expect(skeleton(page)).toHaveCount(0);
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  release();
  await expect(page).toHaveURL('/reach-us');
  await expect(main(page)).toBeFocused();
  await expect(main(page)).toHaveCSS('outline-style', 'none');
  await expect(progressText(page)).toHaveText(await page.title());
});
