import type { AuditList } from '../../app/admin/audit-log/contract.ts';
import { createDraft, imageFiles, newStole, publishProduct, readProduct } from './support/admin-catalogue.ts';
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

test('staff publish a product with photos, although one file was rejected, and record its sale in the store [F-130 F-141]', {
  tag: '@desktop',
}, async ({ page, request }) => {
  test.slow();
  const { headers } = await signedInStaff(page, 'staff');
  const { id, name } = await createDraft(request, headers);
  const pictures = page.getByRole('button', { name: /^Picture \d:/ });
  await openPage(page, `/admin/products/${id}`);

  await test.step('photos are uploaded although another file is rejected', async () => {
    const [first = notAnImage, second = notAnImage] = await imageFiles(2);
    const add = page.getByLabel(/^Add picture/);
    await add.setInputFiles([notAnImage, first]);
    await expect(page.getByText(/This file is a web page, not an image/)).toBeVisible();
    await expect(pictures).toHaveCount(1, imageTimeout);
    await page.getByRole('button', { name: 'Remove cloth.jpg' }).click();
    await expect(page.getByText(/This file is a web page/)).toBeHidden();
    await add.setInputFiles(second);
    await expect(pictures).toHaveCount(2, imageTimeout);
    await page.reload();
    await expect(pictures).toHaveCount(2);
    await publishProduct(page);
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
    expect(await readProduct(request, headers, id)).toMatchObject({ state: 'draft' });
    await publishProduct(page);
    await expectAccessible(page);
  });

  await test.step('the images are shown upright and can be reordered by keyboard', async () => {
    const first = page.getByRole('button', { name: /^Picture 1:/ });
    await first.click();
    await expect(first.getByRole('presentation', { includeHidden: true })).toHaveAttribute('width', '600');
    await page.getByLabel('What picture 1 shows').fill('The pallu in indigo');
    await page.getByRole('button', { name: 'Save description' }).click();
    await expect(page.getByRole('button', { name: 'Picture 1: The pallu in indigo' })).toBeVisible();
    await page.getByRole('button', { name: 'Move later' }).focus();
    await page.keyboard.press('Enter');
    const second = page.getByRole('button', { name: 'Picture 2: The pallu in indigo' });
    await expect(second).toBeVisible();
    await second.press('Alt+ArrowLeft');
    await expect(page.getByRole('button', { name: 'Picture 1: The pallu in indigo' })).toBeVisible();
  });

  await test.step('the staff record a store sale and lower the price', async () => {
    await openPage(page, `/admin/products?q=${encodeURIComponent(name)}`);
    const sold = page.getByRole('button', { name: `Sold in the store: ${name}` });
    await sold.click();
    await expect(page.getByText('Sold. 1 left.')).toBeVisible();
    await page.getByRole('button', { name: `Undo: ${name} was not sold` }).click();
    await expect(page.getByText(/^Sold\. \d left\.$/)).toHaveCount(0);
    await sold.click();
    await expect(page.getByText('Sold. 1 left.')).toBeVisible();
    await page.getByRole('link', { name: new RegExp(name) }).click();
    await page.getByLabel('Price, ₹').fill('2,400');
    await page.getByLabel('MRP, ₹').fill('3,150');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await expect(page.getByText('price ₹2,625 → ₹2,400')).toBeVisible();
    await expect(page.getByText('1 fewer: sold in the store')).toHaveCount(2);
    await expect(page.getByText('1 more: not sold after all')).toBeVisible();
    await page.getByRole('link', { name: 'View in the shop' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('img', { name: 'The pallu in indigo' }).first()).toBeAttached();
    await expect(page.getByText(/₹2,400\s*MRP\s*₹3,150/)).toBeVisible();
  });
});

test('the second of two concurrent edits gets a conflict with the first edit, and unsaved text survives a reload and a change of the state [F-133 F-139]', {
  tag: '@desktop',
}, async ({ page, request }) => {
  await signedInStaff(page, 'staff');
  const other = await newStaff(request, 'staff');
  const stole = newStole();
  const { id, version } = await createDraft(request, other.headers, stole);
  await openPage(page, `/admin/products/${id}`);
  await page.getByLabel('Type').fill('Mine');
  const data = { ...stole, version, price: 1700, sizes: [{ id, label: null }] };
  const saved = await request.put(`/api/admin/products/${id}`, { headers: other.headers, data });
  expect(saved.status(), await saved.text()).toBe(200);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else has changed this' })).toBeVisible();
  await expect(page.getByText(`${other.email}: price ₹2,625 → ₹1,700`).first()).toBeVisible();
  await expect(page.getByLabel('Type')).toHaveValue('Mine');
  await expectAccessible(page);

  // The editor restores the unsaved text after the page was closed.
  await openPage(page, `/admin/products/${id}`);
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
    await expect(page.getByLabel('Type')).toHaveValue('Mine');
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT');
    await save.click();
    expect((await refused).status()).toBe(409);
    await expect(conflict).toBeVisible();
    expect(await readProduct(request, other.headers, id)).toMatchObject({
      state: 'archived',
      price: 1700,
      type: null,
    });
  });

  await page.getByRole('button', { name: 'Discard these changes' }).click();
  await expect(page.getByLabel('Price, ₹')).toHaveValue('1700');
  await expect(page.getByLabel('Type')).toHaveValue('');
  await page.getByLabel('Weaver’s note').fill('Woven beside the well.');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Weaver’s note')).toHaveValue('Woven beside the well.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  expect(await readProduct(request, other.headers, id)).toMatchObject({
    state: 'archived',
    attributes: { weaverNote: 'Woven beside the well.' },
  });
});

test('the stock dialog counts the reserved units too and does not save the typed price [F-133]', {
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
