/** Staff change the home page, rules and policies in the admin, and shoppers see the changes. */

import { form, putContent, readContent, saved, waitForHomePageText } from './support/admin-content.ts';
import { expectAddress, followLink, openPage, pressLink } from './support/open-page.ts';
import { inOwnShop } from './support/own-shop.ts';
import { newStaff, signedInStaff } from './support/staff.ts';
import { expect, expectAccessible, main } from './support/test.ts';

const test = inOwnShop('admin');

test.slow();
test.use({ expectedErrors: [/status of 40[09]/] });

test('staff change the order, an image and the texts at the top of the home page [F-134]', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/content');
  await main(page).getByRole('link', { name: 'Banners' }).click();
  const hero = form(page, 'Top of the page');
  const images = hero.getByRole('list', { name: 'Pictures: Top of the page' }).getByRole('listitem');
  await expect(images).toHaveCount(5);

  await hero.getByRole('button', { name: 'Move A Kanjivaram pallu, pleated up' }).press('Enter');
  await hero.getByRole('button', { name: 'Move A Kanjivaram pallu, pleated up' }).press('Enter');
  await expect(hero.getByRole('status')).toHaveText('A Kanjivaram pallu, pleated is now 1 of 5.');
  await expect(hero.getByRole('button', { name: 'Move A Kanjivaram pallu, pleated up' })).toBeFocused();

  const grip = images.last().locator('.grip');
  await grip.scrollIntoViewIfNeeded();
  const from = await grip.boundingBox();
  const to = await images.nth(3).boundingBox();
  if (!from || !to) throw new Error('The list is not visible.');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, to.y + 4, { steps: 5 });
  await page.mouse.up();
  await expect(images.nth(3)).toContainText('Jamdani sprigs on ivory mul');

  await hero.getByRole('button', { name: 'Change A Kanjivaram pallu, pleated' }).click();
  await hero.getByRole('button', { name: /^Replace/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  const uploads = dialog.getByRole('list', { name: 'Uploaded files' });
  await expect(uploads.getByRole('button').first()).toBeVisible();
  await expectAccessible(page);
  const imported = page.waitForResponse('**/api/admin/upload/content/images');
  await dialog.getByLabel('Upload a new file').setInputFiles('seeds/uploads/hero-2.jpg');
  // The response comes after the image variants are generated.
  await imported;
  await expect(dialog).toBeHidden();
  await hero.getByLabel('Description of the picture').fill('Two cloths, newly hung');
  await hero.getByLabel('Button text').fill('See the silks');
  await hero.getByLabel('Link').fill('/fabric/Silk');
  await hero.getByLabel('Part of the picture shown on phones').fill('33');
  await hero.getByRole('button', { name: 'Save' }).click();
  await expect(saved(page)).toBeVisible();

  await waitForHomePageText(page, 'Two cloths, newly hung');
  const html = await (await page.request.get('/')).text();
  const [first = ''] = /<img [^>]*>/.exec(html.split('aria-label="Our fabrics"')[1] ?? '') ?? [];
  expect(first).toContain('alt="Two cloths, newly hung"');
  expect(first).toMatch(/src="\/uploads\/p-[0-9a-f]+\.jpg/);
  expect(html).toMatch(/href="\/fabric\/Silk"[^>]*>See the silks/);
});

test('a rejected change names the error at each invalid field of the featured categories, and can be corrected [F-134]', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/content/banners');
  const categories = form(page, 'Featured categories');
  await categories.getByRole('button', { name: 'Change For a wedding' }).click();
  await categories.getByLabel('Description of the picture').fill('');
  await categories.getByLabel('Link').fill('elsewhere.example');
  await categories.getByRole('button', { name: 'Save' }).click();
  await expect(categories.getByRole('alert')).toBeVisible();
  await expect(categories.getByLabel('Description of the picture')).toHaveAttribute('aria-invalid', 'true');
  await expect(categories.getByLabel('Link')).toHaveAttribute('aria-invalid', 'true');
  await expect(categories.getByLabel('Link')).toHaveValue('elsewhere.example');
  await expectAccessible(page);

  await categories.getByLabel('Description of the picture').fill('A house before a wedding');
  await categories.getByLabel('Link').fill('/Sarees');
  await categories.getByLabel('Heading above the pictures').fill('Two cloths of the month');
  await categories.getByRole('button', { name: 'Save' }).click();
  await expect(saved(page)).toBeVisible();
  await waitForHomePageText(page, 'Two cloths of the month');
});

test('the form keeps the typed text if a colleague has changed the same texts, and a link asks before it leaves the unsaved text [F-134]', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page, 'staff');
  const { headers } = await newStaff(page.request, 'staff');
  await openPage(page, '/admin/content/texts');
  const text = form(page, 'Texts of the home page');
  const visit = text.getByLabel('Text of the invitation to your stores');
  await visit.fill('Ring the bell twice.');

  const { texts, versions } = (await readContent(page, headers)).settings;
  const otherEdit = { ...texts, seenVersion: versions.texts, visitText: 'Come in by the garden.' };
  await putContent(page, headers, 'texts', otherEdit);

  await text.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(text.getByRole('alert')).toContainText('Someone else has changed this in the meantime');
  await expect(text.getByRole('alert')).toBeFocused();
  await expect(visit).toHaveValue('Ring the bell twice.');
  await expectAccessible(page);
  await text.getByRole('button', { name: 'Show their version' }).click();
  await expect(visit).toHaveValue('Come in by the garden.');
  await text.getByLabel('Typed sentence 1 on the home page').fill('Woven while it rained');
  await text.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saved(page)).toBeVisible();
  await waitForHomePageText(page, 'Woven while it rained');
  await waitForHomePageText(page, 'Come in by the garden.');

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const pressOrders = async () => void (await pressLink(page, '/admin/orders'));
  await visit.fill('Ring the bell thrice.');
  await pressOrders();
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(question).toBeHidden();
  await expect(visit).toHaveValue('Ring the bell thrice.');

  await text.getByRole('button', { name: 'Save' }).click();
  await expect(text.getByText('Not saved yet.')).toBeHidden();
  await pressOrders();
  await expectAddress(page, '/admin/orders');
  await page.goBack();
  await expect(visit).toHaveValue('Ring the bell thrice.');

  await visit.fill('Ring the bell a fourth time.');
  await pressOrders();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expectAddress(page, '/admin/orders');
  await openPage(page, '/admin/content/texts');
  await expect(visit).toHaveValue('Ring the bell thrice.');
});

test('an owner changes the rules of the shop without losing what a colleague has changed [F-134]', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page);
  const { headers } = await newStaff(page.request);
  const read = async () => (await readContent(page, headers)).settings;
  await openPage(page, '/admin/content/rules');
  const rules = form(page, 'Rules');
  const save = rules.getByRole('button', { name: 'Save', exact: true });
  const units = rules.getByLabel('Largest number of units in unpaid and cash-on-delivery orders');
  const original = await read();

  await test.step('a rule is saved after a colleague has changed other settings', async () => {
    await units.fill('3');
    const { texts, versions } = original;
    const otherEdit = { ...texts, seenVersion: versions.texts, popularText: 'Lengths that sing.' };
    await putContent(page, headers, 'texts', otherEdit);
    await save.click();
    await expect(saved(page)).toBeVisible();
    expect(await read()).toMatchObject({
      rules: { limits: { units: 3 } },
      texts: { popularText: 'Lengths that sing.' },
    });
  });

  await test.step('saving over a conflict keeps the rules that only the colleague has changed', async () => {
    const before = await read();
    await units.fill('2');
    await putContent(page, headers, 'settings', {
      rules: { ...before.rules, paymentTitle: 'Weaves' },
      seenVersion: before.versions.rules,
    });
    await save.click();
    await rules.getByRole('button', { name: 'Save my version instead' }).click();
    await expect(rules.getByRole('alert')).toBeHidden();
    await expect(rules.getByText('Not saved yet.')).toBeHidden();
    const limits = { ...before.rules.limits, units: 2 };
    expect((await read()).rules).toEqual({ ...before.rules, limits, paymentTitle: 'Weaves' });
  });

  await test.step('the whole shop shows a shipping rule that the owner sets in rupees', async () => {
    const freeFrom = rules.getByLabel('Free shipping for orders from, in rupees');
    await expect(freeFrom).toHaveValue('10000');
    await freeFrom.fill('a lot');
    await save.click();
    await expect(freeFrom).toHaveAttribute('aria-invalid', 'true');
    await freeFrom.fill('₹7,500');
    await save.click();
    await expect(rules.getByText('Not saved yet.')).toBeHidden();
    await expect(freeFrom).toHaveValue('7500');
    await waitForHomePageText(page, 'on orders of ₹7,500 or more');
    expect(await (await page.request.get('/shipping-policy')).text()).toContain('₹7,500');
  });

  const seenVersion = (await read()).versions.rules;
  await putContent(page, headers, 'settings', { rules: original.rules, seenVersion });
});

test('a new section of a policy appears in the preview and, after it is saved, on the page [F-134]', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page);
  await openPage(page, '/admin/content/pages');
  await main(page).getByRole('link', { name: 'Returns & Cancellation' }).click();
  const policy = form(page, 'Returns & Cancellation');
  const title = await policy.getByLabel('Title').boundingBox();
  const next = await policy.getByLabel('Introduction').boundingBox();
  if (!title || !next) throw new Error('The form has no fields.');
  expect(next.y - title.y - title.height).toBeLessThan(90);
  await policy.getByRole('button', { name: 'Add a section' }).click();
  const section = policy.getByRole('list', { name: 'Sections' }).getByRole('listitem').last();
  await section.getByLabel('Heading').fill('Festival days');
  await section.getByLabel('Text').fill('Within {returnDays} days.\n\n- by post\n- in the store');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Within 7 days.');
  await expect(preview.getByRole('listitem').filter({ hasText: 'in the store' })).toBeVisible();
  await expectAccessible(page);
  await policy.getByRole('button', { name: 'Save' }).click();
  await expect(saved(page)).toBeVisible();
  const html = await (await page.request.get('/return-policy')).text();
  expect(html.split('id="festival-days"')[1]).toContain('in the store');
});

test("staff can read the owners' settings but cannot change them [F-134 F-138]", {
  tag: '@desktop',
}, async ({ page }) => {
  await signedInStaff(page, 'staff');
  await openPage(page, '/admin/content/pages?page=privacy-policy');
  await expect(form(page, 'Privacy Policy')).toContainText('Only an owner can change this.');
  for (const [part, name] of [
    ['rules', 'Rules'],
    ['seller', 'Seller and tax'],
    ['contact', 'Name and contact'],
  ] as const) {
    await followLink(page, '/admin/content');
    await followLink(page, `/admin/content/${part}`);
    await expect(form(page, name)).toContainText('Only an owner can change this.');
    await expect(form(page, name).getByRole('button', { name: 'Save' })).toHaveCount(0);
    await expect(form(page, name).getByRole('textbox').first()).toBeDisabled();
  }
});
