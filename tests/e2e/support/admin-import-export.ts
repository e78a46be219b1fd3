/** Files of pieces, and bringing them in. */
import type { Page } from '@playwright/test';
import { csvLines } from '../../../app/admin/import-export/csv.server.ts';
import { main } from './orders.ts';
import { expect } from './test.ts';

type ProductFile = { name: string; mimeType: string; buffer: Buffer };

/** Fifty published pieces of this name, the seventh of them without a price where `isWrong`. */
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

/** The field is empty afterwards: a browser tells of no change when the same file is chosen again. */
export async function chooseFile(page: Page, file: ProductFile): Promise<void> {
  const field = main(page).getByLabel('CSV file of products');
  await field.setInputFiles(file);
  await expect(field).toHaveValue('');
}

/** The dry run of the file with the mistake: row and column are named, and nothing was written. */
export async function expectMistakeNamed(page: Page) {
  const row = main(page).getByRole('row', { name: '8 price A new product needs a price.' });
  await expect(row).toBeVisible({ timeout: 15_000 });
  await expect(main(page).getByText('1 problem in 50 rows. Nothing was changed.')).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^Import/ })).toHaveCount(0);
}

/** Brings the good file, and reads it in. */
export async function importFifty(page: Page, file: ProductFile) {
  await chooseFile(page, file);
  await expect(main(page).getByText('50 rows checked, no problems. Nothing is imported yet.')).toBeVisible({
    timeout: 15_000,
  });
  // Another story may have its own import under way.
  await expect(async () => {
    const read = main(page).getByRole('button', { name: 'Import 50 rows' });
    if (await read.isVisible()) await read.click();
    await expect(main(page).getByText('The import is finished: 50 rows.')).toBeVisible({ timeout: 9000 });
  }).toPass({ timeout: 45_000 });
}
