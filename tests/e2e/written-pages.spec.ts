/** Story, legal and policy pages, and the statements that each policy must make. */
import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

type Statement = [id: string, text: RegExp];

const shipping: Statement[] = [
  ['S-POL-01', /Within India: 3–5 working days\./],
  ['S-POL-02', /Outside India: 5–10 working days\./],
  ['S-POL-03', /Domestic shipping is free\./],
  ['S-POL-04', /International shipping is calculated at checkout/],
  ['S-POL-05', /For most international orders we pay the delivery duty\./],
  ['S-POL-05', /we will give you store credit for the duty charged/],
  ['S-POL-06', /Customs may ask you for documents\. .*more than \$2500 that are sent to the USA/],
  ['S-POL-07', /not supplied, the parcel is returned to us and there is no refund/],
  ['S-POL-08', /We do not ship on Sundays and public holidays/],
];

const returns: Statement[] = [
  ['S-POL-09', /We take back a piece only for defects or if we sent a wrong item/],
  ['S-POL-10', /email hello@tanabana\.example within 48 hours of receipt/],
  ['S-POL-11', /We reply within 5 working days/],
  ['S-POL-12', /Send the piece back within 5 days of our authorisation/],
  ['S-POL-13', /We process a return within 7 working days of receiving it/],
  ['S-POL-14', /A refund reaches you within 7–10 working days after we send it/],
  ['S-POL-15', /There is no reverse pickup/],
  ['S-POL-16', /Stitched garments, cut fabric and customised items are not returnable/],
  ['S-POL-17', /Only unstitched items can be cancelled, and only before they are shipped/],
  [
    'S-POL-18',
    /exchange only pieces without customisation, and you pay the shipping both ways and any duties/,
  ],
  ['S-POL-19', /Refunds may lose gateway fees/],
  [
    'S-CONST-07',
    /Return button on the page of your order sends us the same request, for 7 days after delivery/,
  ],
];

const terms: Statement[] = [
  ['S-POL-20', /wrong price, we may cancel the order before dispatch\. You then receive a full refund/],
  ['S-POL-21', /Indian law applies\. The courts of Delhi have jurisdiction/],
];

const privacy: Statement[] = [
  ['S-POL-22', /What we collect, and why/],
  ['S-POL-22', /We set no cookies for tracking or advertising/],
  ['S-POL-22', /Map, chat and social network links open their own sites/],
  ['S-POL-22', /Erase: have your account and what belongs to it removed/],
  ['S-POL-22', /When this policy changes, this page shows the date of the change/],
];

/** Opens a policy and checks every statement that it must make. */
async function expectStatements(page: Page, path: string, title: string, statements: readonly Statement[]) {
  const response = await page.goto(path);
  expect(response?.status()).toBe(200);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
  for (const [id, text] of statements) {
    const line = main.getByRole('paragraph').or(main.getByRole('listitem')).or(main.getByRole('heading'));
    await expect(line.filter({ hasText: text }).first(), id).toBeVisible();
  }
  // All placeholders in braces are replaced from the settings.
  await expect(main.getByText(/\{\w+\}/)).toHaveCount(0);
}

const policies: [title: string, path: string][] = [
  ['Returns & Cancellation', '/return-policy'],
  ['Delivery & Shipping', '/shipping-policy'],
  ['Privacy Policy', '/privacy-policy'],
  ['Terms & Conditions', '/terms-and-conditions'],
];

test('the legal page lists the four policies [S-RT-24 S-RT-25 S-RT-30 S-CON-05 S-GEN-19]', async ({
  page,
}) => {
  await page.goto('/our-story');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Our Story' })).toBeVisible();
  await expect(main.getByText('Tana is the thread that waits.')).toBeVisible();
  await expect(main.getByText('Everything here is bought from the person who made it')).toBeVisible();
  await main.getByRole('link', { name: 'Renuka Ilkal Saree' }).click();
  await expect(page).toHaveURL(/\/Sarees\/renuka-ilkal-saree\/TB-SAR-008$/);
  await page.goBack();
  await expect(page).toHaveURL('/our-story');

  await openPage(page, '/legal-policies');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/our-story');
  await page.goForward();
  await expect(page).toHaveURL('/legal-policies');
  for (const [title, path] of policies) {
    await main.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await main.getByRole('link', { name: 'Legal and Policies' }).click();
    await expect(page).toHaveURL('/legal-policies');
  }
});

test.describe('the policies without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  // The policies are plain text, readable without a click or a script.
  test('the policies make all required statements [S-RT-25…29 S-POL-01…22 S-CONST-03 S-CONST-04 S-CONST-07]', async ({
    page,
  }) => {
    await expectStatements(page, '/shipping-policy', 'Delivery & Shipping', shipping);
    await expectStatements(page, '/return-policy', 'Returns & Cancellation', returns);
    await expectStatements(page, '/terms-and-conditions', 'Terms & Conditions', terms);
    await expectStatements(page, '/privacy-policy', 'Privacy Policy', privacy);
    await page.goto('/legal-policies');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/');
  });
});
