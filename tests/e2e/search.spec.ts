import type { Page } from '@playwright/test';
import { flushPageTasks, openPage, stopClock } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const searchRequests = '**/api/product/search?*';
const bar = (page: Page) => page.getByRole('banner');
const box = (page: Page) => bar(page).getByRole('searchbox', { name: 'Search' });
const panel = (page: Page) => page.locator('#search-panel');
const found = (page: Page) => panel(page).getByRole('article');

/** Opens the search box. On a phone the search icon opens its panel first. */
async function openBox(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await bar(page).getByRole('link', { name: 'Search' }).click();
  else await box(page).click();
  await expect(box(page)).toBeFocused();
}

/** Records the queries that the page sends, without changing them. */
async function recordQueries(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route(searchRequests, (route) => {
    requested.push(new URL(route.request().url()).searchParams.get('query') ?? '');
    return route.continue();
  });
  return requested;
}

test('search results open in a grid under the header until Escape, a click outside or a navigation closes them [S-SRCH-01…05 S-CONST-12 S-GEN-07]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await openPage(page, '/our-story');
  await openBox(page, isMobile);
  // The longest query that a search accepts.
  await expect(box(page)).toHaveAttribute('maxlength', '100');
  await box(page).fill('zzzqqq');
  await expect(panel(page)).toContainText('We found nothing for that.');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  // The focus returns to the control that opened the panel.
  await expect(isMobile ? bar(page).getByRole('link', { name: 'Search' }) : box(page)).toBeFocused();
  await openBox(page, isMobile);
  await box(page).fill('linen');
  await expect(found(page).first()).toBeVisible();
  await page.mouse.click(60, (page.viewportSize()?.height ?? 0) - 120);
  await expect(panel(page)).toBeHidden();

  await openBox(page, isMobile);
  await box(page).fill('silk');
  await expect(found(page)).toHaveCount(12);
  const tops = await found(page).evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().top)),
  );
  expect(tops.filter((top) => top === tops[0])).toHaveLength(isMobile ? 2 : 6);
  await box(page).fill('gulnar');
  await expect(panel(page).getByRole('heading', { name: 'RECOMMENDED FOR YOU', exact: true })).toBeVisible();
  const match = found(page).first();
  await expect(match.getByRole('heading')).toHaveText('Gulnar Banarasi Katan Silk Saree');
  await expect(match.locator('img')).toHaveAttribute('src', /tb-sar-001-1\.jpg/);
  await expect(match.locator('s')).toHaveText('MRP ₹28,500');
  await expect(match.locator('.price')).toHaveText('₹24,800');
  await expectAccessible(page);
  const under = await panel(page).evaluate((element) => element.getBoundingClientRect().top);
  const row = await bar(page).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(Math.abs(under - row)).toBeLessThanOrEqual(1);
  await match.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL('/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');
  await expect(panel(page)).toBeHidden();
  await openBox(page, isMobile);
  await box(page).fill('silk');
  await expect(found(page).first()).toBeVisible();
  await bar(page).getByRole('link', { name: 'Cart' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(panel(page)).toBeHidden();
});

test('the search box sends one query, 100 ms after the last keystroke [S-SRCH-06…08 S-CONST-09]', async ({
  page,
  isMobile,
}) => {
  await stopClock(page);
  await openPage(page, '/our-story');
  const requested = await recordQueries(page);
  await openBox(page, isMobile);
  for (const character of 'ikat') {
    await box(page).press(character);
    await page.clock.runFor(99);
    await flushPageTasks(page);
    expect(requested).toEqual([]);
  }
  const sent = page.waitForRequest(searchRequests);
  await page.clock.runFor(1);
  const request = await sent;
  expect(request.method()).toBe('GET');
  expect(new URL(request.url()).pathname).toBe('/api/product/search');
  expect((await request.allHeaders()).authorization).toBeUndefined();
  await expect(found(page).first()).toBeVisible();
  await page.clock.runFor(5000);
  expect(requested).toEqual(['ikat']);

  await box(page).fill('');
  await box(page).pressSequentially('   ');
  await page.clock.runFor(1000);
  await box(page).fill('linen');
  await box(page).fill('  ');
  await page.clock.runFor(1000);
  await flushPageTasks(page);
  await expect(panel(page).getByText('RECOMMENDED FOR YOU')).toBeHidden();
  await box(page).fill('khadi');
  await page.clock.runFor(100);
  await expect(found(page).first()).toBeVisible();
  expect(requested).toEqual(['ikat', 'khadi']);
});

test.describe('late or failed searches', () => {
  test.use({ expectedErrors: [/api\/product\/search/] });

  test('a late response never replaces a newer one [S-SRCH-06]', async ({ page, isMobile }) => {
    await openPage(page, '/our-story');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late = Promise.resolve();
    await page.route(searchRequests, async (route) => {
      const isFirst = route.request().url().includes('query=patola');
      if (!isFirst) return route.continue();
      const response = await route.fetch();
      late = held.then(() => route.fulfill({ response }));
      return late;
    });
    await openBox(page, isMobile);
    const first = page.waitForRequest((request) => request.url().includes('query=patola'));
    await box(page).fill('patola');
    await first;
    await box(page).fill('linen');
    await expect(found(page).first()).toContainText('Jamdani Henna Stole');
    release();
    await late;
    await flushPageTasks(page);
    await expect(found(page)).toHaveCount(1);
    await expect(found(page).first()).toContainText('Jamdani Henna Stole');

    await page.unroute(searchRequests);
    await page.route(searchRequests, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
    await box(page).fill('ikat');
    await expect(panel(page).getByRole('alert')).toContainText('We could not search just now.');
    await expectAccessible(page);
    await page.unroute(searchRequests);
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await expect(found(page).first()).toBeVisible();
    await expect(panel(page).getByRole('alert')).toHaveCount(0);
  });
});

test('Enter opens the page of all search results [S-SRCH-01 S-GEN-07]', async ({ page }) => {
  await openPage(page, '/our-story');
  await openBox(page, true);
  await box(page).fill('linen');
  await expect(found(page)).toHaveCount(1);
  await box(page).fill('ikat stole');
  await box(page).press('Enter');
  await expect(page).toHaveURL('/search?query=ikat+stole');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “ikat stole”');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Ikat Madder Stole');
  // The search icon opens the panel with the results for this page's query.
  await openBox(page, true);
  await expect(found(page).first()).toContainText('Ikat Madder Stole');
  await expect(panel(page)).not.toContainText('linen');
});
