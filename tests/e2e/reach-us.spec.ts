/** Contact messages, with JavaScript and without. Each test sends from its own client address. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { holdBack, openPage } from './support/open-page.ts';
import { uniqueAddressHeaders } from './support/shopper.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

/** Sets the client address in a header, as a proxy does, because the shop allows five messages per address and hour. */
const test = base.extend({
  extraHTTPHeaders: ({ browserName: _ }, use) => use(uniqueAddressHeaders()),
});

test.use({ expectedErrors: [/status of 4|net::ERR_FAILED/] });

const thanks = 'Thank you. Your message is with us, and a person will answer it.';
const asha = { name: 'Asha Rao', email: 'asha@example.com', message: 'Does the Ilkal come in green?' };

function formOf(page: Page) {
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const [name, email, message] = [field('Name'), field('Email'), field('Message')];
  return {
    name,
    email,
    message,
    send: page.getByRole('button', { name: 'Send message' }),
    async fill(values: typeof asha) {
      await name.fill(values.name);
      await email.fill(values.email);
      await message.fill(values.message);
    },
    async expectValues(values: typeof asha) {
      await expect(name).toHaveValue(values.name);
      await expect(email).toHaveValue(values.email);
      await expect(message).toHaveValue(values.message);
    },
  };
}

const emptyForm = { name: '', email: '', message: '' };

test('the form keeps its input until the message is sent, and sends the message once despite a second press [S-RT-31 S-GEN-16 S-CON-01 S-CON-02 S-CON-03 S-CON-04 S-CON-06]', async ({
  page,
}) => {
  await openPage(page, '/reach-us');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Reach Us' })).toBeVisible();
  const email = 'hello@tanabana.example';
  await expect(main.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  await expect(main.getByRole('link', { name: '+91 140 000 0000' })).toHaveAttribute('href', /^tel:\+91/);
  for (const store of ['Jaipur', 'Delhi'])
    await expect(main.getByRole('link', { name: new RegExp(`^${store}.*Opens a map`) })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText('Mon–Sat 10:00–18:00');
  const form = formOf(page);

  // The browser does not validate this form, so the server reports the errors.
  const half = { ...asha, name: '', email: 'asha at home' };
  await form.fill(half);
  await form.send.click();
  await expect(page.getByRole('alert')).toContainText('Please check the marked fields.');
  await expect(form.name).toHaveAccessibleDescription('Please enter your name.');
  await expect(form.email).toHaveAccessibleDescription('Please enter a valid email');
  await expect(form.name).toBeFocused();
  await form.expectValues(half);
  await expectAccessible(page);

  await page.route('**/api/reachus/send', (route) => route.abort());
  await form.fill(asha);
  await form.send.click();
  await expect(page.getByRole('alert')).toContainText('Your message did not reach us.');
  await form.expectValues(asha);

  await page.unroute('**/api/reachus/send');
  const { sent, release } = await holdBack(page, '**/api/reachus/send');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Sending...' }).click({ force: true });
  await form.expectValues(asha);
  release();
  await expect(page.getByRole('status').filter({ hasText: thanks })).toBeVisible();
  expect(sent).toHaveLength(1);
  await form.expectValues(emptyForm);
});

test('Order by message fills in the product, on its page and in the cart [S-GEN-13 S-CHK-06]', async ({
  page,
}) => {
  const product = await (await page.request.get('/Sarees/renuka-ilkal-saree/TB-SAR-008')).text();
  expect(product).toMatch(/href="\/reach-us\?pieces=TB-SAR-008:1[^"]*"[^>]*>Order by message/);
  await openPage(page, '/cart?piece=TB-SAR-008');
  const order = page.getByRole('main').getByRole('link', { name: 'Order by message' });
  await expect(order).toHaveAttribute('href', /^\/reach-us\?pieces=TB-SAR-008:1/);
  await order.click();
  await expect(formOf(page).message).toHaveValue(/- 1 × Renuka Ilkal Saree \(TB-SAR-008\)/);
  await expect(page.getByText('Our checkout accepts addresses in India only.')).toBeVisible();
});

test.describe('a message about a product', () => {
  // Only loopback clients can read the list of emails, and not through a proxy.
  test.use({ extraHTTPHeaders: {} });

  test('is emailed to the owner with the number of the product', async ({ page }) => {
    const text = 'Is the comb edge of this one joined by hand?';
    const name = `Meera ${randomUUID().slice(0, 8)}`;
    await openPage(page, '/reach-us?piece=TB-SAR-008');
    const form = formOf(page);
    await expect(form.message).toHaveValue(/Renuka Ilkal Saree \(TB-SAR-008\)/);
    await form.fill({ ...asha, name, message: text });
    await form.send.click();
    await expect(page.getByText(thanks)).toBeVisible();
    const inbox = async () => (await page.request.get('/dev/mail')).text();
    await expect.poll(inbox, { timeout: 20_000 }).toContain(`A message from ${name}, TB-SAR-008`);
    const [, address = ''] =
      new RegExp(`href="([^"]+)"[^>]*>A message from ${name}`).exec(await inbox()) ?? [];
    const email = await (await page.request.get(address)).text();
    for (const shown of [text, asha.email]) expect(email).toContain(shown);
  });
});

test.describe('the form without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('sends a message, and keeps its input after an error and after too many messages [S-CON-01 S-CON-02 S-CON-03 S-CON-04 S-CON-06]', async ({
    page,
  }) => {
    await page.goto('/reach-us');
    const form = formOf(page);
    const half = { ...asha, email: 'asha at home' };
    await form.fill(half);
    await form.send.click();
    await expect(form.email).toHaveAccessibleDescription('Please enter a valid email');
    await form.expectValues(half);
    await form.fill(asha);
    await form.send.click();
    await expect(page.getByText(thanks)).toBeVisible();
    await form.expectValues(emptyForm);
    // A reload of the next page does not send the message again.
    expect(new URL(page.url()).search).toBe('?sent=yes');

    const send = async () => (await page.request.post('/api/reachus/send', { data: asha })).status();
    await expect.poll(send, { intervals: [0] }).toBe(429);
    await page.goto('/reach-us');
    await form.fill(asha);
    await form.send.click();
    await expect(page.getByRole('alert')).toContainText('Too many attempts');
    await form.expectValues(asha);
  });
});
