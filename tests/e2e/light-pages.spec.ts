/** Light pages, which save data: requested by the browser's setting, or by the switch. */
import type { Page } from '@playwright/test';
import { openPage, waitForHydration } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const lightSwitch = (page: Page) => page.getByRole('checkbox', { name: /^Data saver/ });

/** Lists the widths in which images below the first screen may be fetched. */
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

function videosFetched(page: Page): string[] {
  const videos: string[] = [];
  page.on('request', (request) => {
    if (/\.(mp4|webm)(\?|$)/.test(request.url())) videos.push(request.url());
  });
  return videos;
}

test('a browser that saves data gets light pages unless the switch is off; the switch makes pages light, also after a reload', async ({
  page,
}) => {
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
  const videos = videosFetched(page);
  await page.reload();
  await expect(lightSwitch(page)).toBeChecked();
  await expectLight(page);
  expect(videos).toEqual([]);
});
