import type { Page } from '@playwright/test';
import { addressOf, expectAddress, holdBack, openPage, scrollPosition } from './support/open-page.ts';
import { expect, expectAccessible, link, main, test } from './support/test.ts';

test.use({ expectedErrors: [/404|\.data\?|Failed to fetch|Failed to load resource/] });

const products = (page: Page) => main(page).getByRole('article');
const product = (page: Page, name: string | RegExp) =>
  products(page).filter({ has: page.getByRole('heading', { name }) });
const sort = (page: Page) => page.getByLabel('Sort by');
const rupees = (text: string) => Number(text.replace(/[^\d]/g, ''));
const pricesOf = async (page: Page) => (await products(page).locator('.price').allInnerTexts()).map(rupees);
const ascending = (numbers: number[]) => [...numbers].sort((a, b) => a - b);

test('the listing of a category, craft or fabric has a title, an introduction, a count and its products [S-LIST-01 S-LIST-02 S-LIST-10 S-GEN-06]', async ({
  request,
}) => {
  for (const [at, title, intro, count] of [
    ['/Sarees', 'Sarees', 'Six yards, one loom, no two the same.', 12],
    ['/craft/Ikat', 'Ikat', 'The threads are tied and dyed before they are woven', 5],
    ['/fabric/Linen', 'Linen', 'Spun from the stalk of the flax plant.', 1],
  ] as const) {
    const html = await (await request.get(at)).text();
    const shown = html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('<!-- -->', '');
    expect([...shown.matchAll(/<h1[^>]*>([^<]*)<\/h1>/g)].map(([, text]) => text)).toEqual([title]);
    expect(shown).toContain(intro);
    expect(shown).toContain(count === 1 ? '>1 piece<' : `>${count} pieces<`);
    expect(shown.match(/<article[ >]/g)).toHaveLength(count);
  }
});

test('a product card shows name, price, rating, low stock and a heart, and the order by price is part of the URL [S-LIST-03…05 S-LIST-13…17 S-LIST-20 S-CONST-01 S-CONST-06 S-RT-11]', async ({
  page,
}) => {
  await openPage(page, '/Sarees');
  const card = product(page, 'Gulnar Banarasi Katan Silk Saree');
  await expect(card.getByRole('heading')).toHaveText('Gulnar Banarasi Katan Silk Saree');
  await expect(card.locator('.price')).toHaveText('₹24,800');
  await expect(card.locator('s')).toHaveText('MRP ₹28,500');
  await expect(card.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible();
  await expect(product(page, /Nisha/).getByRole('img', { name: /stars$/ })).toHaveCount(0);
  await expect(card.getByRole('link', { name: 'Save Gulnar' })).toHaveAttribute(
    'href',
    '/login?next=%2FSarees',
  );
  await expect(card).toContainText('Only 1 left in stock');
  await expect(product(page, /Chandrika/)).toContainText('Only 5 left in stock');
  await expect(product(page, /Renuka/)).not.toContainText('left in stock');
  await expect(product(page, /Narmada/)).toContainText('Out of stock');

  await expect(sort(page).getByRole('option')).toHaveText([
    'Featured',
    'Price: Low to High',
    'Price: High to Low',
  ]);
  await expect(sort(page)).toHaveValue('featured');
  const featured = await pricesOf(page);
  await sort(page).selectOption('Price: Low to High');
  await expectAddress(page, '/Sarees?sort=price-asc');
  await expect.poll(() => pricesOf(page)).toEqual(ascending(featured));
  await sort(page).selectOption('Price: High to Low');
  await expectAddress(page, '/Sarees?sort=price-desc');
  await expect.poll(() => pricesOf(page)).toEqual(ascending(featured).reverse());
  await sort(page).selectOption('Featured');
  await expectAddress(page, '/Sarees');
  await expect.poll(() => pricesOf(page)).toEqual(featured);

  const { release } = await holdBack(page, '**/Sarees.data*');
  await sort(page).selectOption('Price: Low to High');
  const text = main(page).getByText('Loading products...', { exact: true });
  await expect(text).toBeVisible();
  await expect(products(page)).toHaveCount(12);
  release();
  await expect(text).toBeHidden();
  await expect(products(page).first()).toContainText('Harita');

  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 60);
  await expect(page).toHaveURL('/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');
});

test('a listing at 1440 × 900 shows three products with name and price, and its skip link leads to them', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const at of ['/Sarees?fabric=Silk', '/Sarees', '/search?query=khadi'])
    await test.step(at, async () => {
      await openPage(page, at);
      for (const number of at.startsWith('/search') ? [] : [0, 1, 2]) {
        const card = products(page).nth(number);
        await expect(card.getByRole('heading')).toBeInViewport({ ratio: 1 });
        await expect(card.locator('.price')).toBeInViewport({ ratio: 1 });
      }
      // Categories, crafts and fabrics share one page file. The search has its own.
      if (at !== '/Sarees' && !at.startsWith('/search')) return;
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to the pieces' });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      // The heart of a card comes before its name in the tab order.
      expect(
        await products(page)
          .first()
          .evaluate((card) => card.contains(document.activeElement)),
      ).toBe(true);
    });
});

test('a product card of a listing shows its second image and Quick View on hover and on focus [S-LIST-11 S-LIST-12]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, '/Sarees');
  const card = product(page, /Gulnar/);
  const opener = card.getByRole('button', { name: 'Quick View' });
  await expect(opener).toHaveCSS('opacity', '0');
  await card.hover();
  await expect(card.locator('img').nth(1)).toHaveCSS('opacity', '1');
  await expect(opener).toHaveCSS('opacity', '1');
  await opener.click();
  const view = page.getByRole('dialog', { name: /Gulnar/ });
  await expect(view).toContainText('₹24,800');
  await expect(view.getByRole('button', { name: 'Add to Cart' })).toBeInViewport({ ratio: 1 });
  expect((await view.getByRole('region').boundingBox())?.height).toBe((await view.boundingBox())?.height);
  await expectAccessible(page);
  await view.getByRole('button', { name: 'Close' }).click();
  await expect(opener).toBeFocused();
  await page.mouse.move(0, 0);

  await test.step('Quick View shows nothing of the previous product while the next one loads', async () => {
    await page.route('**/api/product/get-single/*', () => {});
    await product(page, /Nisha/).hover();
    await product(page, /Nisha/).getByRole('button', { name: 'Quick View' }).click();
    const next = page.getByRole('dialog', { name: 'Quick View' });
    await expect(next.getByText('Loading the piece...')).toBeVisible();
    await expect(next.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
    await page.unroute('**/api/product/get-single/*');
    await page.keyboard.press('Escape');
    await expect(next).toBeHidden();
    await page.mouse.move(0, 0);
  });

  await test.step('Quick View can be opened by keyboard', async () => {
    await card.getByRole('heading').getByRole('link').focus();
    await expect(card.locator('img').nth(1)).toHaveCSS('opacity', '1');
    await page.keyboard.press('Tab');
    await expect(card.getByRole('button', { name: 'Quick View' })).toBeFocused();
    await expect(card.getByRole('button', { name: 'Quick View' })).toHaveCSS('opacity', '1');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /Gulnar/ })
      .getByRole('link', { name: 'Full details' })
      .click();
    await expect(page).toHaveURL('/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');
    await page.goBack();
    await expectAddress(page, '/Sarees');
  });

  await test.step('Quick View of a product that no longer exists says so', async () => {
    await page.route('**/api/product/get-single/*', (route) =>
      route.fulfill({ status: 404, json: { message: 'No such piece.' } }),
    );
    const gone = product(page, /Chandrika/);
    await gone.hover();
    await gone.getByRole('button', { name: 'Quick View' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'This piece is no longer in the shop.',
    );
    await page.unroute('**/api/product/get-single/*');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    const menu = page.getByRole('navigation', { name: 'Shop', exact: true });
    await menu.getByText('Fabrics', { exact: true }).click();
    await menu.getByRole('link', { name: /^Linen/ }).click();
    await expectAddress(page, '/fabric/Linen');
    await products(page).first().hover();
    await products(page).first().getByRole('button', { name: 'Quick View' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expectAddress(page, '/Sarees');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test('a phone shows a product’s second image after a swipe and adds it to the cart in Quick View [S-LIST-11 S-LIST-12 S-PDP-18 S-PDP-19]', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await openPage(page, '/Sarees');
  const card = product(page, /Gulnar/);
  const images = card.locator('.image');
  const [first, second] = [images.locator('img').first(), images.locator('img').nth(1)];
  await expect(second).toBeHidden();
  await images.scrollIntoViewIfNeeded();
  expect(fetched.filter((url) => url.includes('tb-sar-001-2'))).toEqual([]);
  await images.evaluate((row) => row.scrollTo({ left: row.clientWidth }));
  await expect(second).toBeInViewport({ ratio: 0.9 });
  await expect(first).not.toBeInViewport();
  await images.tap();
  await expect(page).toHaveURL('/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');

  await page.goBack();
  const opener = card.getByRole('button', { name: 'Quick View: Gulnar Banarasi Katan Silk Saree' });
  // The label has no size and adds no height, so the eye icon is level with the heart.
  await expect(opener).toHaveCSS('grid-template-rows', '22px 0px');
  const box = await opener.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await page.setViewportSize({ width: 390, height: 664 });
  await opener.tap();
  const view = page.getByRole('dialog', { name: /Gulnar/ });
  await expect(view).toContainText('₹24,800');
  await expectAccessible(page);
  await expect(view.getByRole('button', { name: 'Add to Cart' })).toBeInViewport({ ratio: 1 });
  await view.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.locator('.flying-image')).toHaveCount(1);
  await expect(view.getByRole('button', { name: 'In your cart' })).toBeDisabled();
  await view.getByRole('link', { name: 'View cart' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openPage(page, '/CoOrdSets');
  const name = product(page, /Co-Ord Set$/)
    .first()
    .getByRole('heading');
  await expect(name.getByText('Co-Ord', { exact: true })).toHaveCSS('white-space', 'nowrap');
});

test('a listing without matching products says so and offers to clear all filters [S-ERR-10 S-LIST-18 S-LIST-19 S-LIST-06]', async ({
  page,
}) => {
  await openPage(page, '/Sarees?craft=Ikat&price=under-500&sort=price-asc');
  await expect(
    page.getByText('No products found. Please change your filters and try again.', { exact: true }),
  ).toBeVisible();
  await expect(products(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Clear All Filters', exact: true }).click();
  await expectAddress(page, '/Sarees?sort=price-asc');
  await expect(products(page)).toHaveCount(12);
});

const failure = (page: Page) =>
  main(page).getByRole('status').filter({ hasText: 'We could not load the products just now.' });

test('a listing keeps its products and sort order, and offers to try again, if another sort order cannot be read [S-LIST-21]', async ({
  page,
}) => {
  // Categories, crafts and fabrics share one page file. The search has its own.
  for (const at of ['/Sarees?fabric=Silk', '/search?query=ikat'])
    await test.step(at, async () => {
      await openPage(page, at);
      const before = await pricesOf(page);
      expect(before).not.toEqual(ascending(before));
      const another = `${at}&sort=price-asc`;
      const title = await page.title();
      await page.route('**/*.data*', (route) => route.fulfill({ status: 500 }));
      await sort(page).selectOption('Price: Low to High');
      await expect(failure(page)).toBeVisible();
      await expectAddress(page, another);
      await expect(main(page).getByText('Loading products...')).toHaveCount(0);
      await expect(sort(page)).toHaveValue('featured');
      expect(await pricesOf(page)).toEqual(before);
      expect(await page.title()).toBe(title);
      if (at.startsWith('/Sarees')) await expectAccessible(page);
      await page.unroute('**/*.data*');
      await failure(page).getByRole('link', { name: 'Try again' }).click();
      await expect(failure(page)).toHaveCount(0);
      await expectAddress(page, another);
      await expect(sort(page)).toHaveValue('price-asc');
      await expect.poll(() => pricesOf(page)).toEqual(ascending(before));
    });
});

test('a listing that cannot be read shows the error in the filter panel of a phone, without the rejected choice [S-LIST-21]', async ({
  page,
}) => {
  await openPage(page, '/Sarees');
  await link(page, /^Filters/).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await page.route('**/*.data*', (route) => route.abort());
  const ikat = panel.getByRole('checkbox', { name: /^Ikat/ });
  const status = panel.getByRole('status');
  for (const _ of ['first', 'second']) {
    await ikat.click();
    await expect(status).toContainText('We could not load the products just now.');
    await expect(ikat).not.toBeChecked();
  }
  await page.unroute('**/*.data*');
  await status.getByRole('link', { name: 'Try again' }).click();
  await expectAddress(page, '/Sarees?craft=Ikat');
  await expect(ikat).toBeChecked();
  await expect(status).toHaveText(/^\d+ pieces?$/);
  await expect(status).toBeFocused();
});

test('a search whose results cannot be read shows the error page and Try again instead of the previous results [S-LIST-21 S-ERR-13]', async ({
  page,
}) => {
  await openPage(page, '/search?query=saree');
  await page.route('**/*.data*', (route) => route.abort());
  const field = main(page).getByRole('searchbox');
  await field.fill('stole');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Something went wrong/);
  await page.unroute('**/*.data*');
  await link(page, 'Try again').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Results for “stole”/);
});

test('Load more appends products and keeps the scroll position [S-LIST-10]', async ({ page }) => {
  const listing = '/search?query=plain';
  await openPage(page, listing);
  await expect(products(page)).toHaveCount(24);
  const firstPage = await products(page).getByRole('heading').allInnerTexts();
  await expect(main(page)).toContainText('Showing 24 of 31');
  const more = page.getByRole('link', { name: 'Load more' });
  await more.scrollIntoViewIfNeeded();
  const position = await scrollPosition(page);
  await more.click();
  await expect(products(page)).toHaveCount(31);
  await expectAddress(page, `${listing}&page=2`);
  expect((await products(page).getByRole('heading').allInnerTexts()).slice(0, 24)).toEqual(firstPage);
  expect(await scrollPosition(page)).toBe(position);
  await expect(products(page).nth(24).getByRole('heading').getByRole('link')).toBeFocused();
  await expect(more).toHaveCount(0);
  const far = products(page).nth(28).getByRole('heading').getByRole('link');
  await far.scrollIntoViewIfNeeded();
  const farther = await scrollPosition(page);
  await far.click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Results for/);
  await page.goBack();
  await expect(products(page)).toHaveCount(31);
  await expect.poll(async () => Math.abs((await scrollPosition(page)) - farther)).toBeLessThan(20);
  await page.reload();
  await expect(products(page)).toHaveCount(31);
  expect(addressOf(page)).toBe(`${listing}&page=2`);
});

test.describe('a listing without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('lists and sorts its products and loads more [S-LIST-03…05 S-LIST-10]', async ({ page }) => {
    await page.goto('/search?query=plain');
    await expect(products(page)).toHaveCount(24);
    await page.getByRole('link', { name: 'Load more' }).click();
    await expect(products(page)).toHaveCount(31);
    await page.goto('/Sarees');
    await sort(page).selectOption('Price: High to Low');
    await main(page).getByRole('button', { name: 'Sort', exact: true }).click();
    await expect(page).toHaveURL(/\/Sarees\?(.*&)?sort=price-desc$/);
    await expect(products(page).first()).toContainText('Ponni');
  });
});
