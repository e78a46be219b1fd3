import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { it } from '../../tests/world.ts';
import { queueMail } from './mail.server.ts';
import { openPostOffice } from './post-office.server.ts';

const mail = {
  kind: 'test',
  to: 'asha@example.in',
  subject: 'Your <b>code</b>',
  text: '407912 <script>alert(1)</script>',
  html: '<p title="x">407912</p>',
};

it('lists the written mails and shows each one', async ({ app, shop }) => {
  await queueMail(shop, mail);
  await openPostOffice({ shop }).deliver();
  const list = await (await app.request('/dev/mail')).text();
  expect(list).toContain('Your &lt;b&gt;code&lt;/b&gt;');
  const [, href = ''] = /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(list) ?? [];
  const shown = await app.request(href);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain('407912 &lt;script&gt;');
});

it('nothing in a mail may run or load', async ({ app }) => {
  const answer = await app.request('/dev/mail');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
});

it('says so when no mail has been written', async ({ app }) => {
  expect(await (await app.request('/dev/mail')).text()).toContain('No mail has been written yet.');
});

it('shows no other file than a mail of the folder', async ({ app, shop }) => {
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
    const answer = await app.request(`/dev/mail/${name}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('secret');
  }
});
