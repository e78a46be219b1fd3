/** The server sends the same pages to all shoppers. The browser adds the shopper's own data afterwards. */
import type { APIResponse } from '@playwright/test';
import { signInByApi } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

/** Headings of pages by path. */
const titles = {
  '/': '',
  '/Sarees': 'Sarees',
  '/CoOrdSets': 'Co-Ord Sets',
  '/craft/Kota%20Doria': 'Kota Doria',
  '/fabric/Katan%20silk': 'Katan silk',
  '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001': 'Gulnar Banarasi Katan Silk Saree',
  '/login': 'Login',
  '/cart': 'Cart',
  '/wishlist': 'Wishlist',
  '/profile': 'Profile',
  '/account-form': 'Edit profile',
  '/checkout': 'Checkout',
  '/account': 'My Orders',
};

/** Headers that change with each response or with the encoding. A cached response sets the encoding headers itself. */
const variableHeaders = /^(date|x-request-id|cache-tag|content-encoding|content-length|transfer-encoding)$/;

async function comparable(response: APIResponse) {
  const headers = Object.entries(response.headers()).filter(([name]) => !variableHeaders.test(name));
  return { status: response.status(), headers: Object.fromEntries(headers), body: await response.text() };
}

test('each page and its data are the same for a guest and a shopper, byte for byte [S-AUTH-17 S-RT-02…06 S-RT-08 S-RT-09 S-RT-13…20]', async ({
  request,
}) => {
  const shopper = await signInByApi(request);
  const asShopper = {
    authorization: `Bearer ${shopper.token}`,
    cookie: `token=${shopper.token}; tanabana.token=${shopper.token}`,
  };
  await request.post('/api/cart/add/TB-SAR-001', { headers: asShopper, data: { quantity: 1 } });
  await request.put('/api/wishlist/TB-SAR-008', { headers: asShopper });
  for (const [page, title] of Object.entries(titles))
    for (const path of [page, page === '/' ? '/_.data' : `${page}.data`])
      await test.step(path, async () => {
        const guest = await comparable(await request.get(path));
        expect(guest.status).toBe(200);
        if (path === page) expect(guest.body).toMatch(new RegExp(`<h1[^>]*>${title}`));
        expect(await comparable(await request.get(path, { headers: asShopper }))).toEqual(guest);
        for (const own of [shopper.email, shopper.user._id, shopper.token])
          expect(guest.body).not.toContain(own);
        const emails = guest.body.match(/[\w.+-]+@[\w-]+(\.[a-z]+)+/g) ?? [];
        expect(emails.filter((email) => !/^(hello|care|help|name)@/.test(email))).toEqual([]);
        expect(guest.headers['set-cookie']).toBeUndefined();
        expect(guest.headers.vary ?? '').not.toMatch(/cookie|authorization/i);
      });
});
