/** The `test` function for tests about the profile: with a signed-in shopper whose profile is complete. */
import type { Page } from '@playwright/test';
import { bearer, home, saveProfile } from './checkout.ts';
import { type Shopper, signedInShopper } from './shopper.ts';
import { test as base, main } from './test.ts';

export const emailNote = "Email used for login can't be changed";

export const test = base.extend<{ shopper: Shopper; wide: boolean }>({
  wide: ({ viewport }, use) => use((viewport?.width ?? 0) >= 768),
  /** A signed-in shopper with a complete profile. */
  shopper: async ({ page }, use) => {
    const shopper = await signedInShopper(page);
    await saveProfile(page, shopper, { ...home, gender: 'Female' });
    await use(shopper);
  },
});

export async function savedProfileOf(page: Page, shopper: Shopper): Promise<unknown> {
  const response = await page.request.get('/api/user/profile', { headers: bearer(shopper) });
  return response.json();
}

export const specOf = (page: Page) => main(page).locator('dl.spec');
