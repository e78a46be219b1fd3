import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

/** Opens a page and waits for hydration, so that React handles the test's next action. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Clicks the first link to this URL, even if the layout hides it. Returns all links to the URL. */
export async function pressLink(page: Page, address: string): Promise<Locator> {
  const links = page.locator(`a[href="${address}"]`);
  await links.first().evaluate((anchor: HTMLElement) => anchor.click());
  return links;
}

/**
 * Opens a screen by a link on the page. Waits until the page has no link to the screen, or one with `aria-current`. Takes half
 * the time of a page load and keeps axe loaded.
 */
export async function followLink(page: Page, address: string): Promise<void> {
  const links = await pressLink(page, address);
  await expectAddress(page, address);
  const hasCome = (found: Element[]) =>
    found.length === 0 || found.some((anchor) => anchor.hasAttribute('aria-current'));
  await expect.poll(() => links.evaluateAll(hasCome)).toBe(true);
}

/** A node of React's tree. The root node knows whether the server-rendered page is hydrated. */
export type Fiber = {
  return: Fiber | null;
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
};

/** Resolves after React has hydrated the page and run its effects. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main') ?? {};
    const name = Object.keys(main).find((key) => key.startsWith('__reactFiber$')) ?? '';
    let fiber: Fiber | undefined = Reflect.get(main, name);
    while (fiber?.return) fiber = fiber.return;
    // React renders in slices. It marks the elements of a slice before it has committed any of them.
    return fiber?.stateNode.current.memoizedState.isDehydrated === false;
  });
  await flushPageTasks(page);
}

/**
 * Writes items into the browser's storage when the next page opens, without its own page load. Writes them once, so that later
 * changes by the page remain, such as logging out.
 */
export async function storeBeforeNextPage(page: Page, items: Record<string, string>): Promise<void> {
  await page.addInitScript(
    ({ entries, done }) => {
      if (!location.protocol.startsWith('http') || sessionStorage.getItem(done)) return;
      sessionStorage.setItem(done, 'yes');
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    { entries: Object.entries(items), done: `test.${randomUUID()}` },
  );
}

/** Lets the page finish its queued tasks without advancing its clock. */
export async function flushPageTasks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let task = 0; task < 4; task++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });
}

/** Holds the responses to these requests until `release` is called. Lists the methods of the held requests in `sent`. */
export async function holdBack(page: Page, url: string) {
  const sent: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, (route) => {
    sent.push(route.request().method());
    return held.then(() => route.continue()).catch(() => {});
  });
  return { sent, release };
}

/** Stops the page's clock before the page opens. Afterwards only `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-20T10:00:00+05:30') });
  await page.clock.pauseAt(new Date('2026-11-20T10:00:01+05:30'));
}

/** Returns the path and query of the page. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits until the page has this path and query. */
export async function expectAddress(page: Page, address: string): Promise<void> {
  await expect.poll(() => addressOf(page)).toBe(address);
}

/** Returns the scroll position of the page in pixels. */
export const scrollPosition = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls the page without animation. Returns the reached position. */
export async function scrollPage(page: Page, top: number): Promise<number> {
  return page.evaluate((y) => {
    window.scrollTo({ top: y, behavior: 'instant' });
    return Math.round(window.scrollY);
  }, top);
}

/** Records the layout shifts of every page that opens from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = JSON.parse(JSON.stringify(entry));
        document.documentElement.dataset.moved = String(
          Number(document.documentElement.dataset.moved ?? 0) + value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the sum of the layout shifts since {@link recordLayoutShifts}, or 0 without shifts. */
export async function layoutShiftOf(page: Page): Promise<number> {
  return Number(await page.locator('html').getAttribute('data-moved'));
}

/** Fails unless the first element ends above the start of the second one. */
export async function expectAbove(first: Locator, second: Locator): Promise<void> {
  await expect(first).toBeVisible();
  await expect(second).toBeVisible();
  const [above, below] = [await first.boundingBox(), await second.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
}
