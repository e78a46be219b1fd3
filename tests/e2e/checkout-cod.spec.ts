/** The checkout: address, totals and cash on delivery. */
import type { Page } from '@playwright/test';
import {
  bearer,
  cartOf,
  cash,
  expectPlaced,
  field,
  home,
  orderEmails,
  outcome,
  payNow,
  putInCart,
  shopperAtCheckout,
  stole,
  summary,
} from './support/checkout.ts';
import { expectAddress, openPage, waitForHydration } from './support/open-page.ts';
import { type Shopper, storeSession } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.describe.configure({ timeout: 90_000 });
test.use({ expectedErrors: [/status of (400|401|404|409|429|500)|net::ERR_FAILED/] });

const codText = 'COD Order placed successfully!';
const filledIn = {
  Country: 'India',
  'First name': 'Meera',
  'Last name': 'Joshi',
  Address: home.address,
  'House or flat no., floor, landmark': home.apartment,
  Pincode: '302003',
  City: 'Jaipur',
  State: 'Rajasthan',
  Phone: '+91 98290 00000',
};

const saveBox = (page: Page) => page.getByRole('checkbox', { name: 'Use this address next time' });

/** Records the idempotency key of each request that places a COD order. */
function recordOrderKeys(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/checkout/') keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

test('the checkout is filled in from the profile, and a double click and an Enter place one COD order [S-GEN-17 S-CHK-01…14 S-CHK-16 S-CHK-17 S-PAY-01…06 S-ERR-03 S-CONST-13]', async ({
  page,
}) => {
  const shopper = await shopperAtCheckout(page);
  for (const [name, value] of Object.entries(filledIn)) {
    await expect(field(page, name)).toHaveValue(value);
    await expect(field(page, name)).toHaveAttribute('autocomplete', /^shipping /);
    await expect(field(page, name)).toHaveJSProperty('required', true);
  }
  await expect(saveBox(page)).toHaveCount(0);
  await expect(field(page, 'Country').getByRole('option')).toHaveText(['India']);
  await expect(field(page, 'State').getByRole('option')).toHaveCount(37);
  await expect(page.getByRole('radio', { name: /Prepaid/ })).toBeChecked();
  await expect(summary(page)).toContainText('1 × ₹450');
  await expect(summary(page).getByRole('definition')).toHaveText(['₹450', 'Free', '₹450']);
  await expect(summary(page)).toContainText('Including all taxes');

  await cash(page).check();
  await expect(page.getByText('Pay the courier ₹450 in cash at your door')).toBeVisible();
  const orderKeys = recordOrderKeys(page);
  const sent = page.waitForRequest('**/api/checkout/');
  await payNow(page).dblclick();
  await expect(payNow(page)).toHaveAttribute('aria-busy', 'true');
  await payNow(page).press('Enter');
  const { orderDetails } = (await sent).postDataJSON();
  expect(orderDetails).toMatchObject({
    subtotal: 450,
    taxes: 0,
    shippingCost: 0,
    total: 450,
    paymentMethod: 'COD',
  });
  expect(orderDetails.productDetails).toEqual([
    { proId: stole.proId, size: expect.any(String), quantity: 1, price: 450 },
  ]);
  const number = await expectPlaced(page, codText);
  expect(orderKeys).toEqual([expect.stringMatching(/^[\w-]{8,128}$/)]);
  const main = page.getByRole('main');
  await expect(main).toContainText(`We have sent the details to ${shopper.email}`);
  await expect(main).toContainText(
    'Meera Joshi, 2nd floor, 14, Ravi Nagar, Jaipur, Rajasthan, 302003, India',
  );
  await expect(main).toContainText(/Delivery by \d+ \w+ \d{4}/);
  await expect(main.getByRole('link', { name: stole.name })).toBeVisible();
  expect(await cartOf(page, shopper)).toEqual({});
  await expect(page.getByRole('link', { name: /^Cart, / })).toHaveCount(0);
  await expect.poll(() => orderEmails(page, shopper)).toEqual([`Your order ${number}`]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL('/checkout');
});

test('Try again after a lost response places no second order [S-PAY-06 S-PAY-19 S-ERR-02]', async ({
  page,
}) => {
  const shopper = await shopperAtCheckout(page);
  const orderKeys = recordOrderKeys(page);
  // The server receives the request, but its response is lost.
  await page.route('**/api/checkout/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await cash(page).check();
  await payNow(page).click();
  await expect(outcome(page)).toContainText('Something went wrong!');
  await expect(outcome(page)).toContainText('You will not order twice.');
  await expect(outcome(page)).toBeFocused();
  await expectAccessible(page);
  await page.unroute('**/api/checkout/');
  await outcome(page).getByRole('button', { name: 'Try again' }).click();
  await expectPlaced(page, codText);
  expect(new Set(orderKeys).size).toBe(1);
  expect(orderKeys).toHaveLength(2);
  await expect.poll(() => orderEmails(page, shopper)).toHaveLength(1);
});

async function fillInAddress(page: Page) {
  const { Country: _country, State: _state, ...texts } = filledIn;
  for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text);
}

test('the address of a first order is saved by a checkbox at the checkout or by a button after the order', async ({
  page,
}) => {
  const offer = page.getByRole('button', { name: 'Use this address next time' });
  const placeOrder = async () => {
    await cash(page).check();
    await payNow(page).click();
    await expectPlaced(page, codText);
  };
  const expectSaved = async (shopper: Shopper) => {
    const saved = await page.request.get('/api/user/profile', { headers: bearer(shopper) });
    expect(await saved.json()).toMatchObject({ address: home.address, pincode: home.pincode });
  };
  await test.step('by the checkbox', async () => {
    const shopper = await shopperAtCheckout(page, {});
    await fillInAddress(page);
    await expect(saveBox(page)).not.toBeChecked();
    await saveBox(page).check();
    await expectAccessible(page);
    await placeOrder();
    await expect(offer).toHaveCount(0);
    await expectSaved(shopper);
  });

  await test.step('by the button, because the name at the checkout is the name of the shopper', async () => {
    const shopper = await shopperAtCheckout(page, { firstName: 'Meera' });
    await fillInAddress(page);
    await field(page, 'First name').fill('Asha');
    await expect(saveBox(page)).toHaveCount(0);
    await field(page, 'First name').fill('Meera');
    await expect(saveBox(page)).not.toBeChecked();
    await placeOrder();
    await offer.click();
    await expect(page.getByText('We will fill in this address the next time you order.')).toBeVisible();
    await expectSaved(shopper);
  });
});

test('the checkout names each invalid value at its field, also a pincode of another state than the chosen one, and can be used by keyboard [S-CHK-06…14]', {
  tag: '@desktop',
}, async ({ page }) => {
  await shopperAtCheckout(page, { firstName: 'Meera', country: 'India' });
  const orderKeys = recordOrderKeys(page);
  await field(page, 'Pincode').fill('3020');
  await field(page, 'Phone').fill('98290');
  await cash(page).check();
  await payNow(page).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Please check 7 fields. Nothing you typed is lost.');
  await expect(field(page, 'Last name')).toBeFocused();
  await expect(field(page, 'Last name')).toHaveAccessibleDescription(/last name/);
  await expect(field(page, 'Pincode')).toHaveAccessibleDescription(/6 digits/);
  await expect(field(page, 'Phone')).toHaveAccessibleDescription(/10 digits/);
  for (const name of ['Address', 'House or flat no., floor, landmark', 'City', 'State'])
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Phone')).toHaveValue('98290');
  await expectAccessible(page);
  await alert.getByRole('link', { name: /mobile number/ }).click();
  await expect(field(page, 'Phone')).toBeFocused();
  expect(orderKeys).toEqual([]);

  await fillInAddress(page);
  await field(page, 'Pincode').fill('560001');
  await expect(field(page, 'State')).toHaveValue('Karnataka');
  await field(page, 'State').selectOption('Goa');
  await field(page, 'Pincode').fill('302003');
  await expect(field(page, 'State')).toHaveValue('Goa');
  await page.getByRole('radio', { name: /Prepaid/ }).check();
  await field(page, 'Phone').focus();
  for (let stop = 0; stop < 2; stop++) await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: /Prepaid/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cash(page)).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(payNow(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Pincode')).toBeFocused();
  await expect(field(page, 'Pincode')).toHaveAccessibleDescription(
    'The pincode 302003 is in Rajasthan, but the state you chose is Goa. Please check both.',
  );
  await field(page, 'State').selectOption('Rajasthan');
  await payNow(page).click();
  await expectPlaced(page, codText);
  await expect(page.getByRole('main')).toContainText('Jaipur, Rajasthan, 302003, India');
});

test('the checkout keeps the typed text after a reload and an expired session, until the account is deleted [S-CHK-15 S-ERR-01 S-PROF-29]', async ({
  page,
}) => {
  const shopper = await shopperAtCheckout(page);
  await field(page, 'City').fill('Udaipur');
  await cash(page).check();
  await page.reload();
  await waitForHydration(page);
  await expect(field(page, 'City')).toHaveValue('Udaipur');
  await expect(cash(page)).toBeChecked();
  await page.route('**/api/checkout/', (route) =>
    route.fulfill({ status: 401, json: { title: 'not-signed-in', message: 'Please sign in.' } }),
  );
  await payNow(page).click();
  await expect(outcome(page).getByText('Please login to place order!', { exact: true })).toBeVisible();
  await expect(field(page, 'City')).toHaveValue('Udaipur');
  await expect(summary(page)).toContainText(stole.name);
  await outcome(page).getByRole('link', { name: 'Login' }).click();
  await expectAddress(page, '/login?next=%2Fcheckout');
  await storeSession(page, shopper);
  await expectAddress(page, '/checkout');
  await expect(field(page, 'City')).toHaveValue('Udaipur');

  const stored = () => page.evaluate((): Record<string, string> => ({ ...sessionStorage }));
  await page.route('**/api/checkout/', (route) => route.abort());
  // The notice about the ended session covers the button on a phone.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await payNow(page).click();
  await expect(outcome(page)).toContainText('Something went wrong!');
  expect(await stored()).toMatchObject({
    'tanabana.delivery': expect.stringContaining('Udaipur'),
    'tanabana.attempt': expect.stringContaining('"key"'),
  });
  // Open the settings with a page load, so that no code of the checkout is loaded.
  await openPage(page, '/profile#settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByLabel('Type DELETE or your email').fill('delete');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expectAddress(page, '/');
  expect(JSON.stringify(await stored())).not.toMatch(/tanabana\.attempt|Udaipur/);
});

test('the checkout places no order with a sold-out line, with a lower stock that the shopper has not accepted, or after the cart has changed [S-CHK-03 S-PAY-19]', async ({
  page,
}) => {
  const orderKeys = recordOrderKeys(page);
  let notes = [{ kind: 'sold-out', words: 'This piece is sold out.' }];
  await page.route('**/api/cart/get', async (route) => {
    const response = await route.fetch();
    const cart = await response.json();
    await route.fulfill({
      response,
      json: { ...cart, items: cart.items.map((line: object) => ({ ...line, notes })) },
    });
  });
  const shopper = await shopperAtCheckout(page);
  const warning = summary(page).getByText('This piece is sold out.');
  await expect(warning).toBeVisible();
  await expect(warning).toHaveCSS('font-style', 'normal');
  await expect(cash(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Pay Now/ })).toHaveCount(0);
  await expect(summary(page)).toContainText('Please remove what is no longer available, then pay.');
  await expectAccessible(page);
  notes = [
    { kind: 'price', words: '₹500 when you added it, now ₹450.' },
    { kind: 'fewer', words: 'Only 1 left.' },
  ];
  await openPage(page, '/checkout');
  await expect(summary(page)).toContainText('₹500 when you added it, now ₹450. Only 1 left.');
  await cash(page).check();
  await payNow(page).click();
  await expect(outcome(page)).toContainText('Please choose whether to take what is left');
  expect(orderKeys).toEqual([]);
  await page.unroute('**/api/cart/get');
  await summary(page)
    .getByRole('button', { name: /^Take 1/ })
    .click();
  await expect(summary(page)).not.toContainText('Only 1 left.');
  await expect(outcome(page)).toHaveCount(0);
  await expect.poll(() => cartOf(page, shopper)).toEqual({ [stole.proId]: 1 });

  await field(page, 'City').fill('Udaipur');
  await putInCart(page, shopper);
  await payNow(page).click();
  await expect(outcome(page)).toContainText('has changed since you opened this page');
  await expect(outcome(page)).toContainText('so nothing was ordered');
  await expect(summary(page)).toContainText('2 × ₹450');
  await expect(field(page, 'City')).toHaveValue('Udaipur');
  expect(await cartOf(page, shopper)).toEqual({ [stole.proId]: 2 });
  await payNow(page).click();
  await expectPlaced(page, codText);
  await expect(page.getByRole('main')).toContainText('Please have ₹900 ready');
});
