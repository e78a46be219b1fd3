/** Story, legal and policy pages, and the statements that each policy must make. */
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** The statements of each policy, in the order of S-POL-01 to S-POL-22. */
const statements: Record<string, RegExp[]> = {
  '/shipping-policy': [
    /Within India: 3–5 working days\./,
    /Outside India: 5–10 working days\./,
    /Domestic shipping is free\./,
    /International shipping is calculated at checkout/,
    /For most international orders we pay the delivery duty\./,
    /we will give you store credit for the duty charged/,
    /Customs may ask you for documents\. .*more than \$2500 that are sent to the USA/,
    /not supplied, the parcel is returned to us and there is no refund/,
    /We do not ship on Sundays and public holidays/,
  ],
  '/return-policy': [
    /We take back a piece only for defects or if we sent a wrong item/,
    /email hello@tanabana\.example within 48 hours of receipt/,
    /We reply within 5 working days/,
    /Send the piece back within 5 days of our authorisation/,
    /We process a return within 7 working days of receiving it/,
    /A refund reaches you within 7–10 working days after we send it/,
    /There is no reverse pickup/,
    /Stitched garments, cut fabric and customised items are not returnable/,
    /Only unstitched items can be cancelled, and only before they are shipped/,
    /exchange only pieces without customisation, and you pay the shipping both ways and any duties/,
    /Refunds may lose gateway fees/,
    /Return button on the page of your order sends us the same request, for 7 days after delivery/,
  ],
  '/terms-and-conditions': [
    /wrong price, we may cancel the order before dispatch\. You then receive a full refund/,
    /Indian law applies\. The courts of Delhi have jurisdiction/,
  ],
  '/privacy-policy': [
    /What we collect, and why/,
    /We set no cookies for tracking or advertising/,
    /Map, chat and social network links open their own sites/,
    /Erase: have your account and what belongs to it removed/,
    /When this policy changes, this page shows the date of the change/,
  ],
};

const policies: [title: string, path: string][] = [
  ['Returns & Cancellation', '/return-policy'],
  ['Delivery & Shipping', '/shipping-policy'],
  ['Privacy Policy', '/privacy-policy'],
  ['Terms & Conditions', '/terms-and-conditions'],
];

test('the legal page links to the four policies and back to the previous page [S-RT-24 S-RT-25 S-RT-30 S-CON-05 S-GEN-19]', async ({
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
  const back = page.getByRole('link', { name: 'Back', exact: true });
  // Without JavaScript the link leads to the home page.
  await expect(back).toHaveAttribute('href', '/');
  await back.click();
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

test('the policies make all required statements in their HTML [S-RT-25…29 S-POL-01…22 S-CONST-03 S-CONST-04 S-CONST-07]', async ({
  request,
}) => {
  for (const [path, texts] of Object.entries(statements)) {
    const html = await (await request.get(path)).text();
    const text = html
      .slice(html.indexOf('<main'), html.indexOf('</main>'))
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&#x27;', "'");
    for (const statement of texts) expect(text, path).toMatch(statement);
    // All placeholders in braces are replaced from the settings.
    expect(text, path).not.toMatch(/\{\w+\}/);
  }
});
