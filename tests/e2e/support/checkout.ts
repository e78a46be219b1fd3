/** Somebody at the counter, with stoles in the cart: there are hundreds of them, so that no story takes another's. */
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

export async function putInCart(page: Page, shopper: Shopper, proId = stole.proId, quantity = 1) {
  const data = { quantity };
  const response = await page.request.post(`/api/cart/add/${proId}`, { headers: bearer(shopper), data });
  expect(response.status(), await response.text()).toBe(200);
}

/** A new shopper whose profile holds an address, with a stole in the cart, at the counter. */
export async function shopperAtCheckout(page: Page, profile: Partial<typeof home> = home): Promise<Shopper> {
  const shopper = await signedInShopper(page);
  const data = profile;
  const saved = await page.request.put('/api/user/edit', { headers: bearer(shopper), data });
  expect(saved.status(), await saved.text()).toBe(200);
  await putInCart(page, shopper);
  await openPage(page, '/checkout');
  await expect(summary(page)).toContainText(stole.name);
  return shopper;
}

export const summary = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });
/** The button that this screen shows: on a phone it stands under the thumb. */
export const payNow = (page: Page) =>
  page
    .getByRole('button', { name: /^Pay Now/ })
    .filter({ visible: true })
    .last();
export const cash = (page: Page) => page.getByRole('radio', { name: /Cash on delivery/ });
export const outcome = (page: Page) => summary(page).getByRole('alert');
/** A field with this label, and not a box whose label has the words too. */
export const field = (page: Page, name: string | RegExp) =>
  page.getByRole('main').locator(':not([type=checkbox])').and(page.getByLabel(name));

/** Waits for the confirmation; answers the order's number. */
export async function expectPlaced(page: Page, text: string): Promise<string> {
  await expect(page).toHaveURL(/\/account\?placed=[\w-]+$/, { timeout: 15_000 });
  await expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
  const heading = page.getByRole('heading', { level: 1, name: /^Order / });
  await expect(heading).toBeVisible();
  // It is said once, in the band above what happens next.
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Thank you, Meera.');
  return ((await heading.textContent()) ?? '').replace('Order ', '');
}

/** What the shop has in this shopper's cart: piece and quantity. */
export async function cartOf(page: Page, shopper: Shopper): Promise<Record<string, number>> {
  const response = await page.request.get('/api/cart/get', { headers: bearer(shopper) });
  const cart: { items: { proId: string; quantity: number }[] } = await response.json();
  return Object.fromEntries(cart.items.map(({ proId, quantity }) => [proId, quantity]));
}

/** The subjects of the letters about orders that went to this address. */
export async function orderEmails(page: Page, { email }: Shopper): Promise<string[]> {
  const list = await (await page.request.get('/dev/mail')).text();
  const mine = list.split('<li>').filter((row) => row.includes(`to ${email},`));
  return mine.flatMap((row) => /Your order TB\w+/.exec(row) ?? []);
}
