/** Messages, reviews and customers in the admin. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { bearer } from './support/checkout.ts';
import { expectAddress, openPage } from './support/open-page.ts';
import { namedShopper, orderedProIdOf, ordersOf } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { emailTo, newEmail, signInByApi, writeToShop } from './support/shopper.ts';
import { newStaff, signedInStaff } from './support/staff.ts';
import { expect, expectAccessible, link, main } from './support/test.ts';

const test = inOwnShop('admin');

test.use({ expectedErrors: [/status of (400|409)/] });

const uniqueMark = () => randomUUID().slice(0, 8);

async function search(page: Page, label: string, text: string) {
  await main(page).getByRole('searchbox', { name: label }).fill(text);
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(text);
}

test('staff reply to a message by email and close it [F-135]', {
  tag: '@desktop',
}, async ({ page }) => {
  const name = `Asha ${uniqueMark()}`;
  const email = await writeToShop(page.request, name, 'Is the pallu of Gulnar woven or printed?');
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/messages?state=new');
  await search(page, 'Name, email, text or product', name);
  await main(page).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: `From ${name}` })).toBeVisible();
  await expect(link(page, 'Gulnar Banarasi Katan Silk Saree')).toBeVisible();
  await expectAccessible(page);

  await main(page).getByRole('button', { name: 'Send reply' }).click();
  await expect(main(page).getByRole('alert')).toContainText('Please write your reply.');
  await expect(main(page).getByLabel('Your reply')).toBeFocused();
  await main(page).getByLabel('Your reply').fill('It is woven.\n\nCome and see it in Jaipur.');
  await main(page).getByRole('button', { name: 'Send reply' }).click();
  const conversation = main(page).getByRole('list', { name: 'Conversation' });
  await expect(conversation).toContainText('It is woven.');
  await expect(main(page).getByRole('region', { name: 'State' })).toContainText('Answered');
  await expect(main(page).getByLabel('Your reply')).toHaveValue('');

  const received = await emailTo(page.request, email);
  expect(received).toContain('Your message to Tanabana about TB-SAR-001');
  expect(received).toContain('Come and see it in Jaipur.');
  expect(received).toMatch(/<dt>Reply-To<\/dt>\s*<dd>[^<]*hello@tanabana\.example/);

  await main(page).getByRole('button', { name: 'Close' }).click();
  await expect(main(page).getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(main(page).getByRole('region', { name: 'State' })).toContainText('Closed');
});

test('a reply is rejected and keeps its text if a colleague has replied to the message before [F-135]', {
  tag: '@desktop',
}, async ({ page }) => {
  const name = `Bina ${uniqueMark()}`;
  const email = await writeToShop(page.request, `Earlier ${name}`, 'Where are you?');
  await writeToShop(page.request, name, 'Do you take it back?', email);
  const other = await newStaff(page.request, 'staff');
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/messages');
  await search(page, 'Name, email, text or product', name);
  await main(page).getByRole('link', { name, exact: true }).click();
  await main(page).getByLabel('Your reply').fill('No, we do not.');

  const id = new URL(page.url()).pathname.split('/').at(-1);
  const replied = await page.request.post(`/api/admin/messages/${id}/answer`, {
    headers: other.headers,
    data: { text: 'Yes, within seven days.', seenReplyCount: 0 },
  });
  expect(replied.status(), await replied.text()).toBe(200);

  await main(page).getByRole('button', { name: 'Send reply' }).click();
  await expect(main(page).getByRole('alert')).toContainText('Someone else has answered');
  await expect(main(page).getByText('Yes, within seven days.')).toBeVisible();
  await expect(main(page).getByLabel('Your reply')).toHaveValue('No, we do not.');

  await main(page).getByRole('region', { name: 'Other messages from this sender' }).getByRole('link').click();
  await expect(main(page).getByText('Where are you?')).toBeVisible();
  await expect(main(page).getByLabel('Your reply')).toHaveValue('');
});

test('staff reply to a review and approve it, and the product page shows it until they hide it [F-140]', {
  tag: '@desktop',
}, async ({ page }) => {
  const shopper = await namedShopper(page);
  const text = `It drapes well, ${uniqueMark()}.`;
  const proId = orderedProIdOf.returnable();
  const rated = await page.request.post(`/api/rating/add/${proId}`, {
    headers: bearer(shopper),
    data: { stars: 4, review: text },
  });
  expect(rated.status(), await rated.text()).toBe(200);
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/reviews?state=waiting');
  await search(page, 'Text or product', text);
  await main(page)
    .getByRole('button', { name: /^Answer to the review of/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Answer this review' });
  await dialog.getByLabel('Your answer').fill('Thank you for wearing it.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save the answer' }).click();
  await expect(dialog).toBeHidden();
  await main(page)
    .getByRole('button', { name: /^Approve the review of/ })
    .click();
  await expect(main(page).getByText('No reviews match your search and filters.')).toBeVisible();

  const { url }: { url: string } = await (await page.request.get(`/api/product/get-single/${proId}`)).json();
  const read = async (path: string) => (await page.request.get(path)).text();
  await expect.poll(() => read(url)).toContain(text);
  expect(await read(url)).toMatch(/Our reply:.*Thank you for wearing it\./);
  await expect.poll(() => read('/')).toContain(text);

  await openPage(page, `/admin/reviews?q=${encodeURIComponent(text)}`);
  await main(page)
    .getByRole('button', { name: /^Hide the review of/ })
    .click();
  await expect(main(page).getByRole('button', { name: /^Approve the review of/ })).toBeVisible();
  await expect.poll(() => read(url)).not.toContain(text);
});

test('staff sort the customers, and find a customer and their orders by the phone number [F-136]', {
  tag: '@desktop',
}, async ({ page }) => {
  const shopper = await namedShopper(page);
  const orders = await ordersOf(page, shopper);
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/customers');
  await test.step('repeated clicks on a column heading sort ascending, descending and not at all', async () => {
    const heading = main(page).getByRole('columnheader', { name: 'Name' });
    await expect(heading).toHaveAttribute('aria-sort', 'none');
    for (const [sort, direction] of [
      ['name', 'ascending'],
      ['-name', 'descending'],
      [null, 'none'],
    ] as const) {
      await heading.getByRole('button').click();
      await expect(heading).toHaveAttribute('aria-sort', direction);
      expect(new URL(page.url()).searchParams.get('sort')).toBe(sort);
    }
  });
  await search(page, 'Name, email or phone', shopper.user.phone.replace(/^\+91/, '').replace(/^.{5}/, '$& '));
  const { firstName, lastName } = shopper.user;
  await main(page)
    .getByRole('link', { name: `${firstName} ${lastName}` })
    .click();
  const listed = main(page).getByRole('region', { name: 'Orders' });
  for (const { channel_order_id } of orders)
    await expect(listed.getByRole('link', { name: channel_order_id })).toBeVisible();
  await expect(main(page).getByRole('region', { name: 'Profile' })).toContainText(shopper.email);
  // Only an owner can export the data of a customer, or delete them.
  await expect(main(page).getByRole('button', { name: 'Delete this customer' })).toHaveCount(0);
});

test("an owner downloads a customer's data and deletes the customer [F-136]", {
  tag: '@desktop',
}, async ({ page }) => {
  const email = newEmail('leaver');
  const shopper = await signInByApi(page.request, email);
  await signedInStaff(page, 'owner');
  await openPage(page, `/admin/customers/${shopper.user._id}`);
  const saving = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Download their data' }).click();
  const copy = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(copy).toMatchObject({ profile: { email }, orders: [], messages: [] });

  await page.getByRole('button', { name: 'Dismiss' }).click();
  await main(page).getByRole('button', { name: 'Delete this customer' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${email}?` });
  await expect(dialog).toContainText('This cannot be undone.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expectAddress(page, '/admin/customers');
  await search(page, 'Name, email or phone', email);
  await expect(main(page).getByText('No customers match your search.')).toBeVisible();
  const profileRequest = await page.request.get('/api/user/profile', { headers: bearer(shopper) });
  expect(profileRequest.status()).toBe(401);
});
