import type { Page } from '@playwright/test';
import { openPage } from '../../tests/e2e/support/open-page.ts';
import { main } from '../../tests/e2e/support/orders.ts';
import { enterAdmin } from '../../tests/e2e/support/staff.ts';
import type { Camera } from './camera.ts';
import type { Owner } from './orders.ts';
import type { Day } from './prepare-day.ts';
import { expect } from './waiting.ts';

/** The screens that one likes to have before oneself on a desk. */
export async function screenshotDashboard(camera: Camera, page: Page, owner: Owner, { paid, cash }: Day) {
  await enterAdmin(page, owner);
  await openPage(page, '/admin');
  await expect(main(page).getByText('To do')).toBeVisible();
  await camera.take(page, 'desk-today');
  await openPage(page, '/admin/orders');
  await expect(
    main(page)
      .getByRole('link', { name: /^TB\d+/ })
      .first(),
  ).toBeVisible();
  await camera.take(page, 'desk-orders');
  await openPage(page, `/admin/orders?print=${paid},${cash}`);
  await expect(
    main(page)
      .getByRole('article', { name: /^Packing slip of TB/ })
      .first(),
  ).toBeVisible();
  await camera.take(page, 'desk-slips');
  await openPage(page, '/admin/products/TB-SAR-005');
  await expect(main(page).getByRole('heading', { name: 'Pictures' })).toBeVisible();
  await camera.take(page, 'desk-piece');
  await openPage(page, '/admin/content/pages?page=return-policy');
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  await camera.take(page, 'desk-policy');
  await openPage(page, '/admin/audit-log');
  await expect(main(page).getByText('Added a team member').first()).toBeVisible();
  await camera.take(page, 'desk-log');
}
