/** One day of an owner on a phone, from the sign-in to the last reply. */
import type { Page } from '@playwright/test';
import { createSaree, publishProduct, uniqueWord } from './support/admin-catalogue.ts';
import { changeSlide, form, saved, waitForHomePageText } from './support/admin-content.ts';
import { writeToShop } from './support/admin-emails.ts';
import {
  approveReturn,
  button,
  expectMessage,
  expectState,
  inspectReturn,
  openOrder,
  paidOrder,
  requestReturn,
  shipManually,
  writeRefund,
} from './support/admin-orders.ts';
import {
  confirmFactorAgain,
  requireRecentFactorOnce,
  setUpFactor,
  signInByEmail,
  useUniqueSignInAddress,
} from './support/admin-sign-in.ts';
import { expectAddress, openPage } from './support/open-page.ts';
import { main } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { emailTo, newEmail, signInByApi } from './support/shopper.ts';
import { addToTeam } from './support/staff.ts';
import { expect, expectAccessible } from './support/test.ts';

const test = inOwnShop('day');

test.describe.configure({ timeout: 240_000 });
// Browsers log the 400 of an incomplete form and the 403 of an expired second factor to the console.
test.use({ expectedErrors: [/status of (400|403)/] });

/** Opens a screen by the menu of this width: the rail, the bottom bar, or its drawer. */
async function goTo(page: Page, entry: string) {
  const more = page.getByRole('button', { name: 'More', exact: true });
  const link = page.getByRole('link', { name: entry, exact: true }).filter({ visible: true });
  if ((await link.count()) === 0) await more.click();
  await link.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('an owner works for a day, from an empty catalogue to the last reply [F-130 F-131 F-132 F-133 F-134 F-135 F-138]', async ({
  page,
  browser,
  baseURL,
}) => {
  // Check accessibility here only for screens that no other story checks.
  const checkScreen = () => expectAccessible(page);
  await useUniqueSignInAddress(page);
  const email = newEmail('kavita');
  await addToTeam(page.request, email, 'owner');
  const word = uniqueWord();
  const saree = `Saree ${word} of Kota`;

  const secret = await test.step('the owner signs in with an emailed code and an app', async () => {
    await openPage(page, '/admin/team');
    await expectAddress(page, '/admin/login?next=%2Fadmin%2Fteam');
    await checkScreen();
    await signInByEmail(page, email);
    const shown = await setUpFactor(page, checkScreen);
    await expectAddress(page, '/admin/team');
    await expect(main(page).getByText(`${email}, last seen`)).toBeVisible();
    return shown;
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

  await test.step('the owner packs and ships the order until it is delivered', async () => {
    await goTo(page, 'Dashboard');
    await main(page)
      .getByRole('link', { name: /^Pack\s/ })
      .click();
    await expect(main(page).getByRole('combobox', { name: 'State' })).toHaveValue('placed');
    await expect(main(page).getByRole('link', { name: number })).toBeVisible();
    await openOrder(page, number);
    await button(page, 'Pack').click();
    await expectMessage(page, 'Packed. The invoice is issued.');
    await expectState(page, 'Packed');
    await shipManually(page);
  });

  await test.step('the owner refunds a part after confirming the second factor again', async () => {
    const refund = await writeRefund(page, { rupees: '125', reason: 'A loose thread.' });
    await requireRecentFactorOnce(page, '**/api/admin/orders/*/refund');
    await refund.getByRole('button', { name: 'Refund' }).click();
    await confirmFactorAgain(page, secret);
    await expectMessage(page, '₹125 is refunded. The shopper gets an email.');
    expect(await emailTo(page.request, shopper.email)).toContain('₹125');
  });

  await test.step("the owner approves the shopper's return and refunds the rest", async () => {
    await requestReturn(page, shopper, id, 'The border is another one.');
    await goTo(page, 'Dashboard');
    await main(page)
      .getByRole('link', { name: /^View\s+Return waiting for your decision/ })
      .click();
    await main(page).getByRole('link', { name: number }).click();
    await expect(main(page).getByText('“The border is another one.”')).toBeVisible();
    await approveReturn(page, 'We look forward to it.');
    await inspectReturn(page);
    await expectMessage(page, 'Refund of ₹2,500. Good items are back in stock.');
    await expectState(page, 'Refunded');
  });

  await test.step('the owner changes the banner of the home page', async () => {
    await goTo(page, 'Online store');
    await main(page).getByRole('link', { name: 'Banners' }).click();
    const change = {
      name: 'Three cloths on one rod: henna green jamdani, lac red Banarasi, indigo ikat',
      file: 'seeds/uploads/hero-2.jpg',
      alt: `Cloth of ${word}`,
      label: 'See the new saree',
      link: `/search?query=${word}`,
    };
    await changeSlide(page, change);
    await form(page, 'Top of the page').getByRole('button', { name: 'Save' }).click();
    await expect(saved(page)).toBeVisible();
    await waitForHomePageText(page, change.alt);
    const context = await browser.newContext({ baseURL });
    const guest = await context.newPage();
    await openPage(guest, '/');
    const hero = guest.getByRole('region', { name: 'Our fabrics' });
    await expect(hero.getByRole('img').first()).toHaveAttribute('alt', change.alt);
    await expect(hero.getByRole('link', { name: change.label })).toHaveAttribute('href', change.link);
    await context.close();
  });

  await test.step('the owner replies to a message by email', async () => {
    const writer = await writeToShop(page.request, `Asha ${word}`, 'Is it woven or printed?');
    await goTo(page, 'Messages');
    await main(page)
      .getByRole('link', { name: `Asha ${word}` })
      .click();
    await main(page).getByLabel('Your reply').fill('It is woven, in Kota.');
    await button(page, 'Send reply').click();
    await expect(main(page).getByRole('list', { name: 'Conversation' })).toContainText('woven, in Kota');
    await expect.poll(() => emailTo(page.request, writer)).toContain('It is woven, in Kota.');
  });

  await test.step('the audit log lists all changes of the day', async () => {
    await goTo(page, 'Audit log');
    for (const action of [
      'Replied to a message',
      'Changed a banner',
      'Approved a return',
      'Refunded an order',
      'Packed an order',
      'Published a product',
      'Created a product',
    ])
      await expect(main(page).getByText(action, { exact: true }).first()).toBeVisible();
  });

  await test.step('the owner logs out', async () => {
    await goTo(page, 'My account');
    await button(page, 'Log out').click();
    await expectAddress(page, '/admin/login?next=%2Fadmin%2Faccount');
    expect(await page.evaluate(() => localStorage.getItem('tanabana.staff'))).toBeNull();
  });
});
