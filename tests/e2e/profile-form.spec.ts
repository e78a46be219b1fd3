/** Shoppers edit their profile in a dialog on larger screens, and on a page on a phone. */
import type { Locator, Page } from '@playwright/test';
import { expectAddress, holdBack, openPage } from './support/open-page.ts';
import { emailNote, savedProfileOf, specOf, test } from './support/profile-shopper.ts';
import { storeSession } from './support/shopper.ts';
import { expect, expectAccessible, main } from './support/test.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

/** Opens the form: on a wide screen in its dialog, else on its page. */
async function openForm(page: Page, wide = false): Promise<Locator> {
  await openPage(page, wide ? '/profile' : '/account-form');
  if (wide) await main(page).getByRole('button', { name: 'Edit profile' }).click();
  const form = (wide ? page.getByRole('dialog', { name: 'Edit profile' }) : main(page)).locator('form');
  await expect(form).toBeVisible();
  return form;
}

test('a double click on Save saves the changed profile once [S-PROF-04 S-PROF-05 S-PROF-07 S-RT-19]', {
  tag: '@both',
}, async ({ page, shopper, wide }) => {
  const form = await openForm(page, wide);
  if (!wide) await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible();
  const { sent, release } = await holdBack(page, '**/api/user/edit');
  await form.getByLabel('First name').fill('  Mira ');
  await form.getByLabel('Phone').fill('098290 11111');
  await form.getByLabel('Apartment').fill('');
  if (wide) await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).dblclick();
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await form.getByLabel('City').press('Enter');
  release();
  if (wide) {
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(main(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
    await expect(specOf(page)).toContainText('Mira Joshi');
    await expect(specOf(page)).toContainText('+91 98290 11111');
    await expect(main(page).getByRole('button', { name: 'Edit profile' })).toBeFocused();
  } else {
    await expectAddress(page, '/profile');
    await expect(page.getByText('Your profile is saved.')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Mira Joshi' })).toBeVisible();
  }
  expect(await savedProfileOf(page, shopper)).toMatchObject({
    firstName: 'Mira',
    phone: '+919829011111',
    apartment: '',
  });
  expect(sent).toHaveLength(1);
  const stored = await page.evaluate(() => localStorage.getItem('tanabana.user'));
  expect(stored).toContain('"firstName":"Mira"');
});

test('the form shows the rules and errors of its fields without a request, and the states of the chosen country [S-RT-19 S-PROF-06…17]', async ({
  page,
  shopper,
}) => {
  const form = await openForm(page);
  const email = form.getByLabel('Email');
  await expect(email).toHaveValue(shopper.email);
  await expect(email).toHaveAttribute('readonly');
  await expect(email).toHaveAccessibleDescription(emailNote);
  await expect(form.getByLabel('Phone')).toHaveAttribute('type', 'tel');
  await expect(form.getByLabel('Phone')).toHaveAttribute('inputmode', 'tel');
  await expect(form.getByLabel('Pincode')).toHaveAttribute('inputmode', 'numeric');

  for (const label of ['First name', 'Last name', 'Phone', 'Address', 'City', 'State', 'Country']) {
    await expect(form.getByLabel(label)).toHaveAttribute('required');
    await expect(form.locator('label', { hasText: label })).toContainText('*');
  }
  await expect(form.locator('[required]')).toHaveCount(7);
  await expect(form.getByLabel('Apartment')).toHaveAttribute('placeholder', /\(optional\)/);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/edit')) sent.push(request.method());
  });
  await form.getByLabel('First name').fill(' ');
  await form.getByLabel('Phone').fill('12345');
  await form.getByLabel('Pincode').fill('012345');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('First name')).toBeFocused();
  await expect(form.getByLabel('First name')).toHaveAccessibleDescription('Please enter your first name.');
  await expect(form.getByLabel('Phone')).toHaveAccessibleDescription(/has 10 digits/);
  await expect(form.getByLabel('Pincode')).toHaveAccessibleDescription(/has 6 digits/);
  const summary = form.getByRole('alert');
  await expect(summary).toContainText('Please check the marked fields.');
  await expectAccessible(page);
  await summary.getByRole('link', { name: /pincode/ }).click();
  await expect(form.getByLabel('Pincode')).toBeFocused();
  await expect(form.getByLabel('Phone')).toHaveValue('12345');
  expect(sent).toEqual([]);
  expect(await savedProfileOf(page, shopper)).toMatchObject({ firstName: 'Meera' });

  const options = (label: string) => form.getByLabel(label).locator('option');
  await expect(options('Gender')).toHaveText(['Rather not say', 'Male', 'Female', 'Other']);
  await form.getByLabel('Gender').selectOption('Rather not say');
  const countries = ['India', 'United States', 'Canada', 'Australia', 'United Kingdom'];
  await expect(options('Country')).toHaveText(countries);
  await expect(options('State')).toHaveCount(37);
  await form.getByLabel('Country').selectOption('Canada');
  await expect(options('Province')).toHaveCount(14);
  await expect(form.getByLabel('Postal code')).toHaveAttribute('inputmode', 'text');
  await form.getByLabel('Province').selectOption('Ontario');
  await form.getByLabel('Postal code').fill('m5v2t6');
  await form.getByLabel('First name').fill('Mira');
  await form.getByLabel('Phone').fill('98290 00000');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectAddress(page, '/profile');
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  expect(await savedProfileOf(page, shopper)).toMatchObject({ firstName: 'Mira', gender: '' });
});

test('the form keeps its input after a failed request and after the session has expired, and saves it at the next try [S-PROF-18]', async ({
  page,
  shopper,
}) => {
  await page.route('**/api/user/profile', (route) =>
    route.fulfill({ status: 400, json: { message: 'No.' } }),
  );
  await openPage(page, '/account-form');
  const again = main(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/user/profile');
  await again.click();

  const form = main(page).locator('form');
  await page.route('**/api/user/edit', (route) => route.abort());
  await form.getByLabel('City').fill('Udaipur');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('We could not reach the shop.');
  await expect(form.getByRole('alert')).toBeFocused();
  await expect(form.getByLabel('City')).toHaveValue('Udaipur');

  await page.route('**/api/user/edit', (route) =>
    route.fulfill({ status: 401, json: { title: 'not-signed-in', message: 'Please sign in.' } }),
  );
  await form.getByRole('button', { name: 'Save' }).click();
  const alert = form.getByRole('alert');
  await expect(alert).toContainText('You have been signed out. Please sign in, and save again.');
  await expect(page.getByRole('alert')).toHaveCount(1);
  const opened = page.context().waitForEvent('page');
  await alert.getByRole('link', { name: 'Login' }).click();
  await expectAddress(await opened, '/login?next=%2Faccount-form');
  await page.unroute('**/api/user/edit');
  await storeSession(await opened, shopper);
  await expect(form.getByLabel('City')).toHaveValue('Udaipur');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  expect(await savedProfileOf(page, shopper)).toMatchObject({ city: 'Udaipur' });
});
