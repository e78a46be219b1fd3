/** The wishlist's own page, and the page of a shared list. */
import type { Page } from '@playwright/test';
import { bearer, cartOf } from './support/checkout.ts';
import { expectAddress, holdBack, layoutShiftOf, openPage, recordLayoutShifts } from './support/open-page.ts';
import { type Shopper, signedInShopper } from './support/shopper.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (400|401|404|500)/] });

const product = (page: Page, name: RegExp) => main(page).getByRole('article').filter({ hasText: name });
const products = (page: Page) => main(page).getByRole('article');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });

/** Signs in a shopper with these products on the wishlist. The last product is the newest. */
async function shopperWithWishlist(page: Page, ...proIds: string[]): Promise<Shopper> {
  const shopper = await signedInShopper(page);
  for (const proId of proIds) {
    const headers = bearer(shopper);
    expect((await page.request.put(`/api/wishlist/${proId}`, { headers })).status()).toBe(200);
  }
  return shopper;
}

/** Replaces the clipboard and the share sheet of phones. */
async function stubSharing(page: Page, { sheet }: { sheet: boolean }) {
  await page.addInitScript((hasSheet) => {
    const note = (by: string) => async (given: unknown) => {
      const url = typeof given === 'string' ? given : Reflect.get(Object(given), 'url');
      document.documentElement.dataset.shared = `${by} ${url}`;
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: note('copied') } });
    Object.defineProperty(navigator, 'share', { value: hasSheet ? note('sheet') : undefined });
  }, sheet);
}

const shared = (page: Page) => page.evaluate(() => document.documentElement.dataset.shared ?? '');

test('the wishlist asks the shopper to sign in if the session has expired [S-ROLE-03]', async ({ page }) => {
  const { token } = await shopperWithWishlist(page, 'TB-SAR-003');
  await page.request.post('/api/user/logout', { headers: { authorization: `Bearer ${token}` } });
  await openPage(page, '/wishlist');
  await expect(main(page)).toContainText('You are signed out. Sign in to see your wishlist.');
  await expectAddress(page, '/wishlist');
  const login = main(page).getByRole('link', { name: 'Login' });
  await expect(login).toHaveAttribute('href', '/login?next=%2Fwishlist');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tanabana.token'))).toBeNull();
});

test('the products of the wishlist replace the placeholders without a layout shift [S-WISH-01 S-WISH-03 S-WISH-04]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  test.slow();
  await shopperWithWishlist(page, 'TB-SAR-001', 'TB-SAR-011', 'TB-SAR-009', 'TB-SUT-003', 'TB-SAR-003');
  await recordLayoutShifts(page);
  const { release } = await holdBack(page, '**/api/wishlist/get');
  await openPage(page, '/wishlist');
  await expect(main(page).getByRole('status')).toHaveText('Loading your wishlist...');
  if (isMobile) await expectAccessible(page);
  release();
  await expect(products(page)).toHaveCount(5);
  expect(await layoutShiftOf(page)).toBeLessThan(0.01);
  await expect(main(page).getByText('Loading your wishlist...')).toHaveCount(0);
  for (const text of ['Chandrika Chanderi Saree', '₹6,450', 'Only 5 left in stock'])
    await expect(products(page).first()).toContainText(text);
  await expect(product(page, /Chandrika/).getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  await expect(product(page, /Narmada/).getByRole('button', { name: 'Out of stock' })).toBeDisabled();
  await expect(product(page, /Lehar/).getByRole('link', { name: 'Choose a size' })).toHaveAttribute(
    'href',
    /^\/Suits\/.+\/TB-SUT-003$/,
  );
  for (const saved of await button(page, /^Save /).all()) {
    await expect(saved).toHaveAttribute('aria-pressed', 'true');
  }
});

test('a product that is removed from the wishlist disappears at once, and the focus moves to the next product [S-WISH-02 S-WISH-06]', async ({
  page,
}) => {
  await shopperWithWishlist(page, 'TB-SAR-004', 'TB-SAR-001', 'TB-SAR-003');
  await openPage(page, '/wishlist');
  await expect(products(page)).toHaveCount(3);
  const emptied = page.waitForResponse('**/api/wishlist/get');
  await button(page, /^Save Harita/).press('Space');
  await expect(products(page)).toHaveCount(2);
  await expect(main(page).getByRole('link', { name: /^Gulnar/ })).toBeFocused();
  await emptied;
  const remove = button(page, 'Remove Chandrika Chanderi Saree from your wishlist');
  await expect(remove).toBeVisible();
  const reread = page.waitForResponse('**/api/wishlist/get');
  await remove.press('Enter');
  await expect(products(page)).toHaveCount(1);
  const status = main(page).getByRole('status');
  await expect(status).toHaveText('Removed: Chandrika Chanderi Saree');
  await expect(main(page).getByRole('link', { name: /^Gulnar/ })).toBeFocused();
  await reread;
  await page.reload();
  await expect(products(page)).toHaveCount(1);
  await button(page, /^Remove Gulnar/).click();
  await expect(main(page)).toContainText('No pieces saved yet.');
  await expect(status).toHaveText('Removed: Gulnar Banarasi Katan Silk Saree');
});

test('products of the wishlist are added to the cart and removed from it with all of their sizes, and Clear List asks before it removes them from the list [S-WISH-01 S-WISH-03 S-WISH-05]', {
  tag: '@desktop',
}, async ({ page }) => {
  const shopper = await shopperWithWishlist(page, 'TB-SUT-003', 'TB-SAR-003');
  for (const size of ['TB-SUT-003-S', 'TB-SUT-003-M', 'TB-SUT-003-L'])
    await page.request.post('/api/cart/add/TB-SUT-003', { headers: bearer(shopper), data: { size } });
  await openPage(page, '/wishlist');
  await button(page, 'Add to Cart: Chandrika').click();
  await expect(button(page, 'Remove from cart: Chandrika')).toBeVisible();
  await page.reload();
  await button(page, 'Remove from cart: Lehar').click();
  await expect(main(page).getByRole('link', { name: /^Choose a size of Lehar/ })).toBeVisible();
  await expect.poll(() => cartOf(page, shopper)).toEqual({ 'TB-SAR-003': 1 });
  await button(page, 'Remove from cart: Chandrika').click();
  await expect(button(page, 'Add to Cart: Chandrika')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Clear the whole list?' });
  await button(page, 'Clear List').click();
  await expect(dialog).toContainText('All 2 pieces will be removed. Your cart stays as it is.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep the list' }).click();
  await expect(dialog).toBeHidden();
  await expect(products(page)).toHaveCount(2);
  await button(page, 'Clear List').click();
  await dialog.getByRole('button', { name: 'Clear List' }).click();
  await expect(page.getByRole('alert').getByText('Your wishlist is cleared.')).toBeVisible();
  await expect(main(page)).toContainText('No pieces saved yet.');
  await page.reload();
  await expect(main(page)).toContainText('No pieces saved yet.');
  const shopLink = main(page).getByRole('link', { name: 'Shop all pieces' });
  await expect(shopLink).toHaveAttribute('href', '/category');
  await expect(button(page, 'Clear List')).toHaveCount(0);
});

test('a wishlist that could not be loaded can be fetched again, and a product that could not be removed remains [S-WISH-01 S-WISH-02]', async ({
  page,
}) => {
  await shopperWithWishlist(page, 'TB-SAR-003');
  const body = JSON.stringify({ message: 'Something went wrong on our side.' });
  await page.route('**/api/wishlist/get', (route) => route.fulfill({ status: 400, body }));
  await openPage(page, '/wishlist');
  await expect(main(page).getByRole('alert')).toContainText(
    'Your wishlist could not be loaded. Something went wrong on our side.',
  );
  await expectAccessible(page);
  await page.unroute('**/api/wishlist/get');
  await button(page, 'Try again').click();
  await expect(product(page, /Chandrika/)).toBeVisible();
  await page.route('**/api/wishlist/TB-*', (route) => route.fulfill({ status: 500, body: '' }));
  await button(page, /^Remove Chandrika/).click();
  await expect(page.getByRole('alert')).toContainText('Chandrika Chanderi Saree was not removed.');
  await expect(product(page, /Chandrika/)).toBeVisible();
});

test('Share list copies a link to the wishlist, which works until Stop sharing is pressed [S-WISH-05]', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  test.slow();
  const { email } = await shopperWithWishlist(page, 'TB-SAR-009', 'TB-SAR-003');
  await stubSharing(page, { sheet: false });
  await openPage(page, '/wishlist');
  await button(page, 'Share list').click();
  await expect(page.getByRole('alert')).toContainText('The link to your wishlist is copied.');
  const [, url = ''] = (await shared(page)).split(' ');
  expect(url).toMatch(/\/wishlist\/shared\/[\w-]{22}$/);
  await expect(main(page).getByRole('link', { name: 'this link' })).toHaveAttribute('href', url);

  const friend = await (await browser.newContext()).newPage();
  const response = await friend.goto(url);
  expect(response?.status()).toBe(200);
  expect(response?.headers()['cache-control']).toBe('no-store');
  const html = (await response?.text()) ?? '';
  expect(html).toContain('noindex');
  expect(html).not.toContain(email.split('@')[0]);
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('A shared wishlist');
  await expect(products(friend)).toHaveCount(2);
  await expect(friend.getByRole('link', { name: /^Save Chandrika/ })).toHaveAttribute(
    'href',
    /^\/login\?next=%2Fwishlist%2Fshared/,
  );

  await button(page, 'Stop sharing').click();
  await expect(main(page).getByRole('link', { name: 'this link' })).toHaveCount(0);
  const stopped = await friend.request.get(url);
  expect(stopped.status()).toBe(404);
  expect(stopped.headers()['cache-control']).toBe('no-store');
  expect(await stopped.text()).toContain('This list is not shared any more.');
  await friend.context().close();
});

test('Share list opens the share sheet of the device, and the shopper’s own hearts are on the shared page [S-WISH-05 S-WISH-06]', async ({
  page,
}) => {
  await shopperWithWishlist(page, 'TB-SAR-003', 'TB-SAR-001');
  await stubSharing(page, { sheet: true });
  await openPage(page, '/wishlist');
  await button(page, 'Share list').click();
  await expect.poll(() => shared(page)).toMatch(/^sheet http.+\/wishlist\/shared\/[\w-]{22}$/);
  await openPage(page, new URL((await shared(page)).replace('sheet ', '')).pathname);
  await expect(button(page, /^Save Chandrika/)).toHaveAttribute('aria-pressed', 'true');
  await button(page, /^Save Chandrika/).click();
  await expect(button(page, /^Save Chandrika/)).toHaveAttribute('aria-pressed', 'false');
  await expect(button(page, /^Save Gulnar/)).toHaveAttribute('aria-pressed', 'true');
});
