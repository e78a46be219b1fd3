/** Pages that the browser fetches before a press, and the preview that a press shows until the page has loaded. */
import type { Page, Request } from '@playwright/test';
import {
  expectAddress,
  flushPageTasks,
  holdBack,
  openPage,
  scrollPage,
  scrollPosition,
} from './support/open-page.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

const cards = (page: Page) => page.getByRole('main').locator('.product-card .name a');
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const pathOf = (request: Request) => new URL(request.url()).pathname;

/** Records the requests for pages from now on, documents as well as their data. */
function recordPageRequests(page: Page): Request[] {
  const pageRequests: Request[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() || request.url().includes('.data')) pageRequests.push(request);
  });
  return pageRequests;
}

/** Waits until no page has been requested for half a second. */
async function waitUntilQuiet(pageRequests: Request[]) {
  let before = -1;
  const isQuiet = () => {
    const last = before;
    before = pageRequests.length;
    return before === last;
  };
  await expect.poll(isQuiet, { intervals: [700] }).toBe(true);
}

/** Records the selectors of elements that are added to the page from now on, once per element. */
function recordAdded(page: Page, selectors: string[]) {
  return page.evaluateHandle((watched) => {
    const seen: string[] = [];
    new MutationObserver((records) => {
      const elements = records
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof Element);
      for (const element of elements)
        for (const found of watched)
          if (element.matches(found) || element.querySelector(found)) seen.push(found);
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  }, selectors);
}

test('the pages of visible cards are fetched in advance one at a time, seven at most, and not again when a card is pressed', async ({
  page,
}) => {
  let inFlight = 0;
  let maxInFlight = 0;
  await page.route('**/*.data*', async (route) => {
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    await new Promise((resolve) => setTimeout(resolve, 30));
    inFlight -= 1;
    await route.continue();
  });
  const pageRequests = recordPageRequests(page);
  await openPage(page, '/Sarees');
  const link = cards(page).first();
  const address = (await link.getAttribute('href')) ?? '';
  await expect.poll(() => pageRequests.map(pathOf)).toContain(`${address}.data`);
  await waitUntilQuiet(pageRequests);
  const scrollOn = () =>
    page.evaluate(() => {
      const before = scrollY;
      scrollBy({ top: innerHeight, behavior: 'instant' });
      return scrollY > before;
    });
  while (await scrollOn()) await waitUntilQuiet(pageRequests);
  const before = pageRequests.length;
  // The first request is for the listing itself.
  expect(before - 1).toBeGreaterThan(4);
  expect(before - 1).toBeLessThanOrEqual(7);
  expect(maxInFlight).toBe(1);
  const title = (await link.textContent()) ?? '';
  const parts = ['.page-preview', 'main .skeleton', 'main .prod', 'main section.band'];
  const added = await recordAdded(page, parts);
  await link.click();
  await expect(heading(page)).toHaveText(title);
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
  expect([...new Set(await added.jsonValue())]).toEqual(['.page-preview', 'main .prod', 'main section.band']);
  expect(pageRequests.slice(before).filter((request) => pathOf(request).startsWith(address))).toEqual([]);
  expect(pageRequests.filter((request) => request.isNavigationRequest())).toHaveLength(1);
});

test("a pressed card shows its product's name, price and image until the page has loaded or has failed to load", {
  tag: '@both',
}, async ({ page }) => {
  const { sent, release } = await holdBack(page, '**/TB-SAR-*.data*');
  await openPage(page, '/Sarees');
  // The first prefetch shows that the script of the previews is loaded.
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  const card = page.locator('main .product-card').first();
  const name = (await card.locator('.name').textContent()) ?? '';
  const price = (await card.locator('.price').textContent()) ?? '';
  await cards(page).first().click();
  const preview = page.locator('.page-preview');
  await expect(preview.locator('h1')).toHaveText(name);
  await expect(preview).toContainText(price);
  const image = preview.locator('.gallery img');
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  const position = await preview.locator('h1').boundingBox();
  release();
  await expect(preview).toBeHidden();
  await expect(heading(page)).toHaveText(name);
  const final = await heading(page).boundingBox();
  expect(Math.abs((final?.y ?? 0) - (position?.y ?? 0))).toBeLessThan(1);

  await page.route('**/TB-SAR-*.data*', (route) => route.abort());
  await page.goBack();
  await expect(heading(page)).toHaveText('Sarees');
  await cards(page).last().click();
  await expect(heading(page)).not.toHaveText('Sarees');
  await expect(preview).toHaveCount(0);
});

test('a tap on a card shows the preview of its product, but a swipe, a cancelled click or a heart does not', async ({
  page,
}) => {
  const pageRequests = recordPageRequests(page);
  const preview = page.locator('.page-preview');
  await openPage(page, '/Sarees');
  const name = (await cards(page).first().textContent()) ?? '';
  await waitUntilQuiet(pageRequests);
  const moved = await cards(page)
    .first()
    .evaluate((link) => {
      const touch = (type: string, clientX: number) =>
        link.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', clientX, bubbles: true }));
      const isShown = () => document.querySelector('.page-preview') !== null;
      touch('pointerdown', 10);
      touch('pointerup', 40);
      const afterMove = isShown();
      dispatchEvent(new Event('scroll'));
      touch('pointerdown', 10);
      touch('pointerup', 10);
      return { afterMove, afterScroll: isShown() };
    });
  expect(moved).toEqual({ afterMove: false, afterScroll: false });

  await waitUntilQuiet(pageRequests);
  const added = await recordAdded(page, ['.page-preview']);
  await test.step('a cancelled click leaves no preview behind', async () => {
    await page.evaluate(() =>
      addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true }),
    );
    await cards(page).first().tap();
    await expect.poll(() => added.jsonValue()).toEqual(['.page-preview']);
    await expect(preview).toHaveCount(0);
    await expectAddress(page, '/Sarees');
  });

  await test.step('a guest’s heart leads to the sign-in', async () => {
    await page
      .locator('.product-card')
      .getByRole('link', { name: /log in first/ })
      .first()
      .tap();
    await expectAddress(page, '/login?next=%2FSarees');
    expect(await added.jsonValue()).toEqual(['.page-preview']);
    await page.goBack();
    await expect(heading(page)).toHaveText('Sarees');
    await expect(preview).toHaveCount(0);
    await waitUntilQuiet(pageRequests);
  });

  const shown = await page.evaluateHandle(() => {
    const seen: (string | undefined)[] = [];
    const note = () => seen.push(document.querySelector('.page-preview h1')?.textContent);
    addEventListener('click', note, { capture: true, once: true });
    return seen;
  });
  await cards(page).first().tap();
  await expect(heading(page)).toHaveText(name);
  expect(await shown.jsonValue()).toEqual([name]);
  await expect(preview).toHaveCount(0);
});

test('Back shows the previous page at once, at the scroll position that it had', async ({ page }) => {
  const pageRequests = recordPageRequests(page);
  await openPage(page, '/Sarees');
  await scrollPage(page, 500);
  const card = cards(page).nth(4);
  await card.scrollIntoViewIfNeeded();
  const name = (await card.textContent()) ?? '';
  await waitUntilQuiet(pageRequests);
  const position = await card.boundingBox();
  const top = await scrollPosition(page);
  await card.click();
  await expect(heading(page)).toHaveText(name);
  await waitUntilQuiet(pageRequests);
  const shown = await page.evaluateHandle(() => {
    const seen: { text: string; top: number | undefined }[] = [];
    new MutationObserver((records) => {
      for (const preview of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (preview instanceof HTMLElement && preview.matches('.page-preview'))
          for (const element of preview.querySelectorAll('.name a, h1'))
            seen.push({ text: element.textContent, top: element.getBoundingClientRect().top });
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  // Hold the response for the listing until the preview has been checked.
  const { release } = await holdBack(page, '**/Sarees.data*');
  const again = page.waitForRequest('**/Sarees.data*');
  await page.goBack();
  await expect(heading(page)).toHaveText('Sarees');
  await expect.poll(() => scrollPosition(page)).toBe(top);
  expect(await shown.jsonValue()).toContainEqual({ text: name, top: position?.y });
  await again;
  release();
  await page.goForward();
  await expect(heading(page)).toHaveText(name);
  expect(await shown.jsonValue()).toContainEqual(expect.objectContaining({ text: name }));
  await expect(page.locator('.page-preview')).toHaveCount(0);

  await test.step('Back from a related product restores the scroll position', async () => {
    const related = page.locator('.rail').last();
    await related.scrollIntoViewIfNeeded();
    await flushPageTasks(page);
    const reached = await scrollPosition(page);
    expect(reached).toBeGreaterThan(300);
    await related.locator('.name a').first().click();
    await expect(heading(page)).not.toHaveText(name);
    await page.goBack();
    await expect(heading(page)).toHaveText(name);
    await expect.poll(() => scrollPosition(page)).toBe(reached);
  });
});

test('the page of a focused link is fetched and opens without a further request, and Back opens the last page without a network', async ({
  page,
}) => {
  const pageRequests = recordPageRequests(page);
  const images: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') images.push(pathOf(request));
  });
  await openPage(page, '/our-story');
  const title = (await heading(page).textContent()) ?? '';
  await waitUntilQuiet(pageRequests);
  const link = page.getByRole('link', { name: 'Privacy Policy' }).first();
  // On a busy machine the first focus can come before the page has its listeners.
  await expect(async () => {
    await link.blur();
    await link.focus();
    await expect.poll(() => pageRequests.map(pathOf), { timeout: 1500 }).toContain('/privacy-policy.data');
  }).toPass();
  await waitUntilQuiet(pageRequests);
  const before = pageRequests.length;
  await link.press('Enter');
  await expect(heading(page)).toHaveText('Privacy Policy');
  expect(pageRequests).toHaveLength(before);

  await page.route('**/our-story.data*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goBack();
  await failed;
  await expect(heading(page)).toHaveText(title);

  await openPage(page, '/Sarees');
  const card = cards(page).last();
  const address = (await card.getAttribute('href')) ?? '';
  const number = address.split('/').at(-1)?.toLowerCase() ?? '';
  await card.evaluate((anchor: HTMLElement) => anchor.focus({ preventScroll: true }));
  await expect.poll(() => pageRequests.map(pathOf)).toContain(`${address}.data`);
  await expect.poll(() => images.some((path) => path.includes(number))).toBe(true);
});

test('the page of a link is fetched while the mouse rests on the link', {
  tag: '@desktop',
}, async ({ page }) => {
  const pageRequests = recordPageRequests(page);
  await openPage(page, '/our-story');
  const [passed, rested] = [
    page.getByRole('link', { name: 'Terms & Conditions' }).first(),
    page.getByRole('link', { name: 'Privacy Policy' }).first(),
  ];
  await rested.scrollIntoViewIfNeeded();
  await waitUntilQuiet(pageRequests);
  // Dispatch both events in one task, because a slow machine could let the mouse rest on the first link.
  await passed.evaluate(
    (...links) => {
      for (const link of links)
        link?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    },
    await rested.elementHandle(),
  );
  await expect.poll(() => pageRequests.map(pathOf)).toContain('/privacy-policy.data');
  expect(pageRequests.map(pathOf)).not.toContain('/terms-and-conditions.data');
});

for (const connection of [{ saveData: true }, { effectiveType: 'slow-2g' }])
  test(`no page is fetched before a press if the browser reports ${JSON.stringify(connection)}`, async ({
    page,
  }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    await page.clock.install();
    const pageRequests = recordPageRequests(page);
    const isLoaded = page.waitForResponse('**/prefetcher-*.js');
    await openPage(page, '/Sarees');
    await cards(page).first().focus();
    await (await isLoaded).finished();
    await page.clock.runFor(5000);
    await flushPageTasks(page);
    expect(pageRequests.filter((request) => !request.isNavigationRequest())).toEqual([]);
    await cards(page).first().press('Enter');
    await expect(page.locator('.gallery')).toBeVisible();
  });

test('the check of a shown page for changes does not restart a navigation that has started', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    window.requestIdleCallback = (work) => waiting.push(work);
    Object.assign(window, {
      runIdleWork: () => {
        for (const work of waiting.splice(0)) work({ didTimeout: false, timeRemaining: () => 50 });
      },
    });
  });
  const pageRequests = recordPageRequests(page);
  await openPage(page, '/Sarees');
  await cards(page).first().click();
  await expect(heading(page)).not.toHaveText('Sarees');
  await page.goBack();
  await expect(heading(page)).toHaveText('Sarees');
  const { release } = await holdBack(page, '**/privacy-policy.data*');
  const before = pageRequests.length;
  await page.getByRole('link', { name: 'Privacy Policy' }).first().click();
  await expect.poll(() => pageRequests.slice(before).map(pathOf)).toContain('/privacy-policy.data');
  await page.evaluate(() => Reflect.get(window, 'runIdleWork')());
  await flushPageTasks(page);
  release();
  await expectAddress(page, '/privacy-policy');
  await expect(heading(page)).not.toHaveText('Sarees');
  expect(pageRequests.slice(before).map(pathOf)).toEqual(['/privacy-policy.data']);
});

test('a page that was fetched more than half a minute before the press is fetched again', async ({
  page,
}) => {
  await page.clock.install();
  const pageRequests = recordPageRequests(page);
  await openPage(page, '/Sarees');
  const link = cards(page).first();
  const address = (await link.getAttribute('href')) ?? '';
  await page.clock.runFor(2000);
  await expect.poll(() => pageRequests.map(pathOf)).toContain(`${address}.data`);
  await page.clock.runFor(31_000);
  const before = pageRequests.length;
  await link.evaluate((anchor: HTMLElement) => anchor.click());
  await expect(page.locator('.gallery')).toBeVisible();
  await page.clock.runFor(2000);
  await expect.poll(() => pageRequests.slice(before).map(pathOf)).toContain(`${address}.data`);
});

test('a prerendered page hydrates when it is shown', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/|\.data/.test(request.url())) requests.push(pathOf(request));
  });
  await page.goto('/Sarees', { waitUntil: 'networkidle' });
  const isHydrated = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps$')),
    );
  expect(await isHydrated()).toBe(false);
  expect(requests).toEqual([]);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await expect.poll(isHydrated).toBe(true);
});
