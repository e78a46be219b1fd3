import { expectAddress } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** Paths of listings with the titles of their pages. */
const listings = [
  { at: '/Sarees', title: 'Sarees' },
  { at: '/Suits', title: 'Suits' },
  { at: '/CoOrdSets', title: 'Co-Ord Sets' },
  { at: '/Dupattas', title: 'Dupattas' },
  { at: '/craft/Kota%20Doria', title: 'Kota Doria' },
  { at: '/fabric/Katan%20silk', title: 'Katan silk' },
];
const ownScreens = [
  { at: '/login', title: 'Login' },
  { at: '/cart', title: 'Cart' },
  { at: '/wishlist', title: 'Wishlist' },
  { at: '/profile', title: 'Profile' },
  { at: '/account-form', title: 'Edit profile' },
  { at: '/checkout', title: 'Checkout' },
  { at: '/account', title: 'My Orders' },
];
test('the server sends the same account pages to all shoppers [S-RT-13…20]', async ({ request }) => {
  for (const { at, title } of ownScreens) {
    // Read the server's response, because the browser redirects a guest from some of these pages to the login.
    const response = await request.get(at);
    expect(response.status(), at).toBe(200);
    const html = await response.text();
    expect(html, at).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).not.toContain('next release');
  }
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
  for (const { at, title } of listings) {
    const response = await request.get(at);
    expect(response.status(), at).toBe(200);
    const html = await response.text();
    expect(html, at).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html, at).toContain('>Sort by</span>');
    expect(html, at).toContain('<article class="product-card">');
  }
});
