/** Ratings and reviews by customers whose order was delivered. */
import type { Page } from '@playwright/test';
import { bearer } from './support/checkout.ts';
import { openPage, stopClock } from './support/open-page.ts';
import {
  main,
  namedShopper,
  orderedProIdOf,
  orderWith,
  pathOf,
  recordRequests,
  star,
  stars,
} from './support/orders.ts';
import type { Shopper } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (403|500)|net::ERR_FAILED/] });

// Run the stories in series, because they share one rating of one shopper.
test.describe.configure({ mode: 'serial' });

async function openDelivered(page: Page): Promise<Shopper> {
  const shopper = await namedShopper(page);
  await openPage(
    page,
    pathOf(await orderWith(page, shopper, orderedProIdOf.arrived()), orderedProIdOf.arrived()),
  );
  await expect(stars(page)).toBeVisible();
  return shopper;
}

test('a delivered product without a rating links to its stars [S-PROF-30]', async ({ page }) => {
  await namedShopper(page);
  await openPage(page, '/account?show=rate');
  const waiting = main(page).getByRole('list', { name: 'Pieces to rate' }).getByRole('link');
  const first = waiting.and(page.locator(`[href*="${orderedProIdOf.arrived()}"]`));
  await first.click();
  await expect(star(page, 1)).toBeFocused();
  await main(page).getByRole('button', { name: 'Save my review' }).click();
  await expect(star(page, 1)).toBeFocused();
  await expect(stars(page)).toHaveAccessibleDescription('Please choose your stars first.');
});

test('each star is saved and shows a face for three seconds [S-RATE-01…08 S-API-43]', async ({ page }) => {
  await stopClock(page);
  const shopper = await namedShopper(page);
  const order = await orderWith(page, shopper, orderedProIdOf.arrived());
  await page.goto(pathOf(order, orderedProIdOf.arrived()));
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(stars(page)).toBeVisible({ timeout: 50 });
  }).toPass();
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
    await expect
      .poll(() => requests)
      .toEqual(
        expect.arrayContaining([`POST /api/rating/add/${orderedProIdOf.arrived()}`, 'GET /api/rating/mine']),
      );
  }
});

test('the shopper can change a saved rating and add a review [S-RATE-09 S-RATE-01 S-RATE-11 Q-043]', async ({
  page,
}) => {
  const shopper = await openDelivered(page);
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
  const ownRatings = await page.request.get('/api/rating/mine', { headers: bearer(shopper) });
  expect(await ownRatings.json()).toContainEqual({
    proId: orderedProIdOf.arrived(),
    stars: 4,
    review: text,
    approved: false,
  });
  expect(await (await page.request.get('/api/rating/')).text()).not.toContain(text);

  await test.step('a review and another star are saved although an earlier star is still being saved', async () => {
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
    const saved = await page.request.get('/api/rating/mine', { headers: bearer(shopper) });
    expect(await saved.json()).toContainEqual({
      proId: orderedProIdOf.arrived(),
      stars: 4,
      review: `${text} It lasts.`,
      approved: false,
    });
  });

  await page.route('**/api/rating/add/*', (route) => route.abort());
  // Use `click`, not `check`: the failed request can undo the choice before `check` has verified it.
  await star(page, 2).click({ force: true });
  await expect(main(page).getByRole('alert')).toContainText('Your change is not saved.');
  await expect(star(page, 4)).toBeChecked();
});
