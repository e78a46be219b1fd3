import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const openDrawer = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Menu' }).click();

test('the drawer keeps the focus until it is closed [S-MNV-01 S-MNV-02…04 S-MNV-06 S-MNV-07 S-HDR-01 S-RT-21]', async ({
  page,
}) => {
  await openPage(page, '/our-story');
  await openDrawer(page);
  await expect(drawer(page)).toBeVisible();
  expect(await drawer(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await expect(drawer(page)).toBeHidden();
  await openDrawer(page);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Menu' })).toBeFocused();
  await openDrawer(page);
  await page.mouse.click((page.viewportSize()?.width ?? 0) - 4, 400);
  await expect(drawer(page)).toBeHidden();

  await openDrawer(page);
  await expect(drawer(page).getByRole('link', { name: 'Sarees' })).toBeVisible();
  await drawer(page).getByText('Shop By Categories', { exact: true }).click();
  await expect(drawer(page).getByRole('link', { name: 'Sarees' })).toBeHidden();
  await expect(drawer(page).getByRole('link', { name: 'Ikat' })).toBeHidden();
  await drawer(page).getByText('Craft and Fabrics', { exact: true }).click();
  await expect(drawer(page).getByRole('link', { name: 'Ikat' })).toHaveAttribute('href', '/craft/Ikat');
  await expect(drawer(page).getByRole('link', { name: 'Linen' })).toHaveAttribute('href', '/fabric/Linen');
  const entries = { 'Our Story': '/our-story', 'Reach Us': '/reach-us', 'My Orders': '/account' };
  for (const [name, to] of Object.entries(entries)) {
    await expect(drawer(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  }
  await expectAccessible(page);
  await drawer(page).getByRole('link', { name: 'Linen' }).click();
  await expect(page).toHaveURL('/fabric/Linen');
  await expect(drawer(page)).toBeHidden();

  const icon = page.getByRole('banner').getByRole('link', { name: 'Search' });
  const box = page.getByRole('banner').getByRole('searchbox', { name: 'Search' });
  await expect(box).toBeHidden();
  await icon.click();
  await expect(box).toBeFocused();
  await expect(icon).toHaveAttribute('aria-expanded', 'true');
  await icon.click();
  await expect(box).toBeHidden();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login?next=%2Ffabric%2FLinen');
});

test.describe('the header without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu icon links to the categories and the search icon links to a form [S-MNV-01 S-HDR-03 S-GEN-07]', async ({
    page,
  }) => {
    await page.goto('/our-story');
    await openDrawer(page);
    await expect(page).toHaveURL('/category');
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await expect(page).toHaveURL('/search');
    const box = page.getByRole('main').getByRole('searchbox', { name: 'Search' });
    await box.fill('linen');
    await box.press('Enter');
    await expect(page).toHaveURL('/search?query=linen');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  });
});
