/** Notices at the foot of the screen: how long they stay. */
import { flushPageTasks, openPage, stopClock } from './support/open-page.ts';
import { signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

// A call that the shop, or the network, refuses is written down by the browser.
test.use({ expectedErrors: [/status of 401|net::ERR_FAILED/] });

test('a notice goes after eight seconds, but not while it is pointed at or focused, and never by itself if it leads on', async ({
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
  const pass = async (ms: number) => {
    await page.clock.runFor(ms);
    await flushPageTasks(page);
  };
  const goesAfterEightSeconds = async () => {
    await pass(7999);
    await expect(notice).toBeVisible();
    await pass(1);
    await expect(notice).toHaveCount(0);
  };
  await page.route('**/api/wishlist/TB-*', (route) => route.abort());

  await test.step('left alone', async () => {
    await heart.click();
    await expect(notice).toContainText('was not saved. We could not reach the shop.');
    await goesAfterEightSeconds();
  });

  await test.step('pointed at', async () => {
    await heart.click();
    await notice.hover();
    await pass(60_000);
    await page.mouse.move(0, 0);
    await goesAfterEightSeconds();
  });

  await test.step('focused', async () => {
    await heart.click();
    await page.mouse.move(0, 0);
    const dismiss = notice.getByRole('button', { name: 'Dismiss' });
    await dismiss.focus();
    await pass(60_000);
    await dismiss.blur();
    await goesAfterEightSeconds();
  });

  await test.step('leading on', async () => {
    await page.route('**/api/wishlist/TB-*', (route) => route.fulfill({ status: 401 }));
    await heart.click();
    await expect(notice.getByRole('link', { name: 'Login' })).toBeVisible();
    await page.mouse.move(0, 0);
    await pass(60_000);
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toHaveCount(0);
  });
});
