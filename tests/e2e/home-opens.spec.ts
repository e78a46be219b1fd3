import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

test('the shop opens at its front door, which tells of worldwide and free shipping [S-RT-01 S-GEN-13 S-GEN-14 S-CONST-02 S-GEN-04]', async ({
  page,
}) => {
  await openPage(page, '/');
  await expect(page).toHaveTitle(/Tanabana/);
  await expect(page.getByRole('heading', { level: 1, name: 'tradition meets style' })).toBeVisible();
  await expect(
    page.getByText('We ship worldwide. Shipping is free on orders over Rs. 10,000.', { exact: true }),
  ).toBeVisible();
});
