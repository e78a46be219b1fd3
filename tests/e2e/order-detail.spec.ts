/** One order: its history, its price, and its actions. */
import type { Locator, Page } from '@playwright/test';
import { bearer, home, saveProfile } from './support/checkout.ts';
import {
  expectAbove,
  expectAddress,
  holdBack,
  layoutShiftOf,
  openPage,
  recordLayoutShifts,
} from './support/open-page.ts';
import {
  hennaStole,
  meera,
  namedShopper,
  orderInCash,
  orderThreeUnits,
  orderWith,
  overrideOrder,
  pathOf,
  price,
  recordRequests,
  shopperWithOrder,
  stars,
  timeline,
} from './support/orders.ts';
import { signInByApi } from './support/shopper.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

test.use({ expectedErrors: [/status of (401|404|409|500)|net::ERR_FAILED/] });

/** The first section of the page: the order's state, its next step, and the buttons. */
const nextStep = (page: Page) => page.getByRole('region', { name: 'What happens next' });

test('a delivered order shows its first and last step until the shopper requests all steps, without a layout shift [S-RT-20 S-ODT-01…04 S-ODT-16 S-ODT-18]', {
  tag: '@both',
}, async ({ page }) => {
  const shopper = await namedShopper(page, meera);
  const order = await orderWith(page, shopper, 'TB-COR-002');
  await recordLayoutShifts(page);
  await openPage(page, pathOf(order));
  await expect(timeline(page)).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);
  await expect(main(page).getByText(/You could ask to return it till /)).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Return' })).toHaveCount(0);
  const entries = timeline(page).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Order Placed');
  await expect(entries.last()).toContainText(/Delivered.*\w+day, \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]m/);
  const all = main(page).getByRole('button', { name: 'See All Updates', exact: true });
  await expect(all).toHaveAttribute('aria-expanded', 'false');
  await all.click();
  await expect(entries).toHaveText([
    /^Order Placed/,
    /^Packed/,
    /^Out for Pickup/,
    /^Shipped/,
    /^Out for Delivery/,
    /^Delivered/,
  ]);
  const close = main(page).getByRole('button', { name: 'Close list', exact: true });
  await expect(close).toBeFocused();
  await close.click();
  await expect(entries).toHaveCount(2);
});

test('a new order shows its only step, its delivery address and its price, paid or to be paid [S-ODT-02 Q-080 S-ODT-05…11 Q-081 Q-082 S-ODT-14 S-ODT-17 S-ODT-21]', async ({
  page,
}) => {
  const { shopper, order } = await shopperWithOrder(page);
  await saveProfile(page, shopper, { ...home, city: 'Ajmer' });
  await openPage(page, pathOf(order));
  await expect(timeline(page).getByRole('listitem')).toHaveText([/^Order Placed/]);
  await expect(main(page).getByRole('button', { name: 'See All Updates' })).toHaveCount(0);
  await expect(price(page).getByRole('link')).toHaveCount(0);
  await expect(nextStep(page).getByRole('link')).toHaveCount(0);
  await expect(main(page).getByRole('heading', { name: 'Delivering to' })).toBeVisible();
  await expect(
    main(page).getByText('Meera Joshi, 2nd floor, 14, Ravi Nagar, Jaipur, Rajasthan, 302003, India'),
  ).toBeVisible();
  await expect(main(page)).not.toContainText('Ajmer');
  await expect(stars(page)).toHaveCount(0);
  const rows = price(page).locator('dt, dd');
  const sums = [
    'MRP total',
    '₹600',
    'Selling price total',
    '₹450',
    'Delivery charge',
    'Free',
    'Total',
    '₹450',
  ];
  await expect(rows).toHaveText([...sums, 'Cash on delivery', '₹450']);
  await overrideOrder(page, order._id, { paymentMethod: 'Online', codAmount: 0, state: 'expired' });
  await page.reload();
  await expect(rows).toHaveText(sums);
  await overrideOrder(page, order._id, { paymentMethod: 'Online', codAmount: 0 });
  await page.reload();
  await expect(rows).toHaveText([...sums, 'Paid online', '₹450']);
  await main(page).getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('dialog')).toContainText('Your ₹450 will be refunded the way you paid');
});

test('the page of a shipped order begins with the delivery date and the tracking link, which shows a spinner for half a second after a press [S-ODT-13]', {
  tag: '@both',
}, async ({ page }) => {
  const { order } = await shopperWithOrder(page);
  const track_url = '/our-story';
  await overrideOrder(page, order._id, {
    state: 'shipped',
    mayCancel: true,
    tracking_info: { tracking_data: { track_url } },
  });
  await page.clock.install();
  await openPage(page, pathOf(order));
  const track = nextStep(page).getByRole('link', { name: 'Track shipment' });
  await expect(nextStep(page)).toContainText('The courier is bringing it to you. Please have ₹450 ready.');
  await expectAbove(page.getByRole('heading', { level: 1 }), nextStep(page).getByText(/^Delivery by /));
  await expectAbove(nextStep(page).getByText(/^Delivery by /), track);
  await expectAbove(track, main(page).getByRole('heading', { level: 2, name: 'Khadi Indigo Stole' }));
  await expect(nextStep(page).getByRole('link').or(nextStep(page).getByRole('button'))).toHaveText([
    /^Track shipment/,
    'Cancel order',
  ]);
  const at = async (part: Locator) => (await part.boundingBox())?.x;
  expect(await at(nextStep(page).getByText(/^Delivery by /))).toBe(await at(track));

  await page.clock.pauseAt(Date.now() + 60_000);
  await track.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await track.click();
  await page.clock.runFor(450);
  await expect(track.locator('.spin')).toHaveCount(1);
  await page.clock.runFor(100);
  await expect(track.locator('.spin')).toHaveCount(0);
});

test('an order can be cancelled in a dialog, unless it was shipped in the meantime [S-ODT-14 S-ODT-15 S-ODT-19 S-ODT-20 S-API-42]', async ({
  page,
}) => {
  const { order } = await shopperWithOrder(page);
  await openPage(page, pathOf(order));
  const cancel = main(page).getByRole('button', { name: 'Cancel order' });
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await cancel.click();
  await page.route('**/api/shipment/cancle/*', (route) =>
    route.fulfill({
      status: 409,
      json: { title: 'too-late-to-cancel', message: 'It is on its way already.' },
    }),
  );
  await overrideOrder(page, order._id, { state: 'shipped', mayCancel: false });
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('It is on its way already.');
  await dialog.getByRole('button', { name: 'Keep the order' }).click();
  await expect(cancel).toHaveCount(0);

  await page.unrouteAll();
  await openPage(page, pathOf(order));
  await cancel.click();
  await expect(dialog).toContainText('You haven’t paid yet, so no refund is due.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep the order' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();

  await cancel.click();
  const requests = recordRequests(page);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  const confirmation = main(page)
    .getByRole('status')
    .filter({ hasText: `Your order ${order.channel_order_id} is cancelled.` });
  await expect(confirmation).toBeFocused();
  await expect(timeline(page).getByRole('listitem').last()).toContainText('Cancelled');
  await expect(cancel).toHaveCount(0);
  await expect(main(page).getByText(/^Cancelled on /)).toBeVisible();
  await expect(price(page)).not.toContainText('Cash on delivery');
  await expect.poll(() => requests).toContain('GET /api/order/');
});

test('the page shows the order in its URL, or else the newest order with the product, and links to the other products of the order [S-RT-22 Q-017 S-ODT-21]', async ({
  page,
}) => {
  const { shopper, order: first } = await shopperWithOrder(page);
  const second = await orderThreeUnits(page, shopper);
  const title = main(page).getByRole('heading', { level: 1 });
  await openPage(page, pathOf(first));
  await expect(title).toHaveText(`Order ${first.channel_order_id}`);
  await expect(main(page).getByText('1 × ₹450')).toBeVisible();
  await openPage(page, '/orderdetail/TB-STO-001');
  await expect(title).toHaveText(`Order ${second.channel_order_id}`);
  await expect(main(page).getByText('2 × ₹450')).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Also in this order' })).toBeVisible();
  await main(page)
    .getByRole('link', { name: new RegExp(hennaStole.name) })
    .click();
  await expectAddress(page, pathOf(second, hennaStole.proId));
  await expect(main(page).getByRole('link', { name: /Khadi Indigo Stole/ })).toBeVisible();
});

test('an order that could not be loaded can be fetched again, and another shopper’s order is not found [S-ERR-11 S-ERR-13 S-ODT-18 S-ROLE-07 Q-086]', async ({
  page,
}) => {
  const { shopper, order } = await shopperWithOrder(page);
  await page.route('**/api/order/*', (route) => route.abort());
  await openPage(page, pathOf(order));
  await expect(main(page).getByRole('alert')).toContainText('We could not reach the shop.', {
    timeout: 15_000,
  });
  await page.unroute('**/api/order/*');
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(timeline(page)).toBeVisible();

  const { release } = await holdBack(page, '**/api/order/*');
  await openPage(page, '/orderdetail/TB-SAR-001');
  await expect(main(page).getByText('Loading order details...', { exact: true })).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(main(page).getByRole('heading', { name: 'We could not find this order' })).toBeVisible();

  const another = await orderInCash(page, await signInByApi(page.request));
  const response = await page.request.get(`/api/order/${another._id}`, { headers: bearer(shopper) });
  expect(response.status()).toBe(404);
  await openPage(page, pathOf(another));
  await expect(main(page).getByRole('heading', { name: 'We could not find this order' })).toBeVisible();
});
