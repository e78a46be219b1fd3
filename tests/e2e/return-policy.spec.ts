/** The owner excludes a category from returns. The shop says so before an order and applies the rule afterwards. */
import { form, putContent, readContent } from './support/admin-content.ts';
import { putInCart, stole, summary } from './support/checkout.ts';
import { openPage } from './support/open-page.ts';
import { deliver, orderInCash, pathOf } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { emailTo, signedInShopper } from './support/shopper.ts';
import { signedInStaff } from './support/staff.ts';
import { expect, main } from './support/test.ts';

const test = inOwnShop('admin');

test.slow();

const exception = 'This piece cannot be returned for a change of mind.';
const claim =
  'If it arrives damaged or is not what you ordered, please tell us within 48 hours of delivery if you can, and in any case within 7 days.';

test('new orders of a category that the owner excludes from returns can be returned only if damaged [S-POL-16]', {
  tag: '@desktop',
}, async ({ page }) => {
  const { headers } = await signedInStaff(page);
  const before = await readContent(page, headers);
  const shopper = await signedInShopper(page);
  const earlier = await orderInCash(page, shopper);
  const dialog = page.getByRole('dialog', { name: 'Return this order' });
  await openPage(page, '/admin/content/categories');
  const categories = form(page, 'Categories');
  await categories.getByRole('button', { name: 'Change Stoles' }).click();
  await categories.getByLabel(/^Shoppers may return these products/).uncheck();
  await categories.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(categories.getByText('Not saved yet.')).toBeHidden();

  await test.step('the product page and the checkout state the exclusion', async () => {
    const product = async () =>
      (await (await page.request.get(`/products/${stole.proId}`)).text()).replaceAll('<!-- -->', '');
    await expect.poll(product).toContain(`${exception} ${claim}`);
    expect(await product()).not.toContain('Return available for');
    await putInCart(page, shopper);
    await openPage(page, '/checkout');
    await expect(summary(page)).toContainText(
      `${stole.name} cannot be returned for a change of mind. ${claim.replace('it arrives', 'a piece arrives')}`,
    );
  });

  await test.step('a new order can be returned only if it is damaged', async () => {
    const order = await orderInCash(page, shopper);
    await deliver(page, order);
    await expect
      .poll(() => emailTo(page.request, shopper.email))
      .toContain(claim.replace('arrives', 'arrived'));
    await openPage(page, pathOf(order));
    await main(page).getByRole('button', { name: 'Return', exact: true }).click();
    await expect(dialog).toContainText('only if it arrived damaged, or is not what you ordered');
    await expect(dialog.getByLabel('Why').getByRole('option', { name: 'Something else' })).toHaveCount(0);
    await dialog.getByLabel('Why').selectOption('It arrived damaged or flawed');
    await dialog.getByRole('button', { name: 'Request a return' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(main(page).getByText(/^Return Initiated on /)).toBeVisible();
  });

  await test.step('an order from before the exclusion can be returned for a change of mind', async () => {
    await deliver(page, earlier);
    await expect
      .poll(() => emailTo(page.request, shopper.email))
      .toContain('If something is not right, you can ask to return it within 7 days, from your order page.');
    await openPage(page, pathOf(earlier));
    await main(page).getByRole('button', { name: 'Return', exact: true }).click();
    await dialog.getByLabel('Why').selectOption('Something else');
    await dialog.getByRole('button', { name: 'Request a return' }).click();
    await expect(main(page).getByText(/^Return Initiated on /)).toBeVisible();
  });

  // Restore the category, because the other tests of this shop use it too.
  const { version: seenVersion } = (await readContent(page, headers)).categories;
  await putContent(page, headers, 'categories', { items: before.categories.items, seenVersion });
});
