import type { APIRequestContext } from '@playwright/test';
import { expectAddress } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** Titles of listings by path. */
const listings = {
  '/Sarees': 'Sarees',
  '/Suits': 'Suits',
  '/CoOrdSets': 'Co-Ord Sets',
  '/Dupattas': 'Dupattas',
  '/craft/Kota%20Doria': 'Kota Doria',
  '/fabric/Katan%20silk': 'Katan silk',
};
/** Titles of the account pages by path. */
const ownScreens = {
  '/login': 'Login',
  '/cart': 'Cart',
  '/wishlist': 'Wishlist',
  '/profile': 'Profile',
  '/account-form': 'Edit profile',
  '/checkout': 'Checkout',
  '/account': 'My Orders',
};

/** Reads a page as the server sends it, because the browser redirects a guest from some pages to the login. */
async function expectTitle(request: APIRequestContext, at: string, title: string): Promise<string> {
  const response = await request.get(at);
  expect(response.status(), at).toBe(200);
  const html = await response.text();
  expect(html, at).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
  return html;
}

test('the server sends the same account pages to all shoppers [S-RT-13…20]', async ({ request }) => {
  for (const [at, title] of Object.entries(ownScreens))
    expect(await expectTitle(request, at, title)).not.toContain('next release');
});

test('each screen of a shopper’s own data redirects a guest to the login [S-ROLE-03 S-ROLE-04 S-RT-15 S-RT-17 S-RT-19 S-RT-20]', async ({
  page,
}) => {
  test.slow();
  for (const at of [
    '/wishlist',
    '/profile',
    '/account-form',
    '/checkout',
    '/account',
    '/orderdetail/TB-STO-001?order=TB1001',
  ]) {
    await page.goto(at);
    await expectAddress(page, `/login?next=${encodeURIComponent(at)}`);
  }
});

test('categories, crafts and fabrics have their listings [S-RT-02…06 S-RT-08 S-RT-09]', async ({
  request,
}) => {
  for (const [at, title] of Object.entries(listings)) {
    const html = await expectTitle(request, at, title);
    expect(html, at).toContain('>Sort by</span>');
    expect(html, at).toContain('<article class="product-card">');
  }
});
