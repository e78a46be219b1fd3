/** The dialog Login Required in the cart, which leads to the checkout. */
import type { Page } from '@playwright/test';
import { addressOf, expectAddress, openPage, storeBeforeNextPage } from './support/open-page.ts';
import { newEmail, readCode, signInByApi, storeSession } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// The browser logs the 400 response for a wrong code.
test.describe.configure({ timeout: 90_000 });
test.use({ expectedErrors: [/status of (400|500)|net::ERR_FAILED/] });

const neelambari = [{ proId: 'TB-SAR-005', quantity: 2 }];

const checkout = (page: Page) => page.getByRole('button', { name: 'Checkout' }).filter({ visible: true });
const dialog = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => dialog(page).getByRole('heading', { level: 2 });
const emailField = (page: Page) => dialog(page).getByLabel('Email', { exact: true });
const codeField = (page: Page) => dialog(page).getByLabel('Six-digit code');
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('checkout-sign-in')),
  );

async function openCart(page: Page) {
  await storeBeforeNextPage(page, { guestCart: JSON.stringify(neelambari) });
  await openPage(page, '/cart');
}

async function requestCode(page: Page, email = newEmail('asha')): Promise<string> {
  await emailField(page).fill(email);
  await dialog(page).getByRole('button', { name: 'Send code' }).click();
  await expect(codeField(page)).toBeFocused();
  return email;
}

/** Checks that the checkout and the shopper's stored cart contain the guest's products. */
async function expectCheckout(page: Page) {
  await expectAddress(page, '/checkout');
  await expect(page.getByRole('main')).toContainText('Neelambari');
  const token = await page.evaluate(() => localStorage.getItem('tanabana.token'));
  const response = await page.request.get('/api/cart/get', { headers: { authorization: `Bearer ${token}` } });
  expect(await response.json()).toMatchObject({ items: [{ proId: 'TB-SAR-005', quantity: 2 }] });
  expect(await page.evaluate(() => localStorage.getItem('guestCart'))).toBeNull();
}

test('a guest who presses Checkout signs in on the cart page and continues to the checkout with the same cart [S-CART-09 S-CART-10 S-AUTH-08 S-AUTH-13]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await openCart(page);
  expect(await scripts(page)).toEqual([]);
  await checkout(page).dblclick();
  await expect(title(page)).toHaveText('Login Required');
  await expect(emailField(page)).toBeFocused();
  await expect(dialog(page)).toContainText('Your cart stays as it is.');
  expect(await scripts(page)).toHaveLength(1);
  if (!isMobile) await expectAccessible(page);

  const email = await requestCode(page);
  await expect(title(page)).toHaveText('Enter the code');
  if (isMobile) await expectAccessible(page);
  const code = await readCode(page.request, email);
  await codeField(page).fill(wrongCode(code));
  await expect(dialog(page).getByRole('alert')).toContainText('Invalid OTP');
  expect(addressOf(page)).toBe('/cart');
  await codeField(page).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `Your code is ${code}`);
  await expectCheckout(page);
  // Neither step of the sign-in is in the browser's history.
  await page.goBack();
  await expectAddress(page, '/cart');
  await expect(dialog(page)).toHaveCount(0);
});

test('the closed sign-in dialog of the cart returns the focus to Checkout, keeps its step, and continues after a sign-in in another tab [S-CART-09 S-CART-10]', async ({
  page,
  context,
}) => {
  await openCart(page);
  // Stop the time of the page, so that the next click is the second click of a double click also on a slow machine.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await checkout(page).click();
  await expect(emailField(page)).toBeFocused();
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toBeVisible();
  await page.clock.runFor(1000);
  await page.clock.resume();
  await expect(page.locator('dialog[open][closedby="any"]')).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toHaveCount(0);
  await checkout(page).click();
  await expect(emailField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(checkout(page)).toBeFocused();
  await checkout(page).click();
  await dialog(page).getByRole('button', { name: 'Not now' }).dblclick({ force: true });
  await expect(dialog(page)).toHaveCount(0);
  expect(addressOf(page)).toBe('/cart');

  await checkout(page).click();
  const email = await requestCode(page);
  await page.reload();
  await expect(title(page)).toHaveText('Enter the code');
  await expect(dialog(page)).toContainText(email);
  await page.goBack();
  await expect(emailField(page)).toHaveValue(email);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await checkout(page).click();
  await expect(codeField(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(addressOf(page)).toBe('/cart');

  await checkout(page).click();
  await dialog(page).getByRole('button', { name: 'Use a different email' }).click();
  await expect(emailField(page)).toBeFocused();
  await requestCode(page);
  const otherTab = await context.newPage();
  await otherTab.goto('/robots.txt');
  await storeSession(otherTab, await signInByApi(page.request));
  await expectCheckout(page);
  await page.goBack();
  await expectAddress(page, '/cart');
  await expect(dialog(page)).toHaveCount(0);
});

test('a Google sign-in on the cart page leads to the checkout with the same cart [S-AUTH-05 S-CART-10]', async ({
  page,
}) => {
  await openCart(page);
  await checkout(page).click();
  const popup = page.waitForEvent('popup');
  await dialog(page).getByRole('button', { name: 'Continue with Google' }).click();
  const chooser = await popup;
  await chooser.getByLabel('Name').fill('Asha Menon');
  await chooser.getByLabel('Email').fill(newEmail('asha'));
  await chooser.getByRole('button', { name: 'Continue' }).click();
  await expectCheckout(page);
  await page.goBack();
  await expectAddress(page, '/cart');
  await expect(dialog(page)).toHaveCount(0);
});

test('Checkout leads to the sign-in page if the script of the dialog does not load, and the cart shows an error if it cannot be merged [S-CART-10 S-CART-18]', async ({
  page,
}) => {
  await page.route('**/api/cart/merge', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } }),
  );
  const script = '**/assets/checkout-sign-in*';
  await page.route(script, (route) => route.abort());
  await openCart(page);
  await checkout(page).click();
  await dialog(page).getByRole('link', { name: 'Login' }).click();
  await expectAddress(page, '/login?next=%2Fcheckout');
  await page.unroute(script);
  await openPage(page, '/cart');
  await checkout(page).click();
  const email = await requestCode(page);
  await codeField(page).fill(await readCode(page.request, email));
  await expect(page.getByRole('main')).toContainText('We could not move your cart to your account yet.');
  await expect(dialog(page)).toHaveCount(0);
  expect(addressOf(page)).toBe('/cart');
});
