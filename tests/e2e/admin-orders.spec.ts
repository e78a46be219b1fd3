/** Packing, shipping, refunds and returns of orders in the admin. */

import type { FailedItems, MenuCounts } from '../../app/admin/dashboard/contract.ts';
import type { PlacedOrder } from '../../app/orders/contract.ts';
import type { AdminOrder } from '../../app/orders/for-staff/contract.ts';
import { readProduct } from './support/admin-catalogue.ts';
import {
  approveReturn,
  button,
  expectMessage,
  expectState,
  failRefundAtBank,
  inspectReturn,
  openDecision,
  openOrder,
  paidOrder,
  requestReturn,
  sendUnreadableEvent,
  shipManually,
  writeRefund,
} from './support/admin-orders.ts';
import { bearer } from './support/checkout.ts';
import { openPage } from './support/open-page.ts';
import {
  deliver,
  orderInCash,
  readOrder,
  recordRequests,
  shopperWithOrder,
  waitForOrderStatus,
} from './support/orders.ts';
import { signedInShopper } from './support/shopper.ts';
import { newStaff, signedInStaff } from './support/staff.ts';
import { expect, expectAccessible, link, main, test } from './support/test.ts';

test.describe.configure({ timeout: 120_000 });
test.use({ expectedErrors: [/status of (400|403|409)/] });

test('staff pack a COD order and ship it with the pretend courier, who delivers it [F-130 F-131]', async ({
  page,
  context,
}) => {
  const { shopper, order } = await shopperWithOrder(page);
  await signedInStaff(page, 'staff');
  await openOrder(page, order.channel_order_id);
  await expectState(page, 'Order Placed');
  await expect(main(page).getByText('14, Ravi Nagar')).toBeVisible();
  await expect(main(page).getByText(/^Placed .+, cash on delivery$/)).toBeVisible();
  await expect(main(page).getByText('₹450 to be collected on delivery.')).toBeVisible();

  await button(page, 'Pack').click();
  await expectMessage(page, 'Packed. The invoice is issued.');
  await expectState(page, 'Packed');
  const invoice = await link(page, /^Invoice /).getAttribute('href');
  const printed = await page.request.get(invoice ?? '');
  expect(printed.headers()['content-type']).toBe('application/pdf');

  await button(page, 'Hand to the courier').click();
  await expectMessage(page, 'The courier is asked to collect the order.');
  const track = link(page, 'Track shipment');
  const trackedAt = async () => (await readOrder(page, shopper, order._id)).tracking_info;
  await expect.poll(trackedAt, { timeout: 40_000 }).not.toBeNull();
  await page.reload();
  const opened = context.waitForEvent('page');
  await track.click();
  const courier = await opened;
  await courier.getByRole('button', { name: 'Delivered', exact: true }).click();
  await waitForOrderStatus(page, shopper, order._id, 'Delivered');
  await page.reload();
  await expectState(page, 'Delivered');
  await expect(main(page).getByText(/^Cash on delivery, /)).toBeVisible();
  await expect(main(page).getByRole('list', { name: 'History' })).toContainText('the courier');
  await expectAccessible(page);
});

test('staff ship a paid order with another courier, refund a part of the price, and take the order back [F-132 F-133]', {
  tag: '@desktop',
}, async ({ page }) => {
  const shopper = await signedInShopper(page);
  const proId = 'TB-DUP-002';
  const { id } = await paidOrder(page, shopper, { proId });
  const { headers } = await signedInStaff(page, 'staff');
  const onHand = async () => (await readProduct(page.request, headers, proId)).sizes[0]?.onHand ?? 0;
  await openPage(page, `/admin/orders/${id}`);
  await button(page, 'Pack').click();
  await expectState(page, 'Packed');
  await shipManually(page, () => expectAccessible(page));
  await expect(main(page).locator('a[href="https://track.example.in/BD1"]')).toBeVisible();

  const refund = await writeRefund(page, { rupees: '5000', reason: 'A loose thread.' });
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText(/at most ₹2,800/).first()).toBeVisible();
  await refund.getByLabel('Amount in rupees').fill('50');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expectMessage(page, '₹50 is refunded. The shopper gets an email.');
  await expect(main(page).getByText('A loose thread.')).toBeVisible();
  await button(page, 'Refund').click();
  await refund.getByRole('button', { name: 'Full amount: ₹2,750' }).click();
  await expect(refund.getByLabel('Amount in rupees')).toHaveValue('2750');
  await page.keyboard.press('Escape');

  await requestReturn(page, shopper, id, 'The border is another one.');
  await page.reload();
  await expect(main(page).getByText('“The border is another one.”')).toBeVisible();
  await approveReturn(page, 'Please wrap it in paper.');
  expect((await readOrder(page, shopper, id)).returns.at(-1)?.decision).toBe('Please wrap it in paper.');
  const before = await onHand();
  await inspectReturn(page, { rupees: '199.50', reason: 'Turmeric stains on the border.' });
  await expectMessage(page, 'Refund of ₹199.50. Good items are back in stock.');
  await expectState(page, 'Refunded');
  expect((await readOrder(page, shopper, id)).refunds).toContainEqual(
    expect.objectContaining({ amount: 199.5, reason: 'Turmeric stains on the border.' }),
  );
  expect(await onHand()).toBe(before + 1);
});

test('the refund form keeps the typed text of a rejected refund, and staff mark a failed refund as refunded [F-132]', {
  tag: '@desktop',
}, async ({ page }) => {
  const shopper = await signedInShopper(page);
  const { id } = await paidOrder(page, shopper, { proId: 'TB-DUP-003' });
  const { headers } = await signedInStaff(page, 'staff');
  const readForStaff = async (): Promise<AdminOrder> =>
    (await page.request.get(`/api/admin/orders/${id}`, { headers })).json();
  await openPage(page, `/admin/orders/${id}`);
  const dialog = await writeRefund(page, { rupees: '0.50', reason: '' });
  const amount = dialog.getByLabel('Amount in rupees');
  const reason = dialog.getByLabel('Reason (the shopper sees it)');
  const send = dialog.getByRole('button', { name: 'Refund' });

  await test.step('the server rejects a refund without a reason', async () => {
    await send.click();
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription(/^Please /);
    await expect(amount).toHaveValue('0.50');
    await expectAccessible(page);
  });
  await test.step('a click outside the refund dialog closes it and returns the focus to its button', async () => {
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Refund')).toBeFocused();
  });
  await test.step('the payment provider refunds no less than ₹1, and refunds once after a double click', async () => {
    const sent = recordRequests(page);
    await writeRefund(page, { rupees: '0.50', reason: 'A loose thread.' });
    await send.click();
    await expect(dialog.getByText(/cannot refund less than ₹1/).first()).toBeVisible();
    await expect(amount).toHaveValue('0.50');
    await amount.fill('20');
    await send.dblclick();
    await expectMessage(page, '₹20 is refunded. The shopper gets an email.');
    expect(sent.filter((request) => /^POST .*\/refund$/.test(request))).toHaveLength(2);
  });

  // Poll the page before the provider's webhook reports that the refund was sent.
  await expect.poll(async () => (await readForStaff()).refunds).toHaveLength(1);
  const [refund] = (await readForStaff()).refunds;
  await failRefundAtBank(page, refund?.id ?? '');
  await expect.poll(async () => (await readForStaff()).refunds[0]?.state, { timeout: 20_000 }).toBe('failed');
  await page.reload();
  await expect(main(page).getByText('rejected by the bank')).toBeVisible();

  await button(page, 'Mark as refunded').click();
  const settle = page.getByRole('dialog', { name: 'Refund of ₹20' });
  await expect(settle.getByText('After you save, the shop no longer asks the bank to pay it.')).toBeVisible();
  await settle.getByRole('button', { name: 'Mark as refunded' }).click();
  await expect(settle.getByText('Please write how the amount was refunded.').first()).toBeVisible();
  await settle.getByLabel('How was the amount refunded?').fill('UPI 4711');
  await expectAccessible(page);
  await settle.getByRole('button', { name: 'Mark as refunded' }).dblclick();
  await expectMessage(page, 'Saved. The amount is marked as refunded.');
  await expect(main(page).getByText('UPI 4711')).toBeVisible();
  await expect(button(page, 'Mark as refunded')).toHaveCount(0);
  expect((await readOrder(page, shopper, id)).refunds).toMatchObject([{ amount: 20, state: 'done' }]);
});

test('staff can retry a courier event that failed [F-143]', {
  tag: '@desktop',
}, async ({ page }) => {
  await sendUnreadableEvent(page, 'no event');
  const { headers } = await signedInStaff(page, 'staff');
  const failedEvents = async (): Promise<FailedItems['webhooks']> =>
    (await (await page.request.get('/api/admin/dashboard/stuck', { headers })).json()).webhooks;
  const waitUntilFailed = () =>
    expect.poll(async () => (await failedEvents()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  await waitUntilFailed();
  await openPage(page, '/admin?show=stuck');
  const card = main(page)
    .getByRole('listitem')
    .filter({ hasText: 'The body of this event cannot be read.' })
    .first();
  await expect(card).toBeVisible();
  await expectAccessible(page);
  const retried = page.waitForResponse('**/api/admin/events/pretend/*/retry');
  await card.getByRole('button', { name: 'Try again' }).dblclick();
  const response = await retried;
  const left: FailedItems = await response.json();
  const paths = left.webhooks.map(({ id }) => `/api/admin/events/pretend/${id}/retry`);
  expect(paths).not.toContain(new URL(response.url()).pathname);
  await expectMessage(page, 'The shop tries again to process the message.');

  // The event is still unreadable, so the retry fails and the event is listed again.
  await waitUntilFailed();
  await page.reload();
  await expect(card).toBeVisible();
});

test('staff decline a return with a reason, and take another return back as damaged, without a refund [F-133]', {
  tag: '@desktop',
}, async ({ page }) => {
  const shopper = await signedInShopper(page);
  const { headers } = await signedInStaff(page, 'staff');
  const proId = 'TB-DUP-006';
  const onHand = async () => (await readProduct(page.request, headers, proId)).sizes[0]?.onHand;
  const openReturned = async () => {
    const { id } = await paidOrder(page, shopper, { proId });
    await deliver(page, { _id: id });
    await requestReturn(page, shopper, id, 'It is too long.');
    await openPage(page, `/admin/orders/${id}`);
    return id;
  };

  const declined = await openReturned();
  const decline = await openDecision(page);
  await decline.getByLabel('Decline', { exact: true }).check();
  await decline.getByRole('button', { name: 'Save the decision' }).click();
  await expect(decline.getByText('Please write a reason for the shopper.').first()).toBeVisible();
  await decline.getByLabel(/^Note to the shopper/).fill('It was worn; the tassels are cut.');
  await decline.getByRole('button', { name: 'Save the decision' }).click();
  await expectState(page, 'Return Declined');
  expect((await readOrder(page, shopper, declined)).returns.at(-1)).toMatchObject({
    approved: false,
    decision: 'It was worn; the tassels are cut.',
  });

  const inspected = await openReturned();
  await approveReturn(page, '');
  const before = await onHand();
  await inspectReturn(page, { resellable: false, rupees: '0', reason: 'It has been washed.' });
  await expectMessage(page, /^No refund\.$/);
  await expect(main(page).getByText('taken back, damaged')).toBeVisible();
  await expectState(page, 'Returned');
  expect(await onHand()).toBe(before);
  expect(await readOrder(page, shopper, inspected)).toMatchObject({
    state: 'returned',
    returns: [{ inspected: true, decision: 'It has been washed.' }],
    refunds: [],
  });
});

test('staff select the day’s orders, pack them and print them together [F-130 F-143]', {
  tag: '@desktop',
}, async ({ page }) => {
  const { shopper, order } = await shopperWithOrder(page);
  const other = await orderInCash(page, shopper);
  const cancelled = await orderInCash(page, shopper);
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin');
  await expect(link(page, /^Pack\s+Orders? to pack/)).toBeVisible();
  await expect(main(page).getByRole('table', { name: 'Sales of the last 30 days' })).toBeAttached();
  await link(page, /^Pack\s/).click();
  await expect(main(page).getByRole('combobox', { name: 'State' })).toHaveValue('placed');

  await openPage(page, `/admin/orders?q=${encodeURIComponent(shopper.email)}`);
  const choose = ({ channel_order_id: number }: PlacedOrder) =>
    main(page).getByRole('checkbox', { name: `Select order ${number}`, exact: true });
  const all = main(page).getByRole('checkbox', { name: 'Select all' });
  await all.check();
  await expect(main(page).getByText('3 selected')).toBeVisible();
  await choose(other).uncheck();
  await expect(all).not.toBeChecked();
  await all.check();
  await all.uncheck();
  await expect(main(page).getByText(/selected$/)).toHaveCount(0);
  await choose(order).check();
  await choose(other).check();
  await choose(cancelled).check();
  await expectAccessible(page);
  const cancel = `/api/shipment/cancle/${cancelled._id}`;
  expect((await page.request.post(cancel, { headers: bearer(shopper) })).status()).toBe(200);
  const counted = page.waitForResponse('**/api/admin/dashboard/counts', { timeout: 10_000 });
  await button(page, 'Pack').click();
  await expectMessage(page, new RegExp(`^2 orders are packed\\. ${cancelled.channel_order_id}: .+`));
  // Other tests pack orders too, so the menu shows the number of the response.
  const { awaitingPickup }: MenuCounts = await (await counted).json();
  const orders = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Orders' });
  await expect(orders).toHaveAccessibleDescription(new RegExp(`\\b${awaitingPickup} to hand to the courier`));
  await choose(cancelled).uncheck();
  await button(page, 'Pack and print').click();
  await expect(main(page).getByRole('article', { name: /^Packing slip of TB/ })).toHaveCount(2);
  await expect(main(page).getByRole('article', { name: /(invoice|Bill of supply) TB\//i })).toHaveCount(2);
  await expectAccessible(page);

  await openPage(page, `/admin/orders/${other._id}`);
  await button(page, 'Cancel the order').click();
  const cancelling = page.getByRole('dialog', { name: `Cancel order ${other.channel_order_id}?` });
  await cancelling.getByLabel(/^Reason/).fill('The loom broke.');
  await cancelling.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(cancelling).toBeHidden();
  await expectState(page, 'Cancelled');
  await expect(main(page).getByText('The loom broke.')).toBeVisible();
});

test('a staff member’s note overwrites a colleague’s newer note only if the member decides to overwrite it [F-131]', {
  tag: '@desktop',
}, async ({ page }) => {
  const { order } = await shopperWithOrder(page);
  await signedInStaff(page, 'staff');
  const colleague = await newStaff(page.request, 'staff');
  const address = `/api/admin/orders/${order._id}`;
  const saveAsColleague = async (privateNote: string, before: string) => {
    const data = { privateNote, before };
    const saved = await page.request.put(`${address}/note`, { headers: colleague.headers, data });
    expect(saved.status(), await saved.text()).toBe(200);
  };
  const stored = async () => {
    const response = await page.request.get(address, { headers: colleague.headers });
    const { privateNote }: AdminOrder = await response.json();
    return privateNote;
  };
  await openPage(page, address.replace('/api', ''));
  const note = main(page).getByLabel('Note that only staff can see');
  await note.fill('Call after six.');
  await saveAsColleague('Gift wrap, please.', '');

  const refetched = page.waitForResponse(`**${address}`);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await refetched;
  await expect(note).toHaveValue('Call after six.');
  // A note equal to the saved one needs no button. Changes after the colleague's save are still based on the earlier note.
  await note.fill('Gift wrap, please.');
  await expect(button(page, 'Save the note')).toBeHidden();
  await note.fill('Call after six.');
  await button(page, 'Save the note').click();
  await expect(main(page).getByRole('alert')).toContainText('Someone else has changed this in the meantime');
  await expect(note).toHaveValue('Call after six.');
  expect(await stored()).toBe('Gift wrap, please.');
  await button(page, 'Show their version').click();
  await expect(note).toHaveValue('Gift wrap, please.');

  await note.fill('Call after seven.');
  await saveAsColleague('No gift wrap.', 'Gift wrap, please.');
  await button(page, 'Save the note').click();
  await button(page, 'Save my version instead').click();
  await expectMessage(page, 'Note saved.');
  expect(await stored()).toBe('Call after seven.');
});
