/** A product's first screen on a phone, and the bar with Add to Cart at the bottom. */
import type { Page } from '@playwright/test';
import {
  flushPageTasks,
  layoutShiftOf,
  openPage,
  recordLayoutShifts,
  scrollPage,
} from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// The viewport of Safari on an iPhone.
test.use({ viewport: { width: 390, height: 664 } });

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';
const bar = (page: Page) => page.locator('.buybar');
const images = (page: Page) => page.getByRole('list', { name: 'Pictures' });
const thumb = (page: Page, number: number) =>
  page.getByRole('link', { name: new RegExp(`^Picture ${number}: `) });

/** Lists the visible Add to Cart and View cart buttons of the page and of its bar. */
const buttonsInView = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const bottom = Math.min(...['.buybar', '.tabs'].map((one) => topOf(document.querySelector(one))));
    function topOf(element: Element | null) {
      return element?.checkVisibility({ visibilityProperty: true })
        ? element.getBoundingClientRect().top
        : innerHeight;
    }
    const header = document.querySelector('.top .row')?.getBoundingClientRect().bottom ?? 0;
    return [...main.querySelectorAll('button, a')]
      .filter((one) => /^(Add to Cart|View cart)$/.test(one.textContent ?? ''))
      .filter((one) => {
        const box = one.getBoundingClientRect();
        if (!one.checkVisibility({ visibilityProperty: true })) return false;
        return one.closest('.buybar') ? true : box.bottom > header && box.top < bottom;
      })
      .map((one) => (one.closest('.buybar') ? 'bar' : 'page'));
  });

/** Checks the first screen. Then checks at every scroll position down to the reviews that exactly one button is visible. */
async function expectOneButton(page: Page) {
  await expect(bar(page)).toBeVisible();
  for (const name of ['h1', '.buy > p:first-of-type', '.buy .price']) {
    await expect(page.locator(name)).toBeInViewport({ ratio: 1 });
    const box = await page.locator(name).boundingBox();
    const foot = await bar(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(foot?.y ?? 0);
  }
  await expect(bar(page)).toContainText('₹24,800');
  for (let number = 1; number <= 5; number++) {
    const box = await thumb(page, number).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  const gallery = await images(page).boundingBox();
  expect(gallery?.height).toBeGreaterThan(240);
  const seen = new Set<string>();
  for (let top = 0; top <= 1800; top += 60) {
    await scrollPage(page, top);
    await expect.poll(async () => (await buttonsInView(page)).length, `at ${top}`).toBe(1);
    seen.add((await buttonsInView(page)).join());
  }
  expect([...seen].sort()).toEqual(['bar', 'page']);
}

test('exactly one Add to Cart button is visible on a phone at every scroll position [S-PDP-13 S-PDP-18]', async ({
  page,
}) => {
  await recordLayoutShifts(page);
  await openPage(page, gulnar);
  await expectOneButton(page);
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);

  await scrollPage(page, 0);
  await bar(page).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(bar(page).getByRole('button', { name: 'In your cart' })).toBeDisabled();
  await expect(bar(page).getByRole('link', { name: 'View cart' })).toBeInViewport({ ratio: 1 });
  await expect(bar(page).getByRole('link', { name: 'View cart' })).toHaveClass('btn ');
  expect(await buttonsInView(page)).toEqual(['bar']);
  await expectAccessible(page);
});

test('the buy bar also hides without scroll-driven animations, and Add to Cart moves no image with reduced motion [S-PDP-13 S-PDP-19]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync('.buybar { animation: none !important }');
    document.adoptedStyleSheets.push(styles);
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, gulnar);
  await expect(bar(page)).toBeVisible();
  await page.locator('#add-to-cart .btn').evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await expect(bar(page)).toBeHidden();
  await scrollPage(page, 1700);
  await expect(bar(page)).toBeVisible();
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('.flying-image')) document.title = 'Something flew';
    }).observe(document.body, { childList: true });
  });
  await page.locator('form').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.locator('form').getByRole('button', { name: 'In your cart' })).toBeDisabled();
  await flushPageTasks(page);
  await expect(page).not.toHaveTitle('Something flew');
});
