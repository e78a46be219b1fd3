/** A page is readable before it is interactive: its scripts wait for its largest image, but at most three seconds. */
import type { Page, Route } from '@playwright/test';
import { openPage, stopClock, waitForHydration } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** The URLs of the first images of a listing, which is a lighter page than the home page. */
const images = '**/uploads/tb-sar-00*';

/** Opens a page and delays its largest image until `releaseImages` is called. */
async function openBeforeImage(page: Page, address = '/Sarees', image = images) {
  const scripts: string[] = [];
  const held: Route[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.route(image, (route) => {
    held.push(route);
  });
  // Stop the clock, because the scripts would start after three seconds without the image.
  await stopClock(page);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  return { scripts, releaseImages: () => Promise.all(held.map((route) => route.continue())) };
}

test('the scripts of a page start after its largest image has loaded', async ({ page }) => {
  const { scripts, releaseImages } = await openBeforeImage(page, '/', '**/uploads/hero-1.jpg*');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts).toEqual([]);
  await releaseImages();
  await waitForHydration(page);
  expect(scripts.length).toBeGreaterThan(2);
});

test('a click before the largest image has loaded starts the scripts, and a chosen sort order is kept', async ({
  page,
}) => {
  await openBeforeImage(page);
  await page.getByLabel('Sort by').selectOption('price-asc');
  await page.getByRole('heading', { level: 1 }).click();
  await waitForHydration(page);
  await expect(page).toHaveURL('/Sarees?sort=price-asc');
  await expect(page.getByLabel('Sort by')).toHaveValue('price-asc');
});

test('text that is typed before the scripts have loaded stays in the search box and is searched', {
  tag: '@desktop',
}, async ({ page }) => {
  await openBeforeImage(page);
  const box = page.getByRole('searchbox', { name: 'Search' }).first();
  await box.fill('banarasi');
  await waitForHydration(page);
  await expect(box).toHaveValue('banarasi');
  await expect(page.getByText('RECOMMENDED FOR YOU')).toBeVisible();
});

test('the scripts of a page start after three seconds if its largest image does not load', async ({
  page,
}) => {
  await openBeforeImage(page);
  await page.clock.runFor(3000);
  await waitForHydration(page);
});

test('the scripts of a page start at once if its largest image is broken', async ({ page }) => {
  await page.route(images, (route) => route.fulfill({ contentType: 'image/jpeg', body: 'no picture' }));
  await stopClock(page);
  await openPage(page, '/Sarees');
});
