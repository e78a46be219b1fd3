/** Saves every field of the settings and of the home page's content, and reads the saved values. */

import type { Locator } from '@playwright/test';
import type { AdminContent } from '../../app/admin/content/contract.ts';
import { form, waitForHomePageText } from './support/admin-content.ts';
import { shopperAtCheckout, summary } from './support/checkout.ts';
import { followLink, openPage } from './support/open-page.ts';
import { inOwnShop } from './support/own-shop.ts';
import { newStaff, signedInStaff } from './support/staff.ts';
import { expect } from './support/test.ts';

const test = inOwnShop('admin');

test.slow();

/** Fills in the fields of a form by their labels, and saves it. */
async function saveTyped(part: Locator, fields: Record<string, string | boolean>) {
  for (const [label, value] of Object.entries(fields)) {
    const field = part.getByLabel(label, { exact: true });
    await (typeof value === 'string' ? field.fill(value) : field.setChecked(value));
  }
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(part.getByText('Not saved yet.')).toBeHidden();
}

test('every shop setting is saved as the owner types it [F-134]', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page);
  const { headers } = await newStaff(page.request);
  const read = async (): Promise<AdminContent['settings']> =>
    (await (await page.request.get('/api/admin/content', { headers })).json()).settings;
  const before = await read();

  await openPage(page, '/admin/content/rules');
  await saveTyped(form(page, 'Rules'), {
    'Free shipping for orders from, in rupees': '7501',
    'Shipping charge of smaller orders, in rupees': '71',
    'Delivery in India: working days, at least': '3',
    'Delivery in India: working days, at most': '8',
    'Delivery abroad: working days, at least': '13',
    'Delivery abroad: working days, at most': '21',
    'Offer cash on delivery': !before.rules.cod.allowed,
    'Smallest order total, in rupees': '251',
    'Largest order total, in rupees': '9001',
    'One-of-a-kind products up to, in rupees': '3001',
    'Not for orders with a one-of-a-kind product': !before.rules.cod.notForUnique,
    'Different products at most': '31',
    'Units at most': '91',
    'Minutes a day that one product is reserved for one shopper': '180',
    'Open cash orders at most': '6',
    'Title of the payment window': 'Hand-woven cloth',
    'Minutes that stock is reserved during payment': '25',
    'Promised delivery time in days': '17',
    'Days in which products can be returned': '19',
    'Low stock at this number of units or fewer': '2',
    'Days after which a backup is too old': '9',
    'Number of latest products on the home page': '11',
    'Number of new products on the Categories page': '10',
    'Reason 1 for a return': 'It came torn',
    'Refund the delivery charge when the shop is at fault': !before.rules.returns.refundsDelivery,
    'Days until the photos of a return are deleted': '31',
    'Email the shopper when their order is packed': !before.rules.emails.packed,
    'Attach the invoice to that email, or if it is off, to the email about the shipped order':
      !before.rules.emails.invoice,
  });
  expect((await read()).rules).toEqual({
    shipping: { freeFrom: 7501, below: 71, indiaDays: [3, 8], abroadDays: [13, 21] },
    cod: {
      allowed: !before.rules.cod.allowed,
      from: 251,
      upTo: 9001,
      notForUnique: !before.rules.cod.notForUnique,
      uniqueUpTo: 3001,
    },
    limits: { variants: 31, units: 91, heldMinutes: 180, cashOrders: 6 },
    paymentTitle: 'Hand-woven cloth',
    holdMinutes: 25,
    promiseDays: 17,
    returnDays: 19,
    lowStockAt: 2,
    backupDays: 9,
    emails: { packed: !before.rules.emails.packed, invoice: !before.rules.emails.invoice },
    latestOnHome: 11,
    newOnBrowser: 10,
    returns: {
      reasons: before.rules.returns.reasons.with(0, { text: 'It came torn', isClaim: true }),
      refundsDelivery: !before.rules.returns.refundsDelivery,
      photoDays: 31,
    },
  });

  await followLink(page, '/admin/content');
  await followLink(page, '/admin/content/contact');
  await saveTyped(form(page, 'Name and contact'), {
    'Name of the shop': 'Tanabana of Jaipur',
    'Name in Hindi': 'ताना-बाना',
    'Founded in': '1987',
    'Registered name': 'Tanabana Handlooms LLP',
    Address: '7 Loom Lane, Jaipur 302001',
    Email: 'loom@tanabana.example',
    'Replies go to': 'replies@tanabana.example',
    Telephone: '+91 141 555 0101',
    'WhatsApp or chat link': 'https://wa.me/911415550102',
    'Office hours': 'Tuesday to Sunday, 11 to 7',
    'Grievance officer': 'Kavita Rathore',
    'Social page 1: name': 'Pinterest',
    'Social page 1: link': 'https://pinterest.example/tanabana',
    'Social page 2: name': 'YouTube',
    'Social page 2: link': 'https://youtube.example/tanabana',
  });
  expect((await read()).contact).toEqual({
    name: 'Tanabana of Jaipur',
    hindiName: 'ताना-बाना',
    foundedYear: 1987,
    contact: {
      legalName: 'Tanabana Handlooms LLP',
      address: '7 Loom Lane, Jaipur 302001',
      email: 'loom@tanabana.example',
      replyTo: 'replies@tanabana.example',
      phone: '+91 141 555 0101',
      chatUrl: 'https://wa.me/911415550102',
      officeHours: 'Tuesday to Sunday, 11 to 7',
      grievanceOfficer: 'Kavita Rathore',
    },
    socials: [
      { name: 'Pinterest', url: 'https://pinterest.example/tanabana' },
      { name: 'YouTube', url: 'https://youtube.example/tanabana' },
    ],
  });

  await followLink(page, '/admin/content');
  await followLink(page, '/admin/content/seller');
  const seller = form(page, 'Seller and tax');
  await seller.getByLabel('Indian state where parcels are sent from').selectOption('Maharashtra');
  await saveTyped(seller, {
    GSTIN: '27AAPFU0939F1ZV',
    'Invoice numbers begin with': 'HW',
    'Text on export invoices': 'Under letter of undertaking 7.',
  });
  expect((await read()).seller).toEqual({
    gstin: '27AAPFU0939F1ZV',
    state: 'Maharashtra',
    invoicePrefix: 'HW',
    lutText: 'Under letter of undertaking 7.',
  });

  await test.step('checkout and cart show the new GST and delivery charge [S-CHK-17]', async () => {
    await shopperAtCheckout(page);
    await expect(summary(page)).toContainText('Including ₹24.81 GST');
    await openPage(page, '/cart');
    const cart = page.getByRole('complementary', { name: 'Summary' });
    await expect(cart.getByRole('definition')).toHaveText(['₹450', '₹71', '₹521']);
    await expect(cart).toContainText('Including ₹24.81 GST');
  });

  await test.step("the shop's pages show the new settings", async () => {
    await waitForHomePageText(page, '+91 141 555 0101');
    for (const [path, text] of [
      ['/shipping-policy', '₹7,501'],
      ['/return-policy', '19 days'],
      ['/', 'Tanabana of Jaipur'],
      ['/Sarees', '<title>Sarees | Tanabana of Jaipur</title>'],
      ['/no-such-page', '<title>Page not found | Tanabana of Jaipur</title>'],
    ] as const)
      expect(await (await page.request.get(path)).text()).toContain(text);
  });

  // Restore the settings, because the other stories of this shop read them too.
  for (const part of ['rules', 'seller', 'contact'] as const) {
    const data = { [part]: before[part], seenVersion: (await read()).versions[part] };
    const put = await page.request.put('/api/admin/content/settings', { headers, data });
    expect(put.status(), await put.text()).toBe(200);
  }
});

test('every text and list item of the home page is saved as the staff type it [F-134]', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page, 'staff');
  const { headers } = await newStaff(page.request, 'staff');
  const read = async (): Promise<AdminContent> =>
    (await page.request.get('/api/admin/content', { headers })).json();
  const before = await read();

  await openPage(page, '/admin/content/texts');
  await saveTyped(form(page, 'Texts of the home page'), {
    'Line under the name': 'Cloth of the slow loom',
    'Text at the top of the page': 'Nine metres, one weaver.',
    'The shop in one sentence': 'A shop of hand-woven cloth.',
    'Animated line 1': 'One',
    'Animated line 2': 'Two',
    'Animated line 3': 'Three',
    'Animated line 4': 'Four',
    'Animated line 5': 'Five',
    'Hindi word beside “Made to Belong”': 'अपना',
    'Made to Belong': 'Woven to stay.\n\nMended\nfor free.',
    'Text of the popular collection': 'Lengths of the season.',
    'Text of the invitation to your stores': 'Come by tram.',
  });
  expect((await read()).settings.texts).toEqual({
    tagline: 'Cloth of the slow loom',
    heroText: 'Nine metres, one weaver.',
    description: 'A shop of hand-woven cloth.',
    typewriter: ['One', 'Two', 'Three', 'Four', 'Five'],
    belonging: { word: 'अपना', paragraphs: ['Woven to stay.', 'Mended for free.'] },
    popularText: 'Lengths of the season.',
    visitText: 'Come by tram.',
  });

  await followLink(page, '/admin/content');
  await followLink(page, '/admin/content/stores');
  const stores = form(page, 'Stores');
  await stores.getByRole('button', { name: 'Add a store' }).click();
  await saveTyped(stores, {
    Name: 'Loom House',
    Address: '7 Loom Lane, Jaipur',
    'Opening hours': 'Daily, 10 to 6',
    'Map link': 'https://maps.example/loom-house',
  });
  expect((await read()).stores.items).toEqual([
    ...before.stores.items,
    {
      id: expect.any(String),
      name: 'Loom House',
      address: '7 Loom Lane, Jaipur',
      hours: 'Daily, 10 to 6',
      mapUrl: 'https://maps.example/loom-house',
    },
  ]);
  await stores.getByRole('button', { name: 'Remove Loom House' }).click();
  await saveTyped(stores, {});
  expect((await read()).stores.items).toEqual(before.stores.items);

  for (const [part, name, input, saved] of [
    [
      'tiles',
      'Tiles',
      { Title: 'Bridal reds', Link: '/Stoles?color=Indigo', 'Colour of the tassel on the tile': '#123456' },
      { title: 'Bridal reds', link: '/Stoles?color=Indigo', colour: '#123456' },
    ],
    [
      'videos',
      'Videos',
      { 'Description of the video': 'A shuttle that flies' },
      { alt: 'A shuttle that flies' },
    ],
    [
      'categories',
      'Categories',
      { Name: 'Saris of silk', 'Hindi word beside the name': 'साड़ियाँ', Introduction: 'Six metres of it.' },
      { name: 'Saris of silk', word: 'साड़ियाँ', intro: 'Six metres of it.' },
    ],
  ] as const)
    await test.step(name, async () => {
      await followLink(page, '/admin/content');
      await followLink(page, `/admin/content/${part}`);
      await form(page, name)
        .getByRole('button', { name: /^Change / })
        .first()
        .click();
      await saveTyped(form(page, name), input);
      const [first, ...others] = before[part].items;
      expect((await read())[part].items).toEqual([{ ...first, ...saved }, ...others]);
    });

  // Restore the content, because the other stories of this shop read it too.
  const after = await read();
  const { texts } = before.settings;
  for (const [part, data] of [
    ['texts', { ...texts, seenVersion: after.settings.versions.texts }],
    ['tiles', { items: before.tiles.items, seenVersion: after.tiles.version }],
    ['videos', { items: before.videos.items, seenVersion: after.videos.version }],
    ['categories', { items: before.categories.items, seenVersion: after.categories.version }],
  ] as const) {
    const put = await page.request.put(`/api/admin/content/${part}`, { headers, data });
    expect(put.status(), await put.text()).toBe(200);
  }
});
