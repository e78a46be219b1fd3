import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { waitForHydration } from '../../tests/e2e/support/open-page.ts';
import { slowDown, withPhoneBrowser } from './pages.ts';

const product = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';

/** The actions to measure. Each action waits until its result is visible. */
const actions: readonly { label: string; path: string; perform: (page: Page) => Promise<void> }[] = [
  {
    label: 'floor: a press on plain text',
    path: product,
    perform: (page) => press(page, page.getByRole('main').getByRole('heading', { level: 1 })),
  },
  {
    label: 'open the menu',
    path: '/',
    perform: async (page) => {
      await press(page, page.getByRole('banner').getByRole('link', { name: 'Menu' }));
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  {
    label: 'search as you type',
    path: '/',
    perform: async (page) => {
      await press(page, page.getByRole('banner').getByRole('link', { name: 'Search' }));
      await page.getByRole('searchbox', { name: 'Search' }).first().pressSequentially('ikat', { delay: 150 });
      await page.getByRole('article').filter({ hasText: 'Ikat' }).first().waitFor();
    },
  },
  {
    label: 'tick a filter of a listing',
    path: '/Sarees',
    perform: async (page) => {
      await press(page, page.getByRole('main').getByRole('link', { name: /^Filters/ }));
      const panel = page.getByRole('dialog', { name: 'Filters' });
      await press(page, panel.getByText('Red', { exact: true }).first());
      await press(page, panel.getByRole('button', { name: /^Show \d+ piece/ }));
      await panel.waitFor({ state: 'hidden' });
    },
  },
  {
    label: 'press the heart of a product, as a guest',
    path: product,
    perform: async (page) => {
      await press(
        page,
        page
          .getByRole('main')
          .getByRole('link', { name: /^Save Gulnar/ })
          .first(),
      );
      await page.waitForURL(/login/);
    },
  },
  {
    label: 'add a product to the cart',
    path: product,
    perform: async (page) => {
      await press(page, page.locator('form').getByRole('button', { name: 'Add to Cart' }));
      await page.locator('form').getByRole('link', { name: 'View cart' }).waitFor();
    },
  },
];

/**
 * Taps an element when the page is idle. Does not use Playwright's `tap`, which runs scripts in the page directly before and
 * after the tap. On the slowed CPU, the time of these scripts would count.
 */
async function press(page: Page, what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not visible.`);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Number of visits per action. The result is the median. */
const visits = 5;

/**
 * Measures the slowest press of each action on the slow phone, in milliseconds from the press to the next frame. Uses Event
 * Timing, as Interaction to Next Paint does.
 */
export async function measureInputs(url: string): Promise<Map<string, number>> {
  const slowest = new Map<string, number>();
  await withPhoneBrowser(false, async (withPhonePage) => {
    for (const { label, path, perform } of actions) {
      const times: number[] = [];
      for (let visit = 0; visit < visits; visit++)
        await withPhonePage(async (page) => {
          times.push(await timeOf(page, url + path, perform));
        });
      slowest.set(label, times.toSorted((one, other) => one - other)[Math.floor(visits / 2)] ?? 0);
    }
  });
  return slowest;
}

async function timeOf(page: Page, url: string, act: (page: Page) => Promise<void>): Promise<number> {
  await slowDown(page);
  await page.addInitScript(watchInputs);
  await page.goto(url, { timeout: 60_000, waitUntil: 'networkidle' });
  await waitForHydration(page);
  // Wait, because shoppers do not press at the moment of the hydration.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await act(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  return z.number().parse(await page.evaluate('Number(sessionStorage.getItem("slowest"))'));
}

/**
 * Stores the duration of the slowest press. Runs in the page before the page's own scripts. Uses the session storage, because a
 * press may lead to another page.
 */
function watchInputs() {
  const note = (entries: readonly PerformanceEntry[]) => {
    for (const entry of entries) {
      if (!('interactionId' in entry) || entry.interactionId === 0) continue;
      const slowest = Math.max(entry.duration, Number(sessionStorage.getItem('slowest')));
      sessionStorage.setItem('slowest', String(slowest));
    }
  };
  const options = { type: 'event', buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => note(list.getEntries())).observe(options);
}
