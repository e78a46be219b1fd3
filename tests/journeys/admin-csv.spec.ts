import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { csvLine } from '../../shop/admin/csv/csv-text.ts';
import { expect, expectAccessible } from './journey.ts';
import { openPage } from './open-page.ts';
import { inOwnShop } from './own-shop.ts';
import { newStaff, signedInStaff } from './staff.ts';

const test = inOwnShop('csv');
const main = (page: Page) => page.getByRole('main');

/** A word that no other story has. */
const unique = () =>
  crypto
    .randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(8, 'o')
    .slice(0, 8);

/** Fifty published pieces of this name, the seventh of them without a price where `isWrong`. */
function fifty(word: string, { isWrong = false } = {}) {
  const header = ['number', 'name', 'category', 'state', 'price', 'stock', 'pictures', 'fabrics'];
  const rows = Array.from({ length: 50 }, (_, at) => [
    `CSV-${word.toUpperCase()}-${at + 1}`,
    `Piece ${at + 1} of ${word}`,
    'Sarees',
    'published',
    isWrong && at === 6 ? '' : 2400 + at,
    2,
    'tb-sar-001-1.jpg',
    'Cotton',
  ]);
  const text = [header, ...rows].map((row) => csvLine(row)).join('');
  return { name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

const bring = (page: Page, file: ReturnType<typeof fifty>) =>
  main(page).getByLabel('File of pieces').setInputFiles(file);

/** One import at a time runs in a shop. */
test.describe.configure({ mode: 'serial' });

test('F-142 fifty pieces come in from a file, after a problem is named and mended', async ({ page }) => {
  test.slow();
  await signedInStaff(page, 'staff');
  const word = unique();
  await openPage(page, '/admin/csv');
  await main(page).getByText('The columns of the file').click();
  await expect(main(page).getByRole('rowheader', { name: 'loom days' })).toBeVisible();
  await expectAccessible(page);
  await main(page).getByText('The columns of the file').click();

  await test.step('the dry run names row and column, and writes nothing', async () => {
    await bring(page, fifty(word, { isWrong: true }));
    const problem = main(page).getByRole('row', { name: '8 price A new piece needs its price.' });
    await expect(problem).toBeVisible();
    await expect(main(page).getByText('1 problem in 50 rows. Nothing was written.')).toBeVisible();
    await expect(main(page).getByRole('button', { name: /^Read/ })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('the mended file is read in', async () => {
    await bring(page, fifty(word));
    await expect(main(page).getByText('50 rows checked, no problems. Nothing is written yet.')).toBeVisible();
    // Another story may have its own import under way.
    await expect(async () => {
      const read = main(page).getByRole('button', { name: 'Read 50 rows in' });
      if (await read.isVisible()) await read.click();
      await expect(main(page).getByText('All is read in: 50 rows.')).toBeVisible({ timeout: 9000 });
    }).toPass({ timeout: 45_000 });
    await expectAccessible(page);
  });

  await test.step('a shopper finds one of them', async () => {
    await openPage(page, `/search?query=${word}+7`);
    await expect(page.getByRole('link', { name: `Piece 7 of ${word}` }).first()).toBeVisible();
  });
});

test('F-143 pieces and orders are saved as files; orders only by an owner', async ({ page }) => {
  await signedInStaff(page, 'owner');
  await openPage(page, '/admin/csv');
  for (const [button, begins] of [
    ['Save all pieces', 'number,name,category'],
    ['Save all orders', 'order,placed on,state'],
  ] as const) {
    const saving = page.waitForEvent('download');
    await main(page).getByRole('button', { name: button }).click();
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text.slice(1)).toMatch(new RegExp(`^${begins}`));
  }
  const example = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Save an example file' }).click();
  expect((await example).suggestedFilename()).toBe('pieces-example.csv');

  const staff = await newStaff(page.request, 'staff');
  const refused = await page.request.post('/api/admin/csv/export/orders', { headers: staff.headers });
  expect(refused.status()).toBe(403);
});

test('the example file has no problems', async ({ page }) => {
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/csv');
  await expect(main(page).getByRole('button', { name: 'Save all pieces' })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Save all orders' })).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Save an example file' }).click();
  const buffer = await readFile(await (await saving).path());
  await bring(page, { name: 'pieces-example.csv', mimeType: 'text/csv', buffer });
  await expect(main(page).getByText('1 row checked, no problems.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Give it up' }).click();
  await expect(main(page).getByText('1 row checked, no problems.')).toHaveCount(0);
});
