import type { AuditList } from '../../app/admin/audit-log/contract.ts';
import {
  createSaree,
  fourImages,
  newDraft,
  phonePhoto,
  publishProduct,
  readProduct,
  uniqueWord,
} from './support/admin-catalogue.ts';
import { bearer, home, putInCart } from './support/checkout.ts';
import { openPage } from './support/open-page.ts';
import { inOwnShop } from './support/own-shop.ts';
import { signInByApi } from './support/shopper.ts';
import { newStaff, signedInStaff } from './support/staff.ts';
import { expect, expectAccessible } from './support/test.ts';

const test = inOwnShop('admin');

/** Timeout for an uploaded image in milliseconds. Generating its variants takes seconds on a busy processor. */
const imageTimeout = { timeout: 20_000 };

const notAnImage = {
  name: 'cloth.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('<!doctype html><script>1</script>'),
};

// Browsers log the 400 and 409 of rejected saves and images to the console.
test.use({ expectedErrors: [/\b(400|409)\b.*\/api\/admin\//] });

test('a product with four phone photos is published and appears in the shop [F-130 F-141]', async ({
  page,
}) => {
  test.slow();
  await signedInStaff(page, 'staff');
  const name = `Saree ${uniqueWord()} of Kota`;

  await openPage(page, '/admin/products');
  await page.getByRole('link', { name: 'New product' }).click();
  await expect(page.getByRole('heading', { name: 'New product' })).toBeVisible();
  await expectAccessible(page);
  await createSaree(page, { name, craft: `Craft ${uniqueWord()}` });
  await publishProduct(page);
  await expectAccessible(page);

  await test.step('the images are shown upright and can be reordered by keyboard', async () => {
    const first = page.getByRole('button', { name: /^Picture 1:/ });
    await first.click();
    const shown = first.getByRole('presentation', { includeHidden: true });
    await expect(shown).toHaveAttribute('width', '1200');
    await page.getByLabel('What picture 1 shows').fill('The pallu in indigo');
    await page.getByRole('button', { name: 'Save description' }).click();
    await expect(page.getByRole('button', { name: 'Picture 1: The pallu in indigo' })).toBeVisible();
    await page.getByRole('button', { name: 'Later' }).focus();
    await page.keyboard.press('Enter');
    const second = page.getByRole('button', { name: 'Picture 2: The pallu in indigo' });
    await expect(second).toBeVisible();
    await second.press('Alt+ArrowLeft');
    await expect(page.getByRole('button', { name: 'Picture 1: The pallu in indigo' })).toBeVisible();
  });

  await test.step('a shopper finds the published product', async () => {
    await openPage(page, `/search?query=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('img', { name: 'The pallu in indigo' }).first()).toBeAttached();
    await expect(page.getByText('₹2,625').first()).toBeVisible();
  });

  await test.step('the staff record a store sale and lower the price', async () => {
    await openPage(page, `/admin/products?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Sold in the store: ${name}` }).click();
    await expect(page.getByText('Sold. 1 left.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: new RegExp(name) }).click();
    await page.getByLabel('Price, ₹').fill('2,400');
    await page.getByLabel('MRP, ₹').fill('3,150');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await expect(page.getByText('price ₹2,625 → ₹2,400')).toBeVisible();
    await expect(page.getByText('1 fewer: sold in the store')).toBeVisible();
    await page.getByRole('link', { name: 'View in the shop' }).click();
    await expect(page.getByText('₹2,400').first()).toBeVisible();
    await expect(page.getByText(/₹2,400\s*MRP\s*₹3,150/)).toBeVisible();
  });
});

test('the second of two concurrent edits gets a conflict with the first edit [F-139]', {
  tag: '@desktop',
}, async ({ page, request }) => {
  await signedInStaff(page, 'staff');
  const other = await newStaff(request, 'staff');
  const stole = {
    name: `Stole ${uniqueWord()}`,
    category: 'Stoles',
    price: 1800,
    mrp: null,
    colour: null,
    colourFamily: null,
    type: null,
    pattern: null,
    crafts: [],
    fabrics: ['Cotton'],
    attributes: {},
    sizes: [{ label: null, quantity: 1 }],
  };
  const created = await request.post('/api/admin/products', { headers: other.headers, data: stole });
  const product = await created.json();
  await openPage(page, `/admin/products/${product.id}`);
  await page.getByLabel('Type').fill('Mine');

  const { id, version } = product;
  const otherEdit = { ...stole, version, price: 1700, sizes: [{ id, label: null }] };
  const saved = await request.put(`/api/admin/products/${product.id}`, {
    headers: other.headers,
    data: otherEdit,
  });
  expect(saved.status(), await saved.text()).toBe(200);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else has changed this' })).toBeVisible();
  await expect(page.getByText(`${other.email}: price ₹1,800 → ₹1,700`).first()).toBeVisible();
  await expect(page.getByLabel('Type')).toHaveValue('Mine');
  await expectAccessible(page);

  // The editor restores the unsaved text after the page was closed.
  await openPage(page, `/admin/products/${product.id}`);
  await expect(page.getByText(/^Your unsaved changes from/)).toBeVisible();
  await expect(page.getByLabel('Type')).toHaveValue('Mine');

  await test.step("a save after a conflict keeps the other member's change", async () => {
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else has changed this' });
    await save.click();
    await expect(conflict).toBeVisible();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('Archived', { exact: true })).toBeVisible();
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT');
    await save.click();
    expect((await refused).status()).toBe(409);
    await expect(conflict).toBeVisible();
    expect(await readProduct(request, other.headers, id)).toMatchObject({ price: 1700, type: null });
  });

  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(page.getByLabel('Price, ₹')).toHaveValue('1700');
  await expect(page.getByLabel('Type')).toHaveValue('');
});

test('the stock dialog counts held units too and does not save the typed price [F-133]', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const { headers } = await signedInStaff(page);
  const shopper = await signInByApi(request);
  await putInCart(page, shopper, 'TB-DUP-006', 2);
  const created = await request.post('/api/payment/create-order', {
    headers: bearer(shopper),
    data: { orderDetails: { shippingInfo: home } },
  });
  expect(created.status(), await created.text()).toBe(200);
  const before = await readProduct(request, headers, 'TB-DUP-006');
  expect(before.sizes).toMatchObject([{ onHand: 8, held: 2 }]);
  await openPage(page, `/admin/products/${before.id}`);
  await page.getByLabel('Price, ₹').fill('1');
  await page.getByRole('button', { name: 'Change stock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stock' });
  await expect(dialog.getByLabel('Units in stock now')).toHaveValue('8');
  await dialog.getByLabel('Units in stock now').fill('7');
  await dialog.getByRole('button', { name: 'Save stock' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await expect(page.getByLabel('Price, ₹')).toHaveValue('1');

  const { price, version, sizes } = await readProduct(request, headers, before.id);
  expect({ price, version }).toEqual({ price: before.price, version: before.version });
  expect(sizes).toMatchObject([{ onHand: 7, held: 2 }]);
  const log = await request.get(`/api/admin/audit-log?id=${before.id}`, { headers });
  const { rows }: AuditList = await log.json();
  expect(rows.map(({ action }) => action)).toEqual(['product.adjust-stock']);
});

test("a product's unsaved text survives a change of its state and a reload [F-133]", {
  tag: '@desktop',
}, async ({ page, request }) => {
  const { headers } = await signedInStaff(page, 'staff');
  const { id } = await newDraft(request, headers);
  const stored = async () => {
    const { state, attributes } = await readProduct(request, headers, id);
    return { state, note: attributes.weaverNote };
  };
  await openPage(page, `/admin/products/${id}`);
  await page
    .getByLabel(/^Add picture/)
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto('#26386b') });
  await expect(page.getByRole('button', { name: /^Picture 1:/ })).toBeVisible();
  await publishProduct(page);
  const { note } = await stored();
  const weaverNote = page.getByLabel('Weaver’s note');
  await weaverNote.fill('Woven beside the well.');

  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expect(weaverNote).toHaveValue('Woven beside the well.');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  expect(await stored()).toEqual({ state: 'draft', note });

  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Your unsaved changes from/)).toBeVisible();
  await expect(weaverNote).toHaveValue('Woven beside the well.');
  expect(await stored()).toEqual({ state: 'archived', note });

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  expect(await stored()).toEqual({ state: 'archived', note: 'Woven beside the well.' });
});

test('four images are uploaded although an earlier upload failed', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  test.slow();
  const { headers } = await signedInStaff(page, 'staff');
  const { id } = await newDraft(request, headers);
  await openPage(page, `/admin/products/${id}`);
  const [first, ...others] = await fourImages();
  const add = page.getByLabel(/^Add picture/);
  await add.setInputFiles([notAnImage, ...others]);
  await expect(page.getByText(/This file is a web page, not an image/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Picture \d:/ })).toHaveCount(3, imageTimeout);
  await page.getByRole('button', { name: 'Remove cloth.jpg' }).click();
  await expect(page.getByText(/This is a web page/)).toBeHidden();
  await add.setInputFiles(first ?? []);
  await expect(page.getByRole('button', { name: /^Picture \d:/ })).toHaveCount(4, imageTimeout);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Picture \d:/ })).toHaveCount(4);
  await publishProduct(page);
});
