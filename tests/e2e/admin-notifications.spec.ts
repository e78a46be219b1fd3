/** Notifications of the staff: each member's choices, and the list of sent emails. */
import { openPage } from './support/open-page.ts';
import { shopperWithOrder } from './support/orders.ts';
import { signedInStaff } from './support/staff.ts';
import { expect, main, test } from './support/test.ts';

test.describe.configure({ timeout: 90_000 });

test('a staff member chooses notifications and quiet hours that begin at midnight', async ({ page }) => {
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/account');
  await main(page).getByRole('link', { name: 'My notifications' }).click();
  const orders = main(page).getByRole('checkbox', { name: 'New orders' });
  await expect(orders).not.toBeChecked();
  await expect(main(page).getByRole('link', { name: 'Notifications of the last 30 days' })).toHaveCount(0);
  await orders.check();
  const [from, until] = [
    main(page).getByLabel('Quiet hours begin at'),
    main(page).getByLabel('Quiet hours end at'),
  ];
  await from.selectOption('8');
  const save = main(page).getByRole('button', { name: 'Save' });
  await save.click();
  await expect(
    main(page).getByText('Quiet hours cannot begin and end at the same hour. Please choose another hour.'),
  ).toBeVisible();
  await from.selectOption('0');
  await save.click();
  await expect(page.getByText('Your notifications are saved.')).toBeVisible();
  await openPage(page, '/admin/account/notifications');
  await expect(orders).toBeChecked();
  await expect(from).toHaveValue('0');
  await expect(until).toHaveValue('8');
});

test('an owner sees the email about an order in the list of sent notifications', async ({ page }) => {
  const { order } = await shopperWithOrder(page);
  const { headers } = await signedInStaff(page);
  // The worker reads the shop's events every few seconds.
  const sent = async () => (await page.request.get('/api/admin/notifications', { headers })).text();
  await expect.poll(sent, { timeout: 40_000 }).toContain(order.channel_order_id);
  await openPage(page, '/admin/account/notifications');
  await expect(main(page).getByRole('checkbox', { name: 'New orders' })).toBeChecked();
  await main(page).getByRole('link', { name: 'Notifications of the last 30 days' }).click();
  await expect(
    page.getByRole('heading', { name: 'Notifications of the last 30 days', level: 1 }),
  ).toBeVisible();
  const row = main(page).getByRole('link', { name: new RegExp(order.channel_order_id) });
  await expect(row.first()).toHaveAttribute('href', `/admin/orders/${order._id}`);
  await main(page).getByLabel('State').selectOption('failed');
  await expect(page).toHaveURL(/state=failed/);
  await expect(main(page).getByText('No notifications have this state.')).toBeVisible();
});
