/** A shipment from packing to delivery, then a rating and a return. */

import { openPage } from './support/open-page.ts';
import {
  main,
  namedShopper,
  orderedProIdOf,
  orderWith,
  pathOf,
  star,
  timeline,
  waitForOrderStatus,
} from './support/orders.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ timeout: 90_000 });
test.use({ expectedErrors: [/status of 404/] });

test('a shopper tracks a shipment until delivery and rates the product [S-GEN-10 S-GEN-15 S-ODT-01 S-ODT-11 S-ODT-14 S-ODT-17 S-DATA-24 S-RATE-01]', async ({
  page,
  context,
}) => {
  const shopper = await namedShopper(page);
  const order = await orderWith(page, shopper, orderedProIdOf.packed());
  await openPage(page, pathOf(order, orderedProIdOf.packed()));
  const cancel = main(page).getByRole('button', { name: 'Cancel order' });
  await expect(cancel).toBeVisible();
  const opened = context.waitForEvent('page');
  await main(page).getByRole('link', { name: 'Track shipment' }).click();
  const courier = await opened;
  /** Presses a button on the pretend courier's page, and waits until the order page shows the new status. */
  const advance = async (button: string, label: string) => {
    await courier.getByRole('button', { name: button, exact: true }).click();
    await waitForOrderStatus(page, shopper, order._id, label);
    await page.reload();
    await expect(timeline(page).getByRole('listitem').last()).toContainText(label);
  };

  await advance('Out For Pickup', 'Out for Pickup');
  await expect(cancel).toHaveCount(0);
  await advance('In Transit', 'Shipped');
  await expect(main(page).getByText(/^Delivery by /)).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'On its way to' })).toBeVisible();
  await advance('Delivered', 'Delivered');
  await expect(main(page).getByText(/^Delivered on /)).toBeVisible();
  await expect(main(page).getByText(/^Return available for 7 days after delivery: till /)).toBeVisible();

  await star(page, 5).check({ force: true });
  await expect(main(page).getByText('Thank you. Your rating is saved.')).toBeVisible();
  const response = await page.request.get(`/api/rating/${orderedProIdOf.packed()}`);
  expect((await response.json()).ratings.map((rating: { stars: number }) => rating.stars)).toContain(5);
});

test('a shopper requests the return of a recently delivered order [S-ODT-16 S-ODT-19 Q-085]', async ({
  page,
}) => {
  const shopper = await namedShopper(page);
  const order = await orderWith(page, shopper, orderedProIdOf.returnable());
  await openPage(page, pathOf(order, orderedProIdOf.returnable()));
  const button = main(page).getByRole('button', { name: 'Return', exact: true });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Return this order' });
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await expect(dialog.getByLabel('Why')).toBeFocused();
  await expect(dialog.getByLabel('Why')).toHaveAccessibleDescription('Please say why.');
  await dialog.getByLabel('Why').selectOption('It is not what I ordered');
  await dialog.getByLabel('Anything else we should know').fill('The border is another one.');
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await expect(timeline(page).getByRole('listitem').last()).toContainText('Return Initiated');
  await expect(main(page).getByText('It is not what I ordered. The border is another one.')).toBeVisible();
  await expect(button).toHaveCount(0);

  await openPage(page, '/account');
  const row = main(page).locator(`a[href="${pathOf(order, orderedProIdOf.returnable())}"]`);
  await expect(row).toContainText(/Return Initiated on /);
});
