/** Shoppers cancel or return a part of an order. Staff ask about the return, decide on each item, and refund. */
import type { Locator, Page } from '@playwright/test';
import { paidOrder } from './support/admin-orders.ts';
import { putInCart, stole } from './support/checkout.ts';
import { openPage } from './support/open-page.ts';
import {
  changeByOwner,
  deliver,
  hennaStole,
  orderInCash,
  orderThreeUnits,
  pathOf,
  price,
  readOrder,
  recordRequests,
  timeline,
} from './support/orders.ts';
import { signedInShopper } from './support/shopper.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

test.describe.configure({ timeout: 60_000 });
test.use({ expectedErrors: [/status of 409|ERR_FAILED.*photos/] });

const quantityOf = (dialog: Locator, name: string) =>
  dialog.getByRole('group', { name: `Quantity of ${name}` });
const oneLess = (dialog: Locator, name: string) =>
  quantityOf(dialog, name).getByRole('button', { name: 'One less' });
const itemOf = (dialog: Locator, name: string) =>
  dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) });

/** Opens the dialog to cancel a part of the order. Removes one of the selected units of the stole. */
async function chooseOneStole(page: Page): Promise<Locator> {
  await main(page).getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: 'What would you like to cancel?' });
  await expect(itemOf(dialog, stole.name)).toBeChecked();
  await oneLess(dialog, stole.name).click();
  return dialog;
}

test('a part of a COD order is cancelled once despite a double click, and the units that staff have cancelled remain cancelled', async ({
  page,
}) => {
  const shopper = await signedInShopper(page);
  const order = await orderInCash(page, shopper, { quantity: 3 });
  await openPage(page, pathOf(order));
  const dialog = await chooseOneStole(page);
  const items = [{ line: 0, qnty: 1 }];
  await changeByOwner(page, order._id, 'cancel', { note: 'A thread is torn.', items });
  await dialog.getByRole('button', { name: 'Cancel these pieces' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This order has changed in the meantime.');
  await expect(quantityOf(dialog, stole.name).getByLabel('How many')).toHaveValue('2');
  expect((await readOrder(page, shopper, order._id)).cancelledAmount).toBe(450);

  await oneLess(dialog, stole.name).click();
  await expect(dialog).toContainText('You haven’t paid yet. You will pay ₹450 at the door for the rest.');
  await expectAccessible(page);
  const requests = recordRequests(page);
  await dialog.getByRole('button', { name: 'Cancel these pieces' }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(
    main(page)
      .getByRole('status')
      .filter({ hasText: `Part of your order ${order.channel_order_id} is cancelled.` }),
  ).toBeFocused();
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);

  await page.reload();
  await expect(main(page).getByText('2 cancelled', { exact: true })).toBeVisible();
  const lastEntry = timeline(page).getByRole('listitem').last();
  await expect(lastEntry).toContainText('Cancelled');
  await expect(lastEntry).toContainText(`1 × ${stole.name}`);
  await expect(main(page).getByText(/^Delivery by /)).toBeVisible();
  await expect(price(page).locator('dt, dd').filter({ hasText: /\S/ })).toHaveText([
    ...['MRP total', '₹1,800', 'Selling price total', '₹1,350', 'Delivery charge', 'Free'],
    ...['Cancelled', '−₹900', 'Total', '₹450', 'Cash on delivery', '₹450'],
  ]);
  await openPage(page, '/account');
  await expect(main(page).locator(`a[href="${pathOf(order)}"]`)).toContainText('2 of 3 are cancelled');

  await openPage(page, pathOf(order));
  await main(page).getByRole('button', { name: 'Cancel order' }).click();
  const rest = page.getByRole('dialog', { name: 'Cancel this order?' });
  await rest.getByRole('button', { name: 'Cancel order' }).click();
  await expect(main(page).getByText(/^Cancelled on /)).toBeVisible();
});

test('the cancellation of a paid unit names the exact refund', async ({ page }) => {
  const shopper = await signedInShopper(page);
  await putInCart(page, shopper);
  const { id } = await paidOrder(page, shopper);
  await openPage(page, pathOf(await readOrder(page, shopper, id)));
  const dialog = await chooseOneStole(page);
  await expect(dialog).toContainText('Your ₹450 will be refunded the way you paid');
  await dialog.getByRole('button', { name: 'Cancel these pieces' }).click();
  await expect(price(page).getByText(/^Refund of ₹450 /)).toBeVisible();
  await expect(price(page)).toContainText('Paid online₹900');
  await expect(main(page).getByText('1 cancelled', { exact: true })).toBeVisible();
});

/** Opens the dialog to return the order of the page. */
async function openReturn(page: Page, reason: string): Promise<Locator> {
  await main(page).getByRole('button', { name: 'Return', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Return this order' });
  await dialog.getByLabel('Why').selectOption(reason);
  return dialog;
}

test('the page shows the question and the decision of staff about each item of a return', async ({
  page,
}) => {
  const shopper = await signedInShopper(page);
  const order = await orderThreeUnits(page, shopper);
  await deliver(page, order);
  await openPage(page, pathOf(order, stole.proId));
  let dialog = await openReturn(page, 'It arrived damaged or flawed');
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await expect(dialog.getByText('Please choose at least one piece.')).toBeVisible();
  await expectAccessible(page);
  await itemOf(dialog, stole.name).check();
  await oneLess(dialog, stole.name).click();
  await itemOf(dialog, hennaStole.name).check();
  await dialog.getByLabel('Anything else we should know').fill('A thread is torn.');
  const requests = recordRequests(page);
  await dialog.getByRole('button', { name: 'Request a return' }).dblclick();
  await expect(dialog).toHaveCount(0);
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  const lineOf = (name: string) => order.orderItems.findIndex(({ productName }) => productName === name);
  await expect(main(page).getByText('1 return initiated', { exact: true })).toBeVisible();
  await expect(main(page).getByText(`1 × ${hennaStole.name}`, { exact: true })).toBeVisible();

  await changeByOwner(page, order._id, 'return/question', { text: 'Which thread is torn?' });
  await page.reload();
  await expect(main(page).getByText('Which thread is torn?')).toBeVisible();
  const send = main(page).getByRole('button', { name: 'Send the answer' });
  await send.click();
  await expect(main(page).getByLabel('Your answer')).toHaveAccessibleDescription('Please write an answer.');
  await main(page).getByLabel('Your answer').fill('The one at the border.');
  await send.click();
  await expect(main(page).getByText('Thank you. We have your answer.')).toBeVisible();
  await expect(main(page).getByText('The one at the border.')).toBeVisible();
  await expect(send).toHaveCount(0);

  const approve = [
    { line: lineOf(stole.name), approve: true },
    { line: lineOf(hennaStole.name), approve: false },
  ];
  await changeByOwner(page, order._id, 'return', { approve, text: 'The henna one was worn.' });
  await page.reload();
  for (const text of [`1 × ${stole.name}: return approved`, `1 × ${hennaStole.name}: return declined`])
    await expect(main(page).getByText(text, { exact: true })).toBeVisible();
  await expect(main(page).getByText('The henna one was worn.').first()).toBeVisible();
  await expect(main(page)).not.toContainText('Refund of');

  await changeByOwner(page, order._id, 'shipment', { to: 'returned' });
  await changeByOwner(page, order._id, 'inspect', { resellable: true });
  await page.reload();
  await expect(main(page).getByText(`1 × ${stole.name}: return accepted`, { exact: true })).toBeVisible();
  await expect(price(page).getByText(/^Refund of ₹450 /)).toBeVisible();
  await expect(main(page).getByText('1 refunded', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // The second khadi stole can still be returned. The page lists the earlier return below the new one.
  dialog = await openReturn(page, 'Something else');
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await expect(main(page).getByRole('heading', { name: /return$/ })).toHaveText([
    'Your return',
    'An earlier return',
  ]);
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a return has its reason, its note and its photos, except a photo that the shopper removed [S-ODT-16 S-ODT-19 Q-085]', async ({
  page,
}) => {
  const shopper = await signedInShopper(page);
  const order = await orderInCash(page, shopper);
  await deliver(page, order);
  await openPage(page, pathOf(order));
  const button = main(page).getByRole('button', { name: 'Return', exact: true });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Return this order' });
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await expect(dialog.getByLabel('Why')).toBeFocused();
  await expect(dialog.getByLabel('Why')).toHaveAccessibleDescription('Please say why.');
  await dialog.getByLabel('Why').selectOption('It arrived damaged or flawed');
  await dialog.getByLabel('Anything else we should know').fill('A thread is torn.');
  let requests = 0;
  await page.route('**/photos', (route) => (++requests === 1 ? route.abort() : route.continue()));
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: pixel });
  await dialog.getByLabel('Photographs').setInputFiles([file('a.png')]);
  const again = dialog.getByRole('button', { name: 'Send again' });
  await expect(again).toBeVisible();
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await expect(
    dialog.getByText('A photograph could not be sent. Please send it again, or remove it.'),
  ).toBeVisible();
  await again.click();
  await expect(dialog.getByRole('img', { name: 'Photograph 1' })).toBeVisible();
  await dialog.getByLabel('Photographs').setInputFiles([file('b.png'), file('c.png')]);
  await expect(dialog.getByRole('img')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Remove photograph 2' }).click();
  await expect(dialog.getByRole('img')).toHaveCount(2);
  await expectAccessible(page);
  await expect(dialog.getByLabel('Anything else we should know')).toHaveValue('A thread is torn.');
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(timeline(page).getByRole('listitem').last()).toContainText('Return Initiated');
  await expect(main(page).getByText('It arrived damaged or flawed. A thread is torn.')).toBeVisible();
  await expect(button).toHaveCount(0);
  await expect(main(page).getByRole('img', { name: /^Photograph \d of the return$/ })).toHaveCount(2);
  const { returns } = await readOrder(page, shopper, order._id);
  const photo = await page.request.get(returns[0]?.photos[0]?.address ?? '');
  expect(photo.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-store',
  });

  await changeByOwner(page, order._id, 'return', { approve: true });
  await page.reload();
  await expect(main(page).getByText('return approved').first()).toBeVisible();
  await expect(main(page).getByRole('img', { name: /of the return$/ })).toHaveCount(0);
});
