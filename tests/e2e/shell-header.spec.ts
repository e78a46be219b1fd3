import type { Page } from '@playwright/test';
import { openPage, scrollPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

type Fields = Record<`${'craft' | 'fabric'}${'' | 1 | 2 | 3 | 4}`, string | null>;

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

test('the top bar stays at the top while the page scrolls [S-HDR-01 S-GEN-13 S-GEN-14]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await openPage(page, '/Sarees');
  await expect(page.getByText('We ship worldwide. Shipping in India is free over Rs. 10,000.')).toBeVisible();
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
  await expect(section).toContainText('please order by message');
});

test.describe('the header on a larger screen', { tag: '@desktop' }, () => {
  test('the menus list each category, craft and fabric once [S-HDR-10…12 S-CONST-11 S-GEN-06]', async ({
    page,
  }) => {
    await openPage(page, '/our-story');
    const products: Fields[] = await (await page.request.get('/api/product/get-all')).json();
    const listings: { name: string }[] = await (await page.request.get('/api/category/get-all')).json();
    const distinct = (field: 'craft' | 'fabric') => {
      const fields = products.flatMap((product) =>
        (['', 1, 2, 3, 4] as const).map((at) => product[`${field}${at}`]),
      );
      return [...new Set(fields.flatMap((value) => value ?? []))].sort();
    };
    const expected = {
      Categories: listings.map(({ name }) => name).sort(),
      Crafts: distinct('craft'),
      Fabrics: distinct('fabric'),
    };
    for (const [title, names] of Object.entries(expected)) {
      await openMenu(page, title);
      await expect(listingsIn(page, title).first()).toBeVisible();
      expect((await listingsIn(page, title).allInnerTexts()).map((name) => name.trim()).sort()).toEqual(
        names,
      );
    }
    await expectAccessible(page);

    // Escape closes the open menu. A link in the menu opens its page.
    await openMenu(page, 'Crafts');
    await openMenu(page, 'Fabrics');
    await expect(listingsIn(page, 'Crafts').first()).toBeHidden();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(listingsIn(page, 'Fabrics').first()).toBeHidden();
    await page.keyboard.press('Enter');
    await listingsIn(page, 'Fabrics').filter({ hasText: 'Linen' }).click();
    await expect(page).toHaveURL('/fabric/Linen');
    await expect(listingsIn(page, 'Fabrics').first()).toBeHidden();
  });

  test('the top bar links to its pages, and its menu row hides past 80 px without a layout shift [S-HDR-02…06 S-HDR-08 S-HDR-13…15 S-CONST-09]', async ({
    page,
  }) => {
    await openPage(page, '/Sarees');
    for (const [name, to] of [
      ['Wishlist', '/wishlist'],
      [/^Tanabana/, '/'],
      ['Login', '/login?next=%2FSarees'],
      ['Cart', '/cart'],
      ['Our Story', '/our-story'],
      ['Reach Us', '/reach-us'],
    ] as const) {
      const link = bar(page).getByRole('link', { name });
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', to);
    }
    await expect(bar(page).getByRole('searchbox', { name: 'Search' })).toBeVisible();
    await expect(bar(page).getByRole('link', { name: 'Cart', exact: true })).toHaveText('');
    const title = page.getByRole('heading', { level: 1 });
    const position = () => title.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    const before = await position();
    expect(await isMenuVisible(page)).toBe(true);
    await scrollPage(page, 81);
    await expect.poll(() => isMenuVisible(page)).toBe(false);
    expect(await position()).toBe(before);
    await scrollPage(page, 80);
    await expect.poll(() => isMenuVisible(page)).toBe(true);
    expect(await position()).toBe(before);

    await scrollPage(page, 600);
    await expect.poll(() => isMenuVisible(page)).toBe(false);
    await bar(page).getByRole('link', { name: 'Cart', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => isMenuVisible(page)).toBe(true);
  });
});
