/** Online payment at the pretend bank. */
import type { Page } from '@playwright/test';
import {
  cartOf,
  cash,
  expectPlaced,
  orderEmails,
  outcome,
  payNow,
  putInCart,
  saveProfile,
  shopperAtCheckout,
  stole,
  summary,
} from './support/checkout.ts';
import { holdBack, openPage } from './support/open-page.ts';
import { ordersOf } from './support/orders.ts';
import { signInByApi, storeSession } from './support/shopper.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.describe.configure({ timeout: 90_000 });
test.use({ expectedErrors: [/status of (400|409|500|503)|net::ERR_(FAILED|ABORTED)/] });

const paidText = 'Payment successful & order placed!';

/** Presses Pay Now. Returns the pretend bank's payment page. */
async function openBank(page: Page): Promise<Page> {
  const [bank] = await Promise.all([page.waitForEvent('popup'), payNow(page).click()]);
  await expect(bank.getByRole('button', { name: 'Fail' })).toBeVisible();
  return bank;
}

/** Presses Close on the pretend bank's page, which may close before the click returns. */
async function closeBank(bank: Page): Promise<void> {
  await bank
    .getByRole('button', { name: 'Close' })
    .click()
    .catch((error: unknown) => {
      if (!bank.isClosed()) throw error;
    });
}

test('an online payment places one order and sends one email [S-GEN-18 S-PAY-07…11 S-PAY-15…18 S-ERR-04 S-CONST-14]', async ({
  page,
}) => {
  const shopper = await shopperAtCheckout(page);
  const created = page.waitForResponse('**/api/payment/create-order');
  const verified = page.waitForRequest('**/api/payment/verify-order');
  const bank = await openBank(page);
  const response = await created;
  expect(response.request().postDataJSON()).toMatchObject({ amount: 450 });
  expect((await response.json()).order).toMatchObject({ amount: 45_000, currency: 'INR' });
  await expect(bank.getByRole('heading', { name: 'Product purchase' })).toBeVisible();
  await expect(bank.getByText('₹450', { exact: true })).toBeVisible();
  await expect(summary(page).getByRole('timer')).toHaveText(/^Held for you: 1[45]:\d\d left$/);
  await expect(payNow(page)).toHaveAttribute('aria-busy', 'true');
  await expectAccessible(page);
  await bank.getByRole('button', { name: /^Pay/ }).click();
  expect(Object.keys((await verified).postDataJSON()).toSorted()).toEqual([
    'razorpay_order_id',
    'razorpay_payment_id',
    'razorpay_signature',
  ]);
  const number = await expectPlaced(page, paidText);
  await expect(page.getByRole('main')).toContainText('Paid online');
  expect(await cartOf(page, shopper)).toEqual({});
  await expect.poll(() => orderEmails(page, shopper)).toEqual([`Your order ${number}`]);
});

test('closing the payment window keeps the stock reserved for this customer and allows cash on delivery [S-PAY-09 S-PAY-19]', async ({
  page,
}) => {
  await shopperAtCheckout(page);
  await closeBank(await openBank(page));
  await expect(outcome(page)).toContainText('Payment not completed.');
  // A customer who signs in from another tab sees nothing of the previous customer's payment.
  const shopper = await signInByApi(page.request);
  await saveProfile(page, shopper);
  await putInCart(page, shopper);
  await storeSession(page, shopper);
  await expect(summary(page)).toContainText(stole.name);
  await expect(outcome(page)).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.getItem('tanabana.attempt'))).toBeNull();

  const first = await openBank(page);
  await first.close();
  await expect(outcome(page)).toContainText('Payment not completed.');
  const second = await openBank(page);
  await closeBank(second);
  await expect(outcome(page)).toContainText('Payment not completed. If your bank shows a charge');
  await expect(outcome(page)).toContainText(/Your pieces are held for you until \d+:\d\d/);
  await page.reload();
  await expect(outcome(page)).toContainText('Payment not completed.');
  await outcome(page).getByRole('button', { name: 'Choose cash on delivery' }).click();
  await expect(cash(page)).toBeChecked();
  await payNow(page).click();
  await expectPlaced(page, 'COD Order placed successfully!');
  await expect.poll(() => orderEmails(page, shopper)).toHaveLength(1);
});

test('a shopper can repeat a payment after the cart has changed and after a failure, or cancel the unpaid order [S-PAY-07 S-PAY-09 S-PAY-19]', async ({
  page,
}) => {
  const shopper = await shopperAtCheckout(page);
  await putInCart(page, shopper);
  const [refused] = await Promise.all([page.waitForEvent('popup'), payNow(page).click()]);
  await expect(outcome(page)).toContainText('has changed since you opened this page');
  await expect(summary(page)).toContainText('2 × ₹450');
  expect(refused.isClosed()).toBe(true);
  const first = await openBank(page);
  await first.getByRole('button', { name: 'Fail' }).click();
  await expect(outcome(page)).toContainText('Payment failed. This payment did not go through.');
  await expect(outcome(page)).toContainText(/held for you until \d+:\d\d/);
  await expect(outcome(page)).toBeFocused();
  await expectAccessible(page);
  expect(await cartOf(page, shopper)).toEqual({ [stole.proId]: 2 });
  const [second] = await Promise.all([
    page.waitForEvent('popup'),
    outcome(page).getByRole('button', { name: 'Try again' }).click(),
  ]);
  await second.getByRole('button', { name: 'Fail' }).click();
  await expect(outcome(page)).toContainText('Payment failed.');
  const [order] = await ordersOf(page, shopper);
  expect(order).toMatchObject({ state: 'pending_payment', paymentPending: false });

  const content = page.getByRole('main');
  await openPage(page, '/account');
  const row = content.getByRole('listitem').filter({ hasText: order?.channel_order_id ?? '' });
  await expect(row).toContainText('Not paid yet');
  await expect(row).toContainText(/Held until \d+:\d\d/);
  await row.getByRole('link').click();
  await expect(content).toContainText(/Not paid yet. Your pieces are held for you until \d+:\d\d/);
  await expect(content).not.toContainText('Your bank has not answered yet');
  await expect(content).toContainText('To be paid online');
  await expect(content.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  await expectAccessible(page);

  await openPage(page, `/account?placed=${order?._id}`);
  await expect(content).toContainText('Not paid yet.');
  await expect(content.getByRole('link', { name: 'Cancel order' })).toBeVisible();
  await content.getByRole('link', { name: 'Pay now' }).click();
  const again = await openBank(page);
  await again.getByRole('button', { name: /^Pay/ }).click();
  await expectPlaced(page, paidText);
  expect((await ordersOf(page, shopper)).map(({ state }) => state)).toEqual(['placed']);
  await expect.poll(() => orderEmails(page, shopper)).toHaveLength(1);
});

test("the checkout takes no second payment while the bank's confirmation is late [S-PAY-18]", async ({
  page,
}) => {
  const shopper = await shopperAtCheckout(page);
  const bank = await openBank(page);
  await bank.getByRole('switch', { name: 'The bank answers late' }).check();
  await bank.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/\/account\?placed=/);
  await expect(page.getByRole('main')).toContainText('Your bank has not answered yet.');
  await expect(page.getByRole('main')).toContainText('We will email you either way.');

  const confirmation = await page.context().newPage();
  await openPage(confirmation, page.url());
  await putInCart(page, shopper, 'TB-STO-002');
  await openPage(page, '/checkout');
  await expect(outcome(page)).toContainText('Your bank has not answered yet.');
  await expect(payNow(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(cash(page)).toBeDisabled();
  await payNow(page).dispatchEvent('click');
  await expect(outcome(page)).toContainText('Please do not pay again.');
  expect(await ordersOf(page, shopper)).toMatchObject([{ state: 'pending_payment', paymentPending: true }]);
  await expectAccessible(page);

  await expect(outcome(page)).toContainText('is placed.', { timeout: 45_000 });
  await expect(outcome(page).getByRole('link', { name: 'See the order' })).toBeVisible();
  await expect(page).toHaveURL('/checkout');
  await confirmation.bringToFront();
  await expect(confirmation.getByRole('alert').getByText(paidText, { exact: true })).toBeVisible({
    timeout: 15_000,
  });
  await expect.poll(() => orderEmails(page, shopper)).toHaveLength(1);
  expect(await cartOf(page, shopper)).toEqual({ 'TB-STO-002': 1 });
  await page.bringToFront();
  await cash(page).check();
  await payNow(page).click();
  await expectPlaced(page, 'COD Order placed successfully!');
  expect((await ordersOf(page, shopper)).map(({ state }) => state)).toEqual(['placed', 'placed']);
});

test('a payment that is made after a reload of the checkout leads to its order [S-PAY-18]', async ({
  page,
}) => {
  const shopper = await shopperAtCheckout(page);
  const bank = await openBank(page);
  const { release } = await holdBack(page, '**/api/payment/check');
  await page.reload();
  await expect(outcome(page)).toContainText('We are asking the bank …');
  await expect(outcome(page)).not.toContainText('charged');
  await expect(payNow(page)).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(outcome(page)).toContainText('Payment not completed. If your bank shows a charge');
  await bank.getByRole('button', { name: /^Pay/ }).click();
  await expectPlaced(page, paidText);
  await expect.poll(() => orderEmails(page, shopper)).toHaveLength(1);
  expect(await cartOf(page, shopper)).toEqual({});
});

test('a shopper can open or cancel a payment whose window was blocked, and checks it again if it could not be confirmed [S-PAY-09 S-PAY-19 S-ERR-02]', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const shopper = await shopperAtCheckout(page);
  await payNow(page).click();
  await expect(summary(page)).toContainText('Your browser has blocked the payment window.');
  await expectAccessible(page);
  await summary(page).getByRole('button', { name: 'Cancel this payment' }).click();
  await summary(page).getByRole('button', { name: 'Try again' }).click();
  const [bank] = await Promise.all([
    page.waitForEvent('popup'),
    summary(page).getByRole('link', { name: 'Open the payment window' }).click(),
  ]);
  const confirmations = /\/api\/payment\/(verify-order|check)$/;
  await page.route(confirmations, (route) => route.abort());
  await bank.getByRole('button', { name: /^Pay/ }).click();
  await expect(outcome(page)).toContainText('Something went wrong!');
  await expect(outcome(page)).toContainText('Please do not pay again.');
  await page.unroute(confirmations);
  await outcome(page).getByRole('button', { name: 'Check again' }).click();
  await expectPlaced(page, paidText);
  await expect.poll(() => orderEmails(page, shopper)).toHaveLength(1);
});
