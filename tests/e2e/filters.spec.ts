import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { addressOf, expectAddress, flushPageTasks, openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');
const products = (page: Page) => main(page).getByRole('article');
const names = async (page: Page) =>
  (await products(page).getByRole('heading').allInnerTexts()).map((name) => name.trim()).sort();
const rupees = (text: string) => Number(text.replace(/[^\d]/g, ''));
const pricesOf = async (page: Page) => (await products(page).locator('.price').allInnerTexts()).map(rupees);

/** Reads the server-rendered HTML of a listing. */
const htmlOf = async (request: APIRequestContext, address: string) => (await request.get(address)).text();
const part = (html: string, from: string, to: string) => {
  const start = html.indexOf(from);
  expect(start, from).toBeGreaterThan(-1);
  return html.slice(start, html.indexOf(to, start));
};
/** Parses the names and prices of the products from server-rendered HTML. */
function productsIn(html: string) {
  const articles = part(html, '<main', '</main>').split('<article').slice(1);
  return {
    names: articles.map((one) => /<h3 class="name"><a [^>]*>([^<]+)</.exec(one)?.[1]).sort(),
    prices: articles.map((one) => rupees(/<span class="price">([^<]+)</.exec(one)?.[1] ?? 'none')),
  };
}

/** Returns the filters of the page. On a phone, opens the panel that contains them. */
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
/** Finds a checkbox by its label. The number beside the label is the product count after choosing it. */
const box = (filters: Locator, title: string, label: string) =>
  group(filters, title).getByRole('checkbox', { name: new RegExp(`^${label} ?\\d*$`) });

test('Clear All removes every choice, and the number beside a choice is the number of products after choosing it [S-LIST-07]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, '/Sarees?craft=Ikat&fabric=Silk&sort=price-desc');
  const filters = await filtersOf(page, false);
  await expect(filters).toBeVisible();
  await expect(main(page).getByRole('link', { name: /^Filters/ })).toBeHidden();
  await expect(box(filters, 'Craft', 'Ikat')).toBeChecked();
  await main(page).getByRole('link', { name: 'Clear All', exact: true }).click();
  await expectAddress(page, '/Sarees?sort=price-desc');
  await expect(box(filters, 'Craft', 'Ikat')).not.toBeChecked();
  await expect(products(page)).toHaveCount(12);
  // Clear All disappears with the choices. The focus stays in the filters.
  await expect(main(page).getByRole('link', { name: 'Clear All' })).toHaveCount(0);
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
    await choice.uncheck();
    await expect(products(page)).toHaveCount(12);
  }
});

test.describe('on a phone', () => {
  test('the filter panel of a phone keeps the choices when it closes [S-LIST-08 S-LIST-09 S-LIST-06]', async ({
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
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await filtersOf(page, true);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(main(page).getByRole('link', { name: 'Filters (1)' })).toBeFocused();
    await expectAddress(page, '/Sarees?craft=Jamdani');
    await filtersOf(page, true);
    await panel.getByRole('link', { name: 'Clear All', exact: true }).click();
    await expectAddress(page, '/Sarees');
    await panel.getByRole('button', { name: 'Show 12 pieces' }).click();
    await expect(panel).toBeHidden();
    await expect(products(page).first()).toBeInViewport();
  });
});

test('a price band narrows the listing together with other filters [S-FILT-04 S-FILT-12…18 S-FILT-09]', async ({
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
  await box(filters, 'Price', '₹2,000 to ₹5,000').check();
  await expectAddress(page, '/Sarees?price=2000-5000&sort=price-asc');
  await expect.poll(() => pricesOf(page)).toEqual([3250, 4450]);
  await box(filters, 'Craft', 'Ilkal').check();
  await expect.poll(() => pricesOf(page)).toEqual([4450]);

  await openPage(page, '/Suits');
  const others = await filtersOf(page, isMobile);
  await expect(box(others, 'Craft', 'Kanjivaram')).toHaveCount(0);
  await expect(box(others, 'Craft', 'Ajrakh')).toHaveCount(1);
});

test('choices in one filter widen the listing, and different filters narrow it [S-FILT-07 S-FILT-08]', async ({
  page,
  isMobile,
  context,
}) => {
  await openPage(page, '/Sarees');
  const filters = await filtersOf(page, isMobile);
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
  // Open the URL as another shopper with whom it was shared.
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await expect.poll(() => names(otherTab)).toEqual(left);
  await expect(otherTab.getByRole('link', { name: /^Indigo ?, remove$/ })).toBeVisible();
});

test("unknown parameters of a listing's URL are kept", async ({ page }) => {
  const addresses = ['/our-story', '/Sarees?utm_source=newsletter', '/Sarees?sort=price-desc&craft=ikat'];
  for (const address of addresses) {
    await openPage(page, address);
    await flushPageTasks(page);
    expect(addressOf(page)).toBe(address);
    if (address !== '/our-story') await expect(products(page).first()).toBeVisible();
  }
  for (const address of addresses.slice(0, -1).reverse()) {
    await page.goBack();
    await expectAddress(page, address);
  }
});

test('the server lists the filter options and their products [S-FILT-05 S-FILT-06 S-FILT-10 S-FILT-11 S-FILT-17…23 S-CONST-01]', async ({
  request,
}) => {
  await test.step('option names are trimmed and differ in more than case [S-FILT-10 S-FILT-11]', async () => {
    for (const at of ['/Sarees', '/search?query=plain']) {
      const filters = part(await htmlOf(request, at), ' id="choose"', '</aside>');
      const values = [...filters.matchAll(/<input type="checkbox"[^>]*>/g)].map(
        ([one]) => `${/ name="([^"]*)"/.exec(one)?.[1]}=${/ value="([^"]*)"/.exec(one)?.[1]}`,
      );
      expect(values.length).toBeGreaterThan(20);
      expect(values.filter((value) => /=\s|\s$/.test(value))).toEqual([]);
      expect(new Set(values.map((value) => value.toLowerCase())).size).toBe(values.length);
    }
  });

  await test.step('a filter value matches every option that contains it, in any case [S-FILT-06]', async () => {
    expect(productsIn(await htmlOf(request, '/Sarees?fabric=KATAN')).names).toEqual([
      'Gulnar Banarasi Katan Silk Saree',
      'Nisha Banarasi Silk Saree',
    ]);
    expect(productsIn(await htmlOf(request, '/Sarees?type=banaras')).names).toHaveLength(2);
  });

  await test.step('crafts and fabrics have filters [S-FILT-05]', async () => {
    expect(productsIn(await htmlOf(request, '/craft/Ikat?price=2000-5000')).names).toEqual([
      expect.stringMatching(/^Ikat Charcoal/),
      'Pochampally Madder Suit Set',
    ]);
    expect(productsIn(await htmlOf(request, '/fabric/Zari?color=Red')).names).toEqual([
      'Gulnar Banarasi Katan Silk Saree',
    ]);
  });

  await test.step('the availability filter separates products in stock from sold-out ones [S-FILT-17]', async () => {
    const soldOut = productsIn(await htmlOf(request, '/Sarees?availability=out-of-stock'));
    expect(soldOut.names).toEqual(['Narmada Maheshwari Saree']);
    const inStock = productsIn(await htmlOf(request, '/Sarees?availability=in-stock'));
    expect(inStock.names).toHaveLength(11);
  });

  await test.step('a price band without products is listed only while it is chosen', async () => {
    const labelsAt = async (address: string) => {
      const bands = part(await htmlOf(request, address), '<legend class="sr">Price</legend>', '</fieldset>');
      return [...bands.matchAll(/<span>([^<]*)<\/span><span class="n">/g)].map(([, text]) => text);
    };
    expect(await labelsAt('/Sarees')).toEqual(['₹2,000 to ₹5,000', 'Over ₹5,000']);
    expect(await labelsAt('/Sarees?price=500-1000')).toEqual([
      '₹500 to ₹1,000',
      '₹2,000 to ₹5,000',
      'Over ₹5,000',
    ]);
  });

  await test.step('each of the five price bands leads to its products [S-FILT-18…23]', async () => {
    const listing = '/search?query=plain&page=2';
    const html = await htmlOf(request, listing);
    // The demo catalogue has no product from ₹500 to ₹1,000. A band without products is listed only while it is chosen.
    const withAll = await htmlOf(request, `${listing}&price=500-1000`);
    const bands = part(withAll, '<legend class="sr">Price</legend>', '</fieldset>');
    const labels = [...bands.matchAll(/<span>([^<]*)<\/span><span class="n">/g)].map(([, text]) => text);
    expect(labels).toEqual([
      'Under ₹500',
      '₹500 to ₹1,000',
      '₹1,000 to ₹2,000',
      '₹2,000 to ₹5,000',
      'Over ₹5,000',
    ]);
    const { prices } = productsIn(html);
    expect(prices).toHaveLength(31);
    expect(Math.min(...prices)).toBeGreaterThan(0);
    for (const [key, fits] of [
      ['under-500', (price: number) => price < 500],
      ['500-1000', (price: number) => price >= 500 && price <= 1000],
      ['1000-2000', (price: number) => price >= 1000 && price <= 2000],
      ['2000-5000', (price: number) => price >= 2000 && price <= 5000],
      ['over-5000', (price: number) => price > 5000],
    ] as const) {
      const found = productsIn(await htmlOf(request, `${listing}&price=${key}`)).prices;
      expect(
        found.filter((price) => !fits(price)),
        key,
      ).toEqual([]);
      expect(prices.filter(fits), key).toHaveLength(found.length);
    }
  });
});

test.describe('filters without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('filters are a form with a button and chips are links [S-FILT-07 S-FILT-08]', async ({
    page,
    isMobile,
  }) => {
    await page.goto('/Sarees');
    if (isMobile) await main(page).getByRole('link', { name: 'Filters' }).click();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await box(filters, 'Craft', 'Ikat').check();
    await box(filters, 'Colour', 'Indigo').check();
    await filters.getByRole('button', { name: 'Show pieces' }).click();
    await expect(products(page)).toHaveCount(1);
    await main(page)
      .getByRole('link', { name: /^Indigo ?, remove$/ })
      .click();
    await expect(products(page)).toHaveCount(2);
  });
});
