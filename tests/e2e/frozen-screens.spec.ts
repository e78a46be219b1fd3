/**
 * The text of every screen is as recorded in tests/frozen/screens: what shoppers and staff read does not change with the
 * names in the code. The stories have a shop of their own, because others sell its pieces and add people meanwhile.
 */
import { request as newRequest } from '@playwright/test';
import { bearer, stole } from './support/checkout.ts';
import { expectFrozen, fileNameOf, recordedScreens } from './support/frozen-screens.ts';
import { openPage, waitForHydration } from './support/open-page.ts';
import { main, meera, namedShopper, ordersOf } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { ownScreens, screens } from './support/screens.ts';
import { signedInShopper, signInByApi } from './support/shopper.ts';
import { firstOwner, storeStaffSession } from './support/staff.ts';
import { expect } from './support/test.ts';

const test = inOwnShop('frozen');

test.use({ expectedErrors: [/status of 404/], contextOptions: { reducedMotion: 'reduce' } });
// One worker, so one shop.
test.describe.configure({ mode: 'default' });

/** A shopper who has nothing yet. */
const newcomer = 'newcomer@example.com';

/** Meera's, beside the screens that everybody has: an order of each kind. */
const meeras = ['TB-COR-002', 'TB-SAR-004', 'TB-SUT-006', 'TB-SAR-005'].map(
  (proId) => `/orderdetail/${proId}`,
);

const admin = {
  today: '/admin',
  orders: '/admin/orders',
  pieces: '/admin/products',
  'new-piece': '/admin/products/new',
  piece: '/admin/products/TB-SAR-001',
  window: '/admin/content',
  ...Object.fromEntries(
    [
      'banners',
      'texts',
      'tiles',
      'videos',
      'categories',
      'stores',
      'pages',
      'contact',
      'rules',
      'seller',
    ].map((part) => [`window-${part}`, `/admin/content/${part}`]),
  ),
  // Those of the seeds came at one moment, so a list of them all comes in any order.
  people: '/admin/customers?q=meera',
  reviews: '/admin/reviews',
  messages: '/admin/messages',
  csv: '/admin/import-export',
  team: '/admin/team',
  audit: '/admin/audit-log',
  account: '/admin/account',
  lost: '/admin/nothing',
};

const names = [
  ...screens.map(({ path }) => fileNameOf(path)),
  ...ownScreens.map((path) => `new-${fileNameOf(path)}`),
  ...[...ownScreens, ...meeras].map((path) => `meera-${fileNameOf(path)}`),
  'shared-list',
  'admin-door',
  ...Object.keys(admin).map((name) => `admin-${name}`),
  'admin-order',
  'admin-person',
];

// All of it before the first story, so that each reads the same when it runs alone.
test.beforeAll(async ({ ownShop }) => {
  const calls = await newRequest.newContext({ baseURL: ownShop.url });
  await signInByApi(calls, newcomer);
  const headers = bearer(await signInByApi(calls, meera));
  const done = await Promise.all([
    calls.post(`/api/cart/add/${stole.proId}`, { headers, data: { quantity: 2 } }),
    calls.put('/api/wishlist/TB-SAR-008', { headers }),
  ]);
  for (const response of done) expect(response.status(), await response.text()).toBe(200);
  await calls.dispose();
});

test('every recorded screen is looked at', () => {
  expect(recordedScreens()).toEqual(names.toSorted());
});

for (const { path, status = 200 } of screens) {
  test(`${path} reads as recorded`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    await waitForHydration(page);
    await expectFrozen(page, fileNameOf(path));
  });
}

for (const path of ownScreens) {
  test(`${path} reads as recorded for somebody who has nothing yet`, async ({ page }) => {
    await signedInShopper(page, newcomer);
    await openPage(page, path);
    await expectFrozen(page, `new-${fileNameOf(path)}`);
  });
}

for (const path of [...ownScreens, ...meeras]) {
  test(`${path} reads as recorded for somebody who has bought something`, async ({ page }) => {
    await namedShopper(page, meera);
    await openPage(page, path);
    await expectFrozen(page, `meera-${fileNameOf(path)}`);
  });
}

test('a shared wishlist reads as recorded', async ({ page, request }) => {
  const headers = bearer(await signInByApi(request, meera));
  const { url }: { url: string } = await (await request.post('/api/wishlist/share', { headers })).json();
  await openPage(page, new URL(url).pathname);
  await expectFrozen(page, 'shared-list');
});

test('the entrance of the back office reads as recorded', async ({ page }) => {
  await openPage(page, '/admin/login');
  await expectFrozen(page, 'admin-door', { withLinks: false });
});

for (const [name, path] of Object.entries(admin)) {
  test(`${path} reads as recorded for the owner`, async ({ page }) => {
    await storeStaffSession(page, firstOwner());
    await openPage(page, path);
    await expect(page.getByText('One moment…')).toHaveCount(0);
    await expectFrozen(page, `admin-${name}`, { withLinks: false });
  });
}

test('an order and a customer read as recorded for the owner', async ({ page }) => {
  const shopper = await signInByApi(page.request, meera);
  const oldest = (await ordersOf(page, shopper)).at(-1);
  await storeStaffSession(page, firstOwner());
  await openPage(page, `/admin/orders/${oldest?._id}`);
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText(oldest?.channel_order_id ?? '');
  await expectFrozen(page, 'admin-order', { withLinks: false });
  await openPage(page, `/admin/customers/${shopper.user._id}`);
  await expectFrozen(page, 'admin-person', { withLinks: false });
});
