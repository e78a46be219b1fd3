/** Saves every field of the settings and of the home page's content, and reads the saved values. */

import type { Locator } from '@playwright/test';
import { form, putContent, readContent, waitForHomePageText } from './support/admin-content.ts';
import { shopperAtCheckout, summary } from './support/checkout.ts';
import { followLink, openPage } from './support/open-page.ts';
import { inOwnShop } from './support/own-shop.ts';
import { newStaff, signedInStaff } from './support/staff.ts';
import { expect } from './support/test.ts';

const test = inOwnShop('admin');

test.slow();

/** Fields by label: the typed text and the path of the setting. A checkbox has no text; it is toggled. */
type Fields = Readonly<Record<string, readonly [path: string, text?: string]>>;

const ruleFields: Fields = {
  'Free shipping for orders from, in rupees': ['shipping.freeFrom', '7501'],
  'Shipping charge for smaller orders, in rupees': ['shipping.below', '71'],
  'Delivery in India: working days, at least': ['shipping.indiaDays.0', '3'],
  'Delivery in India: working days, at most': ['shipping.indiaDays.1', '8'],
  'Delivery abroad: working days, at least': ['shipping.abroadDays.0', '13'],
  'Delivery abroad: working days, at most': ['shipping.abroadDays.1', '21'],
  'Offer cash on delivery': ['cod.allowed'],
  'Smallest order total, in rupees': ['cod.from', '251'],
  'Largest order total, in rupees': ['cod.upTo', '9001'],
  'Cash on delivery: largest sum for products with only one unit left, in rupees': ['cod.uniqueUpTo', '3001'],
  'No cash on delivery for orders with the last unit of a product': ['cod.notForUnique'],
  'Largest number of different products in unpaid and cash-on-delivery orders': ['limits.variants', '31'],
  'Largest number of units in unpaid and cash-on-delivery orders': ['limits.units', '91'],
  'Minutes a day that one product is reserved for one shopper': ['limits.heldMinutes', '180'],
  'Largest number of cash-on-delivery orders not shipped yet': ['limits.cashOrders', '6'],
  'Title of the payment window': ['paymentTitle', 'Hand-woven cloth'],
  'Minutes that stock is reserved during payment': ['holdMinutes', '25'],
  'Promised delivery time in days': ['promiseDays', '17'],
  'Days in which products can be returned': ['returnDays', '19'],
  'Stock is low at this number of units or fewer': ['lowStockAt', '2'],
  'Days after which a backup is too old': ['backupDays', '9'],
  'Number of latest products on the home page': ['latestOnHome', '11'],
  'Number of new products on the Categories page': ['newOnBrowser', '10'],
  'Reason 1 for a return': ['returns.reasons.0.text', 'It came torn'],
  'Refund the delivery charge when the shop is at fault': ['returns.refundsDelivery'],
  'Days until the photos of a return are deleted': ['returns.photoDays', '31'],
  'Email the shopper when their order is packed': ['emails.packed'],
  'Attach the invoice to the first email after the order is packed': ['emails.invoice'],
};

const contactFields: Fields = {
  'Name of the shop': ['name', 'Tanabana of Jaipur'],
  'Name in Hindi': ['hindiName', 'ताना-बाना'],
  'Year in which the shop was founded': ['foundedYear', '1987'],
  'Registered name': ['contact.legalName', 'Tanabana Handlooms LLP'],
  Address: ['contact.address', '7 Loom Lane, Jaipur 302001'],
  Email: ['contact.email', 'loom@tanabana.example'],
  'Email address for replies': ['contact.replyTo', 'replies@tanabana.example'],
  Telephone: ['contact.phone', '+91 141 555 0101'],
  'WhatsApp or chat link': ['contact.chatUrl', 'https://wa.me/911415550102'],
  'Office hours': ['contact.officeHours', 'Tuesday to Sunday, 11 to 7'],
  'Grievance officer': ['contact.grievanceOfficer', 'Kavita Rathore'],
  'Social page 1: name': ['socials.0.name', 'Pinterest'],
  'Social page 1: link': ['socials.0.url', 'https://pinterest.example/tanabana'],
  'Social page 2: name': ['socials.1.name', 'YouTube'],
  'Social page 2: link': ['socials.1.url', 'https://youtube.example/tanabana'],
};

const sellerFields: Fields = {
  GSTIN: ['gstin', '27AAPFU0939F1ZV'],
  'Invoice numbers begin with': ['invoicePrefix', 'HW'],
  'Text on invoices for orders sent abroad': ['lutText', 'Under letter of undertaking 7.'],
};

const textFields: Fields = {
  'Motto of the shop': ['tagline', 'Cloth of the slow loom'],
  'Text at the top of the page': ['heroText', 'Nine metres, one weaver.'],
  'The shop in one sentence': ['description', 'A shop of hand-woven cloth.'],
  'Typed sentence 1 on the home page': ['typewriter.0', 'One'],
  'Typed sentence 2 on the home page': ['typewriter.1', 'Two'],
  'Typed sentence 3 on the home page': ['typewriter.2', 'Three'],
  'Typed sentence 4 on the home page': ['typewriter.3', 'Four'],
  'Typed sentence 5 on the home page': ['typewriter.4', 'Five'],
  'Hindi word beside “Made to Belong”': ['belonging.word', 'अपना'],
  'Made to Belong': ['belonging.paragraphs.0', 'Woven to stay.\n\nMended\nfor free.'],
  'Text of the popular collection': ['popularText', 'Lengths of the season.'],
  'Text of the invitation to your stores': ['visitText', 'Come by tram.'],
};

/** Fills in the fields of a form by their labels, and saves it. Returns the values by path. */
async function saveTyped(part: Locator, fields: Fields) {
  const values: Record<string, string | number | boolean> = {};
  for (const [label, [path, text]] of Object.entries(fields)) {
    const field = part.getByLabel(label, { exact: true });
    const value = text ?? !(await field.isChecked());
    await (typeof value === 'string' ? field.fill(value) : field.setChecked(value));
    values[path] = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  }
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(part.getByText('Not saved yet.')).toBeHidden();
  return values;
}

/** Lists all values within a value by their paths. */
function valuesIn(value: unknown, path: string[] = []): Record<string, unknown> {
  if (value === null || typeof value !== 'object') return { [path.join('.')]: value };
  const parts = Object.entries(value).map(([key, inner]) => valuesIn(inner, [...path, key]));
  return Object.assign({}, ...parts);
}

test('every shop setting is saved as the owner types it [F-134]', { tag: '@desktop' }, async ({ page }) => {
  await signedInStaff(page);
  const { headers } = await newStaff(page.request);
  const read = async () => (await readContent(page, headers)).settings;
  const before = await read();
  const { reasons } = before.rules.returns;

  await openPage(page, '/admin/content/rules');
  const rules = await saveTyped(form(page, 'Rules'), ruleFields);
  const otherReasons = valuesIn({ returns: { reasons: reasons.with(0, { text: '', isClaim: true }) } });
  expect(valuesIn((await read()).rules)).toEqual({ ...otherReasons, ...rules });

  await followLink(page, '/admin/content');
  await followLink(page, '/admin/content/contact');
  const contact = await saveTyped(form(page, 'Name and contact'), contactFields);
  expect(valuesIn((await read()).contact)).toEqual(contact);

  await followLink(page, '/admin/content');
  await followLink(page, '/admin/content/seller');
  const seller = form(page, 'Seller and tax');
  await seller.getByLabel('Indian state where parcels are sent from').selectOption('Maharashtra');
  const others = await saveTyped(seller, sellerFields);
  expect((await read()).seller).toEqual({ ...others, state: 'Maharashtra' });

  await test.step('the checkout shows the new GST and delivery charge [S-CHK-17]', async () => {
    await shopperAtCheckout(page);
    await expect(summary(page)).toContainText('Including ₹24.81 GST');
    await expect(summary(page).getByRole('definition')).toHaveText(['₹450', '₹71', '₹521']);
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

  // Restore the settings, because the other tests of this shop read them too.
  for (const part of ['rules', 'seller', 'contact'] as const) {
    const data = { [part]: before[part], seenVersion: (await read()).versions[part] };
    await putContent(page, headers, 'settings', data);
  }
});

test('every text and list item of the home page is saved as the staff type it [F-134]', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page, 'staff');
  const { headers } = await newStaff(page.request, 'staff');
  const read = () => readContent(page, headers);
  const before = await read();

  await openPage(page, '/admin/content/texts');
  const texts = await saveTyped(form(page, 'Texts of the home page'), textFields);
  expect(valuesIn((await read()).settings.texts)).toEqual({
    ...texts,
    'belonging.paragraphs.0': 'Woven to stay.',
    'belonging.paragraphs.1': 'Mended for free.',
  });

  await followLink(page, '/admin/content');
  await followLink(page, '/admin/content/stores');
  const stores = form(page, 'Stores');
  await stores.getByRole('button', { name: 'Add a store' }).click();
  const store = await saveTyped(stores, {
    Name: ['name', 'Loom House'],
    Address: ['address', '7 Loom Lane, Jaipur'],
    'Opening hours': ['hours', 'Daily, 10 to 6'],
    'Map link': ['mapUrl', 'https://maps.example/loom-house'],
  });
  expect((await read()).stores.items).toEqual([...before.stores.items, { id: expect.any(String), ...store }]);
  await stores.getByRole('button', { name: 'Remove Loom House' }).click();
  await saveTyped(stores, {});
  expect((await read()).stores.items).toEqual(before.stores.items);

  const tile: Fields = {
    Title: ['title', 'Bridal reds'],
    Link: ['link', '/Stoles?color=Indigo'],
    'Colour of the tassel on the tile': ['colour', '#123456'],
  };
  const category: Fields = {
    Name: ['name', 'Saris of silk'],
    'Hindi word beside the name': ['word', 'साड़ियाँ'],
    Introduction: ['intro', 'Six metres of it.'],
  };
  for (const [part, name, fields] of [
    ['tiles', 'Tiles', tile],
    ['videos', 'Videos', { 'Description of the video': ['alt', 'A shuttle that flies'] }],
    ['categories', 'Categories', category],
  ] as const)
    await test.step(name, async () => {
      await followLink(page, '/admin/content');
      await followLink(page, `/admin/content/${part}`);
      await form(page, name)
        .getByRole('button', { name: /^Change / })
        .first()
        .click();
      const saved = await saveTyped(form(page, name), fields);
      const [first, ...others] = before[part].items;
      expect((await read())[part].items).toEqual([{ ...first, ...saved }, ...others]);
    });

  // Restore the content, because the other tests of this shop read it too.
  const after = await read();
  const seenVersion = after.settings.versions.texts;
  await putContent(page, headers, 'texts', { ...before.settings.texts, seenVersion });
  for (const part of ['tiles', 'videos', 'categories'] as const)
    await putContent(page, headers, part, { items: before[part].items, seenVersion: after[part].version });
});
