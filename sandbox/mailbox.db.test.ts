import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { createApp } from '../app/app.server.ts';
import { queueEmail } from '../app/foundation/email/email.server.ts';
import { deliverEmails } from '../app/foundation/email/email-worker.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';
import { it as base } from '../tests/fixtures/world.ts';

const email = {
  kind: 'test',
  to: 'asha@example.in',
  subject: 'Your <b>code</b>',
  text: '407912 <script>alert(1)</script>',
  html: '<p title="x">407912</p>',
};

const loopback = '127.0.0.1';

/** `read` requests a path of the mailbox, by default from this machine. */
const it = base.extend('read', ({ shop }) => {
  return (
    path: string,
    { publicUrl = 'http://127.0.0.1:3000', smtpUrl = '', remoteAddress = loopback, headers = {} } = {},
  ) => {
    const config = { ...shop.config, publicUrl, smtpUrl: smtpUrl || undefined };
    const app = createApp({ shop: { ...shop, config } });
    const request = { headers: { host: '127.0.0.1:3000', ...headers } };
    return app.request(path, request, { incoming: { socket: { remoteAddress } } });
  };
});

/** Delivers an email to the mailbox. Returns the page with the list of emails, and the path of the email's own page. */
async function deliver(
  read: (path: string) => Response | Promise<Response>,
  shop: Shop,
  more = {},
  file = {},
) {
  await queueEmail(shop, { ...email, ...more });
  const content = Buffer.from('%PDF-1.7 of the test');
  const render = async () => ({ filename: '', contentType: '', content, ...file });
  await deliverEmails(shop, undefined, { render });
  const list = await (await read('/dev/mail')).text();
  const [, href = ''] = /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(list) ?? [];
  return { list, href };
}

it('lists the emails, and shows each email without scripts and external resources', async ({
  read,
  shop,
}) => {
  const empty = await read('/dev/mail');
  expect(empty.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
  expect(await empty.text()).toContain('There are no emails yet.');
  const { list, href } = await deliver(read, shop);
  expect(list).toContain('Your &lt;b&gt;code&lt;/b&gt;');
  const page = await read(href);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('407912 &lt;script&gt;');
});

it('shows subject and text in Devanagari, the reply address, date and HTML', async ({ read, shop }) => {
  const subject = 'तानाबाना: आपका सन्देश मिला, धन्यवाद, and more text so that the line is folded';
  const text = `${'धन्यवाद '.repeat(30)}\na = b`;
  const html = '<p title="x">₹1,250</p>';
  const { href } = await deliver(read, shop, { subject, text, html, replyTo: 'ravi@example.in' });
  const page = await (await read(href)).text();
  expect(page).toContain(`<h1>${subject}</h1>`);
  expect(page).toContain('<dd>ravi@example.in</dd>');
  expect(page).toContain('<dt>Date</dt><dd>Sat, 21 Nov 2026 06:30:00 +0000</dd>');
  expect(page).toContain(text);
  expect(page).toContain('srcdoc="&lt;p title=&quot;x&quot;&gt;₹1,250&lt;/p&gt;');
});

it('lists the attached files of an email, which can be downloaded', async ({ read, shop }) => {
  const attached = { attachmentId: '0b5c2f0e-8d1f-4f0e-9a55-0e8c1c6f6a10' };
  const file = { filename: 'TB-26-27-000001.pdf', contentType: 'application/pdf' };
  const { href } = await deliver(read, shop, attached, file);
  expect(await (await read(href)).text()).toContain(`<a href="${href}/0">TB-26-27-000001.pdf</a> (1 kB)`);
  const download = await read(`${href}/0`);
  expect(Object.fromEntries(download.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="TB-26-27-000001.pdf"',
  });
  expect(await download.text()).toBe('%PDF-1.7 of the test');
  expect((await read(`${href}/1`)).status).toBe(404);
});

it('serves only email files from the folder `mail`', async ({ read, shop }) => {
  await mkdir(path.join(shop.config.dataDir, 'mail'), { recursive: true });
  await writeFile(path.join(shop.config.dataDir, 'secret.eml'), 'From: sender\n\nsecret');
  await writeFile(path.join(shop.config.dataDir, 'mail', 'notes.txt'), 'secret');
  const outside = ['..%2Fsecret.eml', '..%5Csecret.eml', '%2e%2e%2fsecret.eml'];
  for (const name of ['notes.txt', 'missing.eml', ...outside]) {
    const response = await read(`/dev/mail/${name}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  }
});

it.for([
  { remoteAddress: '::1', headers: { host: '[::1]:3000' } },
  { remoteAddress: '::ffff:127.0.0.1', headers: { host: 'localhost' } },
  { publicUrl: 'http://localhost:3000' },
  { publicUrl: 'http://[::1]:3000' },
])('responds 200 to a request from this machine: %j', async (options, { read }) => {
  expect((await read('/dev/mail', options)).status).toBe(200);
});

it.for([
  { headers: { host: 'evil.example' } },
  { headers: { host: '127.0.0.1.evil.example' } },
  { headers: { host: '' } },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { remoteAddress: '203.0.113.7' },
  { remoteAddress: '' },
  { publicUrl: 'https://shop.test' },
  { smtpUrl: 'smtp://mail.example' },
])(
  'responds 404 to other machines, through a proxy, and in a shop with SMTP or a public domain: %j',
  async (options, { read }) => {
    expect((await read('/dev/mail', options)).status).toBe(404);
  },
);
