/** Steps with orders in the admin: search, shipment, refund and return. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { readSecret } from '../../../app/foundation/config/secret.server.ts';
import { sign } from '../../../app/payments/signature.server.ts';
import { webhookSecret } from '../../../sandbox/pretend-bank.server.ts';
import { courierKey } from '../../../sandbox/pretend-courier.server.ts';
import { bearer, home, putInCart, stole } from './checkout.ts';
import { openPage } from './open-page.ts';
import type { Shopper } from './shopper.ts';
import { expect, main } from './test.ts';

export const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true });

/** Waits for a text in a notice or on the screen. */
export const expectMessage = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).last()).toBeVisible();

/** Waits until the open order has this state. */
export const expectState = (page: Page, state: string) =>
  expect(main(page).locator('.line .state')).toHaveText(state, { timeout: 15_000 });

/** Finds an order by its number in the list and opens it. */
export async function openOrder(page: Page, number: string) {
  await openPage(page, '/admin/orders');
  await main(page).getByRole('searchbox').fill(number);
  await expect(page).toHaveURL(`/admin/orders?q=${number}`);
  await main(page).getByRole('link', { name: number }).click();
  await expect(main(page).getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
}

/** Places an order that is paid at the pretend bank, by default of a stole. */
export async function paidOrder(
  page: Page,
  shopper: Shopper,
  { proId = stole.proId, to = home } = {},
): Promise<{ id: string; number: string }> {
  await putInCart(page, shopper, proId);
  const headers = bearer(shopper);
  const data = { orderDetails: { shippingInfo: to } };
  const created = await page.request.post('/api/payment/create-order', { headers, data });
  expect(created.status(), await created.text()).toBe(200);
  const { order }: { order: { id: string } } = await created.json();
  const paid = await page.request.post(`/pretend-bank/${order.id}`, { data: { how: 'pay', late: false } });
  expect(paid.status(), await paid.text()).toBe(200);
  const newestOrder = async () => {
    const list: { _id: string; channel_order_id: string; state: string }[] = await (
      await page.request.get('/api/order/', { headers })
    ).json();
    return list[0];
  };
  await expect.poll(async () => (await newestOrder())?.state, { timeout: 20_000 }).toBe('placed');
  const placed = await newestOrder();
  return { id: placed?._id ?? '', number: placed?.channel_order_id ?? '' };
}

/** Requests the return of a delivered order as its shopper. */
export async function requestReturn(page: Page, shopper: Shopper, id: string, note: string) {
  const requested = await page.request.post(`/api/shipment/return/${id}`, {
    headers: bearer(shopper),
    data: { reason: 'It is not what I ordered', note },
  });
  expect(requested.status(), await requested.text()).toBe(200);
}

/**
 * Ships the open order with another courier and marks it as delivered. Calls `inspect` while the dialog for the courier is open.
 */
export async function shipManually(page: Page, inspect: () => Promise<void> = async () => {}) {
  await button(page, 'Ship with another courier').click();
  const dialog = page.getByRole('dialog', { name: 'Ship with another courier' });
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(dialog.getByText('Please name the courier.').first()).toBeVisible();
  await inspect();
  await dialog.getByLabel('Courier').fill('Blue Dart');
  await dialog.getByLabel('Tracking link (optional)').fill('https://track.example.in/BD1');
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await expectState(page, 'Shipped');

  await button(page, 'Update status').click();
  const statusDialog = page.getByRole('dialog', { name: 'Update the status' });
  await statusDialog.getByLabel('New status').selectOption('Delivered');
  await statusDialog.getByRole('button', { name: 'Save' }).click();
  await expectState(page, 'Delivered');
}

/** Fills in the form of a partial refund without submitting it. */
export async function writeRefund(page: Page, { rupees, reason }: { rupees: string; reason: string }) {
  await button(page, 'Refund').click();
  const refund = page.getByRole('dialog', { name: 'Refund' });
  await refund.getByLabel('Amount in rupees').fill(rupees);
  await refund.getByLabel('Reason (the shopper sees it)').fill(reason);
  return refund;
}

/** Secret of the shop that all tests share. The pretend bank and the pretend courier derive their keys from it. */
const sharedShop = () => ({
  secret: readSecret({ secret: undefined, dataDir: path.resolve(process.env.SHOP_FOLDER ?? '') }),
});

/**
 * Reports a failed refund as the pretend bank. Five seconds later the bank would report success under the same event id. The shop
 * ignores that event as a repetition.
 */
export async function failRefundAtBank(page: Page, refundId: string) {
  const id = `rfnd_${refundId.replaceAll('-', '')}`;
  const payload = { refund: { entity: { id, receipt: refundId } } };
  const body = JSON.stringify({ event: 'refund.failed', payload });
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': sign(webhookSecret(sharedShop()), body),
    'x-razorpay-event-id': `evt_${id}`,
  };
  const sent = await page.request.post('/api/payment/webhook/pretend-bank', { headers, data: body });
  expect(sent.status(), await sent.text()).toBe(200);
}

/** Sends a courier event that the shop cannot read. The event fails without retries. */
export async function sendUnreadableEvent(page: Page, body: string) {
  const headers = { 'content-type': 'text/plain', 'x-api-key': courierKey(sharedShop()) };
  const sent = await page.request.post('/api/hooks/courier', { headers, data: body });
  expect(sent.status(), await sent.text()).toBe(200);
}

/** Approves the return of the open order. The customer sends the products back. */
export async function approveReturn(page: Page, text: string) {
  const dialog = await openDecision(page);
  await dialog.getByLabel(/^The courier collects/).uncheck();
  await dialog.getByLabel(/^Note to the shopper/).fill(text);
  await dialog.getByRole('button', { name: 'Save the decision' }).click();
  await expectState(page, 'Return Approved');
}

/** Opens the form that decides on the return of the open order. */
export async function openDecision(page: Page) {
  await button(page, 'Approve or decline').click();
  return page.getByRole('dialog', { name: 'Approve or decline the return' });
}

type Inspection = { resellable?: boolean; rupees?: string; reason?: string };

/** Records that the approved return of the open order has arrived, by default resellable and refunded in full. */
export async function inspectReturn(page: Page, { resellable = true, rupees, reason }: Inspection = {}) {
  await button(page, 'Mark as received').click();
  await expectState(page, 'Returned');
  await button(page, 'Check the return').click();
  const inspect = page.getByRole('dialog', { name: 'Check the return' });
  await inspect.getByLabel(resellable ? /^Good:/ : /^Damaged:/).check();
  if (rupees) await inspect.getByLabel(/^Refund in rupees/).fill(rupees);
  if (reason) await inspect.getByLabel(/^Note /).fill(reason);
  await inspect.getByRole('button', { name: 'Save' }).click();
}
