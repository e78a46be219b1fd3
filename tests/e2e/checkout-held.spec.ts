/** What others see of a product while a shopper pays for the last of it, and how much one shopper can reserve. */
import type { Page } from '@playwright/test';
import { bearer, cartOf, cash, home, outcome, payNow, putInCart, stole } from './support/checkout.ts';
import { openPage, whenAwake } from './support/open-page.ts';
import { type Shopper, signedInShopper, signInByApi } from './support/shopper.ts';
import { expect, expectAccessible, expectFits, test } from './support/test.ts';

test.use({ expectedErrors: [/status of 409/] });

/** A piece for each width, which no other story touches: the only one, and one of which there are three. */
const gajra = { proId: 'TB-SAR-006', name: 'Gajra Patola Silk Saree', left: 1 };
const rangeeli = { proId: 'TB-SAR-012', name: 'Rangeeli Bandhani Gajji Silk Saree', left: 3 };

const text = 'Somebody is paying for it right now. It may come back within 15 minutes.';
const orderDetails = { shippingInfo: home };

async function post(page: Page, shopper: Shopper, path: string, data = {}) {
  const response = await page.request.post(`/api${path}`, { headers: bearer(shopper), data });
  expect(response.status(), await response.text()).toBe(200);
}

test('a piece held by a payment is being bought, and can be bought again once it is released [S-PAY-09 S-AUTH-17]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  const { proId, name, left } = isMobile ? gajra : rangeeli;
  const asha = await signInByApi(page.request);
  await putInCart(page, asha, proId, left);
  await post(page, asha, '/payment/create-order', { orderDetails });

  await test.step('on its page, for everybody alike', async () => {
    await openPage(page, `/products/${proId}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    const held = page.locator('form').getByRole('button', { name: 'Being bought right now' });
    await expect(held).toBeDisabled();
    await expect(page.getByText('Out of stock').and(page.locator('.prod *, .buybar *'))).toHaveCount(0);
    if (isMobile) await expect(page.locator('.buybar')).toContainText('Being bought right now');
    await expectAccessible(page);
  });

  await test.step('the page says nobody’s name, and is the same for who holds it', async () => {
    const anybody = await (await page.request.get(page.url())).text();
    const asAsha = await page.request.get(page.url(), { headers: bearer(asha) });
    expect(await asAsha.text()).toBe(anybody);
    expect(anybody).not.toContain(asha.email);
    expect(anybody).not.toContain(asha.user._id);
  });

  await test.step('in the quick view', async () => {
    await openPage(page, '/Sarees');
    await page.getByRole('button', { name: `Quick View: ${name}` }).press('Enter');
    await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
  });

  await test.step('once it is given back, it can be had again', async () => {
    await post(page, asha, `/cart/remove/${proId}`);
    await putInCart(page, asha, stole.proId);
    await post(page, asha, '/checkout/', { orderDetails });
    await page.goto(`/products/${proId}`);
    await whenAwake(page);
    await expect(page.locator('form').getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    await expect(page.getByText(text)).toHaveCount(0);
  });
});

test('more than one shopper may reserve is refused in words, for both ways of paying, and nothing is held', {
  tag: '@both',
}, async ({ page }) => {
  const shopper = await signedInShopper(page);
  const headers = bearer(shopper);
  expect((await page.request.put('/api/user/edit', { headers, data: home })).status()).toBe(200);
  await putInCart(page, shopper, stole.proId, 901);
  await openPage(page, '/checkout');
  await payNow(page).click();
  await expect(outcome(page)).toContainText(
    'An order that waits for its payment holds at most 100 different pieces and 900 units. Please order a part of your cart and pay for it, then order the rest, or write to us.',
  );
  await expectAccessible(page);
  await cash(page).check();
  await payNow(page).click();
  await expect(outcome(page)).toContainText(
    /together can have at most 100 different pieces and 900 units\. Please pay for this order online, or write to us\./,
  );
  await expectFits(page);
  expect(await cartOf(page, shopper)).toEqual({ [stole.proId]: 901 });
});
