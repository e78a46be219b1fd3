import type { Page } from '@playwright/test';
import { settings } from '../../seeds/content.ts';
import { flushPageTasks, openPage, stopClock } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const promises = (page: Page) => page.getByRole('region', { name: 'What we promise' });
/** The typed line. Screen readers skip it and read the list of all phrases instead. */
const promiseLine = (page: Page) => promises(page).locator('p[aria-hidden]');
const video = (page: Page) => page.locator('figure video');
const isPlaying = (page: Page) =>
  video(page).evaluate((video) => video instanceof HTMLVideoElement && !video.paused);
const [first = '', second = ''] = settings.typewriter;

async function passTime(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await flushPageTasks(page);
}

// Typing character by character takes many steps, which are slow on a busy machine.
test.slow();

test('the typed text of the home page shows five phrases one after the other until it is paused [S-HOME-11 S-CONST-13 S-HOME-10 S-CONST-10]', {
  tag: '@desktop',
}, async ({ page }) => {
  await stopClock(page);
  await openPage(page, '/');
  await promiseLine(page).scrollIntoViewIfNeeded();
  await expect(promiseLine(page)).toBeInViewport();
  await flushPageTasks(page);
  const phrases = promises(page).getByRole('list').first().getByRole('listitem');
  await expect(phrases).toHaveCount(5);
  await expect(phrases).toHaveText(settings.typewriter);
  // The typewriter waits 3 s, deletes a character every 20 ms, and types one every 30 ms.
  await expect(promiseLine(page)).toHaveText(first);
  await passTime(page, 3000);
  await expect(promiseLine(page)).toHaveText(first);
  await passTime(page, 20);
  await expect(promiseLine(page)).toHaveText(first.slice(0, -1));
  // Delete the other characters, start the second phrase, and type three characters of it.
  for (let stroke = 0; stroke < first.length + 3; stroke++) await passTime(page, 30);
  await expect(promiseLine(page)).toHaveText(second.slice(0, 3));
  // A paused typewriter shows a whole phrase.
  await promises(page).getByRole('button', { name: 'Pause the moving text' }).click();
  await passTime(page, 60_000);
  await expect(promiseLine(page)).toHaveText(second);
  await promises(page).getByRole('button', { name: 'Play the moving text' }).click();
  await expect(promiseLine(page)).toHaveText(second.slice(0, 3));
  await flushPageTasks(page);
  await expect(async () => {
    await passTime(page, 1000);
    expect(await promiseLine(page).textContent()).toBe(second);
  }).toPass({ intervals: [0] });
});

test('the home page with reduced motion moves no image, video or text until a Play button is pressed [S-HOME-05 S-HOME-06 S-HOME-10]', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stopClock(page);
  await openPage(page, '/');
  const hero = page.getByRole('region', { name: 'Our fabrics' });
  await expect(hero.getByRole('button', { name: 'Play the pictures' })).toBeVisible();
  await passTime(page, 9000);
  await expect(hero).toContainText('1 of 5');
  await video(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Play the video', exact: true })).toBeVisible();
  expect(await isPlaying(page)).toBe(false);
  await promiseLine(page).scrollIntoViewIfNeeded();
  await passTime(page, 10_000);
  await expect(promiseLine(page)).toHaveText(first);
  await promises(page).getByRole('button', { name: 'Play the moving text' }).click();
  await flushPageTasks(page);
  await passTime(page, 3000);
  await passTime(page, 20);
  await expect(promiseLine(page)).toHaveText(first.slice(0, -1));
});
