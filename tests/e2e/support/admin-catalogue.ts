/** Phone photos, unique names, and products for the tests of the product editor. */

import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { AdminProduct } from '../../../app/catalogue/for-staff/contract.ts';
import { expect } from './test.ts';

/** Returns a unique word. */
export const uniqueWord = () =>
  crypto
    .randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(8, 'o')
    .slice(0, 8);

/** Creates an image as a phone stores it: rotated, with an orientation and a GPS position in its EXIF data. */
export function phonePhoto(colour: string): Promise<Buffer> {
  const ground = { width: 200, height: 600, channels: 3, background: '#efe9de' } as const;
  return sharp({ create: { ...ground, width: 800, background: colour } })
    .composite([{ input: { create: ground }, gravity: 'west' }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '26/1 55/1 0/1' } })
    .toBuffer();
}

/** Returns up to four images as files for an upload. */
export async function imageFiles(count: 1 | 2 | 4) {
  const colours = ['#26386b', '#972a20', '#495b1c', '#9c6200'].slice(0, count);
  const files = await Promise.all(colours.map(phonePhoto));
  return files.map((buffer, at) => ({ name: `IMG_${at + 1}.jpg`, mimeType: 'image/jpeg', buffer }));
}

type Headers = Record<string, string>;

/** Input of a stole with two units in stock, under a unique name. */
export const newStole = () => ({
  ...{ name: `Stole ${uniqueWord()} of Kota`, category: 'Stoles', price: 2625, mrp: null },
  ...{ colour: null, colourFamily: null, type: null, pattern: null, crafts: [], fabrics: ['Cotton'] },
  attributes: { hsn: '6211' },
  sizes: [{ label: null, quantity: 2 }],
});

/** Creates a draft. Returns the product. */
export async function createDraft(
  request: APIRequestContext,
  headers: Headers,
  data = newStole(),
): Promise<AdminProduct> {
  const created = await request.post('/api/admin/products', { headers, data });
  expect(created.status(), await created.text()).toBe(200);
  return created.json();
}

/** Reads the product from the API. */
export async function readProduct(
  request: APIRequestContext,
  headers: Headers,
  id: string,
): Promise<AdminProduct> {
  const response = await request.get(`/api/admin/products/${id}`, { headers });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** Creates a draft of a saree with four images, at the suggested price, which has only one tax rate. */
export async function createSaree(page: Page, { name, craft }: { name: string; craft: string }) {
  await page.getByLabel(/^Add picture/).setInputFiles(await imageFiles(4));
  await expect(page.getByText('Uploads when you save')).toHaveCount(4);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Category').selectOption('Sarees');
  await page.getByLabel('Fabrics').fill('Cotton');
  await page.getByLabel('Fabrics').press('Enter');
  await page.getByLabel('Crafts').fill(craft);
  await expect(page.getByText(/is new. It is added when you save/)).toBeVisible();
  await page.getByLabel('Crafts').press('Enter');
  await page.getByLabel('Colour', { exact: true }).fill('Turmeric');
  await expect(page.getByLabel('Colour group')).toHaveValue('Yellow');
  await page.getByLabel('Price, ₹').fill('2800');
  await page.getByLabel('HSN').fill('6211');
  // N-14: the tax rate of this price is ambiguous. The button sets a price with one rate.
  await page.getByRole('button', { name: 'Use ₹2,625' }).click();
  await expect(page.getByText('5 % GST is included: ₹2,500 for the product, ₹125 tax.')).toBeVisible();
  await page.getByLabel('In stock').fill('2');
  // Check that Enter has only added names and has not submitted the form.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(/\/admin\/products\/[A-Z-]+-\d+$/);
  await expect(page.getByRole('button', { name: /^Picture \d:/ })).toHaveCount(4, { timeout: 30_000 });
}

/** Publishes the open product. */
export async function publishProduct(page: Page) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible({ timeout: 15_000 });
}
