import type { Page } from '@playwright/test';
import { openPage, scrollPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('banner');
const menus = (page: Page) => page.getByRole('navigation', { name: 'Shop', exact: true });
const openMenu = (page: Page, title: string) => menus(page).getByText(title, { exact: true }).click();
const listingsIn = (page: Page, title: string) =>
  menus(page).getByRole('listitem').filter({ hasText: title }).getByRole('listitem').getByRole('link');

/** True if a click would hit the menu row instead of the page below it. */
const isMenuVisible = (page: Page) =>
  page.evaluate(() => {
    const entry = document.querySelector('.menu a[href="/our-story"]');
    const { left = 0, top = 0, width = 0, height = 0 } = entry?.getBoundingClientRect() ?? {};
    return document.elementFromPoint(left + width / 2, top + height / 2) === entry;
  });

test('the header remains at the top while the page scrolls, and its notice leads to the shipping rule [S-HDR-01 S-GEN-13 S-GEN-14]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await openPage(page, '/Sarees');
  // The notice of the demo shop shares a line with the shipping rule. On a phone each has its own line.
  const notices = page.getByRole('complementary', { name: 'Notices' });
  await expect(notices).toContainText('This is a demo shop.');
  expect((await notices.boundingBox())?.height).toBeLessThan(isMobile ? 51 : 26);
  await scrollPage(page, 700);
  await expect(bar(page).getByRole('link', { name: 'Cart', exact: true })).toBeInViewport();
  await expect.poll(() => bar(page).evaluate((element) => element.getBoundingClientRect().top)).toBe(0);

  await page.getByRole('link', { name: 'We ship worldwide' }).click();
  await expect(page).toHaveURL('/shipping-policy#abroad');
  const section = page.getByRole('region', { name: 'Ordering from abroad' });
  await expect(section.getByRole('heading')).toBeInViewport({ ratio: 1 });
});

test('the header on a larger screen hides its menu row below 80 px without a layout shift, and shows one open menu, which Escape or its links close [S-HDR-02…06 S-HDR-08 S-HDR-10…12 S-HDR-15 S-CONST-09 S-FOOT-05 S-FOOT-13 S-FOOT-15 S-GEN-06]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, '/Sarees');
  const title = page.getByRole('heading', { level: 1 });
  const position = () => title.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await position();
  const chat = page.getByRole('complementary', { name: 'Help' }).getByRole('link', { name: 'Chat with us' });
  for (const top of [0, 81, 80, 600]) {
    await scrollPage(page, top);
    await expect.poll(() => isMenuVisible(page)).toBe(top <= 80);
    if (top <= 81) expect(await position()).toBe(before);
    const gaps = await chat.evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      return [document.documentElement.clientWidth - right, window.innerHeight - bottom];
    });
    expect(Math.max(...gaps)).toBeLessThanOrEqual(24);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  }
  await bar(page).getByRole('link', { name: 'Cart', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => isMenuVisible(page)).toBe(true);

  await scrollPage(page, 0);
  await openMenu(page, 'Crafts');
  await expectAccessible(page);
  await openMenu(page, 'Fabrics');
  await expect(listingsIn(page, 'Crafts').first()).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(listingsIn(page, 'Fabrics').first()).toBeHidden();
  // The focus is on the menu again, so Enter opens it.
  await page.keyboard.press('Enter');
  await listingsIn(page, 'Fabrics').filter({ hasText: 'Linen' }).click();
  await expect(page).toHaveURL('/fabric/Linen');
  await expect(listingsIn(page, 'Fabrics').first()).toBeHidden();

  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Sign up', exact: true }).click();
  await expect(page).toHaveURL('/login?next=%2Ffabric%2FLinen');
  await footer.getByRole('link', { name: 'Tanabana', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(chat).toBeHidden();
});

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
