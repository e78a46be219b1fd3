import type { Page } from '@playwright/test';
import {
  approveReturn,
  button,
  expectMessage,
  expectState,
  openDecision,
  writeRefund,
} from '../../tests/e2e/support/admin-orders.ts';
import {
  requireRecentFactorOnce,
  setUpFactor,
  signInByEmail,
} from '../../tests/e2e/support/admin-sign-in.ts';
import { openPage } from '../../tests/e2e/support/open-page.ts';
import { demoOwner } from '../../tests/e2e/support/staff.ts';
import { main } from '../../tests/e2e/support/test.ts';
import type { Camera } from './camera.ts';
import { expect } from './patient-expect.ts';
import type { SeededOrders } from './prepare-day.ts';

/** A session of the staff, as the browser stores it. */
export type StaffSession = { token: string };

/** Scrolls until this heading is at the top of the screen. */
export async function scrollToHeading(page: Page, heading: string): Promise<void> {
  await main(page)
    .getByRole('heading', { name: heading, exact: true })
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
}

/** Dismisses the notices, which would cover a part of the screenshot. */
export async function dismissNotices(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  for (let left = await dismiss.count(); left > 0; left -= 1) {
    await dismiss.first().click();
    await expect(dismiss).toHaveCount(left - 1);
  }
}

/** Signs the owner in and sets up the authenticator app. Returns the session. */
export async function signIn(camera: Camera, page: Page): Promise<StaffSession> {
  await openPage(page, '/admin');
  await expect(page.getByLabel('Email')).toBeVisible();
  await camera.capture(page, 'sign-in-1-email');
  await signInByEmail(page, demoOwner);
  const names = ['sign-in-2-app', 'sign-in-3-recovery-codes'];
  await setUpFactor(page, () => camera.capture(page, names.shift() ?? 'sign-in'));
  await expect(main(page).getByText('To do')).toBeVisible();
  await camera.capture(page, 'dashboard');
  const token = await page.evaluate(() => localStorage.getItem('tanabana.staff'));
  if (!token) throw new Error('The owner did not come in.');
  return { token };
}

/** Packs, ships, refunds, inspects and cancels orders, and captures the screens. */
export async function screenshotOrders(
  camera: Camera,
  page: Page,
  _owner: StaffSession,
  { paidOrderId, cashOrderId, returnOrderId }: SeededOrders,
) {
  await openPage(page, '/admin/orders?state=placed&sort=placed');
  await expect(
    main(page)
      .getByRole('link', { name: /^TB\d+/ })
      .first(),
  ).toBeVisible();
  await camera.capture(page, 'orders');

  await openPage(page, `/admin/orders/${paidOrderId}`);
  await expect(button(page, 'Pack')).toBeVisible();
  await camera.capture(page, 'order-1-pack');
  await button(page, 'Pack').click();
  await expectMessage(page, 'Packed. The invoice is issued.');
  await expectState(page, 'Packed');
  await dismissNotices(page);
  await camera.capture(page, 'order-2-hand-over');
  await button(page, 'Ship with another courier').click();
  const carry = page.getByRole('dialog', { name: 'Ship with another courier' });
  await carry.getByLabel('Courier').fill('Blue Dart');
  await carry.getByLabel('Tracking link (optional)').fill('https://track.example.in/BD1');
  await camera.capture(page, 'order-3-courier');
  await carry.getByRole('button', { name: 'Mark as shipped' }).click();
  await expectMessage(page, 'Shipped. The shopper gets an email.');
  await expectState(page, 'Shipped');
  await dismissNotices(page);
  await button(page, 'Update status').click();
  await page.getByRole('dialog').getByLabel('New status').selectOption('Delivered');
  await camera.capture(page, 'order-4-status');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, /^Delivered\.$/);
  await expectState(page, 'Delivered');
  await dismissNotices(page);

  const refund = await writeRefund(page, { rupees: '500', reason: 'One thread of the border was loose.' });
  await camera.capture(page, 'refund');
  await requireRecentFactorOnce(page, '**/api/admin/orders/*/refund');
  await refund.getByRole('button', { name: 'Refund' }).click();
  const factor = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(factor).toBeVisible();
  await camera.capture(page, 'second-factor-again');

  await openPage(page, `/admin/orders/${returnOrderId}`);
  await expect(button(page, 'Approve or decline')).toBeVisible();
  await expect(main(page).getByRole('img', { name: /^Photograph \d of the return$/ })).toHaveCount(2);
  await camera.capture(page, 'return-2-decide');
  await openDecision(page);
  await camera.capture(page, 'return-3-approve');
  await page.keyboard.press('Escape');
  await approveReturn(page, '');
  await button(page, 'Mark as received').click();
  await expectMessage(page, 'Marked as received. Please check the return.');
  await dismissNotices(page);
  await button(page, 'Check the return').click();
  await page
    .getByRole('dialog', { name: 'Check the return' })
    .getByLabel(/^Good:/)
    .check();
  await camera.capture(page, 'return-4-check');
  await page.keyboard.press('Escape');

  await openPage(page, `/admin/orders/${cashOrderId}`);
  await expect(button(page, 'Pack')).toBeVisible();
  await scrollToHeading(page, 'Ship to');
  await camera.capture(page, 'order-cash');
  await button(page, 'Cancel the order').click();
  const cancel = page.getByRole('dialog', { name: /^Cancel order TB/ });
  await cancel.getByLabel(/^How many to cancel of 2 × /).selectOption('1');
  await camera.capture(page, 'cancel-2-staff');
  await page.keyboard.press('Escape');
}
