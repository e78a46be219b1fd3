/** A shipment from packing to delivery, then a rating. */
import { openPage } from './support/open-page.ts';
import {
  namedShopper,
  orderedProIdOf,
  orderWith,
  pathOf,
  price,
  star,
  timeline,
  waitForOrderStatus,
} from './support/orders.ts';
import { expect, main, test } from './support/test.ts';

test.describe.configure({ timeout: 90_000 });
test.use({ expectedErrors: [/status of 404/] });

test('a shopper tracks a shipment until delivery and rates the product [S-GEN-10 S-GEN-15 S-ODT-01 S-ODT-11…14 S-ODT-17 Q-084 S-DATA-24 S-RATE-01]', async ({
  page,
  context,
}) => {
  const shopper = await namedShopper(page);
  const order = await orderWith(page, shopper, orderedProIdOf.packed());
  await openPage(page, pathOf(order, orderedProIdOf.packed()));
  const cancel = main(page).getByRole('button', { name: 'Cancel order' });
  await expect(cancel).toBeVisible();
  const track = main(page).getByRole('link', { name: 'Track shipment' });
  const invoice = price(page).getByRole('link', { name: 'Invoice' });
  for (const link of [track, invoice]) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
  }
  const file = await page.request.get((await invoice.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toContain('application/pdf');
  const opened = context.waitForEvent('page');
  await track.click();
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
