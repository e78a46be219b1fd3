import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { html } from 'hono/html';
import PostalMime, { decodeWords } from 'postal-mime';
import { emailFolder, listEmailFiles } from '../app/foundation/email/email-retention.server.ts';
import { Problem, problem } from '../app/foundation/http/problem.ts';
import { propertyOf } from '../app/foundation/parse-json.ts';
import { sandboxPage, sandboxRoutes } from './sandbox-page.server.ts';

const emailFileName = /^[\w.-]+\.eml$/;
const maxListed = 100;

const NoSuchEmail = problem('no-such-email', 404, 'There is no such email.');

/**
 * The mailbox of a shop without SMTP. It lists the newest 100 email files. Mount it only for requests from this machine, because
 * it shows the emails of all customers.
 */
export const mailbox = sandboxRoutes();

mailbox.get('/', async (c) => {
  const folder = emailFolder(c.get('shop').config);
  const names = (await listEmailFiles(folder))
    .filter((name) => emailFileName.test(name))
    .sort()
    .reverse()
    .slice(0, maxListed);
  const emails = await Promise.all(names.map(async (name) => ({ name, ...(await readEmail(folder, name)) })));
  const rows = emails.map(
    ({ name, headers }) => html`<li><a href="/dev/mail/${name}">${headers.get('subject') || 'No subject'}</a>
      <br /><small>to ${headers.get('to')}, ${headers.get('date')}</small></li>`,
  );
  const list = rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>There are no emails yet.</p>`;
  const body = html`<p>This demo shop does not send its emails. You can read them here instead.</p>${list}`;
  return sandboxPage(c, { title: 'Emails of the demo shop', body, showsEmail: true });
});

mailbox.get('/:name', async (c) => {
  const name = c.req.param('name');
  if (!emailFileName.test(name)) throw NoSuchEmail();
  const { headers, text, body, attachments } = await readEmail(emailFolder(c.get('shop').config), name);
  const details = ['From', 'To', 'Reply-To', 'Date'].flatMap((label) => {
    const value = headers.get(label.toLowerCase());
    return value ? [html`<dt>${label}</dt><dd>${value}</dd>`] : [];
  });
  const files = attachments.map(
    ({ filename, content }, index) =>
      html`<li><a href="/dev/mail/${name}/${index}">${filename}</a> (${Math.ceil(content.length / 1000)} kB)</li>`,
  );
  return sandboxPage(c, {
    title: headers.get('subject') || 'No subject',
    body: html`<dl>${details}</dl><pre>${text}</pre>
      ${files.length > 0 ? html`<h2>Attached</h2><ul>${files}</ul>` : ''}
      <h2>Preview</h2><iframe title="Preview of the email" sandbox srcdoc="${body ?? ''}"></iframe>
      <p><a href="/dev/mail">All emails</a></p>`,
    showsEmail: true,
  });
});

mailbox.get('/:name/:index{[0-9]}', async (c) => {
  const { name, index } = c.req.param();
  if (!emailFileName.test(name)) throw NoSuchEmail();
  const { attachments } = await readEmail(emailFolder(c.get('shop').config), name);
  const file = attachments[Number(index)];
  if (!file) throw NoSuchEmail();
  return c.body(file.content, 200, {
    'content-type': file.mimeType,
    'content-disposition': `attachment; filename="${file.filename}"`,
  });
});

mailbox.onError((error, c) => {
  if (!(error instanceof Problem)) throw error;
  return sandboxPage(c, { title: 'No such email', body: html`<p>${error.message}</p>` }, 404);
});

async function readEmail(folder: string, name: string) {
  try {
    const email = await PostalMime.parse(await readFile(path.join(folder, name)));
    return {
      headers: new Map(email.headers.map(({ key, value }) => [key, decodeWords(value)])),
      text: email.text,
      body: email.html,
      attachments: email.attachments.map(({ filename, mimeType, content }) => ({
        filename: filename ?? 'file',
        mimeType,
        content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
      })),
    };
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') throw NoSuchEmail();
    throw error;
  }
}
