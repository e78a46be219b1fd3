/** The hearts that save a product, in a listing and on the product's page. */
import type { Page } from '@playwright/test';
import { expectAddress, openPage } from './support/open-page.ts';
import { newEmail, readCode, type Shopper, signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (401|409)|net::ERR_FAILED/] });

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';
const guestHeart = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name }).first();
const heart = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first();
const isFull = (page: Page, name: RegExp, full = true) =>
  expect(heart(page, name)).toHaveAttribute('aria-pressed', String(full));

async function heartsOf(page: Page, { token }: Shopper): Promise<string[]> {
  const response = await page.request.get('/api/wishlist/hearts', {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()).proIds;
}

/** Opens a listing and waits until the shopper's hearts are read. */
async function openSarees(page: Page) {
  const hearts = page.waitForResponse('**/api/wishlist/hearts');
  await openPage(page, '/Sarees');
  await hearts;
}

/** Records the requests that change the wishlist, and delays them until `release` is called. */
async function holdBack(page: Page) {
  const sent: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/wishlist/TB-*', (route) => {
    sent.push(route.request().method());
    return held.then(() => route.continue());
  });
  return { sent, release };
}

test('a guest’s press on a heart leads to the sign-in, which saves the product and leads back [S-WISH-08 S-ROLE-03]', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openPage(page, '/Sarees?sort=price-asc');
  expect(requested.filter((url) => /wishlist|query-client/.test(url))).toEqual([]);
  const before = await guestHeart(page, /^Save Gulnar/).boundingBox();
  expect(Math.min(before?.width ?? 0, before?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await guestHeart(page, /^Save Gulnar/).click();
  await expectAddress(page, '/login?next=%2FSarees%3Fsort%3Dprice-asc');
  const email = newEmail('wish');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('main').getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Six-digit code').pressSequentially(await readCode(page.request, email));
  await expectAddress(page, '/Sarees?sort=price-asc');
  // The sign-in has saved the product of the pressed heart.
  await isFull(page, /^Save Gulnar/);
  await expect(page.getByRole('alert')).toContainText('Saved to your wishlist.');
  expect(await heart(page, /^Save Gulnar/).boundingBox()).toEqual(before);
  await page.reload();
  await isFull(page, /^Save Gulnar/);
});

test('a pressed heart is full before the shop has responded [S-GEN-08 S-WISH-06 S-WISH-07]', async ({
  page,
}) => {
  const shopper = await signedInShopper(page);
  await openSarees(page);
  const { sent, release } = await holdBack(page);
  await heart(page, /^Save Gulnar/).click();
  await isFull(page, /^Save Gulnar/);
  await expect.poll(() => sent).toEqual(['PUT']);
  expect(await heartsOf(page, shopper)).toEqual([]);
  const saved = page.waitForResponse('**/api/wishlist/TB-SAR-001');
  const again = page.waitForResponse('**/api/wishlist/hearts');
  release();
  await saved;
  expect(await (await again).json()).toEqual({ proIds: ['TB-SAR-001'] });
  await isFull(page, /^Save Gulnar/);
  await expect.poll(() => heartsOf(page, shopper)).toEqual(['TB-SAR-001']);
  await page.reload();
  await isFull(page, /^Save Gulnar/);
  await page.getByRole('link', { name: 'Gulnar Banarasi Katan Silk Saree', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Gulnar/ })).toBeVisible();
  await expectAddress(page, gulnar);
  await isFull(page, /^Save Gulnar/);
  await heart(page, /^Save Gulnar/).click();
  await isFull(page, /^Save Gulnar/, false);
  await expect.poll(() => heartsOf(page, shopper)).toEqual([]);
});

test('a heart shows its previous state and a message if its request fails, and sends the last of four presses [S-WISH-06 Q-058]', async ({
  page,
}) => {
  const shopper = await signedInShopper(page);
  await openSarees(page);
  const message = 'A wishlist holds 200 pieces. Please remove one first.';
  await page.route('**/api/wishlist/TB-*', (route) => route.fulfill({ status: 409, json: { message } }));
  await heart(page, /^Save Gulnar/).click();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(`Gulnar Banarasi Katan Silk Saree was not saved. ${message}`);
  await isFull(page, /^Save Gulnar/, false);
  await page.unroute('**/api/wishlist/TB-*');
  await page.route('**/api/wishlist/TB-*', (route) => route.abort());
  await heart(page, /^Save Gulnar/).click();
  // The first notice may still be visible.
  await expect(notice.filter({ hasText: 'was not saved. We could not reach the shop.' })).toBeVisible();
  await isFull(page, /^Save Gulnar/, false);
  await page.unroute('**/api/wishlist/TB-*');
  const { sent, release } = await holdBack(page);
  for (let click = 1; click <= 4; click++) {
    await heart(page, /^Save Gulnar/).click();
    await isFull(page, /^Save Gulnar/, click % 2 === 1);
  }
  expect(sent).toEqual(['PUT']);
  const reread = page.waitForResponse('**/api/wishlist/hearts');
  release();
  await reread;
  expect(sent).toEqual(['PUT', 'DELETE']);
  await isFull(page, /^Save Gulnar/, false);
  expect(await heartsOf(page, shopper)).toEqual([]);
});

test('a press on a heart after the session has expired shows a message and the hearts of a guest [S-ROLE-03]', async ({
  page,
}) => {
  const { token } = await signedInShopper(page);
  await openSarees(page);
  await expect(heart(page, /^Save Gulnar/)).toBeVisible();
  await page.request.post('/api/user/logout', { headers: { authorization: `Bearer ${token}` } });
  await heart(page, /^Save Gulnar/).click();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('You have been signed out. Please sign in again.');
  await expect(guestHeart(page, /^Save Gulnar/)).toBeVisible();
});
