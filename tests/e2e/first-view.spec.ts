/** What a page shows comes before what it can do: its scripts wait for its largest picture, but never for long. */
import type { Page, Route } from '@playwright/test';
import { openPage, stopClock, waitForHydration } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** The pictures of the first shelf: a lighter page than the home page. */
const images = '**/uploads/tb-sar-00*';

/** Opens a page whose largest picture does not come before it is let go. */
async function openBeforeImage(page: Page, address = '/Sarees', image = images) {
  const scripts: string[] = [];
  const held: Route[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.route(image, (route) => {
    held.push(route);
  });
  // Otherwise the page itself would begin after three seconds of the machine's time.
  await stopClock(page);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  return { scripts, letGo: () => Promise.all(held.map((route) => route.continue())) };
}

test('the scripts of a page begin when its largest picture is there', async ({ page }) => {
  const { scripts, letGo } = await openBeforeImage(page, '/', '**/uploads/hero-1.jpg*');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts).toEqual([]);
  await letGo();
  await waitForHydration(page);
  expect(scripts.length).toBeGreaterThan(2);
});

test('whoever is quicker than the picture is answered all the same', async ({ page }) => {
  await openBeforeImage(page);
  await page.getByRole('heading', { level: 1 }).click();
  await waitForHydration(page);
});

test('an order that is chosen before the script has come is kept', async ({ page }) => {
  await openBeforeImage(page);
  await page.getByLabel('Sort by').selectOption('price-asc');
  await page.getByRole('heading', { level: 1 }).click();
  await waitForHydration(page);
  await expect(page).toHaveURL('/Sarees?sort=price-asc');
  await expect(page.getByLabel('Sort by')).toHaveValue('price-asc');
});

test('what is typed before the script has come stays in the box, and is looked for', {
  tag: '@desktop',
}, async ({ page }) => {
  await openBeforeImage(page);
  const box = page.getByRole('searchbox', { name: 'Search' }).first();
  await box.fill('banarasi');
  await waitForHydration(page);
  await expect(box).toHaveValue('banarasi');
  await expect(page.getByText('RECOMMENDED FOR YOU')).toBeVisible();
});

test('whoever comes by the keyboard is, too', { tag: '@desktop' }, async ({ page }) => {
  await openBeforeImage(page);
  await page.keyboard.press('Tab');
  await waitForHydration(page);
});

test('a picture that does not come keeps nobody waiting', async ({ page }) => {
  await openBeforeImage(page);
  await page.clock.runFor(3000);
  await waitForHydration(page);
});

test('a picture that is broken keeps nobody waiting', async ({ page }) => {
  await page.route(images, (route) => route.fulfill({ contentType: 'image/jpeg', body: 'no picture' }));
  await stopClock(page);
  await openPage(page, '/Sarees');
});
