/** CSV files of products, and steps to import them. */
import type { Page } from '@playwright/test';
import { csvLines } from '../../../app/admin/import-export/csv.server.ts';
import { expect, main } from './test.ts';

type ProductFile = { name: string; mimeType: string; buffer: Buffer };

/** Returns a file of fifty published products with this name. If `isWrong`, the seventh has no price. */
export function fiftyProducts(name: string, { isWrong = false } = {}): ProductFile {
  const header = ['number', 'name', 'category', 'state', 'price', 'stock', 'pictures', 'fabrics'];
  const rows = Array.from({ length: 50 }, (_, at) => [
    `CSV-${name.toUpperCase()}-${at + 1}`,
    `Piece ${at + 1} of ${name}`,
    'Sarees',
    'published',
    isWrong && at === 6 ? '' : 2400 + at,
    2,
    'tb-sar-001-1.jpg',
    'Cotton',
  ]);
  const text = csvLines([header, ...rows]);
  return { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Chooses a file. Empties the field afterwards, because browsers report no change if the same file is chosen again. */
export async function chooseFile(page: Page, file: ProductFile): Promise<void> {
  const field = main(page).getByLabel('CSV file of products');
  await field.setInputFiles(file);
  await expect(field).toHaveValue('');
}

/** Checks the file with the mistake: the page names row and column, and nothing is written. */
export async function expectMistakeNamed(page: Page) {
  const row = main(page).getByRole('row', { name: '8 price A new product needs a price.' });
  await expect(row).toBeVisible({ timeout: 15_000 });
  await expect(main(page).getByText('1 problem in 50 rows. Nothing was changed.')).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^Import/ })).toHaveCount(0);
}

/** Uploads the valid file and imports it. */
export async function importFifty(page: Page, file: ProductFile) {
  await chooseFile(page, file);
  await expect(main(page).getByText('50 rows checked, no problems. Nothing is imported yet.')).toBeVisible({
    timeout: 15_000,
  });
  // Try again, because another test may be running an import.
  await expect(async () => {
    const importButton = main(page).getByRole('button', { name: 'Import 50 rows' });
    if (await importButton.isVisible()) await importButton.click();
    await expect(main(page).getByText('The import is finished: 50 rows.')).toBeVisible({ timeout: 9000 });
  }).toPass({ timeout: 45_000 });
}
