import type { Page } from '@playwright/test';
import { openPage } from '../../tests/e2e/support/open-page.ts';
import { storeStaffSession } from '../../tests/e2e/support/staff.ts';
import { main } from '../../tests/e2e/support/test.ts';
import type { Camera } from './camera.ts';
import type { StaffSession } from './orders.ts';
import { expect } from './patient-expect.ts';
import type { SeededOrders } from './prepare-day.ts';

/** Captures the admin's wide screens on a desktop: lists, packing slips, a product, a page and the audit log. */
export async function screenshotDashboard(
  camera: Camera,
  page: Page,
  owner: StaffSession,
  { paidOrderId, cashOrderId }: SeededOrders,
) {
  await storeStaffSession(page, owner);
  await openPage(page, '/admin');
  await expect(main(page).getByText('To do')).toBeVisible();
  await camera.capture(page, 'admin-dashboard');
  await openPage(page, '/admin/orders');
  await expect(
    main(page)
      .getByRole('link', { name: /^TB\d+/ })
      .first(),
  ).toBeVisible();
  await camera.capture(page, 'admin-orders');
  await openPage(page, `/admin/orders?print=${paidOrderId},${cashOrderId}`);
  await expect(
    main(page)
      .getByRole('article', { name: /^Packing slip of TB/ })
      .first(),
  ).toBeVisible();
  await camera.capture(page, 'admin-packing-slips');
  await openPage(page, '/admin/products/TB-SAR-005');
  await expect(main(page).getByRole('heading', { name: 'Pictures' })).toBeVisible();
  await camera.capture(page, 'admin-product');
  await openPage(page, '/admin/content/pages?page=return-policy');
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  await camera.capture(page, 'admin-policy');
  await openPage(page, '/admin/audit-log');
  await expect(main(page).getByText('Invited a staff member').first()).toBeVisible();
  await camera.capture(page, 'admin-log');
}
