/** Budgets for slow phones: bytes per page, and layout shifts. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const assets = path.join(import.meta.dirname, '..', '..', 'build', 'client', 'assets');
const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';
const kB = 1000;
/** Same value as `maxPagesInView` in app/shell/prefetcher.ts. */
const maxPagesInView = 7;

/**
 * Opens a page and waits until it is hydrated and has no pending request. Its scripts start after its largest image has loaded.
 */
async function openCompletely(page: Page, address: string) {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await openPage(page, address);
  // Wait for a pause, because requests come in bursts.
  let quiet = 0;
  const countQuietChecks = () => {
    quiet = pending.size === 0 ? quiet + 1 : 0;
    return quiet;
  };
  await expect.poll(countQuietChecks, { intervals: [100] }).toBeGreaterThanOrEqual(5);
}

test('a product page loads at most 139.4 kB of script', async ({ page }) => {
  const files = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) files.add(path.basename(pathname));
  });
  await openCompletely(page, gulnar);
  const sizes = [...files].map(
    (file) => [file, gzipSync(readFileSync(path.join(assets, file)), { level: 9 }).length] as const,
  );
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(files.size).toBeGreaterThan(2);
  // Guests never load the query client, which only signed-in shoppers need.
  expect([...files].filter((file) => file.startsWith('query-client'))).toEqual([]);
  expect(
    readdirSync(assets).filter((file) => file.startsWith('query-client') && file.endsWith('.js')),
  ).toHaveLength(1);
  expect(total, sizes.map(([file, bytes]) => `${file} ${bytes}`).join('\n')).toBeLessThanOrEqual(139.4 * kB);
});

test.describe('byte budget of a listing on a phone', () => {
  // The browser requests the images of the first view before it knows the viewport, so it chooses them by the screen's width.
  test.use({
    screen: { width: 390, height: 844 },
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  });

  test('the first view of a listing weighs at most 286 kB, including 1 kB of placeholders', async ({
    page,
    request,
  }) => {
    test.slow();
    // The next test measures the bytes that are fetched ahead.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } });
    });
    const images = new Set<string>();
    let total = 0;
    page.on('request', (requested) => {
      if (requested.resourceType() === 'image' && requested.url().includes('/uploads/'))
        images.add(requested.url());
    });
    await openCompletely(page, '/Sarees');
    // The first request for an image gets a larger format while AVIF is being generated.
    for (const image of images) {
      await expect(async () => {
        const response = await request.get(image, { headers: { accept: 'image/avif' } });
        expect(response.headers()['content-type']).toBe('image/avif');
      }).toPass();
    }
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.clearBrowserCache');
    const ahead = new Set<string>();
    devtools.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
      if (url.includes('/prefetcher-')) ahead.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!ahead.has(requestId)) total += encodedDataLength;
    });
    await openCompletely(page, '/Sarees');
    expect(total).toBeGreaterThan(50 * kB);
    expect(total).toBeLessThanOrEqual(286 * kB);
  });

  test('a listing fetches at most 150 kB for pages that the shopper may open next', async ({ page }) => {
    test.slow();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const counted = new Map<string, string>();
    const done = new Set<string>();
    let isHydrated = false;
    let isAimed = false;
    let total = 0;
    devtools.on('Network.requestWillBeSent', ({ requestId, type, request: { url } }) => {
      const isScript = type === 'Script' && (isHydrated || url.includes('/prefetcher-'));
      if (isScript || url.includes('.data?') || (isAimed && type === 'Image')) counted.set(requestId, url);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!counted.has(requestId)) return;
      total += encodedDataLength;
      done.add(requestId);
    });
    const countOf = (part: string) =>
      [...counted].filter(([id, url]) => done.has(id) && url.includes(part)).length;
    await openPage(page, '/Sarees');
    isHydrated = true;
    const cards = page.locator('main .product-card .name a');
    for (const index of [0, 3, 6, 9, 11]) {
      await cards.nth(index).scrollIntoViewIfNeeded();
      const minPages = Math.min(maxPagesInView, index + 1);
      await expect.poll(() => countOf('.data?'), { timeout: 15_000 }).toBeGreaterThanOrEqual(minPages);
    }
    isAimed = true;
    // After three images, the page fetches no further image ahead.
    for (const [images, index] of [11, 10, 9, 8, 7].entries()) {
      await cards.nth(index).evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));
      await expect.poll(() => countOf('/uploads/')).toBeGreaterThanOrEqual(Math.min(images + 1, 3));
    }
    expect(countOf('/uploads/')).toBe(3);
    expect(total, [...counted.values()].join('\n')).toBeLessThanOrEqual(150 * kB);
  });
});

test('the browser receives no server code, schemas or texts of pretend services', () => {
  const serverMarks = 'ZodError drizzle pglite nodemailer DATABASE_URL node:fs'.split(' ');
  // `pretend-bank` is not in the list, because the checkout contains that path.
  const pretendMarks = [
    'pretend-google',
    'pretend-courier',
    'pretended',
    'This is not Google',
    'This is a pretend',
  ];
  for (const file of readdirSync(assets).filter((name) => /\.(js|css|html|map)$/.test(name))) {
    const text = readFileSync(path.join(assets, file), 'utf8');
    const marks = file.endsWith('.js') ? [...serverMarks, ...pretendMarks] : pretendMarks;
    expect(
      marks.filter((mark) => text.includes(mark)),
      file,
    ).toEqual([]);
  }
});

test('a page has no layout shifts while it is scrolled to its end', { tag: '@both' }, async ({ page }) => {
  test.slow();
  await page.addInitScript(() => {
    let shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') !== true) shifted += Number(Reflect.get(entry, 'value'));
      }
      Reflect.set(window, 'shifted', shifted);
    }).observe({ type: 'layout-shift', buffered: true });
    Reflect.set(window, 'shifted', 0);
  });
  const devtools = await page.context().newCDPSession(page);
  for (const address of ['/', '/Sarees', gulnar, '/our-story'])
    await test.step(address, async () => {
      // Clear the cache, because fonts, styles and images arrive late on a first visit only.
      await devtools.send('Network.clearBrowserCache');
      await page.goto(address);
      await scrollToEnd(page);
      expect(await page.evaluate(() => Number(Reflect.get(window, 'shifted')))).toBeLessThanOrEqual(0.02);
    });
});

/** Scrolls down by a third of a screen at a time, and waits for the images that come into view. */
async function scrollToEnd(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const inView = (image: HTMLImageElement) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && image.checkVisibility();
    };
    await document.fonts.ready;
    for (;;) {
      for (const image of [...document.images].filter(inView)) {
        await image.decode().catch(() => undefined);
      }
      await frame();
      await frame();
      const before = scrollY;
      scrollBy({ top: innerHeight / 3, behavior: 'instant' });
      if (scrollY <= before) return;
    }
  });
}
