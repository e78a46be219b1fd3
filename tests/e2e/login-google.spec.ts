/** Signing in with Google: the pretended one, and the real one as far as it can be tried without Google. */
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAddress, openPage } from './support/open-page.ts';
import { openAnotherShop, seededFolder } from './support/shop-process.ts';
import { newEmail } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (400|409)|net::ERR_FAILED/] });

const main = (page: Page) => page.getByRole('main');
const button = (page: Page) => main(page).getByRole('button', { name: 'Continue with Google' });
/** Presses the button, and returns the popup of the pretend Google. */
async function openChooser(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await button(page).click();
  return popup;
}
const failed = (page: Page) =>
  expect(main(page).getByRole('alert').getByText('Google Login Failed', { exact: true })).toBeVisible();

test.describe('pretended', () => {
  test('somebody made up signs in, and comes back to where they were asked [S-GEN-12 S-AUTH-05]', async ({
    page,
  }) => {
    await openPage(page, '/login?next=%2Four-story');
    const chooser = await openChooser(page);
    await expect(chooser.getByRole('main')).toContainText('This is not Google.');
    await expectAccessible(chooser);
    await chooser.getByRole('button', { name: 'Meera Joshi' }).click();
    await expectAddress(page, '/our-story');
    const user = await page.evaluate(() => localStorage.getItem('tanabana.user'));
    expect(user).toContain('meera@example.in');
  });

  test('the chooser can be closed and opened again, and another account makes a shopper with its name [S-AUTH-05]', {
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

  test('a credential that is refused is said, and the email way stays open [S-AUTH-14 S-ERR-07]', async ({
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

/** What Google's script does, as far as the shop sees it. */
const googleScript = `
  let settings;
  window.google = { accounts: { id: {
    initialize(told) { settings = told; },
    renderButton(place, look) {
      const button = document.createElement('button');
      button.textContent = 'Continue with Google';
      button.dataset.told = JSON.stringify({ ...settings, ...look });
      button.onclick = () => settings.callback({ credential: 'not.a.token' });
      place.append(button);
    },
  } } };
`;

test.describe('real', () => {
  // The shop that has a client id is another one, at an address of its own.
  test.use({
    expectedErrors: [
      /status of 400|net::ERR_FAILED|another host: https?:\/\/(accounts\.google\.com\/gsi\/client|127\.0\.0\.1:)/,
    ],
  });
  test('where Google is real, its script runs at the login and in the cart’s dialog alone, and is told id, nonce and theme [S-AUTH-06 S-AUTH-14]', async ({
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
      const answers: string[] = [];
      page.on('response', (response) => {
        if (response.request().isNavigationRequest()) answers.push(new URL(response.url()).pathname);
      });
      // The policy came with the first page: it has no place for Google, so the login is loaded by itself.
      await openPage(page, `${shop.url}/our-story`);
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
      await expect(button(page)).toBeVisible();
      expect(answers).toEqual(['/our-story', '/login']);
      const reported: unknown = JSON.parse((await button(page).getAttribute('data-told')) ?? '');
      expect(reported).toMatchObject({ client_id: clientId, nonce: expect.any(String), theme: 'outline' });
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
      expect(answers.slice(2)).toEqual(['/our-story', '/cart']);

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
