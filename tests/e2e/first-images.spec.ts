/** The first visit to a new shop: half a second after the first paint, every visible image shows a placeholder or itself. */
import { rmSync } from 'node:fs';
import { makeTempFolder } from '../engine/temp-folder.ts';
import { type AnotherShop, openAnotherShop } from './support/shop-process.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<object, { freshShop: AnotherShop }>({
  freshShop: [
    async ({ browserName: _ }, use) => {
      const dataDir = makeTempFolder('first-images');
      const shop = await openAnotherShop({ DATA_DIR: dataDir });
      await use(shop);
      await shop.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ freshShop }, use) => use(freshShop.url),
});

test('no visible image is a plain colour half a second after the first paint', {
  tag: '@both',
}, async ({ page }) => {
  test.slow();
  await page.addInitScript(() => {
    /** True if an image or its placeholder is visible, instead of a plain colour. */
    const isDrawn = (image: HTMLImageElement) =>
      (image.complete && image.naturalWidth > 0) || getComputedStyle(image).backgroundImage.includes('data:');
    const inView = (image: HTMLImageElement) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect();
      const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return (
        width > 0 && isInside && image.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      );
    };
    new PerformanceObserver((list, observer) => {
      const paint = list.getEntriesByName('first-contentful-paint')[0];
      if (!paint) return;
      observer.disconnect();
      const check = () => {
        if (performance.now() < paint.startTime + 500) return requestAnimationFrame(check);
        const seen = [...document.images].filter(inView);
        const flat = seen.filter((image) => !isDrawn(image)).map(({ src }) => src);
        return Reflect.set(window, 'firstImages', { seen: seen.length, flat });
      };
      check();
    }).observe({ type: 'paint', buffered: true });
  });
  const devtools = await page.context().newCDPSession(page);
  for (const [address, maxPlaceholders] of [
    ['/', 9],
    ['/Sarees', 6],
  ] as const)
    await test.step(address, async () => {
      await devtools.send('Network.clearBrowserCache');
      const response = await page.goto(address);
      const found = await page.waitForFunction(() => Reflect.get(window, 'firstImages'));
      const { seen, flat } = await found.jsonValue();
      expect(seen).toBeGreaterThan(0);
      expect(flat).toEqual([]);
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
