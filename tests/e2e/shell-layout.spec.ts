import { openPage, scrollPage, scrollPosition } from './support/open-page.ts';
import { newEmail, signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

const ownPages = ['/account', '/checkout', '/profile', '/orderdetail/TB-SAR-001'];
const menuRow = { name: 'Shop', exact: true } as const;

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';

test('header and tabs scroll away on a phone in landscape', {
  tag: '@phone',
}, async ({ page }) => {
  await openPage(page, gulnar);
  for (const [width, height] of [
    [667, 375],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await scrollPage(page, 0);
    await scrollPage(page, 400);
    await expect(page.getByRole('banner')).not.toBeInViewport();
    await expect(page.getByRole('navigation', { name: 'Main' })).not.toBeInViewport();
    const bar = page.locator('.buybar');
    await expect
      .poll(() => bar.evaluate((node) => Math.round(node.getBoundingClientRect().bottom)))
      .toBe(height);
    await scrollPage(page, 100_000);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeInViewport();
  }
});

test('the shop’s name, buttons and stars stay visible with forced colours', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await openPage(page, '/');
  const home = page.getByRole('banner').getByRole('link', { name: 'Tanabana', exact: true });
  const adjust = (node: Element) => getComputedStyle(node).getPropertyValue('forced-color-adjust');
  for (const name of await home.locator('span').all()) expect(await name.evaluate(adjust)).toBe('none');

  const buttons = await page.getByRole('region', { name: 'Our fabrics' }).getByRole('button').all();
  expect(buttons).toHaveLength(3);
  const background = (button: Element) => getComputedStyle(button).backgroundColor;
  for (const button of buttons) expect(await button.evaluate(background)).toBe('rgb(0, 0, 0)');

  await openPage(page, '/Sarees');
  const product = page.getByRole('main').getByRole('article').first();
  const gradient = (part: Element) => getComputedStyle(part).backgroundImage;
  for (const part of ['.stars', '.fringe'])
    expect(await product.locator(part).evaluate(gradient)).toContain('gradient');
});

test.describe('the layout around a width of 768 px', { tag: '@desktop' }, () => {
  test('top bar and footer are hidden on a shopper’s own pages from 768 px on [S-LAY-02…06]', async ({
    page,
  }) => {
    // A guest would be redirected from the profile to the login.
    await signedInShopper(page, newEmail('a-shopper-with-a-long-address'));
    const middle = (name: Element) => {
      const { left, right } = name.getBoundingClientRect();
      return Math.round((left + right) / 2);
    };
    for (const at of ownPages) {
      await page.setViewportSize({ width: 768, height: 900 });
      await openPage(page, at);
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeHidden();
      await expect(page.getByRole('navigation', menuRow)).toBeHidden();
      await expect(page.getByRole('navigation', { name: 'Shop and account' })).toBeVisible();
      await expect(page.getByRole('banner').locator('.account-drop')).toBeVisible();
      const name = page.getByRole('banner').getByRole('link', { name: 'Tanabana', exact: true });
      // The border at the left edge is 16 px wide.
      expect(await name.filter({ visible: true }).evaluate(middle)).toBe(392);

      await page.setViewportSize({ width: 767, height: 900 });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Shop and account' })).toBeHidden();
    }
  });

  test('other pages show the top bar and hide the phone’s bars from 768 px on [S-LAY-07 S-LAY-08 S-CONST-09]', async ({
    page,
  }) => {
    for (const at of ['/', '/Sarees', '/category', '/cart', '/our-story']) {
      await page.setViewportSize({ width: 767, height: 900 });
      await openPage(page, at);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Menu' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.getByRole('navigation', menuRow)).toBeHidden();

      await page.setViewportSize({ width: 768, height: 900 });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Menu' })).toBeHidden();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
      await expect(page.getByRole('navigation', menuRow)).toBeVisible();

      for (const width of [320, 767, 768, 1080, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(tooWide, `${at} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
});

test('a new page starts at its top and Back returns to the scroll position [S-LAY-01]', async ({ page }) => {
  await openPage(page, '/Sarees');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' });
  await link.scrollIntoViewIfNeeded();
  const position = await scrollPosition(page);
  expect(position).toBeGreaterThan(400);
  await link.click();
  await expect(page).toHaveURL('/privacy-policy');
  await expect.poll(() => scrollPosition(page)).toBe(0);
  await scrollPage(page, 300);
  await page.goBack();
  await expect(page).toHaveURL('/Sarees');
  await expect.poll(async () => Math.abs((await scrollPosition(page)) - position)).toBeLessThan(20);
  await page.goForward();
  await expect.poll(() => scrollPosition(page)).toBe(300);
});
