/** What holds for every screen of the shop, at the width of a phone and of a desk, with JavaScript and without. */
import { expect, expectAccessible, test } from './journey.ts';
import { screens } from './screens.ts';

test.use({ expectedErrors: [/status of 404/] });

for (const { path, status = 200 } of screens) {
  test(`${path} is whole: one heading, no error, open to everybody, nothing sideways`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    const careless = await page
      .locator('img')
      .evaluateAll((images) =>
        images
          .filter((image) => ['alt', 'width', 'height'].some((name) => !image.hasAttribute(name)))
          .map((image) => image.outerHTML),
      );
    expect(careless, 'pictures without words or without a reserved place').toEqual([]);
    const sideways = await page.evaluate(() => {
      window.scrollBy(200, 0);
      const { scrollWidth, clientWidth } = document.documentElement;
      return { over: Math.max(0, scrollWidth - clientWidth), moved: window.scrollX };
    });
    expect(sideways).toEqual({ over: 0, moved: 0 });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every screen has its heading and its words', async ({ page }) => {
    test.slow();
    for (const { path } of screens) {
      await test.step(path, async () => {
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('main')).toContainText(/(\S+\s+){15}/);
      });
    }
  });
});
