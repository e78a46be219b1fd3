/** A shopper's whole visit: fills a cart as a guest, signs in with the same cart, saves a product, and logs out. */
import type { Page } from '@playwright/test';
import { expectAddress, openPage } from './support/open-page.ts';
import { newEmail, readCode } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

const gulnar = { at: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001', name: /^Gulnar/ };
const rose = { at: '/Suits/chanderi-rose-suit-set/TB-SUT-002', name: /^Chanderi Rose/ };

const meera = {
  'First name': 'Meera',
  'Last name': 'Joshi',
  Phone: '98290 00000',
  Address: '14, Ravi Nagar',
  City: 'Jaipur',
};

const main = (page: Page) => page.getByRole('main');
const bar = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const cartLink = (page: Page) => bar(page).getByRole('link', { name: /^Cart/ });
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage));
const addToCart = (page: Page) =>
  page.getByRole('button', { name: 'Add to Cart' }).and(page.locator(':visible')).first();

test('a guest with a cart becomes a shopper with a name and logs out [S-GEN-08 S-GEN-09 S-CART-10 S-ROLE-02 S-ROLE-03 S-ROLE-04 S-AUTH-18 S-AUTH-19]', async ({
  page,
}) => {
  test.slow();
  const email = newEmail('meera');

  await test.step('a guest adds two products to the cart, one of them with a size', async () => {
    await openPage(page, gulnar.at);
    await addToCart(page).click();
    await openPage(page, rose.at);
    await page.getByRole('radio', { name: 'S', exact: true }).check({ force: true });
    await addToCart(page).click();
    await openPage(page, '/cart');
    await expect(main(page).getByRole('link', { name: gulnar.name })).not.toHaveCount(0);
    await expect(main(page).getByRole('link', { name: rose.name })).not.toHaveCount(0);
    await expect(main(page)).toContainText('2 pieces');
    expect(await storedKeys(page)).toContain('guestCart');
  });

  await test.step('the checkout requires a login and continues after the emailed code', async () => {
    await main(page).getByRole('button', { name: 'Checkout' }).and(page.locator(':visible')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByLabel('Six-digit code').fill(await readCode(page.request, email));
    await expectAddress(page, '/checkout');
  });

  await test.step("the guest's cart is merged into the shopper’s", async () => {
    await openPage(page, '/cart');
    await expect(main(page)).toContainText('2 pieces');
    for (const { name } of [gulnar, rose]) {
      await expect(main(page).getByRole('link', { name })).not.toHaveCount(0);
    }
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 products');
    await expect.poll(() => storedKeys(page)).not.toContain('guestCart');
    const token = await page.evaluate(() => localStorage.getItem('tanabana.token'));
    const headers = { authorization: `Bearer ${token}` };
    const cart: { count: number } = await (await page.request.get('/api/cart/get', { headers })).json();
    expect(cart.count).toBe(2);
    await expect(
      main(page).getByRole('link', { name: 'Checkout' }).and(page.locator(':visible')),
    ).toHaveAttribute('href', '/checkout');
  });

  await test.step('a product that is saved in a listing is on the wishlist', async () => {
    await openPage(page, '/Sarees');
    const heart = main(page).getByRole('button', { name: /^Save Gulnar/ });
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(async () => {
        const token = await page.evaluate(() => localStorage.getItem('tanabana.token'));
        const headers = { authorization: `Bearer ${token}` };
        const hearts: unknown = await (await page.request.get('/api/wishlist/hearts', { headers })).json();
        return hearts;
      })
      .toEqual({ proIds: ['TB-SAR-001'] });
    await openPage(page, '/wishlist');
    await expect(main(page).getByRole('article')).toHaveCount(1);
    await expect(
      main(page).getByRole('article').getByRole('link', { name: gulnar.name }).first(),
    ).toBeVisible();
  });

  await test.step('the shopper saves a name in the profile', async () => {
    await openPage(page, '/account-form');
    for (const [label, text] of Object.entries(meera)) await page.getByLabel(label).fill(text);
    await page.getByLabel('State').selectOption('Rajasthan');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectAddress(page, '/profile');
    await openPage(page, '/profile');
    await expect(main(page)).toContainText('Meera');
  });

  await test.step("logging out removes the shopper's data from the browser", async () => {
    await openPage(page, '/our-story');
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 products');
    await footer(page).getByRole('button', { name: 'Log out' }).click();
    await expectAddress(page, '/');
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(cartLink(page)).toHaveAccessibleName('Cart');
    await expect(page.locator('.badge')).toHaveCount(0);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    for (const own of [email, 'Meera', 'tanabana.token', 'tanabana.user', 'TB-SAR-001']) {
      expect(stored).not.toContain(own);
    }
    await page.goBack();
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible();
  });
});
