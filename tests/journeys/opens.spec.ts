import { expect, expectAccessible, test } from './journey.ts';
import { openPage } from './open-page.ts';

test('S-RT-01 the shop opens at its front door', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the front door is open to everybody', async ({ page }) => {
  // The script tells the keyboard that the row of pictures can be reached.
  await openPage(page, '/');
  await expectAccessible(page);
});

test.describe('an address that leads nowhere', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('says so, kindly and with 404', async ({ page }) => {
    const answer = await page.goto('/no-such-room/at-all/here');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
