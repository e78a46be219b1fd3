/** Shoppers at the checkout with stoles in the cart. There are hundreds of stoles, so tests do not compete for stock. */
import type { Page } from '@playwright/test';
import { openPage } from './open-page.ts';
import { type Shopper, signedInShopper } from './shopper.ts';
import { expect } from './test.ts';

export const stole = { proId: 'TB-STO-001', name: 'Khadi Indigo Stole' };

export const home = {
  firstName: 'Meera',
  lastName: 'Joshi',
  phone: '+919829000000',
  address: '14, Ravi Nagar',
  apartment: '2nd floor',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302003',
  country: 'India',
};

export const bearer = ({ token }: Pick<Shopper, 'token'>) => ({ authorization: `Bearer ${token}` });

export async function putInCart(
  page: Page,
  shopper: Pick<Shopper, 'token'>,
  proId = stole.proId,
  quantity = 1,
) {
  const data = { quantity };
  const response = await page.request.post(`/api/cart/add/${proId}`, { headers: bearer(shopper), data });
  expect(response.status(), await response.text()).toBe(200);
}

/** Saves the name and address of a shopper. */
export async function saveProfile(page: Page, { token }: Pick<Shopper, 'token'>, data: object = home) {
  const saved = await page.request.put('/api/user/edit', { headers: bearer({ token }), data });
  expect(saved.status(), await saved.text()).toBe(200);
}

/** Signs in a new shopper with an address in the profile and a stole in the cart, and opens the checkout. */
export async function shopperAtCheckout(page: Page, profile?: Partial<typeof home>): Promise<Shopper> {
  const shopper = await signedInShopper(page);
  await openCheckout(page, shopper, profile);
  return shopper;
}

/** Saves the address of a shopper who is signed in, puts a stole into the cart, and opens the checkout. */
export async function openCheckout(
  page: Page,
  shopper: Pick<Shopper, 'token'>,
  data: Partial<typeof home> = home,
) {
  await saveProfile(page, shopper, data);
  await putInCart(page, shopper);
  await openPage(page, '/checkout');
  await expect(summary(page)).toContainText(stole.name);
}

export const summary = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });
/** Finds the visible button. On phones it is in the bar at the bottom. */
export const payNow = (page: Page) =>
  page
    .getByRole('button', { name: /^Pay Now/ })
    .filter({ visible: true })
    .last();
export const cash = (page: Page) => page.getByRole('radio', { name: /Cash on delivery/ });
export const outcome = (page: Page) => summary(page).getByRole('alert');
/** Finds a field by its label. Ignores checkboxes whose label contains the same text. */
export const field = (page: Page, name: string | RegExp) =>
  page.getByRole('main').locator(':not([type=checkbox])').and(page.getByLabel(name));

/** Waits for the confirmation. Returns the order's number. */
export async function expectPlaced(page: Page, text: string): Promise<string> {
  await expect(page).toHaveURL(/\/account\?placed=[\w-]+$/, { timeout: 15_000 });
  await expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
  const heading = page.getByRole('heading', { level: 1, name: /^Order / });
  await expect(heading).toBeVisible();
  // The message is shown once, above the next steps.
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Thank you, Meera.');
  return ((await heading.textContent()) ?? '').replace('Order ', '');
}

/** Reads the shopper's cart. Returns the quantities by product number. */
export async function cartOf(page: Page, shopper: Shopper): Promise<Record<string, number>> {
  const response = await page.request.get('/api/cart/get', { headers: bearer(shopper) });
  const cart: { items: { proId: string; quantity: number }[] } = await response.json();
  return Object.fromEntries(cart.items.map(({ proId, quantity }) => [proId, quantity]));
}

/** Returns the subjects of the emails about orders to this address. */
export async function orderEmails(page: Page, { email }: Shopper): Promise<string[]> {
  const list = await (await page.request.get('/dev/mail')).text();
  const rows = list.split('<li>').filter((row) => row.includes(`to ${email},`));
  return rows.flatMap((row) => /Your order TB\w+/.exec(row) ?? []);
}
