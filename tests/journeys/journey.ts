/**
 * The test that comes with a browser and an open shop. Import `test` and `expect` from here.
 *
 * A journey fails when the browser's console shows an error, when a script throws, or when anything is asked of
 * another host: the shop has no business elsewhere. Where an error belongs to the story, say so:
 * `test.use({ expectedErrors: [/404/] })`.
 */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

type Journey = { expectedErrors: RegExp[] };

export const test = base.extend<Journey>({
  expectedErrors: [[], { option: true }],
  // Playwright reads which fixtures are wanted from this very pattern.
  baseURL: ({ browserName: _ }, use) => use(process.env.SHOP_URL),
  page: async ({ page, baseURL, expectedErrors }, use) => {
    const wrong: string[] = [];
    const note = (words: string) => {
      if (!expectedErrors.some((expected) => expected.test(words))) wrong.push(words);
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

/** Fails with a list of what axe finds wrong for people who see, hear or move otherwise (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  await whenSettled(page);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    // Otherwise each look opens another page, and brings axe into that one as well, for frames of other hosts: the
    // shop has no frames, and its policy allows none.
    .setLegacyMode()
    .analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} → ${nodes.map(({ html }) => html).join(' | ')}`,
  );
  expect(found).toEqual([]);
}

/**
 * Waits until nothing fades or slides in any more: what is half transparent has too little contrast for a moment, and
 * axe would say so. What goes on for ever is not waited for, nor what is paused, nor what only ends with a scroll.
 */
async function whenSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isPassing = (animation: Animation) =>
      animation.playState === 'running' &&
      animation.timeline === document.timeline &&
      animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    // One that ends may begin another.
    for (;;) {
      const passing = document.getAnimations().filter(isPassing);
      if (passing.length === 0) return;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
  });
}

export { expect };
