import type { Page } from '@playwright/test';
import { letScriptRun, openPage, stopClock } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const hero = (page: Page) => page.getByRole('region', { name: 'Cloth on the rod' });
const images = (page: Page) => hero(page).getByRole('region', { name: 'Pictures' });
const shown = (page: Page) =>
  images(page).evaluate((row) => Math.round((row.scrollLeft / row.clientWidth) * 100) / 100);

/** Lets the slider jump where it would glide, so that a turn can be seen in the moment in which it happens. */
async function withoutGliding(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const scroll = Element.prototype.scrollTo;
    Element.prototype.scrollTo = function (to?: ScrollToOptions | number) {
      if (typeof to === 'object') Reflect.apply(scroll, this, [{ ...to, behavior: 'instant' }]);
    };
  });
}

/** The home page with its clock stopped, the slider ready. */
async function openStill(page: Page): Promise<void> {
  await withoutGliding(page);
  await stopClock(page);
  await openPage(page, '/');
  await expect(images(page)).toHaveAttribute('tabindex', '0');
}

test('up to five pictures, all from the first banner [S-HOME-03 S-HOME-04 S-CONST-10]', async ({
  request,
}) => {
  const html = await (await request.get('/')).text();
  const from = html.indexOf('aria-label="Pictures"');
  const images = html.slice(from, html.indexOf('</section>', from)).match(/<img [^>]*>/g) ?? [];
  const files = images.map((image) => / src="[^"]*?([\w-]+\.jpg)/.exec(image)?.[1]);
  const [banner]: Record<string, string | null>[] = await (await request.get('/api/first-banner/')).json();
  const inBanner = [1, 2, 3, 4, 5].flatMap((at) => banner?.[`img${at}`] ?? []);
  expect(files).toEqual(inBanner);
  expect(files).toHaveLength(5);
  for (const image of images) expect(image).toMatch(/ alt="[^"]*\w/);
});

test('the hero turns every 3 s, and begins anew after the last picture [S-HOME-05 S-CONST-13]', async ({
  page,
}) => {
  await openStill(page);
  for (const next of [1, 2, 3, 4, 0]) {
    const before = await shown(page);
    await page.clock.runFor(2999);
    expect(await shown(page)).toBe(before);
    await page.clock.runFor(1);
    expect(await shown(page)).toBe(next);
    await expect(hero(page)).toContainText(`${next + 1} of 5`);
    await letScriptRun(page);
  }
});

test('the hero waits while somebody is at it, and for good once paused [S-HOME-05]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openStill(page);
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
});

test('the hero stands still for whoever asked for less motion [S-HOME-05]', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStill(page);
  await expect(hero(page).getByRole('button', { name: 'Play the pictures' })).toBeVisible();
  await page.clock.runFor(9000);
  expect(await shown(page)).toBe(0);
});
