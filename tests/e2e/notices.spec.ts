/** Notices at the bottom of the screen, and how long they stay. */
import { flushPageTasks, openPage, stopClock } from './support/open-page.ts';
import { signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/status of 401|net::ERR_FAILED/] });

test('a notice disappears after eight seconds unless it is hovered, is focused or has an action', async ({
  page,
}) => {
  await stopClock(page);
  await signedInShopper(page);
  await openPage(page, '/Sarees');
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /^Save Gulnar/ })
    .first();
  const notice = page.getByRole('alert');
  const dismiss = notice.getByRole('button', { name: 'Dismiss' });
  const passTime = async (ms: number) => {
    await page.clock.runFor(ms);
    await flushPageTasks(page);
  };
  await page.route('**/api/wishlist/TB-*', (route) => route.abort());
  for (const state of ['untouched', 'hovered', 'focused'])
    await test.step(state, async () => {
      await heart.click();
      await expect(notice).toContainText('was not saved. We could not reach the shop.');
      if (state === 'hovered') await notice.hover();
      else await page.mouse.move(0, 0);
      if (state === 'focused') await dismiss.focus();
      if (state !== 'untouched') await passTime(60_000);
      await page.mouse.move(0, 0);
      if (state === 'focused') await dismiss.blur();
      await passTime(7999);
      await expect(notice).toBeVisible();
      await passTime(1);
      await expect(notice).toHaveCount(0);
    });

  await page.route('**/api/wishlist/TB-*', (route) => route.fulfill({ status: 401 }));
  await heart.click();
  await expect(notice.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.mouse.move(0, 0);
  await passTime(60_000);
  await expect(notice).toBeVisible();
  await dismiss.click();
  await expect(notice).toHaveCount(0);
});
