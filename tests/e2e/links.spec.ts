import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** Marks the current document. A page load removes the mark. */
const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));

const policyLink = (page: Page) => page.getByRole('link', { name: 'Privacy Policy' }).first();
const steps = (page: Page) => page.evaluate(() => history.length);

test('links and the Back button open the shop’s pages without a page load', async ({ page, context }) => {
  await openPage(page, '/our-story');
  await test.step('the browser handles a click that opens another tab', async () => {
    const coming = context.waitForEvent('page');
    await policyLink(page).click({ modifiers: ['ControlOrMeta'] });
    const other = await coming;
    await expect(other).toHaveURL('/privacy-policy');
    await other.close();
    await expect(page).toHaveURL('/our-story');
  });
  const title = page.getByRole('heading', { level: 1 });
  const text = (await title.textContent()) ?? '';
  await markDocument(page);
  await policyLink(page).click();
  await expect(page).toHaveURL('/privacy-policy');
  expect(await isMarked(page)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL('/our-story');
  // The URL changes before the page does.
  await expect(title).toHaveText(text);
  expect(await isMarked(page)).toBe(true);
  // A link to the current URL adds no entry to the history.
  await policyLink(page).press('Enter');
  await expect(page).toHaveURL('/privacy-policy');
  const before = await steps(page);
  const loaded = page.waitForResponse('**/privacy-policy.data*');
  await policyLink(page).click();
  await loaded;
  await page.getByRole('link', { name: 'Terms & Conditions' }).first().click();
  await expect(page).toHaveURL('/terms-and-conditions');
  expect(await steps(page)).toBe(before + 1);
  expect(await isMarked(page)).toBe(true);
  // The browser follows a link to a file itself.
  await page.evaluate(() => {
    const anchor = document.createElement('a');
    anchor.href = '/robots.txt';
    document.body.append(anchor);
    anchor.click();
  });
  await expect(page).toHaveURL('/robots.txt');
  expect(await isMarked(page)).toBe(false);
});

test('a Quick View button on a page without the Quick View dialog leads to the product', async ({ page }) => {
  await openPage(page, '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');
  await markDocument(page);
  const other = page.getByRole('region', { name: 'You may also like' }).getByRole('article').first();
  const address = await other.locator('.name a').getAttribute('href');
  await other.locator('button.quick').evaluate((button: HTMLElement) => button.click());
  await expect(page).toHaveURL(address ?? '');
  expect(await isMarked(page)).toBe(true);
});
