/** The test for stories about the profile: with a signed-in shopper whose profile is complete. */
import type { Page } from '@playwright/test';
import { type Shopper, signedInShopper } from './shopper.ts';
import { test as base, expect } from './test.ts';

export const emailNote = "Email used for login can't be changed";
export const meera = {
  firstName: 'Meera',
  lastName: 'Joshi',
  phone: '98290 00000',
  gender: 'Female',
  address: '14, Ravi Nagar',
  apartment: '2nd floor',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
  country: 'India',
};

export const test = base.extend<{ shopper: Shopper; wide: boolean }>({
  wide: ({ viewport }, use) => use((viewport?.width ?? 0) >= 768),
  /** A signed-in shopper with a complete profile. */
  shopper: async ({ page }, use) => {
    const shopper = await signedInShopper(page);
    const saved = await page.request.put('/api/user/edit', { headers: bearer(shopper), data: meera });
    expect(saved.status(), await saved.text()).toBe(200);
    await use(shopper);
  },
});

export const bearer = ({ token }: Shopper) => ({ authorization: `Bearer ${token}` });

export async function savedProfileOf(page: Page, shopper: Shopper): Promise<unknown> {
  const response = await page.request.get('/api/user/profile', { headers: bearer(shopper) });
  return response.json();
}

export const main = (page: Page) => page.getByRole('main');
export const specOf = (page: Page) => main(page).locator('dl.spec');
