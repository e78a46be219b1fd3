import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { it as base } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { queueEmail } from './email.server.ts';
import { deliverEmails } from './email-worker.server.ts';

const mail = {
  kind: 'test',
  to: 'asha@example.in',
  subject: 'Your <b>code</b>',
  text: '407912 <script>alert(1)</script>',
  html: '<p title="x">407912</p>',
};

const loopback = '127.0.0.1';

/** `read` asks for a path as somebody does who sits at this machine, unless the test says otherwise. */
const it = base.extend('read', ({ shop, dataDir }) => {
  return (
    path: string,
    { publicUrl = 'http://127.0.0.1:3000', smtpUrl = '', remoteAddress = loopback, headers = {} } = {},
  ) => {
    const config = { ...shop.config, publicUrl, smtpUrl: smtpUrl || undefined };
    const app = createApp({ shop: { ...shop, config }, uploadsFolder: dataDir });
    const requested = { headers: { host: '127.0.0.1:3000', ...headers } };
    return app.request(path, requested, { incoming: { socket: { remoteAddress } } });
  };
});

it('lists the written mails and shows each one', async ({ read, shop }) => {
  await queueEmail(shop, mail);
  await deliverEmails(shop);
  const list = await (await read('/dev/mail')).text();
  expect(list).toContain('Your &lt;b&gt;code&lt;/b&gt;');
  const [, href = ''] = /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(list) ?? [];
  const shown = await read(href);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain('407912 &lt;script&gt;');
});

it('shows a subject, a sender and a text in any script', async ({ read, shop }) => {
  await queueEmail(shop, {
    ...mail,
    subject: 'तानाबाना: आपका सन्देश मिला, धन्यवाद, and more text so that the line is folded',
    text: `${'धन्यवाद '.repeat(30)}\na = b`,
    html: '<p title="x">₹1,250</p>',
    replyTo: 'ravi@example.in',
  });
  await deliverEmails(shop);
  const [, href = ''] = /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(await (await read('/dev/mail')).text()) ?? [];
  const shown = await (await read(href)).text();
  expect(shown).toContain(
    '<h1>तानाबाना: आपका सन्देश मिला, धन्यवाद, and more text so that the line is folded</h1>',
  );
  expect(shown).toContain('<dd>ravi@example.in</dd>');
  expect(shown).toContain('<dt>Date</dt><dd>Sat, 21 Nov 2026 06:30:00 +0000</dd>');
  expect(shown).toContain(`${'धन्यवाद '.repeat(30)}\na = b`);
  expect(shown).toContain('srcdoc="&lt;p title=&quot;x&quot;&gt;₹1,250&lt;/p&gt;');
});

it('nothing in a mail may run or load', async ({ read }) => {
  const response = await read('/dev/mail');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
});

it('says so when no mail has been written', async ({ read }) => {
  expect(await (await read('/dev/mail')).text()).toContain('No mail has been written yet.');
});

it('shows no other file than a mail of the folder', async ({ read, shop }) => {
  await mkdir(path.join(shop.config.dataDir, 'mail'), { recursive: true });
  await writeFile(path.join(shop.config.dataDir, 'secret.eml'), 'From: nobody\n\nsecret');
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

base('whoever asks without a connection from here sees none', async ({ app }) => {
  expect((await app.request('/dev/mail', { headers: { host: 'localhost' } })).status).toBe(404);
});

it.for([
  { remoteAddress: '::1', headers: { host: '[::1]:3000' } },
  { remoteAddress: '::ffff:127.0.0.1', headers: { host: 'localhost' } },
  { publicUrl: 'http://localhost:3000' },
  { publicUrl: 'http://[::1]:3000' },
])('who sits at this machine reads them: %j', async (requested, { read }) => {
  expect((await read('/dev/mail', requested)).status).toBe(200);
});

it.for([
  { headers: { host: 'evil.example' } },
  { headers: { host: '127.0.0.1.evil.example' } },
  { headers: { host: '' } },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { remoteAddress: '203.0.113.7' },
  { publicUrl: 'https://shop.test' },
  { smtpUrl: 'smtp://mail.example' },
])('nobody else does: %j', async (requested, { read }) => {
  expect((await read('/dev/mail', requested)).status).toBe(404);
});
