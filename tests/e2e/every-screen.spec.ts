/** Checks every screen of the shop and the admin at the width of a phone and of a desktop, with JavaScript and without. */
import type { Page } from '@playwright/test';
import { bearer, home } from './support/checkout.ts';
import { expectAddress, followLink, openPage, waitForHydration } from './support/open-page.ts';
import { orderInCash, pathOf } from './support/orders.ts';
import { ownScreens, screens } from './support/screens.ts';
import { newEmail, signedInShopper, signInByApi, writeToShop } from './support/shopper.ts';
import { signedInStaff } from './support/staff.ts';
import { atBothWidths, expect, expectAccessible, expectFits, test } from './support/test.ts';

test.use({ expectedErrors: [/status of 404/] });

/** Screens for guests. The other screens redirect a guest to the login, see shell-session.spec.ts. */
const guestScreens = screens.filter(
  ({ path }) => /^\/(cart|wishlist\/shared)/.test(path) || !ownScreens.some((own) => path.startsWith(own)),
);
const part = Math.ceil(guestScreens.length / 3);

/** The layout around the page, which is the same on all screens. The first screens of a test are checked with it. */
const shopLayout = ['header.top', 'footer.pallu', '.tabs', 'aside'];
const adminLayout = ['.admin-top', 'nav[aria-label^="Admin"]'];

for (const [nth, name] of ['first', 'second', 'third'].entries())
  test(`the ${name} third of the screens for guests is complete and passes axe`, async ({ page }) => {
    test.setTimeout(180_000);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    for (const [at, { path, status = 200 }] of guestScreens.slice(nth * part, (nth + 1) * part).entries())
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(status);
        await waitForHydration(page);
        await atBothWidths(page, () => expectComplete(page, at === 0 ? [] : shopLayout));
      });
    expect(requested.filter((path) => /\/assets\/.*\.js$/.test(path)).length).toBeGreaterThan(3);
    expect(
      requested.filter((path) => /admin/.test(path)),
      'files of the admin',
    ).toEqual([]);
  });

test('every screen of a shopper’s own data is complete and passes axe, with data and without', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const shopper = await signedInShopper(page);
  const checkAll = async (content: string, paths: readonly string[]) => {
    for (const path of paths)
      await test.step(`${path} with ${content}`, async () => {
        await openPage(page, path);
        await expectLoaded(page);
        await expectAddress(page, path);
        // The profile is the first screen with the other header.
        await atBothWidths(page, () => expectComplete(page, path === '/profile' ? [] : shopLayout));
      });
  };
  await checkAll('no data', ownScreens);
  const order = await orderInCash(page, shopper);
  const headers = bearer(shopper);
  const added = await Promise.all([
    page.request.post('/api/cart/add/TB-SAR-001', { headers, data: { quantity: 1 } }),
    page.request.put('/api/wishlist/TB-SAR-008', { headers }),
    page.request.put('/api/user/edit', { headers, data: home }),
  ]);
  for (const response of added) expect(response.status(), await response.text()).toBe(200);
  const shared = await page.request.post('/api/wishlist/share', { headers });
  const { url }: { url: string } = await shared.json();
  await checkAll('data', [
    ...['/cart', '/wishlist', '/profile', '/account-form', '/checkout', '/account'],
    ...[`/account?placed=${order._id}`, pathOf(order), new URL(url).pathname],
  ]);
});

test('every screen of the admin has one heading, fits the width and passes axe [F-141]', async ({ page }) => {
  test.setTimeout(180_000);
  // The newest customer is first in the list. The email address has no spaces to break at.
  await signInByApi(page.request, newEmail('x'.repeat(48)));
  await writeToShop(page.request, 'Asha', 'Is the pallu of Gulnar woven or printed?');
  await signedInStaff(page);
  await openPage(page, '/admin/account');
  const main = page.getByRole('main');
  const lists = 'orders products products/new customers reviews messages import-export team audit-log';
  const contents = 'banners texts tiles videos categories stores contact rules seller pages';
  for (const path of [
    '/admin',
    ...lists.split(' ').map((name) => `/admin/${name}`),
    ...['/admin/account', '/admin/account/notifications', '/admin/notifications'],
    ...['/admin/content', ...contents.split(' ').map((name) => `/admin/content/${name}`)],
    ...['/admin/content/pages?page=our-story', '/admin/content/pages?page=return-policy'],
  ])
    await test.step(path, async () => {
      const response = await page.request.get(path);
      expect(response.headers()['cache-control']).toBe('no-store');
      expect(response.headers()['x-robots-tag']).toContain('noindex');
      if (path.startsWith('/admin/content/')) await followLink(page, '/admin/content');
      if (path.includes('?')) await followLink(page, '/admin/content/pages');
      await followLink(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('One moment…')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      const change = main.getByRole('button', { name: /^Change / });
      if (path.includes('/content/') && (await change.count()) > 0) await change.first().click();
      await atBothWidths(page, () => expectFits(page, path === '/admin' ? [] : adminLayout));
    });
});

/** Waits until the shopper's own data has replaced all placeholders. */
async function expectLoaded(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
  await expect(main.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0);
}

async function expectComplete(page: Page, exclude: string[]): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, exclude);
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every screen shows its heading and its text, and a page that needs JavaScript says so and has no controls [S-WISH-01 S-PDP-13]', async ({
    page,
  }) => {
    test.slow();
    const main = page.getByRole('main');
    const limited: string[] = [];
    for (const { path } of screens)
      await test.step(path, async () => {
        const response = await page.goto(path, { waitUntil: 'domcontentloaded' });
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // Without JavaScript the page shows the text of a noscript, but `toContainText` ignores that text.
        const text = (await main.allInnerTexts()).join(' ');
        expect(text).toMatch(/(\S+\s+){12}/);
        const loading = main.locator('.skeleton').or(main.getByText(/^Loading/));
        await expect(loading.filter({ visible: true })).toHaveCount(0);
        if (!/^(Signing in|The cart|The checkout|The wishlist|Your profile) needs JavaScript/m.test(text))
          return;
        limited.push(path);
        await expect(main.getByRole('button').or(main.getByRole('textbox'))).toHaveCount(0);
        expect(await response?.text()).toContain('<meta name="robots" content="noindex"/>');
      });
    const pages = ['/login', '/cart', '/wishlist', '/profile', '/account-form', '/checkout'];
    expect([...new Set(limited.map((path) => path.replace(/\?.*/, '')))]).toEqual(pages);

    await test.step('the sign-in page of the admin disables its button', async () => {
      await page.goto('/admin/login');
      await expect(page.locator('noscript p', { hasText: 'This form needs JavaScript' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Send code' })).toBeDisabled();
    });
  });
});
