/** A guest's cart. */
import type { Page } from '@playwright/test';
import {
  expectAbove,
  expectAddress,
  flushPageTasks,
  holdBack,
  layoutShiftOf,
  openPage,
  recordLayoutShifts,
  storeBeforeNextPage,
} from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.describe.configure({ timeout: 90_000 });
test.use({ expectedErrors: [/500/] });

/** A product with twelve units in stock. */
const harita = '/Sarees/harita-kota-doria-saree/TB-SAR-004';
const ajrakh = '/Suits/ajrakh-modal-suit-set/TB-SUT-001';

const line = (page: Page, name: RegExp) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const lines = (page: Page) => page.locator('.lines > li').filter({ has: page.getByRole('heading') });
const quantity = (page: Page, name: RegExp) => line(page, name).locator('output');
const more = (page: Page, name: RegExp) => line(page, name).getByRole('button', { name: 'One more' });
const less = (page: Page, name: RegExp) => line(page, name).getByRole('button', { name: 'One less' });
const removeButton = (page: Page, name: RegExp) => line(page, name).getByRole('button', { name: 'Remove' });
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' });
const checkout = (page: Page) => page.getByRole('button', { name: 'Checkout' }).filter({ visible: true });
const sums = (page: Page) => summary(page).getByRole('definition');

/** Opens the cart of a guest whose browser has stored `cart` at an earlier visit. */
async function openStoredCart(page: Page, stored: unknown) {
  await storeBeforeNextPage(page, { guestCart: JSON.stringify(stored) });
  await openPage(page, '/cart');
}

async function storedBy(page: Page): Promise<unknown> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('guestCart'))) ?? 'null');
}

test('a guest’s cart shows the same lines and totals after a reload, and sends no account data [S-DATA-12 S-CART-01…08 S-CART-15 S-CART-21]', async ({
  page,
}) => {
  const requested = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requested.add(pathname);
  });
  await storeBeforeNextPage(page, { guestCart: JSON.stringify([{ proId: 'TB-SAR-004', quantity: 1 }]) });
  await openPage(page, ajrakh);
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true });
  await page.locator('form').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.locator('form').getByRole('button', { name: 'In your cart' })).toBeDisabled();
  expect(await storedBy(page)).toContainEqual({
    proId: 'TB-SUT-001',
    productName: 'Ajrakh Modal Suit Set',
    img1: 'tb-sut-001-1.jpg',
    price: 3850,
    proPrice: 3850,
    quantity: 1,
    size: 'TB-SUT-001-M',
    sizeLabel: 'M',
  });
  await page.locator('form').getByRole('link', { name: 'View cart' }).click();
  await expect(lines(page)).toHaveCount(2);

  await more(page, /Harita/).click();
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(line(page, /Harita/).locator('img')).toHaveAttribute('src', /tb-sar-004-1/);
    await expect(
      line(page, /Harita/).getByRole('heading', { name: 'Harita Kota Doria Saree' }),
    ).toBeVisible();
    await expect(line(page, /Harita/)).toContainText('₹3,250 each');
    await expect(quantity(page, /Harita/)).toHaveText('2');
    await expect(line(page, /Harita/)).toContainText('₹6,500');
    await expect(line(page, /Ajrakh/)).toContainText('₹3,850 each, Size M');
    await expect(sums(page)).toHaveText(['₹10,350', 'Free', '₹10,350']);
    await expect(summary(page)).toContainText('Including all taxes');
    await expect(checkout(page)).toBeVisible();
  }
  await expect(page.getByRole('main').getByText('3 pieces', { exact: true })).toBeVisible();
  expect([...requested]).toEqual(['/api/cart/quote']);
  expect(await storedBy(page)).toContainEqual(
    expect.objectContaining({ productName: 'Harita Kota Doria Saree', proPrice: 3250, price: 6500 }),
  );
  await line(page, /Harita/)
    .getByRole('link', { name: 'Harita Kota Doria Saree' })
    .click();
  await expect(page).toHaveURL(harita);
});

test('the quantity of a line is between one and the stock, and is the same in another tab [S-CART-12 S-CART-13 S-CART-15 S-CART-16]', {
  tag: '@desktop',
}, async ({ page, context }) => {
  const { release } = await holdBack(page, '**/api/cart/quote');
  const stored = (name: string, price: number) => ({
    quantity: 1,
    productName: name,
    proPrice: price,
    price,
  });
  await openStoredCart(page, [
    { proId: 'TB-SAR-001', ...stored('Gulnar Saree', 18_500) },
    { proId: 'TB-SAR-005', ...stored('Neelambari Saree', 9800) },
  ]);
  await test.step('the + button of the last unit is disabled before the line shows the reason', async () => {
    await expect(more(page, /Gulnar/)).toHaveAttribute('aria-disabled', 'true');
    await expect(line(page, /Gulnar/)).not.toContainText('Only');
    release();
    await expect(line(page, /Gulnar/)).toContainText('Only 1 left');
    await expect(more(page, /Gulnar/)).toHaveAttribute('aria-disabled', 'true');
  });
  await expect(less(page, /Neelambari/)).toBeDisabled();
  await expect(line(page, /Neelambari/)).not.toContainText('left');
  await more(page, /Neelambari/).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('Enter');
  await expect(quantity(page, /Neelambari/)).toHaveText('3');
  await expect(more(page, /Neelambari/)).toBeDisabled();
  await expect(more(page, /Neelambari/)).toBeFocused();
  await expect(line(page, /Neelambari/)).toContainText('Only 3 left');
  await less(page, /Neelambari/).focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('Enter');
  await expect(quantity(page, /Neelambari/)).toHaveText('1');
  await expect(less(page, /Neelambari/)).toBeFocused();

  const other = await context.newPage();
  await openPage(other, '/cart');
  await more(other, /Neelambari/).click();
  await expect(quantity(page, /Neelambari/)).toHaveText('2');
  for (const name of [/Neelambari/, /Gulnar/]) await removeButton(other, name).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible();
});

test('Add to Cart moves no image to the cart if the cart is full [S-PDP-19]', async ({ page }) => {
  const full = Array.from({ length: 100 }, (_, nth) => ({ proId: `OLD-${nth}`, quantity: 1 }));
  await storeBeforeNextPage(page, { guestCart: JSON.stringify(full) });
  await openPage(page, harita);
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('.flying-image')) document.title = 'Something flew';
    }).observe(document.body, { childList: true });
  });
  await page.locator('form').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(
    page.getByRole('alert').getByText('Your cart can hold up to 100 different pieces.'),
  ).toBeVisible();
  await flushPageTasks(page);
  await expect(page).not.toHaveTitle('Something flew');
});

test('Undo restores the removed line of a guest’s cart in its place [S-CART-06]', async ({ page }) => {
  await openStoredCart(page, [
    { proId: 'TB-SUT-001', quantity: 1, size: 'TB-SUT-001-M' },
    { proId: 'TB-SUT-001', quantity: 2, size: 'TB-SUT-001-L' },
  ]);
  const undo = page.getByRole('button', { name: /^Undo/ });
  await expect(lines(page)).toHaveText([/Size M/, /Size L/]);
  await removeButton(page, /Size M/).click();
  await expect(lines(page)).toHaveText([/Size L/]);
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await undo.click();
  await expect(lines(page)).toHaveText([/Size M/, /Size L/]);
  await expect(quantity(page, /Size M/)).toHaveText('1');

  for (const size of [/Size M/, /Size L/]) {
    await removeButton(page, size).press('Enter');
    await expect(line(page, size)).toHaveCount(0);
    await expect(undo).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(lines(page)).toHaveText([/Size L/]);
  await expect(quantity(page, /Size L/)).toHaveText('2');
  await expect(line(page, /Size L/).getByRole('link', { name: 'Ajrakh Modal Suit Set' })).toBeFocused();

  await removeButton(page, /Size L/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(checkout(page)).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main).toContainText('Nothing here yet. These are our newest pieces.');
  const shopAll = main.getByRole('link', { name: 'Shop all pieces' });
  await expectAbove(shopAll, main.getByRole('article').first());
  await shopAll.click();
  await expect(page).toHaveURL('/category');
});

test('the cart shows its stored lines until current prices are fetched, then each changed price or stock, and a sold-out line blocks the checkout [S-CART-13 S-DATA-13]', async ({
  page,
}) => {
  await page.route('**/api/cart/quote', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something broke on our side.' } }),
  );
  await openStoredCart(page, [
    { proId: 'TB-SAR-005', quantity: 7, proPrice: 9000, productName: 'A saree' },
    { proId: 'TB-SAR-009', quantity: 1 },
    { proId: 'TB-SUT-003', quantity: 1 },
    { proId: 'NO-SUCH', quantity: 1, productName: 'An old piece' },
  ]);
  await expect(page.getByRole('alert').getByText('Something broke on our side.')).toBeVisible();
  await expect(line(page, /A saree/)).toContainText('₹9,000');
  await expectAccessible(page);
  await page.unroute('**/api/cart/quote');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(line(page, /Neelambari/)).toContainText('Only 3 left.');
  await expect(page.getByRole('alert').getByText('Something broke')).toHaveCount(0);
  await expect(line(page, /Neelambari/)).toContainText('₹9,000 when you added it, now ₹9,800.');
  await expect(quantity(page, /Neelambari/)).toHaveText('3');
  await expect(line(page, /Narmada/)).toContainText('This piece is sold out.');
  await expect(line(page, /An old piece/)).toContainText('This piece is no longer in the shop.');
  await expect(page.getByRole('main').getByText('3 pieces', { exact: true })).toBeVisible();
  await expect(sums(page)).toHaveText(['₹29,400', 'Free', '₹29,400']);
  await expectAccessible(page);

  // A button with `aria-disabled` can still be pressed. It then shows the reason.
  await checkout(page).press('Enter');
  await expect(page.getByRole('alert').getByText('Please remove what is no longer available')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const name of [/Narmada/, /An old piece/]) await removeButton(page, name).click();
  await expect(summary(page)).toContainText('Please choose a size for each piece');

  await line(page, /Lehar/)
    .getByRole('link', { name: /Choose a size/ })
    .click();
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true });
  await page.locator('form').getByRole('button', { name: 'Add to Cart' }).click();
  await page.locator('form').getByRole('link', { name: 'View cart' }).click();
  await expect(line(page, /Lehar/)).toHaveCount(1);
  await expect(line(page, /Lehar/)).toContainText('Size M');
  await checkout(page).click();
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible();
});

test('the cart’s URL with a product adds it once, also after Back and Forward [S-PDP-13]', async ({
  page,
}) => {
  await openPage(page, '/our-story');
  await openPage(page, '/cart?piece=TB-SAR-004&quantity=2');
  await expectAddress(page, '/cart');
  await expect(quantity(page, /Harita/)).toHaveText('2');
  await page.goBack();
  await expectAddress(page, '/our-story');
  await page.goForward();
  await expect(quantity(page, /Harita/)).toHaveText('2');
  await openPage(page, '/cart?piece=TB-SAR-009&quantity=1');
  await expect(page.getByRole('alert').getByText('This piece is sold out.')).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
});

test('the cart page loads without a layout shift', {
  tag: '@both',
}, async ({ page }) => {
  const levels = () =>
    page
      .getByRole('main')
      .locator('h1, h2, h3')
      .filter({ visible: true })
      .evaluateAll((headings) => headings.map(({ tagName }) => tagName));
  await recordLayoutShifts(page);
  for (const stored of [
    [],
    [
      { proId: 'TB-SAR-004', quantity: 1 },
      { proId: 'TB-SAR-005', quantity: 1 },
    ],
  ]) {
    await openStoredCart(page, stored);
    // Wait for the cart's lines, or for the suggestions of an empty cart.
    if (stored.length > 0) await expect(sums(page).last()).toHaveText(/₹\d/);
    else await expect(page.getByRole('article')).toHaveCount(4);
    await page.evaluate(() => document.fonts.ready);
    await flushPageTasks(page);
    expect(await layoutShiftOf(page)).toBeLessThanOrEqual(0.02);
    const products = stored.length > 0 ? ['H3', 'H3'] : ['H3', 'H3', 'H3', 'H3'];
    await expect.poll(levels).toEqual(['H1', 'H2', ...products]);
  }
});
