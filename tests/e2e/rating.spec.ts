/** Ratings and reviews by customers whose order was delivered. */
import type { Page } from '@playwright/test';
import { bearer } from './support/checkout.ts';
import { openPage } from './support/open-page.ts';
import {
  namedShopper,
  orderedProIdOf,
  orderWith,
  pathOf,
  recordRequests,
  star,
  stars,
} from './support/orders.ts';
import type { Shopper } from './support/shopper.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (403|500)|net::ERR_FAILED/] });

// Run the tests in series, because they share one rating of one shopper.
test.describe.configure({ mode: 'serial' });

async function expectSaved(page: Page, shopper: Shopper, rating: { stars: number; review: string }) {
  const saved = await page.request.get('/api/rating/mine', { headers: bearer(shopper) });
  expect(await saved.json()).toContainEqual({
    ...rating,
    proId: orderedProIdOf.arrived(),
    approved: false,
  });
}

test('Rate the product leads to the stars of a delivered product, and a press on a star saves the rating and shows a face for three seconds [S-PROF-30 S-RATE-01…08 S-API-43]', async ({
  page,
}) => {
  await page.clock.install();
  await namedShopper(page);
  await openPage(page, '/account?show=rate');
  const pieces = main(page).getByRole('list', { name: 'Pieces to rate' });
  await pieces.locator(`a[href*="${orderedProIdOf.arrived()}"]`).click();
  await expect(star(page, 1)).toBeFocused();
  await main(page).getByRole('button', { name: 'Save my review' }).click();
  await expect(star(page, 1)).toBeFocused();
  await expect(stars(page)).toHaveAccessibleDescription('Please choose your stars first.');
  await page.clock.pauseAt(Date.now() + 60_000);
  const faces = ['sad', 'smile', 'grin', 'star-eyed', 'loving'];
  for (const [nth, face] of faces.entries()) {
    const requests = recordRequests(page);
    await star(page, nth + 1).check({ force: true });
    await expect(page.locator('svg.face')).toHaveAttribute('data-face', face);
    await expect(
      main(page).getByText(`${nth === 0 ? '1 star' : `${nth + 1} stars`}: ${face}.`),
    ).toBeAttached();
    await page.clock.runFor(2900);
    await expect(page.locator('svg.face')).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(page.locator('svg.face')).toHaveCount(0);
    await expect.poll(() => requests).toContain('GET /api/rating/mine');
  }
});

test('a saved rating can be changed and given a review, and is restored if its change fails [S-RATE-09 S-RATE-01 S-RATE-11 Q-043]', async ({
  page,
}) => {
  const shopper = await namedShopper(page);
  const proId = orderedProIdOf.arrived();
  await openPage(page, pathOf(await orderWith(page, shopper, proId), proId));
  await expect(star(page, 5)).toBeChecked();
  await star(page, 5).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(star(page, 4)).toBeChecked();
  await expect(main(page).getByText('Thank you. Your rating is saved.')).toBeVisible();
  await expectAccessible(page);

  const line = main(page).getByLabel('Your review');
  const text = `It falls like water, ${test.info().project.name}.`;
  await line.fill(text);
  await main(page).getByRole('button', { name: 'Save my review' }).click();
  await expect(main(page).getByText('Thank you. Your review is saved.')).toBeVisible();
  await page.reload();
  await expect(star(page, 4)).toBeChecked();
  await expect(line).toHaveValue(text);
  await expectSaved(page, shopper, { stars: 4, review: text });
  expect(await (await page.request.get('/api/rating/')).text()).not.toContain(text);

  await test.step('a review and another star are saved while an earlier star is being saved', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/rating/add/*', (route) => held.promise.then(() => route.continue()), {
      times: 1,
    });
    await star(page, 3).check({ force: true });
    await line.fill(`${text} It lasts.`);
    await main(page).getByRole('button', { name: 'Save my review' }).press('Enter');
    await star(page, 4).check({ force: true });
    held.resolve();
    await expect(main(page).getByText('Thank you. Your review is saved.')).toBeVisible();
    await expectSaved(page, shopper, { stars: 4, review: `${text} It lasts.` });
  });

  await page.route('**/api/rating/add/*', (route) => route.abort());
  // Use `click`, not `check`: the failed request can undo the choice before `check` has verified it.
  await star(page, 2).click({ force: true });
  await expect(main(page).getByRole('alert')).toContainText('Your change is not saved.');
  await expect(star(page, 4)).toBeChecked();
});
