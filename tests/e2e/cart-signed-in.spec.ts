/** The cart of a signed-in shopper, and how a guest's cart is merged into it. */
import type { Page } from '@playwright/test';
import { cartOf, putInCart } from './support/checkout.ts';
import { holdBack, openPage, storeBeforeNextPage } from './support/open-page.ts';
import { signedInShopper, signInByApi, storeSession } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.describe.configure({ timeout: 90_000 });
test.use({ expectedErrors: [/409|500|503/] });

const harita = '/Sarees/harita-kota-doria-saree/TB-SAR-004';
const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';

const lines = (page: Page) => page.locator('.lines > li').filter({ has: page.getByRole('heading') });
const line = (page: Page, name: RegExp) => lines(page).filter({ hasText: name });
const quantity = (page: Page, name: RegExp) => line(page, name).locator('output');
const more = (page: Page, name: RegExp) => line(page, name).getByRole('button', { name: 'One more' });
const removeButton = (page: Page, name: RegExp) => line(page, name).getByRole('button', { name: 'Remove' });
const addToCart = (page: Page) => page.locator('form').getByRole('button', { name: 'Add to Cart' });
const inCart = (page: Page) => page.locator('form').getByRole('button', { name: 'In your cart' });
const viewCart = (page: Page) => page.locator('form').getByRole('link', { name: 'View cart' });
const sums = (page: Page) => page.getByRole('complementary', { name: 'Summary' }).getByRole('definition');
const isEmpty = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your cart is empty' });

/** Stores a guest's cart in the browser. */
async function storeGuestCart(page: Page, entries: unknown) {
  await storeBeforeNextPage(page, { guestCart: JSON.stringify(entries) });
}

/**
 * Removes the session from the browser while a page without scripts is open. Scripts of other pages would send a request and get
 * an error.
 */
async function removeSession(page: Page) {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    localStorage.removeItem('tanabana.token');
    localStorage.removeItem('tanabana.user');
  });
}
const guestCart = (page: Page) => page.evaluate(() => localStorage.getItem('guestCart'));

test('each change of a shopper’s cart sends one request, and Undo restores a removed line in its place [S-CART-11 S-CART-21 S-CART-23 S-ROLE-02 S-CART-14]', async ({
  page,
}) => {
  /** The cart requests that the page has sent: get, add, edit or remove. */
  const requested: string[] = [];
  page.on('request', (request) => {
    const [, , module, action] = new URL(request.url()).pathname.split('/');
    if (module === 'cart' && action) requested.push(action);
  });

  const shopper = await signedInShopper(page);
  const loaded = page.waitForResponse('**/api/cart/get');
  await openPage(page, harita);
  await loaded;
  const added = page.waitForResponse('**/api/cart/add/*');
  await addToCart(page).click();
  await expect(inCart(page)).toBeDisabled();
  await added;
  expect(await guestCart(page)).toBeNull();
  expect(await cartOf(page, shopper)).toEqual({ 'TB-SAR-004': 1 });

  await putInCart(page, shopper, 'TB-SAR-005');
  await openPage(page, '/cart');
  const edited = page.waitForResponse('**/api/cart/edit/*');
  await more(page, /Harita/).click();
  await expect(sums(page).first()).toHaveText('₹16,300');
  expect((await edited).request().postDataJSON()).toEqual({ quantity: 2, price: 6500 });
  await removeButton(page, /Harita/).click();
  await expect.poll(() => cartOf(page, shopper)).toEqual({ 'TB-SAR-005': 1 });
  await page.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(lines(page)).toHaveText([/Harita/, /Neelambari/]);
  await expect(line(page, /Harita/).getByRole('link', { name: 'Harita Kota Doria Saree' })).toBeFocused();
  const stored = async () => Object.entries(await cartOf(page, shopper));
  await expect.poll(stored).toEqual([
    ['TB-SAR-004', 2],
    ['TB-SAR-005', 1],
  ]);
  expect(requested.slice(requested.indexOf('add'))).toEqual(['add', 'get', 'edit', 'remove', 'add']);
  await page.getByRole('link', { name: 'Checkout' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/checkout');
});

test('an open cart shows a product that another tab adds, and is empty after logging out [S-CART-21 S-CART-23]', async ({
  page,
  context,
}) => {
  await signedInShopper(page);
  await openPage(page, '/cart');
  await expect(isEmpty(page)).toBeVisible();
  const otherTab = await context.newPage();
  await openPage(otherTab, harita);
  await addToCart(otherTab).click();
  await expect(quantity(page, /Harita/)).toHaveText('1');
  await more(page, /Harita/).click();
  await expect(quantity(page, /Harita/)).toHaveText('2');
  await openPage(otherTab, '/cart');
  await expect(quantity(otherTab, /Harita/)).toHaveText('2');

  await page.evaluate(() => {
    localStorage.removeItem('tanabana.token');
    dispatchEvent(new StorageEvent('storage', { key: 'tanabana.token', newValue: null }));
  });
  for (const tab of [page, otherTab]) {
    await expect(isEmpty(tab)).toBeVisible();
    await expect(tab.getByText('Harita Kota Doria Saree: ')).toHaveCount(0);
  }
});

test('Add to Cart says after four seconds without a response that the product is still being added [S-CART-21]', async ({
  page,
}) => {
  await page.clock.install();
  await signedInShopper(page);
  const loaded = page.waitForResponse('**/api/cart/get');
  await openPage(page, harita);
  await loaded;
  const { release } = await holdBack(page, '**/api/cart/add/*');
  const form = page.locator('form').filter({ has: page.getByRole('link', { name: 'View cart' }) });
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ });
  const sent = page.waitForRequest('**/api/cart/add/*');
  await addToCart(page).click();
  await sent;
  await expect(form.getByRole('button', { name: 'In your cart' })).toBeDisabled();
  await expect(cart).toHaveAccessibleName('Cart, 1 product');
  await page.clock.fastForward(4000);
  await expect(form.getByRole('button', { name: 'Still adding...' })).toBeDisabled();
  await expect(form).toContainText('We are still adding this piece to your cart. Please wait a moment.');
  await expect(form.getByRole('link', { name: 'View cart' })).toBeFocused();
  await expect(cart).toHaveAccessibleName('Cart');
  await expectAccessible(page);
  release();
  await expect(form.getByRole('button', { name: 'In your cart' })).toBeDisabled();
  await expect(cart).toHaveAccessibleName('Cart, 1 product');
});

test('a cart that cannot be fetched is not shown as empty, and a rejected change is undone [S-CART-06 S-CART-21 S-CART-23 S-PDP-18]', async ({
  page,
}) => {
  const shopper = await signedInShopper(page);
  await putInCart(page, shopper, 'TB-SAR-004', 2);
  // The client retries some failed requests before it shows an error.
  test.slow();
  const broken = { status: 500, json: { message: 'Something broke on our side.' } };
  const soldOut = { status: 409, json: { title: 'sold-out', message: 'This piece is sold out.' } };
  await page.route('**/api/cart/get', (route) => route.fulfill(broken));
  await openPage(page, '/cart');
  const text = page.getByRole('alert').getByText('Something broke on our side.');
  await expect(text).toBeVisible({ timeout: 15_000 });
  await expect(isEmpty(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute('**/api/cart/get');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(quantity(page, /Harita/)).toHaveText('2');
  await expect(text).toHaveCount(0);

  await page.route('**/api/cart/{add,edit}/*', (route) => route.fulfill(soldOut));
  await more(page, /Harita/).click();
  await expect(page.getByRole('alert').getByText('This piece is sold out.')).toBeVisible();
  await expect(quantity(page, /Harita/)).toHaveText('2');
  await page.route('**/api/cart/remove/*', (route) => route.fulfill(broken));
  await removeButton(page, /Harita/).click();
  await expect(text).toBeVisible();
  await expect(quantity(page, /Harita/)).toHaveText('2');
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  expect(await cartOf(page, shopper)).toEqual({ 'TB-SAR-004': 2 });

  await openPage(page, gulnar);
  await addToCart(page).click();
  await expect(page.getByRole('alert').getByText('This piece is sold out.')).toBeVisible();
  await expect(addToCart(page)).toBeEnabled();
});

test('a guest’s cart is kept if the response of its merge is lost, and is merged once [S-CART-17 S-CART-20]', async ({
  page,
}) => {
  const shopper = await signInByApi(page.request);
  await storeGuestCart(page, [{ proId: 'TB-SAR-004', quantity: 2, productName: 'Harita' }]);
  let reached = 0;
  // The server merges the cart, but the response is lost.
  await page.route('**/api/cart/merge', async (route) => {
    reached++;
    await route.fetch();
    await route.fulfill({ status: 503, json: { message: 'The shop is busy.' } });
  });
  await storeSession(page, shopper);
  await openPage(page, '/cart');
  const text =
    'We could not move your cart to your account yet. It is safe on this device. The shop is busy.';
  await expect(page.getByRole('alert').getByText(text)).toBeVisible();
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
  expect(await guestCart(page)).toContain('TB-SAR-004');
  await expectAccessible(page);
  expect(reached).toBe(1);

  await removeSession(page);
  await openPage(page, '/Sarees/neelambari-pochampally-ikat-saree/TB-SAR-005');
  await addToCart(page).click();
  await viewCart(page).click();
  await more(page, /Harita/).click();
  await expect(quantity(page, /Harita/)).toHaveText('3');
  await storeSession(page, shopper);
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await page.unroute('**/api/cart/merge');
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => guestCart(page)).toBeNull();
  await expect(quantity(page, /Harita/)).toHaveText('3');
  expect(await cartOf(page, shopper)).toEqual({ 'TB-SAR-004': 3, 'TB-SAR-005': 1 });
});

test('each sign-in moves the lines of the guest’s cart to the shopper’s cart [S-CART-17 S-CART-18 S-CART-19 S-CART-22 S-CART-23]', async ({
  page,
}) => {
  const shopper = await signInByApi(page.request);
  await putInCart(page, shopper, 'TB-SAR-005', 1);
  await storeGuestCart(page, [
    { proId: 'TB-SAR-004', quantity: 2 },
    { proId: 'TB-SAR-005', quantity: 1 },
    { proId: 'TB-SAR-001', quantity: 5 },
  ]);
  await openPage(page, '/cart');
  await expect(lines(page)).toHaveCount(3);
  await storeSession(page, shopper);
  await expect.poll(() => guestCart(page)).toBeNull();
  await expect(lines(page)).toHaveCount(3);
  await expect(page.getByRole('alert').getByText('Only 1 left.')).toBeVisible();
  await expect(quantity(page, /Neelambari/)).toHaveText('2');
  expect(await cartOf(page, shopper)).toEqual({ 'TB-SAR-004': 2, 'TB-SAR-005': 2, 'TB-SAR-001': 1 });
  await page.reload();
  await expect(lines(page)).toHaveCount(3);
  expect(await cartOf(page, shopper)).toEqual({ 'TB-SAR-004': 2, 'TB-SAR-005': 2, 'TB-SAR-001': 1 });

  // The shopper signs out, fills the cart as a guest, and signs in again.
  await removeSession(page);
  await openPage(page, harita);
  await addToCart(page).click();
  await storeSession(page, shopper);
  await expect.poll(() => guestCart(page)).toBeNull();
  await expect
    .poll(() => cartOf(page, shopper))
    .toEqual({ 'TB-SAR-004': 3, 'TB-SAR-005': 2, 'TB-SAR-001': 1 });
});

test('a line without a size is not merged until the shopper chooses the size [S-CART-18]', async ({
  page,
}) => {
  const shopper = await signInByApi(page.request);
  await storeGuestCart(page, [
    { proId: 'TB-SUT-006', quantity: 1, productName: 'Kalamkari Garden Suit Set' },
    { proId: 'TB-SAR-004', quantity: 1 },
  ]);
  await storeSession(page, shopper);
  await openPage(page, '/cart');
  await expect(lines(page)).toHaveCount(1);
  const main = page.getByRole('main');
  await expect(main.getByText('Kalamkari Garden Suit Set: please choose a size.')).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('link', { name: /^Choose a size/ }).click();
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true });
  await addToCart(page).click();
  await expect.poll(() => guestCart(page)).toBeNull();
  await viewCart(page).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(main.getByText('please choose a size')).toHaveCount(0);
});
