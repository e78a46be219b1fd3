/** The first visit to a shop: every visible image shows a placeholder until its file arrives. */
import { atBothWidths, expect, test } from './support/test.ts';

test('each visible image shows a placeholder, not a plain colour, before its file arrives', async ({
  page,
}) => {
  await page.route('**/uploads/**', () => {});
  for (const [address, maxPlaceholders] of [
    ['/', 9],
    ['/Sarees', 6],
  ] as const)
    await test.step(address, async () => {
      const response = await page.goto(address, { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await atBothWidths(page, async () => {
        const seen = await page.locator('img').evaluateAll((images) =>
          images
            .filter((image) => {
              const { top, bottom, left, right, width } = image.getBoundingClientRect();
              const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
              const how = { opacityProperty: true, visibilityProperty: true };
              return width > 0 && isInside && image.checkVisibility(how);
            })
            .map((image) => getComputedStyle(image).backgroundImage.slice(0, 9)),
        );
        expect(seen.length).toBeGreaterThan(0);
        expect(new Set(seen)).toEqual(new Set(['url("data']));
      });
      const html = (await response?.text()) ?? '';
      const placeholders = [
        ...html.matchAll(/url\(&quot;?(data:image\/webp[^)&]*)|url\((data:image\/webp[^)]*)\)/g),
      ];
      expect(placeholders.length).toBeGreaterThan(1);
      expect(placeholders.length).toBeLessThanOrEqual(maxPlaceholders);
      for (const [, quoted, bare] of placeholders)
        expect((quoted ?? bare ?? '').length).toBeLessThanOrEqual(250);
    });
});
