/** The first steps of an owner on a phone, from the sign-in to the first return. */
import type { Page } from '@playwright/test';
import { createSaree, publishProduct, uniqueWord } from './support/admin-catalogue.ts';
import { button, paidOrder, requestReturn } from './support/admin-orders.ts';
import { setUpFactor, signInByEmail, useUniqueSignInAddress } from './support/admin-sign-in.ts';
import { expectAddress, openPage } from './support/open-page.ts';
import { deliver } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { newEmail, signInByApi } from './support/shopper.ts';
import { addToTeam } from './support/staff.ts';
import { expect, expectAccessible, main } from './support/test.ts';

const test = inOwnShop('admin');

test.describe.configure({ timeout: 120_000 });
// Browsers log the 400 of an incomplete form to the console.
test.use({ expectedErrors: [/status of 400/] });

/** Opens a screen by the menu of this width: the rail, the bottom bar, or its drawer. */
async function goTo(page: Page, entry: string) {
  const more = page.getByRole('button', { name: 'More', exact: true });
  const link = page.getByRole('link', { name: entry, exact: true }).filter({ visible: true });
  if ((await link.count()) === 0) await more.click();
  await link.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a new owner sets up the second factor, publishes a product, and finds its order and return on the dashboard [F-130 F-131 F-133 F-138]', async ({
  page,
  browser,
  baseURL,
}) => {
  // Check accessibility here only for screens that no other test checks.
  const checkScreen = () => expectAccessible(page);
  await useUniqueSignInAddress(page);
  const email = newEmail('kavita');
  await addToTeam(page.request, email, 'owner');
  const word = uniqueWord();
  const saree = `Saree ${word} of Kota`;

  await test.step('the owner signs in with an emailed code and an app', async () => {
    await openPage(page, '/admin/team');
    await expectAddress(page, '/admin/login?next=%2Fadmin%2Fteam');
    await checkScreen();
    await signInByEmail(page, email);
    await setUpFactor(page, checkScreen);
    await expectAddress(page, '/admin/team');
    await expect(main(page).getByText(`${email}, last seen`)).toBeVisible();
  });

  const proId =
    await test.step('the owner creates and publishes a product with four phone photos', async () => {
      await goTo(page, 'Products');
      await page.getByRole('link', { name: 'New product' }).click();
      await expect(page.getByRole('heading', { name: 'New product' })).toBeVisible();
      await createSaree(page, { name: saree, craft: `Craft ${word}` });
      await publishProduct(page);
      return new URL(page.url()).pathname.split('/').at(-1) ?? '';
    });

  await test.step('a guest finds the product by search and in its category', async () => {
    const context = await browser.newContext({ baseURL });
    const guest = await context.newPage();
    const found = await guest.request.get(`/search?query=${encodeURIComponent(saree)}`);
    expect(await found.text()).toContain(`>${saree}</a>`);
    await openPage(guest, '/Sarees?sort=newest');
    await guest.getByRole('link', { name: saree, exact: true }).click();
    await expect(guest.getByRole('heading', { level: 1, name: saree })).toBeVisible();
    await expect(guest.getByText('₹2,625').first()).toBeVisible();
    await context.close();
  });

  const shopper = await signInByApi(page.request);
  const { id, number } = await paidOrder(page, shopper, { proId });

  await test.step('the dashboard leads to the orders to pack and to the returns to decide', async () => {
    await goTo(page, 'Dashboard');
    await main(page)
      .getByRole('link', { name: /^Pack\s/ })
      .click();
    await expect(main(page).getByRole('combobox', { name: 'State' })).toHaveValue('placed');
    await expect(main(page).getByRole('link', { name: number })).toBeVisible();
    await deliver(page, { _id: id });
    await requestReturn(page, shopper, id, 'The border is another one.');
    await goTo(page, 'Dashboard');
    await main(page)
      .getByRole('link', { name: /^View\s+Return waiting for your decision/ })
      .click();
    await main(page).getByRole('link', { name: number }).click();
    await expect(main(page).getByText('“The border is another one.”')).toBeVisible();
  });

  await test.step('the audit log lists all changes of the day', async () => {
    await goTo(page, 'Audit log');
    for (const action of ['Packed an order', 'Published a product', 'Created a product'])
      await expect(main(page).getByText(action, { exact: true }).first()).toBeVisible();
  });

  await test.step('the owner logs out', async () => {
    await goTo(page, 'My account');
    await button(page, 'Log out').click();
    await expectAddress(page, '/admin/login?next=%2Fadmin%2Faccount');
    expect(await page.evaluate(() => localStorage.getItem('tanabana.staff'))).toBeNull();
  });
});
