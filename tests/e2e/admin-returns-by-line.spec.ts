/** Staff cancel a part of an order, and decide and inspect a return for each item. */

import type { AdminOrder } from '../../app/orders/for-staff/contract.ts';
import { readProduct } from './support/admin-catalogue.ts';
import { button, expectMessage, expectState, openDecision, requestReturn } from './support/admin-orders.ts';
import { putInCart, stole } from './support/checkout.ts';
import { openPage } from './support/open-page.ts';
import { deliver, hennaStole, orderInCash, orderThreeUnits, readOrder } from './support/orders.ts';
import { signedInShopper } from './support/shopper.ts';
import { signedInStaff } from './support/staff.ts';
import { expect, expectAccessible, main, test } from './support/test.ts';

test.describe.configure({ timeout: 120_000 });
test.use({ expectedErrors: [/status of (400|409)/] });

test('staff approve and refund one item of a return, and decline the other [F-133]', async ({ page }) => {
  const shopper = await signedInShopper(page);
  const dupatta = 'TB-DUP-004';
  await putInCart(page, shopper, dupatta);
  const { _id: id } = await orderInCash(page, shopper);
  const { headers } = await signedInStaff(page, 'staff');
  const readForStaff = async (): Promise<AdminOrder> =>
    (await page.request.get(`/api/admin/orders/${id}`, { headers })).json();
  const onHand = async (proId: string) =>
    (await readProduct(page.request, headers, proId)).sizes[0]?.onHand ?? 0;

  await deliver(page, { _id: id });
  const before = await onHand(dupatta);
  await requestReturn(page, shopper, id, 'The border is another one.');
  await openPage(page, `/admin/orders/${id}`);

  await test.step('the staff can ask the shopper a question before they decide', async () => {
    await button(page, 'Ask the shopper').click();
    const ask = page.getByRole('dialog', { name: 'Ask the shopper' });
    await ask.getByLabel('Your question').fill('Which border?');
    await ask.getByRole('button', { name: 'Send the question' }).click();
    await expect(main(page).getByText('You asked: Which border?')).toBeVisible();
    expect((await readOrder(page, shopper, id)).returns.at(-1)?.question).toBe('Which border?');
  });

  await test.step('declining an item of a return requires a reason', async () => {
    const dialog = await openDecision(page);
    const dupattaChoice = dialog.getByRole('group', { name: /Dupatta/ });
    await dupattaChoice.getByLabel('Decline').check();
    await dialog.getByLabel(/^The courier collects/).uncheck();
    await dialog.getByRole('button', { name: 'Save the decision' }).click();
    await expect(dialog.getByText('Please write a reason for the shopper.').first()).toBeVisible();
    await dialog.getByLabel(/^Note to the shopper/).fill('The dupatta was worn.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save the decision' }).click();
    await expectState(page, 'Return Approved');
    await expect(main(page).getByText('1 Return Declined')).toBeVisible();
  });

  await test.step('the refund covers the approved item only', async () => {
    await button(page, 'Mark as received').click();
    await expectState(page, 'Returned');
    await button(page, 'Check the return').click();
    const inspect = page.getByRole('dialog', { name: 'Check the return' });
    await inspect.getByRole('button', { name: 'Save' }).click();
    await expect(inspect.getByText('Please choose good or damaged.').first()).toBeVisible();
    const amount = inspect.getByLabel(/^Refund in rupees/);
    await expect(amount).toHaveValue('450');
    await inspect.getByLabel('No, send it back to the shopper').check();
    await expect(amount).toHaveValue('0');
    await inspect.getByLabel('Yes', { exact: true }).check();
    await inspect.getByLabel(/^Good:/).check();
    await inspect.getByRole('button', { name: 'Save' }).click();
    await expectMessage(page, 'Refund of ₹450. Good items are back in stock.');
  });

  const done = await readForStaff();
  expect(done.refunds).toMatchObject([{ amount: 450, state: 'cash' }]);
  // Other tests buy the stole at the same time, but not the dupatta. The stock of the dupatta shows that the declined item is
  // not restocked.
  expect(done.lines.find(({ proId }) => proId === stole.proId)?.units).toMatchObject([
    { state: 'refunded', qnty: 1 },
  ]);
  expect(await onHand(dupatta)).toBe(before);
  expect(done.invoices).toMatchObject([
    { kind: 'invoice' },
    { kind: 'credit-note', cause: 'returned', total: 450 },
  ]);
  const credit = main(page).getByRole('link', { name: /^Credit note .+, ₹450, returned$/ });
  const printed = await page.request.get((await credit.getAttribute('href')) ?? '');
  expect(printed.headers()['content-type']).toBe('application/pdf');
  await expectAccessible(page);
});

test('staff cancel a unit of each of two products of an order that is not packed yet [F-131]', async ({
  page,
}) => {
  const shopper = await signedInShopper(page);
  const { _id: id, channel_order_id: number } = await orderThreeUnits(page, shopper);
  await signedInStaff(page, 'staff');
  await openPage(page, `/admin/orders/${id}`);
  await button(page, 'Cancel the order').click();
  const cancel = page.getByRole('dialog', { name: `Cancel order ${number}?` });
  const quantity = cancel.getByLabel(/^How many to cancel of 2 × /);
  const hennaQuantity = cancel.getByLabel(`How many to cancel of 1 × ${hennaStole.name}`);
  await expect(quantity).toHaveValue('2');
  await quantity.selectOption('0');
  await hennaQuantity.selectOption('0');
  await expect(quantity).toHaveValue('0');
  await cancel.getByRole('button', { name: 'Cancel the chosen items' }).click();
  await expect(cancel.getByText('Please choose at least one item.').first()).toBeVisible();
  await quantity.selectOption('1');
  await hennaQuantity.selectOption('1');
  await expectAccessible(page);
  await cancel.getByRole('button', { name: 'Cancel the chosen items' }).click();
  await expect(main(page).getByText('1 Cancelled, 1 Order Placed')).toBeVisible();
  await expect(main(page).getByText('₹450 to be collected on delivery.')).toBeVisible();
  expect(await readOrder(page, shopper, id)).toMatchObject({ state: 'placed', cancelledAmount: 2300 });
});
