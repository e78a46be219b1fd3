/** The server sends the same pages to all shoppers. The browser adds the shopper's own data afterwards. */
import type { APIResponse } from '@playwright/test';
import { signInByApi } from './support/shopper.ts';
import { expect, test } from './support/test.ts';

const pages = [
  '/',
  '/Sarees',
  '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001',
  '/login',
  '/cart',
  '/wishlist',
  '/profile',
  '/account-form',
  '/checkout',
  '/account',
];

/** Returns the path of the page's data, which the router requests when the shopper follows a link. */
const dataOf = (path: string) => (path === '/' ? '/_.data' : `${path}.data`);

/** Headers that change with each response or with the encoding. A cached response sets the encoding headers itself. */
const variableHeaders = [
  'date',
  'x-request-id',
  'cache-tag',
  'content-encoding',
  'content-length',
  'transfer-encoding',
];

async function comparable(response: APIResponse) {
  const headers = Object.entries(response.headers()).filter(([name]) => !variableHeaders.includes(name));
  return { status: response.status(), headers: Object.fromEntries(headers), body: await response.text() };
}

test('a page is the same for a guest and a shopper, byte for byte [S-AUTH-17]', async ({ request }) => {
  const shopper = await signInByApi(request);
  const asShopper = {
    authorization: `Bearer ${shopper.token}`,
    cookie: `token=${shopper.token}; tanabana.token=${shopper.token}`,
  };
  await request.post('/api/cart/add/TB-SAR-001', { headers: asShopper, data: { quantity: 1 } });
  await request.put('/api/wishlist/TB-SAR-008', { headers: asShopper });
  for (const path of pages.flatMap((page) => [page, dataOf(page)])) {
    await test.step(path, async () => {
      const guest = await comparable(await request.get(path));
      expect(guest.status).toBe(200);
      expect(await comparable(await request.get(path, { headers: asShopper }))).toEqual(guest);
      for (const own of [shopper.email, shopper.user._id, shopper.token])
        expect(guest.body).not.toContain(own);
      const emails = guest.body.match(/[\w.+-]+@[\w-]+(\.[a-z]+)+/g) ?? [];
      expect(emails.filter((email) => !/^(hello|care|help|name)@/.test(email))).toEqual([]);
      expect(guest.headers['set-cookie']).toBeUndefined();
      expect(guest.headers.vary ?? '').not.toMatch(/cookie|authorization/i);
    });
  }
});
