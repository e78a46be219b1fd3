/** Checks every screen of the shop at the width of a phone and of a desktop, with JavaScript and without. */
import type { Page } from '@playwright/test';
import { bearer, home } from './support/checkout.ts';
import { nestingFaults } from './support/html-nesting.ts';
import { expectAddress, openPage, waitForHydration } from './support/open-page.ts';
import { orderInCash, pathOf } from './support/orders.ts';
import { ownScreens, screens } from './support/screens.ts';
import { signedInShopper, signInByApi } from './support/shopper.ts';
import { atBothWidths, expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: [/status of 404/] });

/** Screens for guests. The other screens redirect a guest to the login, see shell-addresses.spec.ts. */
const guestScreens = screens.filter(
  ({ path }) => /^\/(cart|wishlist\/shared)/.test(path) || !ownScreens.some((own) => path.startsWith(own)),
);
const part = Math.ceil(guestScreens.length / 3);

for (const [nth, name] of ['first', 'second', 'third'].entries())
  test(`the ${name} screens are complete for guests`, async ({ page }) => {
    test.setTimeout(180_000);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    for (const { path, status = 200 } of guestScreens.slice(nth * part, (nth + 1) * part))
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(status);
        await waitForHydration(page);
        await atBothWidths(page, () => expectComplete(page, path === guestScreens[0]?.path));
      });
    expect(requested.filter((path) => /\/assets\/.*\.js$/.test(path)).length).toBeGreaterThan(3);
    expect(
      requested.filter((path) => /admin/.test(path)),
      'files of the admin',
    ).toEqual([]);
  });

test('every screen is valid HTML', { tag: '@desktop' }, async ({ request }) => {
  const faults: Record<string, string[]> = {};
  for (const path of [...screens.map((screen) => screen.path), '/api/docs']) {
    const found = nestingFaults(await (await request.get(path)).text());
    if (found.length > 0) faults[path] = found;
  }
  expect(faults).toEqual({});
});

test('every screen of a shopper’s own data is complete', async ({ page }) => {
  test.setTimeout(300_000);
  const shopper = await signedInShopper(page);
  const checkAll = async (paths: readonly string[], content: string) => {
    for (const path of paths)
      await test.step(`${path} with ${content}`, async () => {
        await openPage(page, path);
        await expectLoaded(page);
        await expectAddress(page, path);
        await atBothWidths(page, () => expectComplete(page, path === paths[0]));
      });
  };
  await checkAll(ownScreens, 'no data');
  const order = await orderInCash(page, shopper);
  const headers = bearer(shopper);
  const added = await Promise.all([
    page.request.post('/api/cart/add/TB-SAR-001', { headers, data: { quantity: 1 } }),
    page.request.put('/api/wishlist/TB-SAR-008', { headers }),
    page.request.put('/api/user/edit', { headers, data: home }),
  ]);
  for (const response of added) expect(response.status(), await response.text()).toBe(200);
  await page.request.post('/api/wishlist/share', { headers });
  await checkAll(
    [
      ...['/cart', '/wishlist', '/profile', '/account-form', '/checkout', '/account'],
      ...[`/account?placed=${order._id}`, pathOf(order)],
    ],
    'data',
  );
});

test('a shared wishlist is complete for guests', async ({ page, request }) => {
  const headers = bearer(await signInByApi(request));
  await request.put('/api/wishlist/TB-SAR-008', { headers });
  const { url }: { url: string } = await (await request.post('/api/wishlist/share', { headers })).json();
  await openPage(page, new URL(url).pathname);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await atBothWidths(page, () => expectComplete(page, false));
});

/** Waits until the shopper's own data has replaced all placeholders. */
async function expectLoaded(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
  await expect(main.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0);
}

/** The same elements on every screen, so that one check with a guest and one with a shopper suffice. */
const shell = ['.top', '.tabs', '.pallu'];

async function expectComplete(page: Page, isFirst: boolean): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, isFirst ? [] : shell);
  const incomplete = await page
    .locator('img')
    .evaluateAll((images) =>
      images
        .filter((image) => ['alt', 'width', 'height'].some((name) => !image.hasAttribute(name)))
        .map((image) => image.outerHTML),
    );
  expect(incomplete, 'images without a text or without a reserved size').toEqual([]);
  const sideways = await page.evaluate(() => {
    window.scrollBy(200, 0);
    const { scrollWidth, clientWidth } = document.documentElement;
    return { over: Math.max(0, scrollWidth - clientWidth), moved: window.scrollX };
  });
  expect(sideways).toEqual({ over: 0, moved: 0 });
}

test.describe('every screen without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every screen shows its heading and its text', async ({ page }) => {
    test.slow();
    for (const { path } of screens) {
      await test.step(path, async () => {
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // Without JavaScript the page shows the text of a noscript, but `toContainText` ignores that text.
        const text = await page.getByRole('main').allInnerTexts();
        expect(text.join(' ')).toMatch(/(\S+\s+){12}/);
      });
    }
  });
});
