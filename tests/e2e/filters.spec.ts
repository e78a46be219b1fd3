import type { Locator, Page } from '@playwright/test';
import { addressOf, expectAddress, flushPageTasks, openPage } from './support/open-page.ts';
import { expect, expectAccessible, link, main, test } from './support/test.ts';

const products = (page: Page) => main(page).getByRole('article');
const names = async (page: Page) =>
  (await products(page).getByRole('heading').allInnerTexts()).map((name) => name.trim()).sort();
const rupees = (text: string) => Number(text.replace(/[^\d]/g, ''));
const pricesOf = async (page: Page) => (await products(page).locator('.price').allInnerTexts()).map(rupees);

/** Returns the filters of the page. On a phone, opens the panel that contains them. */
async function filtersOf(page: Page, isMobile: boolean): Promise<Locator> {
  if (!isMobile) return page.getByRole('complementary', { name: 'Filters' });
  const panel = page.getByRole('dialog', { name: 'Filters' });
  if (!(await panel.isVisible())) await link(page, /^Filters/).click();
  await expect(panel).toBeVisible();
  return panel;
}
const group = (filters: Locator, title: string) => filters.getByRole('group', { name: title, exact: true });
/** Finds a checkbox by its label. The number beside the label is the product count after choosing it. */
const box = (filters: Locator, title: string, label: string) =>
  group(filters, title).getByRole('checkbox', { name: new RegExp(`^${label} ?\\d*$`) });

test('Clear All removes every choice, and the number beside a filter is the number of its products [S-LIST-07]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, '/Sarees?craft=Ikat&fabric=Silk&sort=price-desc');
  const filters = await filtersOf(page, false);
  await expect(filters).toBeVisible();
  await expect(link(page, /^Filters/)).toBeHidden();
  await expect(box(filters, 'Craft', 'Ikat')).toBeChecked();
  await main(page).getByRole('link', { name: 'Clear All', exact: true }).click();
  await expectAddress(page, '/Sarees?sort=price-desc');
  await expect(box(filters, 'Craft', 'Ikat')).not.toBeChecked();
  await expect(products(page)).toHaveCount(12);
  // Clear All disappears with the choices. The focus stays in the filters.
  await expect(link(page, 'Clear All')).toHaveCount(0);
  await expect(filters).toBeFocused();

  for (const [title, label] of [
    ['Fabric', 'Silk'],
    ['Price', 'Over ₹5,000'],
    ['Availability', 'Out of stock'],
  ] as const) {
    const choice = box(filters, title, label);
    const count = Number(await choice.locator('..').locator('.n').textContent());
    await choice.check();
    await expect(products(page)).toHaveCount(count);
    // A filter does not move the focus, and its listing is not announced as a page.
    await expect(choice).toBeFocused();
    await expect(page.locator('.navigation-progress')).toHaveText('');
    await choice.uncheck();
    await expect(products(page)).toHaveCount(12);
  }
});

test('a phone’s filter panel applies each choice at once and keeps it when it closes [S-LIST-06 S-LIST-08 S-LIST-09]', async ({
  page,
}) => {
  await openPage(page, '/Sarees');
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden();
  const panel = await filtersOf(page, true);
  await box(panel, 'Craft', 'Ikat').check();
  await box(panel, 'Craft', 'Jamdani').check();
  await expectAddress(page, '/Sarees?craft=Ikat&craft=Jamdani');
  await expect(panel.getByRole('button', { name: 'Show 3 pieces' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('link', { name: /^Ikat ?, remove$/ }).click();
  await expectAddress(page, '/Sarees?craft=Jamdani');
  await expect(box(panel, 'Craft', 'Ikat')).not.toBeChecked();
  // The pressed link disappears with its filter. The focus stays at the other chosen filters.
  await expect(panel.locator('.chips')).toBeFocused();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
  await filtersOf(page, true);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(link(page, 'Filters (1)')).toBeFocused();
  await expectAddress(page, '/Sarees?craft=Jamdani');
  await filtersOf(page, true);
  await panel.getByRole('link', { name: 'Clear All', exact: true }).click();
  await expectAddress(page, '/Sarees');
  await panel.getByRole('button', { name: 'Show 12 pieces' }).click();
  await expect(panel).toBeHidden();
  await expect(products(page).first()).toBeInViewport();
});

test('each listing has its own filters: two values of one show more products, and a second filter shows fewer [S-FILT-04 S-FILT-05 S-FILT-07…09 S-FILT-12…18]', async ({
  page,
  isMobile,
}) => {
  await openPage(page, '/Sarees?sort=price-asc');
  const filters = await filtersOf(page, isMobile);
  for (const title of ['Colour', 'Fabric', 'Type', 'Craft', 'Pattern', 'Availability', 'Price']) {
    await expect(filters.locator('summary').filter({ hasText: title })).toBeVisible();
  }
  await expect(box(filters, 'Craft', 'Kanjivaram')).toHaveCount(1);
  await expect(box(filters, 'Craft', 'Ajrakh')).toHaveCount(0);
  await box(filters, 'Craft', 'Ikat').check();
  await expect(products(page)).toHaveCount(2);
  await box(filters, 'Craft', 'Banarasi brocade').check();
  await expect(products(page)).toHaveCount(4);
  expect(await names(page)).toEqual([
    'Gajra Patola Silk Saree',
    'Gulnar Banarasi Katan Silk Saree',
    'Neelambari Pochampally Ikat Saree',
    'Nisha Banarasi Silk Saree',
  ]);
  await box(filters, 'Colour', 'Indigo').check();
  await expect(products(page)).toHaveCount(2);
  const left = ['Neelambari Pochampally Ikat Saree', 'Nisha Banarasi Silk Saree'];
  expect(await names(page)).toEqual(left);
  const chosen = addressOf(page);
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname).toBe('/Sarees');
  expect([...searchParams].map(([name, value]) => `${name}=${value}`).sort()).toEqual([
    'color=Indigo',
    'craft=Banarasi brocade',
    'craft=Ikat',
    'sort=price-asc',
  ]);
  await page.goBack();
  await expect(products(page)).toHaveCount(4);
  await expect(box(await filtersOf(page, isMobile), 'Colour', 'Indigo')).not.toBeChecked();
  await page.goForward();
  await expectAddress(page, chosen);
  await expect(products(page)).toHaveCount(2);
  await expect(box(await filtersOf(page, isMobile), 'Colour', 'Indigo')).toBeChecked();
  await page.reload();
  await expect.poll(() => names(page)).toEqual(left);

  await openPage(page, '/Sarees?sort=price-asc');
  await filtersOf(page, isMobile);
  await box(filters, 'Price', '₹2,000 to ₹5,000').check();
  await expectAddress(page, '/Sarees?price=2000-5000&sort=price-asc');
  await expect.poll(() => pricesOf(page)).toEqual([3250, 4450]);
  await box(filters, 'Craft', 'Ilkal').check();
  await expect.poll(() => pricesOf(page)).toEqual([4450]);

  // A page keeps unknown parameters of its URL.
  await openPage(page, '/fabric/Zari?utm_source=newsletter&color=Red');
  await flushPageTasks(page);
  expect(addressOf(page)).toBe('/fabric/Zari?utm_source=newsletter&color=Red');
  await expect(products(page)).toHaveText([/Gulnar Banarasi Katan Silk Saree/]);
  const others = await filtersOf(page, isMobile);
  await expect(box(others, 'Craft', 'Kanjivaram')).toHaveCount(1);
  await expect(box(others, 'Craft', 'Ikat')).toHaveCount(0);
});

test.describe('filters without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a button applies the filters, and a link removes one of them [S-FILT-07 S-FILT-08]', async ({
    page,
    isMobile,
  }) => {
    await page.goto('/Sarees');
    if (isMobile) await link(page, 'Filters').click();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await box(filters, 'Craft', 'Ikat').check();
    await box(filters, 'Colour', 'Indigo').check();
    await filters.getByRole('button', { name: 'Show pieces' }).click();
    await expect(products(page)).toHaveCount(1);
    await link(page, /^Indigo ?, remove$/).click();
    await expect(products(page)).toHaveCount(2);
  });
});
