import { readFile } from 'node:fs/promises';
import { uniqueWord } from './support/admin-catalogue.ts';
import { chooseFile, expectMistakeNamed, fiftyProducts, importFifty } from './support/admin-import-export.ts';
import { openPage } from './support/open-page.ts';
import { inOwnShop } from './support/own-shop.ts';
import { signedInStaff } from './support/staff.ts';
import { expect, expectAccessible, main } from './support/test.ts';

const test = inOwnShop('admin');
test('staff import fifty products from a file after they have corrected its mistake [F-142]', {
  tag: '@desktop',
}, async ({ page }) => {
  test.slow();
  await signedInStaff(page, 'staff');
  const word = uniqueWord();
  await openPage(page, '/admin/import-export');
  await main(page).getByText('The columns of the file').click();
  await expect(main(page).getByRole('rowheader', { name: 'loom days' })).toBeVisible();
  await expectAccessible(page);
  await main(page).getByText('The columns of the file').click();

  await test.step('the example file has no problems', async () => {
    await expect(main(page).getByRole('button', { name: 'Export products' })).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Export orders' })).toHaveCount(0);
    const saving = page.waitForEvent('download');
    await main(page).getByRole('link', { name: 'Download an example file' }).click();
    const example = await saving;
    expect(example.suggestedFilename()).toBe('products-example.csv');
    const buffer = await readFile(await example.path());
    await chooseFile(page, { name: 'products-example.csv', mimeType: 'text/csv', buffer });
    await expect(main(page).getByText('1 row checked, no problems.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Discard this file' }).click();
    await expect(main(page).getByText('1 row checked, no problems.')).toHaveCount(0);
  });

  await test.step('the check names the row and column of a mistake and writes nothing', async () => {
    await chooseFile(page, fiftyProducts(word, { isWrong: true }));
    await expectMistakeNamed(page);
    await expectAccessible(page);
  });

  await test.step('the corrected file is imported', async () => {
    await importFifty(page, fiftyProducts(word));
  });

  await test.step('a shopper finds an imported product', async () => {
    const found = await page.request.get(`/search?query=${word}+7`);
    expect(await found.text()).toContain(`>Piece 7 of ${word}</a>`);
  });
});

test('an owner exports products and orders [F-143]', { tag: '@desktop' }, async ({ page }) => {
  await signedInStaff(page, 'owner');
  await openPage(page, '/admin/import-export');
  for (const [button, start] of [
    ['Export products', 'number,name,category'],
    ['Export orders', 'order,placed on,state'],
  ] as const) {
    const saving = page.waitForEvent('download');
    await main(page).getByRole('button', { name: button }).click();
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text.slice(1)).toMatch(new RegExp(`^${start}`));
  }
});
