import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';
import { waitForHydration } from '../../tests/e2e/support/open-page.ts';
import { slowDown, withPhoneBrowser } from './pages.ts';

/** Time in milliseconds until the heading and the first image of the next page are drawn. */
export type Arrival = { heading: number; image: number };

const Times = z.object({ heading: z.number(), image: z.number() });

/** Finds a product card. The fifth card is the first one below the first screen of a phone. */
const card = (page: Page, index: number) => page.locator('main .product-card .name a').nth(index);

const navigations: readonly {
  label: string;
  navigate: (page: Page, session: CDPSession) => Promise<void>;
}[] = [
  {
    label: 'a product that has been in view for a second',
    navigate: async (page, session) => {
      await pause(1000);
      await press(page, session, 0);
    },
  },
  {
    label: 'a product that a mouse has hovered for a second',
    navigate: async (page) => {
      const { x, y } = await middleOf(page, 0);
      await page.mouse.move(x, y);
      await pause(1000);
      await page.mouse.down();
      await page.mouse.up();
    },
  },
  {
    label: 'a product 80 ms after it came into view',
    navigate: async (page, session) => {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), await topOf(page, 12));
      await pause(80);
      await press(page, session, 12);
    },
  },
  {
    label: 'back to the listing',
    navigate: async (page, session) => {
      await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
      await pause(1000);
      await press(page, session, await page.evaluate(cardInView));
      await page.locator('.gallery').waitFor();
      await pause(2000);
      await page.evaluate('watchNextPage()');
      await page.evaluate(() => history.back());
    },
  },
  {
    label: 'forward to the product again',
    navigate: async (page, session) => {
      await pause(1000);
      await press(page, session, 0);
      await page.locator('.gallery').waitFor();
      await pause(2000);
      await page.evaluate(() => history.back());
      await page.locator('.gallery').waitFor({ state: 'detached' });
      await pause(2000);
      await page.evaluate('watchNextPage()');
      await page.evaluate(() => history.forward());
    },
  },
];

/** Number of visits per row. The row shows the median. */
const visits = 3;

/** Measures each navigation on the slow phone, from the end of the press. */
export async function measureNextPages(url: string): Promise<Map<string, Arrival>> {
  const arrivals = new Map<string, Arrival>();
  await withPhoneBrowser(false, async (withPhonePage) => {
    for (const { label, navigate } of navigations) {
      const times: Arrival[] = [];
      for (let visit = 0; visit < visits; visit++)
        await withPhonePage(async (page) => {
          const session = await slowDown(page);
          await page.addInitScript(watchNextPage);
          await page.goto(`${url}/Sarees`, { timeout: 60_000, waitUntil: 'networkidle' });
          await waitForHydration(page);
          await pause(1000);
          await page.evaluate('watchNextPage()');
          await navigate(page, session);
          await page.waitForFunction(() => Number(Reflect.get(window, 'arrived').image) > 0);
          times.push(Times.parse(await page.evaluate('window.arrived')));
        });
      const medianOf = (part: keyof Arrival) =>
        times.map((time) => time[part]).toSorted((one, other) => one - other)[Math.floor(visits / 2)] ?? 0;
      arrivals.set(label, { heading: medianOf('heading'), image: medianOf('image') });
    }
  });
  return arrivals;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function middleOf(page: Page, index: number) {
  const box = await card(page, index).boundingBox();
  if (!box) throw new Error(`Card ${index} is not visible.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const topOf = (page: Page, index: number) =>
  card(page, index).evaluate((link) => link.getBoundingClientRect().top + scrollY - innerHeight / 2);

/** Runs in the page. Returns the index of the card in the middle of the screen. */
function cardInView() {
  const links = [...document.querySelectorAll('main .product-card .name a')];
  return links.findIndex((link) => link.getBoundingClientRect().top > innerHeight / 3);
}

/** Touches a card for 80 ms. */
async function press(page: Page, session: CDPSession, index: number): Promise<void> {
  const point = await middleOf(page, index);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await pause(80);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/**
 * Runs in the page. After the next click or history navigation, checks in each frame whether the next page or its preview is
 * drawn.
 */
function watchNextPage() {
  const watch = () => {
    const find = <E extends Element = Element>(selector: string) =>
      document.querySelector<E>(`.page-preview :is(${selector})`) ??
      document.querySelector<E>(`main :is(${selector})`);
    const headingOf = () => find('h1, .product-card .name')?.textContent;
    const imageOf = () => find<HTMLImageElement>('.gallery img, .product-card img');
    const before = headingOf();
    const arrived = { heading: 0, image: 0 };
    let startedAt = 0;
    const check = () => {
      const now = performance.now() - startedAt;
      if (arrived.heading === 0 && headingOf() !== before) arrived.heading = now;
      const image = imageOf();
      if (arrived.heading > 0 && image?.complete && image.naturalWidth > 0) arrived.image = now;
      if (arrived.image === 0) requestAnimationFrame(check);
    };
    const start = ({ timeStamp }: Event) => {
      if (startedAt > 0) return;
      startedAt = timeStamp;
      requestAnimationFrame(check);
    };
    Object.assign(window, { arrived });
    addEventListener('click', start, { capture: true, once: true });
    addEventListener('popstate', start, { capture: true, once: true });
  };
  Object.assign(window, { watchNextPage: watch });
}
