/** The day's orders in the back office, from the phone and from the desk: packed, carried, refunded, taken back. */
import type { Page } from '@playwright/test';
import { orderInCash, shopperWithOrder } from './after-sale.ts';
import { bearer, home, putInCart } from './checkout-counter.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { openPage } from './open-page.ts';
import { type Shopper, signedInShopper } from './shopper.ts';
import { codeOfApp, fromElsewhere, signedInStaff } from './staff.ts';

test.describe.configure({ timeout: 120_000 });
test.use({ expectedErrors: [/status of (400|403)/] });

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true });
const told = (page: Page, words: string | RegExp) => expect(page.getByText(words).last()).toBeVisible();
const stands = (page: Page, state: string) =>
  expect(main(page).locator('.line .state')).toHaveText(state, { timeout: 15_000 });

/** Finds an order by its number in the list, and opens it. */
async function openOrder(page: Page, number: string) {
  await openPage(page, '/admin/orders');
  await main(page).getByRole('searchbox').fill(number);
  await expect(page).toHaveURL(`/admin/orders?q=${number}`);
  await main(page).getByRole('link', { name: number }).click();
  await expect(main(page).getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
}

/** An order of a stole that somebody has paid at the pretend bank. */
async function paidOrder(page: Page, shopper: Shopper): Promise<{ id: string; number: string }> {
  await putInCart(page, shopper);
  const headers = bearer(shopper);
  const data = { orderDetails: { shippingInfo: home } };
  const begun = await page.request.post('/api/payment/create-order', { headers, data });
  const { order }: { order: { id: string } } = await begun.json();
  const paid = await page.request.post(`/pretend-bank/${order.id}`, { data: { how: 'pay', late: false } });
  expect(paid.status(), await paid.text()).toBe(200);
  const mine = async () => {
    const list: { _id: string; channel_order_id: string; state: string }[] = await (
      await page.request.get('/api/order/', { headers })
    ).json();
    return list[0];
  };
  await expect.poll(async () => (await mine())?.state, { timeout: 20_000 }).toBe('placed');
  const placed = await mine();
  return { id: placed?._id ?? '', number: placed?.channel_order_id ?? '' };
}

test('F-130 F-131 an order to be paid at the door goes with the courier until it is delivered', async ({
  page,
  context,
}) => {
  const { order } = await shopperWithOrder(page);
  await signedInStaff(page, 'staff');
  await openOrder(page, order.channel_order_id);
  await stands(page, 'Order Placed');
  await expect(main(page).getByText('14, Ravi Nagar')).toBeVisible();
  await expectAccessible(page);

  await button(page, 'Pack').click();
  await told(page, 'Packed. The invoice is issued.');
  await stands(page, 'Packed');
  const invoice = await main(page)
    .getByRole('link', { name: /^Invoice / })
    .getAttribute('href');
  const printed = await page.request.get(invoice ?? '');
  expect(printed.headers()['content-type']).toBe('application/pdf');

  await button(page, 'Hand to the courier').click();
  await told(page, 'The courier is told to fetch it.');
  const track = main(page).getByRole('link', { name: 'Track it' });
  await expect(async () => {
    await page.reload();
    await expect(track).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 40_000 });
  const opened = context.waitForEvent('page');
  await track.click();
  const courier = await opened;
  await courier.getByRole('button', { name: 'Delivered', exact: true }).click();
  await expect(async () => {
    await page.reload();
    await expect(main(page).locator('.line .state')).toHaveText('Delivered', { timeout: 3000 });
  }).toPass({ timeout: 40_000 });
  await expect(main(page).getByText('Cash at the door')).toBeVisible();
  await expect(main(page).getByRole('list', { name: 'What has happened' })).toContainText('the courier');
  await expectAccessible(page);
});

test('F-132 F-133 a paid order is carried by hand, refunded in part, and its return is approved', async ({
  page,
}) => {
  const shopper = await signedInShopper(page);
  const { id, number } = await paidOrder(page, shopper);
  const { secret } = await signedInStaff(page, 'staff');
  const elsewhere = fromElsewhere();
  await page.route('**/api/admin/door/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), ...elsewhere } }),
  );
  await openOrder(page, number);
  await button(page, 'Pack').click();
  await stands(page, 'Packed');
  await button(page, 'Somebody else carries it').click();
  const carry = page.getByRole('dialog', { name: 'Who carries it?' });
  await carry.getByRole('button', { name: 'It is on its way' }).click();
  await expect(carry.getByText('Who carries the parcel?').first()).toBeVisible();
  await expectAccessible(page);
  await carry.getByLabel('Carrier').fill('Blue Dart');
  await carry.getByLabel('Tracking link (optional)').fill('https://track.example.in/BD1');
  await carry.getByRole('button', { name: 'It is on its way' }).click();
  await stands(page, 'Shipped');

  await button(page, 'Say how far it is').click();
  const move = page.getByRole('dialog', { name: 'How far is it?' });
  await move.getByLabel('It is now').selectOption('Delivered');
  await move.getByRole('button', { name: 'Save' }).click();
  await stands(page, 'Delivered');

  await button(page, 'Give money back').click();
  const refund = page.getByRole('dialog', { name: 'Give money back' });
  await refund.getByLabel('Amount in rupees').fill('5000');
  await refund.getByLabel('Why (the shopper reads it)').fill('A loose thread.');
  await refund.getByRole('button', { name: 'Give it back' }).click();
  await expect(refund.getByText(/at most ₹450/).first()).toBeVisible();
  await refund.getByLabel('Amount in rupees').fill('50');
  // The first asking for money is answered as one whose second factor was shown too long ago.
  await page.route(
    '**/api/admin/orders/*/refund',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: { title: 'fresh-factor', status: 403, message: 'Please show your second factor.', errors: [] },
      }),
    { times: 1 },
  );
  await refund.getByRole('button', { name: 'Give it back' }).click();
  const factor = page.getByRole('dialog', { name: 'Your second factor, once more' });
  await factor.getByLabel(/^Six figures/).fill(codeOfApp(secret, 1));
  await factor.getByRole('button', { name: 'Go on' }).click();
  await told(page, '₹50 go back. The shopper has a letter about it.');
  await expect(main(page).getByText('A loose thread.')).toBeVisible();

  const asked = await page.request.post(`/api/shipment/return/${id}`, {
    headers: bearer(shopper),
    data: { reason: 'It is not what I ordered', note: 'The border is another one.' },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  await page.reload();
  await expect(main(page).getByText('“The border is another one.”')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Approve').click();
  const approve = page.getByRole('dialog', { name: 'Approve the return' });
  await approve.getByLabel(/The courier fetches it/).uncheck();
  await approve.getByRole('button', { name: 'Approve it' }).click();
  await stands(page, 'Return Approved');

  await button(page, 'It is here again').click();
  await stands(page, 'Returned');
  await button(page, 'Judge what came back').click();
  const judge = page.getByRole('dialog', { name: 'What came back' });
  await judge.getByLabel('Sound: it goes back to the shelf').check();
  await judge.getByRole('button', { name: 'Save' }).click();
  await told(page, '₹400 go back. It is on the shelf again.');
  await stands(page, 'Refunded');
});

test('F-130 F-143 the day’s orders stand on the first screen, and are packed and printed together', async ({
  page,
}) => {
  const { shopper, order } = await shopperWithOrder(page);
  const other = await orderInCash(page, shopper);
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin');
  await expect(main(page).getByRole('link', { name: /^Pack\s+Orders? to pack/ })).toBeVisible();
  await expect(main(page).getByRole('table', { name: 'Sales of thirty days' })).toBeAttached();
  await expectAccessible(page);
  await main(page)
    .getByRole('link', { name: /^Pack\s/ })
    .click();
  await expect(main(page).getByRole('combobox', { name: 'State' })).toHaveValue('placed');

  await openPage(page, `/admin/orders?q=${encodeURIComponent(shopper.email)}`);
  const choose = (id: string) => main(page).getByRole('checkbox', { name: `Choose ${id}` });
  await choose(order._id).check();
  await choose(other._id).check();
  await expectAccessible(page);
  await button(page, 'Pack and print').click();
  await told(page, '2 orders are packed.');
  await expect(main(page).getByRole('article', { name: /^Packing slip of TB/ })).toHaveCount(2);
  await expect(main(page).getByRole('article', { name: /(invoice|Bill of supply) TB\//i })).toHaveCount(2);
  await expectAccessible(page);
});
