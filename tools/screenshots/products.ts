import type { Page } from '@playwright/test';
import { publishProduct } from '../../tests/e2e/support/admin-catalogue.ts';
import {
  chooseFile,
  expectMistakeNamed,
  fiftyProducts,
} from '../../tests/e2e/support/admin-import-export.ts';
import { openPage } from '../../tests/e2e/support/open-page.ts';
import { main } from '../../tests/e2e/support/test.ts';
import type { Camera } from './camera.ts';
import { dismissNotices, scrollToHeading } from './orders.ts';
import { expect } from './patient-expect.ts';
import { seedImages } from './prepare-day.ts';

/** Creates and publishes a product, finds it in the list, and imports many products from a file. */
export async function screenshotProducts(camera: Camera, page: Page) {
  await openPage(page, '/admin/products/new');
  await page.getByLabel(/^Add picture/).setInputFiles(seedImages('TB-SAR-006', [1, 2, 3, 4]));
  await expect(page.getByText('Uploads when you save')).toHaveCount(4);
  await camera.capture(page, 'product-1-pictures');

  await page.getByLabel('Name', { exact: true }).fill('Sanjh Kota Doria Saree');
  await page.getByLabel('Category').selectOption('Sarees');
  await page.getByLabel('Crafts').fill('Kota Doria');
  await page.getByLabel('Crafts').press('Enter');
  await page.getByLabel('Fabrics').fill('Cotton');
  await page.getByLabel('Fabrics').press('Enter');
  await scrollToHeading(page, 'Product');
  await camera.capture(page, 'product-2-name');

  await page.getByLabel('Price, ₹').fill('2800');
  await page.getByLabel('MRP, ₹').fill('3400');
  await page.getByLabel('HSN').fill('6211');
  await expect(page.getByRole('button', { name: 'Use ₹2,625' })).toBeVisible();
  await scrollToHeading(page, 'Price and tax');
  await camera.capture(page, 'product-3-price');
  await page.getByRole('button', { name: 'Use ₹2,625' }).click();
  await page.getByLabel('In stock').fill('2');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('button', { name: /^Picture \d:/ })).toHaveCount(4);
  await dismissNotices(page);
  await scrollToHeading(page, 'Still to do');
  await camera.capture(page, 'product-4-still-to-do');
  await publishProduct(page);
  await dismissNotices(page);

  await openPage(page, '/admin/products/TB-SUT-006');
  await scrollToHeading(page, 'Sizes and stock');
  await camera.capture(page, 'product-sizes');

  await openPage(page, '/admin/products');
  await expect(main(page).getByRole('link', { name: /Sanjh/ })).toBeVisible();
  await camera.capture(page, 'products');

  await openPage(page, '/admin/import-export');
  await chooseFile(page, fiftyProducts('kota', { isWrong: true }));
  await expectMistakeNamed(page);
  await scrollToHeading(page, 'kota.csv');
  await camera.capture(page, 'import-1-mistake');
  await chooseFile(page, fiftyProducts('kota'));
  await expect(main(page).getByText('50 rows checked, no problems. Nothing is imported yet.')).toBeVisible();
  await scrollToHeading(page, 'kota.csv');
  await camera.capture(page, 'import-2-checked');
  await main(page).getByRole('button', { name: 'Discard this file' }).click();
}
