/** Light pages, which save data. The browser's data-saving setting or the shop's switch turns them on. */
import type { Page } from '@playwright/test';
import { openPage, waitForHydration } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const lightSwitch = (page: Page) => page.getByRole('checkbox', { name: /^Data saver/ });

/** Lists the widths of the images below the first screen that the page may fetch. */
const widthsOffered = (page: Page) =>
  page
    .locator('img[loading="lazy"][srcset]')
    .evaluateAll((images) =>
      images.flatMap((image) =>
        [...(image.getAttribute('srcset') ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)),
      ),
    );

async function expectLight(page: Page) {
  await expect(page.getByRole('button', { name: 'Play the pictures', exact: true })).toBeVisible();
  await expect.poll(async () => Math.max(...(await widthsOffered(page)))).toBe(480);
  const video = page.locator('figure video');
  await video.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Play the video', exact: true })).toBeVisible();
}

test('the browser’s data-saving setting and the shop’s Data saver make pages light', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await openPage(page, '/');
  await expect(lightSwitch(page)).toBeChecked();
  await expectLight(page);
  await lightSwitch(page).uncheck();
  await page.reload();
  await waitForHydration(page);
  await expect(lightSwitch(page)).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Pause the pictures', exact: true })).toBeVisible();
  expect(Math.max(...(await widthsOffered(page)))).toBeGreaterThan(480);
  await lightSwitch(page).check();
  const videos: string[] = [];
  page.on('request', (request) => {
    if (/\.(mp4|webm)(\?|$)/.test(request.url())) videos.push(request.url());
  });
  await page.reload();
  await expect(lightSwitch(page)).toBeChecked();
  await expectLight(page);
  expect(videos).toEqual([]);
});
