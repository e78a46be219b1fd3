import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: [/api\/product\/search/] });

const searchRequests = '**/api/product/search?*';
const bar = (page: Page) => page.getByRole('banner');
const box = (page: Page) => bar(page).getByRole('searchbox', { name: 'Search' });
const panel = (page: Page) => page.locator('#search-panel');
const found = (page: Page) => panel(page).getByRole('article');

/** Opens the search box. On a phone the search icon opens its panel first. */
async function openBox(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await bar(page).getByRole('link', { name: 'Search' }).click();
  else await box(page).click();
  await expect(box(page)).toBeFocused();
}

test('search results appear in a panel below the header until Escape, a click outside or a navigation closes the panel [S-SRCH-01…05 S-CONST-12 S-GEN-07]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await openPage(page, '/our-story');
  await openBox(page, isMobile);
  // The longest query that a search accepts.
  await expect(box(page)).toHaveAttribute('maxlength', '100');
  await box(page).fill('zzzqqq');
  await expect(panel(page)).toContainText('We found nothing for that.');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  // The focus returns to the control that opened the panel.
  await expect(isMobile ? bar(page).getByRole('link', { name: 'Search' }) : box(page)).toBeFocused();
  await openBox(page, isMobile);
  await box(page).fill('linen');
  await expect(found(page).first()).toBeVisible();
  await page.mouse.click(60, (page.viewportSize()?.height ?? 0) - 120);
  await expect(panel(page)).toBeHidden();

  await openBox(page, isMobile);
  await box(page).fill('silk');
  await expect(found(page)).toHaveCount(12);
  const tops = await found(page).evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().top)),
  );
  expect(tops.filter((top) => top === tops[0])).toHaveLength(isMobile ? 2 : 6);
  await box(page).fill('gulnar');
  await expect(panel(page).getByRole('heading', { name: 'RECOMMENDED FOR YOU', exact: true })).toBeVisible();
  const match = found(page).first();
  for (const text of ['Gulnar Banarasi Katan Silk Saree', '₹24,800', 'MRP ₹28,500'])
    await expect(match).toContainText(text);
  await expect(match.locator('img')).toHaveAttribute('src', /tb-sar-001-1\.jpg/);
  await expectAccessible(page);
  const under = await panel(page).evaluate((element) => element.getBoundingClientRect().top);
  const row = await bar(page).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(Math.abs(under - row)).toBeLessThanOrEqual(1);
  await match.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL('/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');
  await expect(panel(page)).toBeHidden();
  await openBox(page, isMobile);
  await box(page).fill('silk');
  await expect(found(page).first()).toBeVisible();
  await bar(page).getByRole('link', { name: 'Cart' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(panel(page)).toBeHidden();
});

test('a failed search can be tried again, and Enter opens the page of all results [S-SRCH-01 S-GEN-07]', async ({
  page,
}) => {
  await openPage(page, '/our-story');
  await openBox(page, true);
  await page.route(searchRequests, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
  await box(page).fill('linen');
  await expect(panel(page).getByRole('alert')).toContainText('We could not search just now.');
  await expectAccessible(page);
  await page.unroute(searchRequests);
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(found(page)).toHaveCount(1);
  await expect(panel(page).getByRole('alert')).toHaveCount(0);

  await box(page).fill('ikat stole');
  await box(page).press('Enter');
  await expect(page).toHaveURL('/search?query=ikat+stole');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “ikat stole”');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Ikat Madder Stole');
  // The search icon opens the panel with the results for this page's query.
  await openBox(page, true);
  await expect(found(page).first()).toContainText('Ikat Madder Stole');
  await expect(panel(page)).not.toContainText('linen');
});
