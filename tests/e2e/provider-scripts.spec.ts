/** The parts of Google's sign-in and of Razorpay's payment that need no request to them, in a shop with their keys. */
import { openCheckout, outcome, payNow, stole, summary } from './support/checkout.ts';
import { openPage, storeBeforeNextPage } from './support/open-page.ts';
import { inOwnShop } from './support/own-shop.ts';
import { newEmail, readCode, storeSession, uniqueAddressHeaders } from './support/shopper.ts';
import { expect } from './support/test.ts';

const clientId = '1234-abcd.apps.googleusercontent.com';
const keyId = 'rzp_test_1234567890';
const test = inOwnShop('providers', {
  GOOGLE_CLIENT_ID: clientId,
  RAZORPAY_KEY_ID: keyId,
  RAZORPAY_KEY_SECRET: 'not-a-real-secret',
  RAZORPAY_WEBHOOK_SECRET: 'nor-is-this-one',
});

// Run the tests in one worker, so that they share the shop.
test.describe.configure({ mode: 'default', timeout: 90_000 });
const hosts = String.raw`(accounts\.google\.com\/gsi\/client|checkout\.razorpay\.com\/v1\/checkout\.js)`;
test.use({
  expectedErrors: [new RegExp(`status of 40[04]|net::ERR_FAILED|another host: https:\\/\\/${hosts}$`)],
});

/** Replaces Google's script with the functions that the shop calls. */
const googleScript = `
  let settings;
  window.google = { accounts: { id: {
    initialize(given) { settings = given; },
    renderButton(parent, style) {
      const button = document.createElement('button');
      button.textContent = 'Continue with Google';
      button.dataset.settings = JSON.stringify({ ...settings, ...style });
      button.onclick = () => settings.callback({ credential: 'not.a.token' });
      parent.append(button);
    },
  } } };
`;

test("Google's script is loaded by the login page and the cart’s dialog only [S-AUTH-06 S-AUTH-14]", async ({
  page,
}) => {
  const main = page.getByRole('main');
  const button = main.getByRole('button', { name: 'Continue with Google' });
  const failed = main.getByRole('alert').getByText('Google Login Failed', { exact: true });
  let works = true;
  await page.route('https://accounts.google.com/gsi/client', (route) =>
    works ? route.fulfill({ contentType: 'text/javascript', body: googleScript }) : route.abort(),
  );
  const documents: string[] = [];
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) documents.push(new URL(response.url()).pathname);
  });
  await storeBeforeNextPage(page, { guestCart: JSON.stringify([{ proId: 'TB-SAR-005', quantity: 1 }]) });
  // The content security policy of other pages forbids Google's script, so open the login with a page load.
  await openPage(page, '/our-story');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(button).toBeVisible();
  expect(documents).toEqual(['/our-story', '/login']);
  const settings: unknown = JSON.parse((await button.getAttribute('data-settings')) ?? '');
  expect(settings).toMatchObject({ client_id: clientId, nonce: expect.any(String), theme: 'outline' });
  await button.click();
  await expect(failed).toBeVisible();

  await openPage(page, '/our-story');
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
  await main.getByRole('button', { name: 'Checkout' }).filter({ visible: true }).click();
  await expect(button).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(documents.slice(2)).toEqual(['/our-story', '/cart']);

  works = false;
  await openPage(page, '/login');
  await expect(failed).toBeVisible();
  await expect(main.getByRole('alert')).toContainText('sign in with a code by email');
  works = true;
  await main.getByRole('button', { name: 'Try Google again' }).click();
  await expect(button).toBeVisible();
});

/** Replaces Razorpay's script. The replacement shows nothing and records its settings. */
const razorpayScript = `window.Razorpay = class {
  constructor(settings) { this.settings = settings; }
  on() {}
  open() { window.opened = this.settings; }
  close() {}
};`;

test("Razorpay's script is loaded by the checkout only, and again after a failed load [S-CHK-05 S-PAY-09…14]", async ({
  page,
}) => {
  let scriptRequests = 0;
  let isBlocked = true;
  await page.route('https://checkout.razorpay.com/v1/checkout.js', (route) => {
    scriptRequests++;
    return isBlocked
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: razorpayScript });
  });
  const prefill = { name: 'Meera Joshi', contact: '+919829000000' };
  const order = { id: 'order_1', amount: 45_000, currency: 'INR' };
  const created = {
    ...{ success: true, order, keyId, provider: 'razorpay', title: 'Product purchase', prefill },
    orderId: '00000000-0000-4000-8000-000000000000',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
  };
  await page.route('**/api/payment/create-order', (route) => route.fulfill({ json: created }));
  await page.route('**/api/payment/check', (route) =>
    route.fulfill({ json: { success: true, payment: 'not-begun', order: null } }),
  );
  // This shop has no pretend Google, so the shopper signs in by an emailed code.
  const email = newEmail();
  const post = async (path: string, data: object) =>
    (await page.request.post(`/api/user/${path}`, { data, headers: uniqueAddressHeaders() })).json();
  const { requestId } = await post('send-otp', { email });
  const otp = await readCode(page.request, email);
  const signedIn = await post('verify-otp', { email, otp, requestId });
  await storeSession(page, signedIn);
  await openCheckout(page, signedIn);
  await payNow(page).click();
  await expect(outcome(page)).toContainText('The payment window could not be loaded, because');
  await expect(outcome(page).getByRole('button', { name: 'Choose cash on delivery' })).toBeVisible();
  isBlocked = false;
  await outcome(page).getByRole('button', { name: 'Try again' }).click();
  const opened = await page.waitForFunction(() => Reflect.get(window, 'opened'));
  const { key, amount, currency, order_id, description, ...settings } = await opened.evaluate((given) =>
    JSON.parse(JSON.stringify(given)),
  );
  expect([key, amount, currency, order_id, description]).toEqual([
    keyId,
    45_000,
    'INR',
    'order_1',
    'Product purchase',
  ]);
  expect(settings.prefill).toEqual(prefill);
  await opened.evaluate((given) => given.modal.ondismiss());
  await expect(outcome(page)).toContainText('Payment not completed.');

  // The content security policy of other pages forbids the script, so open the checkout with a page load.
  scriptRequests = 0;
  await openPage(page, '/cart');
  expect(scriptRequests).toBe(0);
  await page.getByRole('link', { name: 'Checkout' }).filter({ visible: true }).click();
  await expect(summary(page)).toContainText(stole.name);
  await expect.poll(() => scriptRequests).toBe(1);
});
