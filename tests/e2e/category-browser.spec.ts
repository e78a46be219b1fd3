import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

type Product = { productName: string; createdAt: string; url: string };

test('the category page links to categories, new products, stores, crafts and fabrics [S-RT-23 S-MCAT-01 S-MCAT-02 S-CONST-10 S-MCAT-03 S-GEN-06]', async ({
  page,
}) => {
  await openPage(page, '/category');
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  const rail = page.getByRole('main').getByRole('navigation', { name: 'Categories' });
  const links = rail.getByRole('link');
  await expect(links).toHaveText(['Sarees', 'Suits', 'Co-Ord Sets', 'Dupattas', 'Stoles']);
  await expect(rail.locator('img')).toHaveCount(5);
  const [left, right] = [await rail.boundingBox(), await page.getByRole('article').first().boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);

  const main = page.getByRole('main');
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

  const stores = section('Recently Viewed Stores');
  for (const [name, to] of [
    ['Sarees', '/Sarees'],
    ['Co-Ord Sets', '/CoOrdSets'],
    ['Suits', '/Suits'],
  ] as const) {
    await expect(stores.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  }
  await expect(stores.getByRole('link')).toHaveCount(3);

  await main.getByRole('heading', { name: 'Crafts', exact: true }).click();
  await expect(main.getByRole('link', { name: /^Ajrakh/ })).toHaveAttribute('href', '/craft/Ajrakh');

  // The section lists the six newest products.
  const all: Product[] = await (await page.request.get('/api/product/get-all')).json();
  const newest = all.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, 6);
  const names = section('New Products').getByRole('article').getByRole('heading');
  await expect(names).toHaveText(newest.map(({ productName }) => productName));
  await names.first().getByRole('link').click();
  await expect(page).toHaveURL(newest[0]?.url ?? '');
  await page.goBack();
  await links.filter({ hasText: 'Co-Ord Sets' }).click();
  await expect(page).toHaveURL('/CoOrdSets');
});
