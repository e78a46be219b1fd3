import type { Page } from '@playwright/test';
import { openPage, pressLink, scrollPage, scrollPosition } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');
const says = (page: Page) => page.locator('.navigation-progress');
const shape = (page: Page) => main(page).locator('.product-card .skeleton').first();

/** Holds what the server says of a page back until the returned function is called. */
async function holdBack(page: Page, calls: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}

test('whoever walks to another page hears its title and begins at its top', async ({ page }) => {
  await openPage(page, '/our-story');
  await expect(main(page)).not.toBeFocused();
  await expect(says(page)).toHaveText('');
  await pressLink(page, '/reach-us');
  await expect(page).toHaveURL('/reach-us');
  await expect(main(page)).toBeFocused();
  await expect(main(page)).toHaveCSS('outline-style', 'none');
  await expect(says(page)).toHaveText(await page.title());
});

test('a listing that is long on its way shows its shape and says Loading products... [S-LIST-20]', async ({
  page,
}) => {
  await openPage(page, '/shipping-policy');
  const scrolled = await scrollPage(page, 600);
  const letGo = await holdBack(page, '**/Sarees.data*');
  await pressLink(page, '/Sarees');
  await expect(shape(page)).toBeVisible();
  await expect(says(page)).toHaveText('Loading products...');
  await expect(main(page).getByRole('article').first()).toBeHidden();
  await expectAccessible(page);
  letGo();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Sarees');
  await expect(shape(page)).toHaveCount(0);
  expect(await scrollPosition(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/shipping-policy');
  await expect.poll(() => scrollPosition(page)).toBe(scrolled);
});

test('any other page that is long on its way leaves the one before it standing', async ({ page }) => {
  await openPage(page, '/shipping-policy');
  const letGo = await holdBack(page, '**/our-story.data*');
  await page.clock.install();
  await pressLink(page, '/our-story');
  await expect(says(page)).toHaveText('Loading...');
  // Past the moment at which a shelf's shape would stand in the page's place.
  await page.clock.runFor(1000);
  await expect(shape(page)).toHaveCount(0);
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  letGo();
  await expect(page).toHaveURL('/our-story');
});

test('a filter neither moves the focus nor is announced as a page', { tag: '@desktop' }, async ({ page }) => {
  await openPage(page, '/Sarees');
  const box = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: /^Ikat/ });
  await box.check();
  await expect(page).toHaveURL('/Sarees?craft=Ikat');
  await expect(main(page).getByRole('article')).toHaveCount(2);
  await expect(box).toBeFocused();
  await expect(says(page)).toHaveText('');
});
