import type { Page } from '@playwright/test';
import { stole } from '../../tests/e2e/support/checkout.ts';
import { openPage } from '../../tests/e2e/support/open-page.ts';
import { pathOf } from '../../tests/e2e/support/orders.ts';
import { storeSession } from '../../tests/e2e/support/shopper.ts';
import { main } from '../../tests/e2e/support/test.ts';
import type { Camera } from './camera.ts';
import { expect } from './patient-expect.ts';
import { returnedProId, type SeededOrders, type SeededShoppers, seedImages } from './prepare-day.ts';

/** Opens the form that cancels a part of an order. Then requests the return of one of two products, with photos. */
export async function screenshotShopper(
  camera: Camera,
  page: Page,
  { cashOrderId, returnOrderId, cashShopper, returnShopper }: SeededOrders & SeededShoppers,
) {
  await storeSession(page, cashShopper);
  await openPage(page, pathOf({ _id: cashOrderId, orderItems: [] }, stole.proId));
  await main(page).getByRole('button', { name: 'Cancel order' }).click();
  const cancel = page.getByRole('dialog', { name: 'What would you like to cancel?' });
  await cancel.getByRole('button', { name: 'One less' }).click();
  await expect(cancel.getByText('You will pay ₹450 at the door')).toBeVisible();
  await camera.capture(page, 'cancel-1-shopper');

  await storeSession(page, returnShopper);
  await openPage(page, pathOf({ _id: returnOrderId, orderItems: [] }, returnedProId));
  await main(page).getByRole('button', { name: 'Return', exact: true }).click();
  const request = page.getByRole('dialog', { name: 'Return this order' });
  await request.getByLabel('Why').selectOption('It arrived damaged or flawed');
  await request.getByRole('checkbox', { name: /Dupatta/ }).check();
  await request.getByLabel('Anything else we should know').fill('A thread is torn, beside the border.');
  await request.getByLabel('Photographs').setInputFiles(seedImages(returnedProId, [2, 3]));
  await expect(request.getByRole('img', { name: /^Photograph/ })).toHaveCount(2);
  const send = request.getByRole('button', { name: 'Request a return' });
  await send.scrollIntoViewIfNeeded();
  await camera.capture(page, 'return-1-request');
  await send.click();
  await expect(request).toHaveCount(0);
}
