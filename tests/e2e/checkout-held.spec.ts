/** A product's last unit while one shopper pays for it, as other shoppers see it. */
import type { Page } from '@playwright/test';
import { bearer, home, putInCart, stole } from './support/checkout.ts';
import { openPage, waitForHydration } from './support/open-page.ts';
import { type Shopper, signInByApi, storeSession } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** A product with one unit in stock that no other test uses. */
const gajra = { proId: 'TB-SAR-006', name: 'Gajra Patola Silk Saree' };

const text = /This piece is being paid for right now\. It may be available again after \d{1,2}:\d\d [ap]m\./;
const orderDetails = { shippingInfo: home };

async function post(page: Page, shopper: Shopper, path: string, data = {}) {
  const response = await page.request.post(`/api${path}`, { headers: bearer(shopper), data });
  expect(response.status(), await response.text()).toBe(200);
}

test('every page shows a product as being bought while another shopper pays for its last unit [S-PAY-09]', async ({
  page,
}) => {
  const { proId, name } = gajra;
  const asha = await signInByApi(page.request);
  await putInCart(page, asha, proId);
  const otherShopper = await signInByApi(page.request);
  await putInCart(page, otherShopper, proId);
  await page.request.put(`/api/wishlist/${proId}`, { headers: bearer(otherShopper) });
  await post(page, asha, '/payment/create-order', { orderDetails });

  await test.step('the product page says that the product is being bought', async () => {
    await openPage(page, `/products/${proId}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    const held = page.locator('form').getByRole('button', { name: 'Being bought right now' });
    await expect(held).toBeDisabled();
    await expect(page.getByText('Out of stock').and(page.locator('.prod *, .buybar *'))).toHaveCount(0);
    await expect(page.locator('.buybar')).toContainText('Being bought right now');
    await expectAccessible(page);
  });

  await test.step('Quick View says that the product is being bought', async () => {
    await openPage(page, '/Sarees');
    await page.getByRole('button', { name: `Quick View: ${name}` }).press('Enter');
    await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
  });

  await test.step('listing, cart and wishlist do not show the product as sold out', async () => {
    await storeSession(page, otherShopper);
    const main = page.getByRole('main');
    const card = main.getByRole('article').filter({ hasText: name });
    for (const [path, shown] of [
      ['/Sarees', card],
      ['/wishlist', card],
      ['/cart', main],
    ] as const) {
      await openPage(page, path);
      await expect(shown).toContainText(text);
      await expect(shown).not.toContainText(/sold out|out of stock|please remove/i);
    }
    await expectAccessible(page);
    await expect(main).toContainText('You can check out when it is available again, or without it.');
  });

  await test.step('the product can be bought again after the stock hold is released', async () => {
    await post(page, asha, `/cart/remove/${proId}`);
    await putInCart(page, asha, stole.proId);
    await post(page, asha, '/checkout/', { orderDetails });
    await page.goto(`/products/${proId}`);
    await waitForHydration(page);
    await expect(page.locator('form').getByRole('link', { name: 'View cart' })).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
    await openPage(page, '/cart');
    const checkout = page.getByRole('main').getByRole('link', { name: 'Checkout' });
    await expect(checkout.filter({ visible: true })).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
  });
});
