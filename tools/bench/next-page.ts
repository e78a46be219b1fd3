import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';
import { whenAwake } from '../../tests/e2e/support/open-page.ts';
import { slowDown, withPhone } from './pages.ts';

/** How many milliseconds pass until the next page's heading and its first picture are drawn. */
export type Arrival = { heading: number; picture: number };

const Times = z.object({ heading: z.number(), picture: z.number() });

/** The fifth card is the first below the first screen of a phone. */
const card = (page: Page, index: number) => page.locator('main .piece .name a').nth(index);

const ways: readonly { what: string; go: (page: Page, session: CDPSession) => Promise<void> }[] = [
  {
    what: 'a piece that has been in view for a second',
    go: async (page, session) => {
      await pause(1000);
      await press(page, session, 0);
    },
  },
  {
    what: 'a piece that a mouse has hovered for a second',
    go: async (page) => {
      const { x, y } = await middleOf(page, 0);
      await page.mouse.move(x, y);
      await pause(1000);
      await page.mouse.down();
      await page.mouse.up();
    },
  },
  {
    what: 'a piece 80 ms after it came into view',
    go: async (page, session) => {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), await topOf(page, 12));
      await pause(80);
      await press(page, session, 12);
    },
  },
  {
    what: 'back to the listing',
    go: async (page, session) => {
      await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
      await pause(1000);
      await press(page, session, await page.evaluate(cardInView));
      await page.locator('.gal').waitFor();
      await pause(2000);
      await page.evaluate('watchNextPage()');
      await page.evaluate(() => history.back());
    },
  },
  {
    what: 'forward to the piece again',
    go: async (page, session) => {
      await pause(1000);
      await press(page, session, 0);
      await page.locator('.gal').waitFor();
      await pause(2000);
      await page.evaluate(() => history.back());
      await page.locator('.gal').waitFor({ state: 'detached' });
      await pause(2000);
      await page.evaluate('watchNextPage()');
      await page.evaluate(() => history.forward());
    },
  },
];

/** Visits for each row, which shows their median. */
const visits = 3;

/** Measures each way to a next page on the slow phone, from the end of the press. */
export async function measureNextPages(url: string): Promise<Map<string, Arrival>> {
  const arrivals = new Map<string, Arrival>();
  await withPhone(false, async (onPhone) => {
    for (const { what, go } of ways) {
      const times: Arrival[] = [];
      for (let visit = 0; visit < visits; visit++)
        await onPhone(async (page) => {
          const session = await slowDown(page);
          await page.addInitScript(watchNextPage);
          await page.goto(`${url}/Sarees`, { timeout: 60_000, waitUntil: 'networkidle' });
          await whenAwake(page);
          await pause(1000);
          await page.evaluate('watchNextPage()');
          await go(page, session);
          await page.waitForFunction(() => Number(Reflect.get(window, 'arrived').picture) > 0);
          times.push(Times.parse(await page.evaluate('window.arrived')));
        });
      const middle = (part: keyof Arrival) =>
        times.map((time) => time[part]).toSorted((one, other) => one - other)[Math.floor(visits / 2)] ?? 0;
      arrivals.set(what, { heading: middle('heading'), picture: middle('picture') });
    }
  });
  return arrivals;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function middleOf(page: Page, index: number) {
  const box = await card(page, index).boundingBox();
  if (!box) throw new Error(`Card ${index} is not to be seen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const topOf = (page: Page, index: number) =>
  card(page, index).evaluate((link) => link.getBoundingClientRect().top + scrollY - innerHeight / 2);

/** Runs in the page. Returns the index of the card in the middle of the screen. */
function cardInView() {
  const links = [...document.querySelectorAll('main .piece .name a')];
  return links.findIndex((link) => link.getBoundingClientRect().top > innerHeight / 3);
}

/** Touches a card for 80 ms. */
async function press(page: Page, session: CDPSession, index: number): Promise<void> {
  const point = await middleOf(page, index);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await pause(80);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Runs in the page. Looks at each frame from the next press, or the next step through the history. */
function watchNextPage() {
  const watch = () => {
    const headingOf = () => document.querySelector('main h1')?.textContent;
    const pictureOf = () => document.querySelector<HTMLImageElement>('.gal img, main .piece img');
    const before = headingOf();
    const arrived = { heading: 0, picture: 0 };
    let begun = 0;
    const look = () => {
      const now = performance.now() - begun;
      if (arrived.heading === 0 && headingOf() !== before) arrived.heading = now;
      const picture = pictureOf();
      if (arrived.heading > 0 && picture?.complete && picture.naturalWidth > 0) arrived.picture = now;
      if (arrived.picture === 0) requestAnimationFrame(look);
    };
    const begin = ({ timeStamp }: Event) => {
      if (begun > 0) return;
      begun = timeStamp;
      requestAnimationFrame(look);
    };
    Object.assign(window, { arrived });
    addEventListener('click', begin, { capture: true, once: true });
    addEventListener('popstate', begin, { capture: true, once: true });
  };
  Object.assign(window, { watchNextPage: watch });
}
