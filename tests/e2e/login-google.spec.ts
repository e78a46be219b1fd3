/** Sign-in with the pretend Google, and the parts of the real sign-in that need no request to Google. */
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAddress, openPage } from './support/open-page.ts';
import { openAnotherShop, seededFolder } from './support/shop-process.ts';
import { newEmail } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (400|409)|net::ERR_FAILED/] });

const main = (page: Page) => page.getByRole('main');
const button = (page: Page) => main(page).getByRole('button', { name: 'Continue with Google' });
/** Presses the Google button. Returns the popup of the pretend Google. */
async function openChooser(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await button(page).click();
  return popup;
}
const failed = (page: Page) =>
  expect(main(page).getByRole('alert').getByText('Google Login Failed', { exact: true })).toBeVisible();

test.describe('sign-in with the pretend Google', () => {
  test('signs in and returns to the page that required the login [S-GEN-12 S-AUTH-05]', async ({ page }) => {
    await openPage(page, '/login?next=%2Four-story');
    const chooser = await openChooser(page);
    await expect(chooser.getByRole('main')).toContainText('This is not Google.');
    await expectAccessible(chooser);
    await chooser.getByRole('button', { name: 'Meera Joshi' }).click();
    await expectAddress(page, '/our-story');
    const user = await page.evaluate(() => localStorage.getItem('tanabana.user'));
    expect(user).toContain('meera@example.in');
  });

  test('allows another account after the chooser was closed [S-AUTH-05]', {
    tag: '@desktop',
  }, async ({ page }) => {
    await openPage(page, '/login');
    await (await openChooser(page)).close();
    const chooser = await openChooser(page);
    await chooser.getByLabel('Name').fill('Asha Menon');
    await chooser.getByLabel('Email').fill(newEmail('asha'));
    await chooser.getByRole('button', { name: 'Continue' }).click();
    await expectAddress(page, '/');
    const user = await page.evaluate(() => localStorage.getItem('tanabana.user'));
    expect(user).toContain('Asha');
  });

  test('shows an error for a rejected credential and still offers the sign-in by email [S-AUTH-14 S-ERR-07]', async ({
    page,
    context,
  }) => {
    const fake = { credential: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
    await context.route('**/pretend-google', (route) => route.fulfill({ json: fake }));
    await openPage(page, '/login');
    await (await openChooser(page)).getByRole('button', { name: 'Meera Joshi' }).click();
    await failed(page);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await expect(main(page).getByRole('button', { name: 'Send code' })).toBeEnabled();
    await expectAccessible(page);
    await context.unroute('**/pretend-google');
    await (await openChooser(page)).getByRole('button', { name: 'Meera Joshi' }).click();
    await expectAddress(page, '/');
  });
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

test.describe('real Google', () => {
  // Google needs a client id, so the story opens another shop with one, at its own URL.
  test.use({
    expectedErrors: [
      /status of 400|net::ERR_FAILED|another host: https?:\/\/(accounts\.google\.com\/gsi\/client|127\.0\.0\.1:)/,
    ],
  });
  test("only the login page and the cart’s dialog load Google's script [S-AUTH-06 S-AUTH-14]", async ({
    page,
  }) => {
    test.slow();
    const clientId = '1234-abcd.apps.googleusercontent.com';
    const dataDir = seededFolder('google-shop');
    const shop = await openAnotherShop({ DATA_DIR: dataDir, GOOGLE_CLIENT_ID: clientId });
    try {
      let works = true;
      await page.route('https://accounts.google.com/gsi/client', (route) =>
        works ? route.fulfill({ contentType: 'text/javascript', body: googleScript }) : route.abort(),
      );
      const documents: string[] = [];
      page.on('response', (response) => {
        if (response.request().isNavigationRequest()) documents.push(new URL(response.url()).pathname);
      });
      // The content security policy of other pages forbids Google's script, so open the login with a page load.
      await openPage(page, `${shop.url}/our-story`);
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
      await expect(button(page)).toBeVisible();
      expect(documents).toEqual(['/our-story', '/login']);
      const buttonSettings: unknown = JSON.parse((await button(page).getAttribute('data-settings')) ?? '');
      expect(buttonSettings).toMatchObject({
        client_id: clientId,
        nonce: expect.any(String),
        theme: 'outline',
      });
      await button(page).click();
      await failed(page);

      await page.evaluate(
        (text) => localStorage.setItem('guestCart', text),
        JSON.stringify([{ proId: 'TB-SAR-005', quantity: 1 }]),
      );
      await openPage(page, `${shop.url}/our-story`);
      await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
      await main(page).getByRole('button', { name: 'Checkout' }).filter({ visible: true }).click();
      await expect(button(page)).toBeVisible();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(documents.slice(2)).toEqual(['/our-story', '/cart']);

      works = false;
      await openPage(page, `${shop.url}/login`);
      await failed(page);
      await expect(main(page).getByRole('alert')).toContainText('sign in with a code by email');
      works = true;
      await main(page).getByRole('button', { name: 'Try Google again' }).click();
      await expect(button(page)).toBeVisible();
    } finally {
      await shop.stop();
      rmSync(dataDir, { recursive: true });
    }
  });
});
