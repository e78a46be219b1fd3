import { openPage, scrollPage } from './support/open-page.ts';
import { newEmail, signedInShopper } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

const ownPages = ['/account', '/checkout', '/profile', '/orderdetail/TB-SAR-001'];
const menuRow = { name: 'Shop', exact: true } as const;

test('the header and the tab bar scroll with the page on a phone in landscape', async ({ page }) => {
  await openPage(page, '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001');
  const tabs = page.getByRole('navigation', { name: 'Main' });
  const bottomOfBar = () =>
    page.locator('.buybar').evaluate((node) => Math.round(node.getBoundingClientRect().bottom));
  for (const size of [
    { width: 667, height: 375 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size);
    await scrollPage(page, 0);
    await scrollPage(page, 400);
    await expect(page.getByRole('banner')).not.toBeInViewport();
    await expect(tabs).not.toBeInViewport();
    await expect.poll(bottomOfBar).toBe(size.height);
    await scrollPage(page, 100_000);
    await expect(tabs).toBeInViewport();
  }
});

test('the shop’s name, the buttons and the stars are visible with forced colours', {
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

test('a shopper’s own pages have the account header and no footer from 768 px on [S-LAY-02…06]', {
  tag: '@desktop',
}, async ({ page }) => {
  // A guest would be redirected from the profile to the login.
  await signedInShopper(page, newEmail('a-shopper-with-a-long-address'));
  const middle = (name: Element) => {
    const { left, right } = name.getBoundingClientRect();
    return Math.round((left + right) / 2);
  };
  for (const at of ownPages) {
    await openPage(page, at);
    for (const width of [768, 767]) {
      await page.setViewportSize({ width, height: 900 });
      const visible = width < 768;
      await expect(page.getByRole('contentinfo')).toBeVisible({ visible });
      const cart = page.getByRole('link', { name: 'Cart', exact: true }).first();
      await expect(cart).toBeVisible({ visible });
      await expect(page.getByRole('navigation', menuRow)).toBeHidden();
      await expect(page.getByRole('navigation', { name: 'Shop and account' })).toBeVisible({
        visible: !visible,
      });
      await expect(page.getByRole('banner').locator('.account-drop')).toBeVisible({ visible: !visible });
      if (visible) continue;
      const name = page.getByRole('banner').getByRole('link', { name: 'Tanabana', exact: true });
      // The border at the left edge is 16 px wide.
      expect(await name.filter({ visible: true }).evaluate(middle)).toBe(392);
    }
  }
});

test('other pages have the menu row instead of the phone’s menu and tabs from 768 px on [S-LAY-07 S-LAY-08 S-CONST-09]', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const at of ['/', '/Sarees', '/category', '/cart', '/our-story']) {
    await openPage(page, at);
    for (const width of [320, 767, 768, 1080, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Menu' })).toBeVisible({ visible: width < 768 });
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ visible: width < 768 });
      await expect(page.getByRole('navigation', menuRow)).toBeVisible({ visible: width >= 768 });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, `${at} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
