/** The hearts that save a product, in a listing and on the product's page. */
import type { Page } from '@playwright/test';
import { expectAddress, holdBack, openPage } from './support/open-page.ts';
import { newEmail, readCode, type Shopper, signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

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
  const { sent, release } = await holdBack(page, '**/api/wishlist/TB-*');
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
