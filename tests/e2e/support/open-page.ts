import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

/** Opens a page and waits until its script has taken over, so that what a story does next is answered by it. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Presses the first link of the page that leads there, also where the layout hides it; answers all such links. */
export async function pressLink(page: Page, address: string): Promise<Locator> {
  const links = page.locator(`a[href="${address}"]`);
  await links.first().evaluate((anchor: HTMLElement) => anchor.click());
  return links;
}

/**
 * Opens a screen by a link of the page, which takes half as long as a page load, and axe stays in the page. The new
 * screen has come when no link leads there, or one has `aria-current`.
 */
export async function followLink(page: Page, address: string): Promise<void> {
  const links = await pressLink(page, address);
  await expectAddress(page, address);
  const hasCome = (found: Element[]) =>
    found.length === 0 || found.some((anchor) => anchor.hasAttribute('aria-current'));
  await expect.poll(() => links.evaluateAll(hasCome)).toBe(true);
}

/** An element's place in React's tree, up to the root, which knows whether the page that the server sent is adopted. */
export type Fiber = {
  return: Fiber | null;
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
};

/** Resolves once React has adopted the page that the server sent, its effects included. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main') ?? {};
    const name = Object.keys(main).find((key) => key.startsWith('__reactFiber$')) ?? '';
    let fiber: Fiber | undefined = Reflect.get(main, name);
    while (fiber?.return) fiber = fiber.return;
    // React renders in slices, and marks the elements of a slice before it has committed any of them.
    return fiber?.stateNode.current.memoizedState.isDehydrated === false;
  });
  await flushPageTasks(page);
}

/**
 * Puts items into the browser's storage as the next address opens, which needs no page load of its own. It is done
 * once: what the page makes of them, such as logging out, stays.
 */
export async function storeBeforeNextPage(page: Page, items: Record<string, string>): Promise<void> {
  await page.addInitScript(
    ({ entries, done }) => {
      if (!location.protocol.startsWith('http') || sessionStorage.getItem(done)) return;
      sessionStorage.setItem(done, 'yes');
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    { entries: Object.entries(items), done: `story.${randomUUID()}` },
  );
}

/** Lets the page finish what it has queued, without any time passing on its clock. */
export async function flushPageTasks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 4; turn++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });
}

/** Stops the page's clock before it opens; from then on `page.clock.runFor` lets time pass. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-20T10:00:00+05:30') });
  await page.clock.pauseAt(new Date('2026-11-20T10:00:01+05:30'));
}

/** The path and query of the page, without its host. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits until the page stands at this path and query. */
export async function expectAddress(page: Page, address: string): Promise<void> {
  await expect.poll(() => addressOf(page)).toBe(address);
}

/** How far the page is scrolled, in pixels. */
export const scrollPosition = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls the page at once, as far as it goes, and tells how far that was. */
export async function scrollPage(page: Page, top: number): Promise<number> {
  return page.evaluate((y) => {
    window.scrollTo({ top: y, behavior: 'instant' });
    return Math.round(window.scrollY);
  }, top);
}

/** From the next page on, adds up how much of it moves by itself while it comes (the browser's layout shifts). */
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

/** How much has moved since {@link recordLayoutShifts}; 0 is nothing. */
export async function layoutShiftOf(page: Page): Promise<number> {
  return Number(await page.locator('html').getAttribute('data-moved'));
}

/** Fails unless the first part ends above where the second one begins. */
export async function expectAbove(first: Locator, second: Locator): Promise<void> {
  await expect(first).toBeVisible();
  await expect(second).toBeVisible();
  const [above, below] = [await first.boundingBox(), await second.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
}
