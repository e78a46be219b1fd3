import type { Page } from '@playwright/test';
import { form } from '../../tests/e2e/support/admin-content.ts';
import { openPage } from '../../tests/e2e/support/open-page.ts';
import { main } from '../../tests/e2e/support/test.ts';
import type { Camera } from './camera.ts';
import { type StaffSession, scrollToHeading } from './orders.ts';
import { expect } from './patient-expect.ts';

/** Captures messages, reviews, the online store, a customer, the staff, and notifications. */
export async function screenshotOtherScreens(camera: Camera, page: Page, owner: StaffSession) {
  await openPage(page, '/admin/messages');
  await main(page).getByRole('link', { name: 'Asha Rao' }).click();
  await page
    .getByLabel('Your reply')
    .fill('Namaste Asha, it is woven, every thread of it.\n\nIt can be with you in five days.');
  await camera.capture(page, 'message');

  await openPage(page, '/admin/reviews?state=waiting');
  await expect(main(page).getByText('It drapes well')).toBeVisible();
  await camera.capture(page, 'reviews');

  await openPage(page, '/admin/content');
  await camera.capture(page, 'shop-content');
  await openPage(page, '/admin/content/banners');
  const hero = form(page, 'Top of the page');
  await hero.getByRole('button', { name: /^Change Three cloths/ }).click();
  await camera.capture(page, 'shop-banner');
  await openPage(page, '/admin/content/rules');
  await scrollToHeading(page, 'Cash on delivery');
  await camera.capture(page, 'shop-cash-rules');

  await openPage(page, '/admin/customers');
  await main(page).getByRole('link', { name: 'Meera Joshi' }).click();
  await expect(main(page).getByRole('button', { name: 'Delete this customer' })).toBeVisible();
  await scrollToHeading(page, 'Requests about personal data');
  await camera.capture(page, 'customer');

  for (const [name, email] of [
    ['Arjun', 'arjun@example.in'],
    ['Bina', 'bina@example.in'],
  ])
    await page.request.post('/api/admin/team', {
      headers: { authorization: `Bearer ${owner.token}` },
      data: { email, name, role: 'staff' },
    });
  await openPage(page, '/admin/team');
  await expect(main(page).getByText('arjun@example.in')).toBeVisible();
  await camera.capture(page, 'team');
  await openPage(page, '/admin/account');
  await expect(main(page).getByRole('button', { name: 'Make new codes' })).toBeVisible();
  await camera.capture(page, 'account');
  await openPage(page, '/admin/account/notifications');
  await expect(main(page).getByRole('checkbox', { name: 'New orders' })).toBeChecked();
  await camera.capture(page, 'notifications');
  await openPage(page, '/admin/notifications');
  await expect(
    main(page)
      .getByRole('link', { name: /^New order TB/ })
      .first(),
  ).toBeVisible();
  await camera.capture(page, 'sent-notifications');
  await openPage(page, '/admin?show=stuck');
  await expect(main(page).getByText('All emails were sent.')).toBeVisible();
  await camera.capture(page, 'failed-messages');
}
