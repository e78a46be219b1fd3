import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';
import { addressOf, expectAddress, letScriptRun, openPage } from './open-page.ts';

const main = (page: Page) => page.getByRole('main');
const pieces = (page: Page) => main(page).getByRole('article');
const names = async (page: Page) =>
  (await pieces(page).getByRole('heading').allInnerTexts()).map((name) => name.trim()).sort();
const rupees = (text: string) => Number(text.replace(/[^\d]/g, ''));
const pricesOf = async (page: Page) => (await pieces(page).locator('.price').allInnerTexts()).map(rupees);

/** Where the filters stand: beside the pieces, or on a phone in the panel that its button opens. */
async function filtersOf(page: Page, isMobile: boolean): Promise<Locator> {
  if (!isMobile) return page.getByRole('complementary', { name: 'Filters' });
  const panel = page.getByRole('dialog', { name: 'Filters' });
  if (!(await panel.isVisible()))
    await main(page)
      .getByRole('link', { name: /^Filters/ })
      .click();
  await expect(panel).toBeVisible();
  return panel;
}
const group = (filters: Locator, title: string) => filters.getByRole('group', { name: title, exact: true });
/** A box by its words; the number beside them is how many pieces it would leave. */
const box = (filters: Locator, title: string, label: string) =>
  group(filters, title).getByRole('checkbox', { name: new RegExp(`^${label} ?\\d*$`) });

test.describe('on a larger screen', { tag: '@desktop' }, () => {
  test('S-LIST-07 the filters stand beside the pieces, and Clear All takes every choice back', async ({
    page,
  }) => {
    await openPage(page, '/Sarees?craft=Ikat&fabric=Silk&sort=price-desc');
    const filters = await filtersOf(page, false);
    await expect(filters).toBeVisible();
    await expect(main(page).getByRole('link', { name: /^Filters/ })).toBeHidden();
    await expect(box(filters, 'Craft', 'Ikat')).toBeChecked();
    await expectAccessible(page);
    await filters.getByRole('link', { name: 'Clear All', exact: true }).click();
    await expectAddress(page, '/Sarees?sort=price-desc');
    await expect(box(filters, 'Craft', 'Ikat')).not.toBeChecked();
    await expect(pieces(page)).toHaveCount(12);
  });
});

test.describe('on a phone', () => {
  test('S-LIST-08 S-LIST-09 S-LIST-06 the panel slides in; its chips take single choices back', async ({
    page,
  }) => {
    await openPage(page, '/Sarees');
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden();
    const panel = await filtersOf(page, true);
    await expectAccessible(page);
    await box(panel, 'Craft', 'Ikat').check();
    await box(panel, 'Craft', 'Jamdani').check();
    await expectAddress(page, '/Sarees?craft=Ikat&craft=Jamdani');
    await expect(panel.getByRole('button', { name: 'Show 3 pieces' })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('link', { name: /^Ikat ?, remove$/ }).click();
    await expectAddress(page, '/Sarees?craft=Jamdani');
    await expect(box(panel, 'Craft', 'Ikat')).not.toBeChecked();
    await panel.getByRole('link', { name: 'Clear All', exact: true }).click();
    await expectAddress(page, '/Sarees');
    await panel.getByRole('button', { name: 'Show 12 pieces' }).click();
    await expect(panel).toBeHidden();
    await expect(pieces(page).first()).toBeInViewport();
  });

  test('S-LIST-08 the panel closes by its cross and by Escape, the choice stays', async ({ page }) => {
    await openPage(page, '/Sarees?color=Indigo');
    const panel = await filtersOf(page, true);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await filtersOf(page, true);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(main(page).getByRole('link', { name: 'Filters (1)' })).toBeFocused();
    await expectAddress(page, '/Sarees?color=Indigo');
  });
});

test('S-FILT-12…18 S-FILT-09 every dimension is there, with what this shelf has', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  await openPage(page, '/Sarees');
  const filters = await filtersOf(page, isMobile);
  for (const title of ['Colour', 'Fabric', 'Type', 'Craft', 'Pattern', 'Availability', 'Price']) {
    await expect(filters.locator('summary').filter({ hasText: title })).toBeVisible();
  }
  await expect(box(filters, 'Craft', 'Kanjivaram')).toHaveCount(1);
  await expect(box(filters, 'Craft', 'Ajrakh')).toHaveCount(0);
  await openPage(page, '/Suits');
  const others = await filtersOf(page, isMobile);
  await expect(box(others, 'Craft', 'Kanjivaram')).toHaveCount(0);
  await expect(box(others, 'Craft', 'Ajrakh')).toHaveCount(1);
});

test('S-FILT-10 S-FILT-11 options are trimmed, and each stands once whatever its case', {
  tag: '@desktop',
}, async ({ page, isMobile }) => {
  for (const at of ['/Sarees', '/search?query=plain']) {
    await openPage(page, at);
    const filters = await filtersOf(page, isMobile);
    const values = await filters
      .getByRole('checkbox', { includeHidden: true })
      .evaluateAll((boxes) => boxes.map((one) => `${one.getAttribute('name')}=${one.getAttribute('value')}`));
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter((value) => /=\s|\s$/.test(value))).toEqual([]);
    expect(new Set(values.map((value) => value.toLowerCase())).size).toBe(values.length);
  }
});

test('S-FILT-07 S-FILT-08 within a filter any choice fits, across filters all must', async ({
  page,
  isMobile,
}) => {
  await openPage(page, '/Sarees');
  const filters = await filtersOf(page, isMobile);
  await box(filters, 'Craft', 'Ikat').check();
  await expect(pieces(page)).toHaveCount(2);
  await box(filters, 'Craft', 'Banarasi brocade').check();
  await expect(pieces(page)).toHaveCount(4);
  expect(await names(page)).toEqual([
    'Gajra Patola Silk Saree',
    'Gulnar Banarasi Katan Silk Saree',
    'Neelambari Pochampally Ikat Saree',
    'Nisha Banarasi Silk Saree',
  ]);
  await box(filters, 'Colour', 'Indigo').check();
  await expect(pieces(page)).toHaveCount(2);
  expect(await names(page)).toEqual(['Neelambari Pochampally Ikat Saree', 'Nisha Banarasi Silk Saree']);
});

test('S-FILT-06 a value fits what contains it, whatever the case', async ({ page }) => {
  await page.goto('/Sarees?fabric=KATAN');
  expect(await names(page)).toEqual(['Gulnar Banarasi Katan Silk Saree', 'Nisha Banarasi Silk Saree']);
  await page.goto('/Sarees?type=banaras');
  await expect(pieces(page)).toHaveCount(2);
});

test('the number beside a choice is what choosing it leaves', { tag: '@desktop' }, async ({
  page,
  isMobile,
}) => {
  await openPage(page, '/Sarees');
  for (const [title, label] of [
    ['Fabric', 'Silk'],
    ['Price', 'Over ₹5000'],
    ['Availability', 'Out of stock'],
  ] as const) {
    const filters = await filtersOf(page, isMobile);
    const choice = box(filters, title, label);
    const count = Number(await choice.locator('..').locator('.n').textContent());
    await choice.check();
    await expect(pieces(page)).toHaveCount(count);
    await choice.uncheck();
    await expect(pieces(page)).toHaveCount(12);
  }
});

test('an address that says more, or says it otherwise, stays as it is; Back leaves the shelf', async ({
  page,
}) => {
  for (const address of ['/Sarees?utm_source=letter', '/Sarees?sort=price-desc&craft=ikat']) {
    await openPage(page, '/our-story');
    await openPage(page, address);
    await expect(pieces(page).first()).toBeVisible();
    await letScriptRun(page);
    expect(addressOf(page)).toBe(address);
    await page.goBack();
    await expectAddress(page, '/our-story');
  }
});

test('S-FILT-17 availability tells what is in stock from what is gone', async ({ page }) => {
  await page.goto('/Sarees?availability=out-of-stock');
  expect(await names(page)).toEqual(['Narmada Maheshwari Saree']);
  await page.goto('/Sarees?availability=in-stock');
  await expect(pieces(page)).toHaveCount(11);
});

test('S-FILT-18…23 S-CONST-01 five price bands in these words, each with its pieces', {
  tag: '@desktop',
}, async ({ page, isMobile }) => {
  await openPage(page, '/search?query=plain');
  const labels = await group(await filtersOf(page, isMobile), 'Price')
    .locator('label span:not(.n)')
    .allInnerTexts();
  expect(labels).toEqual(['Under ₹500', '₹500 to ₹1000', '₹1000 to ₹2000', '₹2000 to ₹5000', 'Over ₹5000']);
  for (const [key, fits] of [
    ['under-500', (price: number) => price < 500],
    ['500-1000', (price: number) => price >= 500 && price <= 1000],
    ['1000-2000', (price: number) => price >= 1000 && price <= 2000],
    ['2000-5000', (price: number) => price >= 2000 && price <= 5000],
    ['over-5000', (price: number) => price > 5000],
  ] as const) {
    await page.goto(`/search?query=plain&page=2&price=${key}`);
    const found = await pricesOf(page);
    expect(
      found.filter((price) => !fits(price)),
      key,
    ).toEqual([]);
    await page.goto('/search?query=plain&page=2');
    expect((await pricesOf(page)).filter(fits), key).toHaveLength(found.length);
  }
});

test('S-FILT-04 a price band narrows a category, beside the other filters, in the address', async ({
  page,
  isMobile,
}) => {
  await openPage(page, '/Sarees?sort=price-asc');
  const filters = await filtersOf(page, isMobile);
  await box(filters, 'Price', '₹2000 to ₹5000').check();
  await expectAddress(page, '/Sarees?price=2000-5000&sort=price-asc');
  await expect.poll(() => pricesOf(page)).toEqual([3250, 4450]);
  await box(filters, 'Craft', 'Ilkal').check();
  await expect.poll(() => pricesOf(page)).toEqual([4450]);
});

test('S-FILT-05 crafts and fabrics have filters as well', { tag: '@desktop' }, async ({ page, isMobile }) => {
  await openPage(page, '/craft/Ikat');
  await box(await filtersOf(page, isMobile), 'Price', '₹2000 to ₹5000').check();
  await expectAddress(page, '/craft/Ikat?price=2000-5000');
  await expect.poll(() => names(page)).toEqual(['Ikat Charcoal Co-Ord Set', 'Pochampally Madder Suit Set']);
  await openPage(page, '/fabric/Zari');
  await box(await filtersOf(page, isMobile), 'Colour', 'Red').check();
  await expectAddress(page, '/fabric/Zari?color=Red');
  await expect.poll(() => names(page)).toEqual(['Gulnar Banarasi Katan Silk Saree']);
});

test('S-FILT-07 choices outlive Back, Forward, reloading and being sent to a friend', async ({
  page,
  isMobile,
  context,
}) => {
  await openPage(page, '/Sarees');
  await box(await filtersOf(page, isMobile), 'Craft', 'Ikat').check();
  await expect(pieces(page)).toHaveCount(2);
  await box(await filtersOf(page, isMobile), 'Colour', 'Indigo').check();
  await expect(pieces(page)).toHaveCount(1);
  await page.goBack();
  await expect(pieces(page)).toHaveCount(2);
  await expect(box(await filtersOf(page, isMobile), 'Colour', 'Indigo')).not.toBeChecked();
  await page.goForward();
  await expectAddress(page, '/Sarees?craft=Ikat&color=Indigo');
  await expect(pieces(page)).toHaveCount(1);
  await expect(box(await filtersOf(page, isMobile), 'Colour', 'Indigo')).toBeChecked();
  await page.reload();
  await expect(pieces(page)).toHaveCount(1);
  const friend = await context.newPage();
  await friend.goto(page.url());
  await expect(pieces(friend)).toHaveCount(1);
  await expect(friend.getByRole('link', { name: /^Indigo ?, remove$/ })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('S-FILT-07 S-FILT-08 the filters are a form with a button, the chips are links', async ({
    page,
    isMobile,
  }) => {
    await page.goto('/Sarees');
    if (isMobile) await main(page).getByRole('link', { name: 'Filters' }).click();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await box(filters, 'Craft', 'Ikat').check();
    await box(filters, 'Colour', 'Indigo').check();
    await filters.getByRole('button', { name: 'Show pieces' }).click();
    await expect(pieces(page)).toHaveCount(1);
    await main(page)
      .getByRole('link', { name: /^Indigo ?, remove$/ })
      .click();
    await expect(pieces(page)).toHaveCount(2);
  });
});
