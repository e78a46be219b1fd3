import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { createApp } from '../app/app.server.ts';
import { queueEmail } from '../app/foundation/email/email.server.ts';
import { deliverEmails } from '../app/foundation/email/email-worker.server.ts';
import { it as base } from '../tests/fixtures/world.ts';

const email = {
  kind: 'test',
  to: 'asha@example.in',
  subject: 'Your <b>code</b>',
  text: '407912 <script>alert(1)</script>',
  html: '<p title="x">407912</p>',
};

const loopback = '127.0.0.1';

/** A mailbox to test. `read` requests a path, by default from this machine. */
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

it('lists the email files and shows each email', async ({ read, shop }) => {
  await queueEmail(shop, email);
  await deliverEmails(shop);
  const list = await (await read('/dev/mail')).text();
  expect(list).toContain('Your &lt;b&gt;code&lt;/b&gt;');
  const [, href = ''] = /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(list) ?? [];
  const page = await read(href);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('407912 &lt;script&gt;');
});

it('shows subject and text in Devanagari, the reply address, date and HTML', async ({ read, shop }) => {
  await queueEmail(shop, {
    ...email,
    subject: 'तानाबाना: आपका सन्देश मिला, धन्यवाद, and more text so that the line is folded',
    text: `${'धन्यवाद '.repeat(30)}\na = b`,
    html: '<p title="x">₹1,250</p>',
    replyTo: 'ravi@example.in',
  });
  await deliverEmails(shop);
  const [, href = ''] = /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(await (await read('/dev/mail')).text()) ?? [];
  const page = await (await read(href)).text();
  expect(page).toContain(
    '<h1>तानाबाना: आपका सन्देश मिला, धन्यवाद, and more text so that the line is folded</h1>',
  );
  expect(page).toContain('<dd>ravi@example.in</dd>');
  expect(page).toContain('<dt>Date</dt><dd>Sat, 21 Nov 2026 06:30:00 +0000</dd>');
  expect(page).toContain(`${'धन्यवाद '.repeat(30)}\na = b`);
  expect(page).toContain('srcdoc="&lt;p title=&quot;x&quot;&gt;₹1,250&lt;/p&gt;');
});

it('lists the attached files of an email, which can be downloaded', async ({ read, shop }) => {
  await queueEmail(shop, { ...email, attachmentId: '0b5c2f0e-8d1f-4f0e-9a55-0e8c1c6f6a10' });
  const file = { filename: 'TB-26-27-000001.pdf', contentType: 'application/pdf' };
  await deliverEmails(shop, undefined, {
    render: async () => ({ ...file, content: Buffer.from('%PDF-1.7 of the test') }),
  });
  const [, href = ''] = /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(await (await read('/dev/mail')).text()) ?? [];
  expect(await (await read(href)).text()).toContain(`<a href="${href}/0">TB-26-27-000001.pdf</a> (1 kB)`);
  const download = await read(`${href}/0`);
  expect(Object.fromEntries(download.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="TB-26-27-000001.pdf"',
  });
  expect(await download.text()).toBe('%PDF-1.7 of the test');
  expect((await read(`${href}/1`)).status).toBe(404);
});

it('forbids scripts and external resources with a CSP', async ({ read }) => {
  const response = await read('/dev/mail');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
});

it('shows a message if no email has been written yet', async ({ read }) => {
  expect(await (await read('/dev/mail')).text()).toContain('There are no emails yet.');
});

it('serves only email files from the folder `mail`', async ({ read, shop }) => {
  await mkdir(path.join(shop.config.dataDir, 'mail'), { recursive: true });
  await writeFile(path.join(shop.config.dataDir, 'secret.eml'), 'From: sender\n\nsecret');
  await writeFile(path.join(shop.config.dataDir, 'mail', 'notes.txt'), 'secret');
  for (const name of [
    '..%2Fsecret.eml',
    'notes.txt',
    '..%5Csecret.eml',
    'missing.eml',
    '%2e%2e%2fsecret.eml',
  ]) {
    const response = await read(`/dev/mail/${name}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  }
});

base('responds 404 to a request without a socket if `PUBLIC_URL` is not a loopback URL', async ({ app }) => {
  expect((await app.request('/dev/mail', { headers: { host: 'localhost' } })).status).toBe(404);
});

it.for([
  { remoteAddress: '::1', headers: { host: '[::1]:3000' } },
  { remoteAddress: '::ffff:127.0.0.1', headers: { host: 'localhost' } },
  { publicUrl: 'http://localhost:3000' },
  { publicUrl: 'http://[::1]:3000' },
])('responds 200 to a request from this machine with the options %j', async (options, { read }) => {
  expect((await read('/dev/mail', options)).status).toBe(200);
});

it.for([
  { headers: { host: 'evil.example' } },
  { headers: { host: '127.0.0.1.evil.example' } },
  { headers: { host: '' } },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { remoteAddress: '203.0.113.7' },
  { publicUrl: 'https://shop.test' },
  { smtpUrl: 'smtp://mail.example' },
])('responds 404 to a request with the options %j', async (options, { read }) => {
  expect((await read('/dev/mail', options)).status).toBe(404);
});
