import type { Page } from '@playwright/test';
import { flushPageTasks, openPage, stopClock } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const hero = (page: Page) => page.getByRole('region', { name: 'Our fabrics' });
const images = (page: Page) => hero(page).getByRole('region', { name: 'Pictures' });
/** Returns the index of the visible hero image. */
const shown = (page: Page) =>
  images(page).evaluate((bay) =>
    [...bay.children].findIndex(
      (slide) => getComputedStyle(slide).visibility === 'visible' && getComputedStyle(slide).zIndex === '1',
    ),
  );

/** Opens the home page with a stopped clock, and waits until the slider is hydrated. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await stopClock(page);
  await openPage(page, '/');
}

test('the images at the top of the home page change every 3 s and by a swipe [S-HOME-05 S-CONST-13]', async ({
  page,
}) => {
  await openWithStoppedClock(page);
  for (const next of [1, 2, 3, 4, 0]) {
    const before = await shown(page);
    await page.clock.runFor(2999);
    expect(await shown(page)).toBe(before);
    await page.clock.runFor(1);
    expect(await shown(page)).toBe(next);
    await expect(hero(page)).toContainText(`${next + 1} of 5`);
    await flushPageTasks(page);
  }

  await expect(hero(page).locator('.hindi-name')).toBeHidden();
  const { x = 0, y = 0 } = (await images(page).boundingBox()) ?? {};
  for (const [from, to, next] of [
    [300, 100, 1],
    [100, 300, 0],
  ] as const) {
    await images(page).dispatchEvent('pointerdown', { clientX: x + from, clientY: y + 40 });
    await images(page).dispatchEvent('pointerup', { clientX: x + to, clientY: y + 40 });
    await expect.poll(() => shown(page)).toBe(next);
  }

  await page.setViewportSize({ width: 390, height: 664 });
  const headline = await page.getByRole('heading', { level: 1 }).boundingBox();
  const tabs = await page.locator('.tabs').boundingBox();
  expect((headline?.y ?? 0) + (headline?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
});

test('the images at the top of the home page change only by their buttons after Pause [S-HOME-05]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openWithStoppedClock(page);
  await hero(page).getByRole('link').focus();
  await page.clock.runFor(9000);
  expect(await shown(page)).toBe(0);
  await hero(page).getByRole('button', { name: 'Pause the pictures' }).click();
  await hero(page).getByRole('button', { name: 'Play the pictures' }).blur();
  await page.mouse.move(5, 5);
  await page.clock.runFor(9000);
  expect(await shown(page)).toBe(0);
  await hero(page).getByRole('button', { name: 'Next picture' }).click();
  expect(await shown(page)).toBe(1);
  await hero(page).getByRole('button', { name: 'Previous picture' }).click();
  expect(await shown(page)).toBe(0);

  await page.setViewportSize({ width: 1920, height: 1080 });
  const slide = (number: number) => images(page).locator('.slide').nth(number);
  const before = await slide(0).boundingBox();
  await hero(page).getByRole('button', { name: 'Next picture' }).click();
  await expect(slide(1)).toHaveCSS('transition-property', 'opacity');
  expect(await slide(1).boundingBox()).toEqual(before);
  await expect(slide(1)).toHaveCSS('opacity', '1');
  await expect(slide(0)).toBeHidden();
  // In the studio's images, the cloth begins at 35 % of the width. The text begins at the left edge of the page's content.
  const cloth = (before?.x ?? 0) + (before?.width ?? 0) * 0.35;
  const right = (box: { x: number; width: number } | null) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(right(await hero(page).locator('.hindi-name').boundingBox())).toBeLessThan(cloth);
  const title = await hero(page).getByRole('heading').boundingBox();
  expect(right(title)).toBeLessThanOrEqual(cloth + (before?.width ?? 0) * 0.01);
  const below = await page.getByRole('heading', { name: 'Shop by category' }).boundingBox();
  expect(title?.x).toBe(below?.x);
});
