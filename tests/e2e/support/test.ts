/**
 * The Playwright test with an open shop. Import `test` and `expect` from here.
 *
 * A test fails if the browser's console shows an error, a script throws, or a request goes to another host. List the errors that
 * a test expects: `test.use({ expectedErrors: [/404/] })`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

type StoryOptions = { expectedErrors: RegExp[] };

export const test = base.extend<StoryOptions>({
  expectedErrors: [[], { option: true }],
  // Playwright reads the required fixtures from this pattern.
  baseURL: ({ browserName: _ }, use) => use(process.env.SHOP_URL),
  page: async ({ page, baseURL, expectedErrors }, use) => {
    const wrong: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) wrong.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => note(`script: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== baseURL) note(`another host: ${request.url()}`);
    });
    await use(page);
    expect(wrong, 'errors in the console, or requests to other hosts').toEqual([]);
  },
});

/** The content of the page, without its header and footer. */
export const main = (page: Page) => page.getByRole('main');
/** Finds a link of the content by its name. */
export const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name });

/** The minified build of axe, which has half the size. Each page loads and parses it. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Options of axe: check WCAG 2.2 AA, without frames, which the shop's content security policy forbids. */
const axeOptions: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  reporter: 'no-passes',
  iframes: false,
};

/** Fails with the list of the accessibility errors that axe finds. Ignores the elements that match a selector in `exclude`. */
export async function expectAccessible(page: Page, exclude: string[] = []): Promise<void> {
  await whenSettled(page);
  // The script remains in the page for the next check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  const found = await page.evaluate(
    async ({ options, exclude }) => {
      const { violations } = await window.axe.run({ exclude }, options);
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help} → ${nodes.map(({ html }) => html).join(' | ')}`,
      );
    },
    { options: axeOptions, exclude },
  );
  expect(found).toEqual([]);
}

/**
 * Waits until all fades and slides have ended, because axe reports half-transparent text as low contrast. Ignores animations that
 * are endless, paused or driven by scrolling.
 */
async function whenSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isPassing = (animation: Animation) =>
      animation.playState === 'running' &&
      animation.timeline === document.timeline &&
      animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    // The end of one animation may start another one.
    for (;;) {
      const passing = document.getAnimations().filter(isPassing);
      if (passing.length === 0) return;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
  });
}

/** Fails if axe finds an error, or if the page is wider than the window. */
export async function expectFits(page: Page, exclude: string[] = []): Promise<void> {
  await expectAccessible(page, exclude);
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(over).toBeLessThanOrEqual(0);
}

/** Runs `inspect` at the width of a phone, then at that of a desktop, without a second page load. */
export async function atBothWidths(page: Page, inspect: () => Promise<void>): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await inspect();
  }
}

export { expect };
