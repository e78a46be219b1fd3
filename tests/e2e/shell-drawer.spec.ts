import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('banner');
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const openDrawer = (page: Page) => bar(page).getByRole('link', { name: 'Menu' }).click();

test('the phone’s menu has the focus until a press, Escape or a link closes it [S-MNV-01 S-MNV-02…04 S-MNV-07 S-HDR-01 S-HDR-03]', async ({
  page,
}) => {
  await openPage(page, '/our-story');
  // Without JavaScript the icons lead to pages.
  await expect(bar(page).getByRole('link', { name: 'Menu' })).toHaveAttribute('href', '/category');
  await expect(bar(page).getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/search');
  await openDrawer(page);
  await expect(drawer(page)).toBeVisible();
  expect(await drawer(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await expect(drawer(page)).toBeHidden();
  await openDrawer(page);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(bar(page).getByRole('link', { name: 'Menu' })).toBeFocused();
  await openDrawer(page);
  await page.mouse.click((page.viewportSize()?.width ?? 0) - 4, 400);
  await expect(drawer(page)).toBeHidden();

  await openDrawer(page);
  await expect(drawer(page).getByRole('link', { name: 'Sarees' })).toBeVisible();
  await drawer(page).getByText('Shop By Categories', { exact: true }).click();
  await expect(drawer(page).getByRole('link', { name: 'Sarees' })).toBeHidden();
  await expect(drawer(page).getByRole('link', { name: 'Linen' })).toBeHidden();
  await drawer(page).getByText('Craft and Fabrics', { exact: true }).click();
  await expectAccessible(page);
  await drawer(page).getByRole('link', { name: 'Linen' }).click();
  await expect(page).toHaveURL('/fabric/Linen');
  await expect(drawer(page)).toBeHidden();

  const icon = bar(page).getByRole('link', { name: 'Search' });
  const box = bar(page).getByRole('searchbox', { name: 'Search' });
  await expect(box).toBeHidden();
  await icon.click();
  await expect(box).toBeFocused();
  await expect(icon).toHaveAttribute('aria-expanded', 'true');
  await icon.click();
  await expect(box).toBeHidden();
});
