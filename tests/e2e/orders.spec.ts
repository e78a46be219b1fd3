/** The shopper's list of orders, and the menu beside it. */
import { expectAddress, layoutShiftOf, openPage, recordLayoutShifts } from './support/open-page.ts';
import { meera, namedShopper, ordersOf, shopperWithOrder } from './support/orders.ts';
import { signedInShopper } from './support/shopper.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (401|404|500)|net::ERR_FAILED/] });

test('each product in the list shows the state of its order and links to the order [S-PROF-23 S-RT-21 S-ORD-01 S-ORD-02 S-ORD-07…11]', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  const shopper = await namedShopper(page, meera);
  await recordLayoutShifts(page);
  await openPage(page, '/account');
  await expect(main(page).getByRole('link', { name: /Harita Kota Doria Saree/ })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('My Orders');
  const rows = main(page).getByRole('list', { name: 'Your orders' }).getByRole('link');
  const items = (await ordersOf(page, shopper)).flatMap(({ orderItems }) => orderItems);
  await expect(rows).toHaveCount(items.length);
  const cancelled = rows.filter({ hasText: 'Harita Kota Doria Saree' });
  await expect(cancelled).toContainText(/Cancelled on \w{3}, \d/);
  await expect(cancelled).toContainText('Refund of ₹3,250 sent');
  await expect(cancelled.locator('.state')).toHaveCSS('color', 'rgb(151, 42, 32)');
  const delivered = rows.filter({ hasText: 'Indigo Stripe Khadi Co-Ord Set' });
  await expect(delivered).toContainText(/Delivered on \w{3}, \d/);
  await expect(delivered.locator('.state')).toHaveCSS('color', 'rgb(73, 91, 28)');
  if (isMobile) await expectAccessible(page);

  await main(page).getByRole('link', { name: 'Payment & Refund' }).click();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Payment & Refund');
  const payments = main(page).getByRole('list', { name: 'Payments and refunds' }).getByRole('listitem');
  await expect(payments.filter({ hasText: 'Refund sent' })).toContainText('₹3,250');
  await expect(payments.filter({ hasText: 'Paid online' })).toHaveCount(2);
  if (!isMobile) await expectAccessible(page);
  await payments.filter({ hasText: 'Refund sent' }).getByRole('link').click();
  await expect(main(page).getByRole('heading', { name: 'Harita Kota Doria Saree' })).toBeVisible();
  await openPage(page, '/account');
  await delivered.click();
  await expect(main(page).getByRole('heading', { name: 'Indigo Stripe Khadi Co-Ord Set' })).toBeVisible();
});

test('the list can be loaded again after a failure, and shows the delivery date of a new order, no product to rate, and 20 orders at a time [S-ERR-13 S-ORD-01 S-ORD-10 Q-078 S-PROF-30]', async ({
  page,
}) => {
  const { shopper, order } = await shopperWithOrder(page);
  for (const address of ['**/api/order/*', '**/assets/query-client-*.js'])
    await test.step(address, async () => {
      await page.route(address, (route) => route.abort());
      await openPage(page, '/account');
      await expect(main(page).getByRole('alert')).toContainText('We could not reach the shop.', {
        timeout: 15_000,
      });
      await page.unroute(address);
      await main(page).getByRole('button', { name: 'Try again' }).click();
      await expect(main(page).getByRole('link', { name: /Khadi Indigo Stole/ })).toBeVisible();
    });
  const day = new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'Asia/Kolkata' });
  const week = day.format(new Date(`${order.promisedBy}T12:00:00+05:30`));
  const row = main(page).getByRole('link', { name: /Khadi Indigo Stole/ });
  await expect(row).toContainText(`Delivery by ${week}, `);
  await expect(row).toContainText(`Order ${order.channel_order_id}`);
  await main(page).getByRole('link', { name: 'Rate the product' }).click();
  await expectAddress(page, '/account?show=rate');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Rate the product');
  await expect(main(page).getByRole('heading', { name: 'Nothing to rate' })).toBeVisible();

  const [sample] = await ordersOf(page, shopper);
  const many = Array.from({ length: 25 }, (_, nth) => ({ ...sample, _id: `order-${nth}` }));
  await page.route('**/api/order/*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const offset = Number(searchParams.get('offset'));
    const json = many.slice(offset, offset + Number(searchParams.get('limit')));
    await route.fulfill({ json, headers: { 'x-total-count': '25' } });
  });
  await openPage(page, '/account');
  const rows = main(page).getByRole('list', { name: 'Your orders' }).getByRole('link');
  await expect(rows).toHaveCount(20);
  await main(page).getByRole('button', { name: 'Load more' }).click();
  await expect(rows).toHaveCount(25);
  await expect(main(page).getByText('Showing 25 of 25 orders.')).toBeAttached();
  await expect(main(page).getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('the page of an unknown order, an empty list of orders and the checkout of an empty cart link to other pages, and the menu logs out [S-ORD-03…06]', async ({
  page,
}) => {
  await signedInShopper(page);
  await recordLayoutShifts(page);
  await openPage(page, '/account?placed=5d7c1f0e-0000-4000-8000-000000000000');
  await expect(main(page).getByRole('heading', { name: 'We could not find this order' })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await main(page).locator('.actions').getByRole('link', { name: 'My Orders' }).click();
  await expectAddress(page, '/account');
  await page.reload();
  await expect(main(page).getByRole('heading', { name: 'No orders yet', exact: true })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);
  await expect(main(page).getByText('Go to store place an order.', { exact: true })).toBeVisible();
  await main(page).getByRole('link', { name: 'Go to store' }).click();
  await expectAddress(page, '/category');
  await openPage(page, '/checkout');
  await expect(main(page)).toContainText('Your cart is empty, so there is nothing to pay for.');
  await expect(main(page).getByRole('link', { name: 'Shop all pieces' })).toHaveAttribute(
    'href',
    '/category',
  );

  await openPage(page, '/account');
  const menu = main(page).getByRole('navigation', { name: 'Account' });
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/profile#settings');
  await menu.getByRole('button', { name: 'Log out' }).click();
  await expectAddress(page, '/');
  expect(await page.evaluate(() => localStorage.getItem('tanabana.token'))).toBeNull();
});
