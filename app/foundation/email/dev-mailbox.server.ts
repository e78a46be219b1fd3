import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import PostalMime, { decodeWords } from 'postal-mime';
import type { ShopEnv } from '../http/http.server.ts';
import { Problem } from '../http/problem.ts';

const emailFileName = /^[\w.-]+\.eml$/;
const maxListed = 100;

/** Emails contain text of customers, so the pages must not run scripts, load resources or submit forms. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * The mailbox of a shop without SMTP. `GET /` lists the newest 100 email files, and `GET /:name` shows an email. Mount the
 * mailbox at `/dev/mail` behind a middleware that rejects other machines, because the mailbox shows all emails.
 */
export const devMailbox = new Hono<ShopEnv>();

devMailbox.use(async (c, next) => {
  await next();
  c.header('content-security-policy', policy);
  c.header('cache-control', 'no-store');
  c.header('x-robots-tag', 'noindex');
});

devMailbox.get('/', async (c) => {
  const folder = emailFolder(c.get('shop').config.dataDir);
  const names = (await listNames(folder))
    .filter((name) => emailFileName.test(name))
    .sort()
    .reverse()
    .slice(0, maxListed);
  const emails = await Promise.all(names.map(async (name) => ({ name, ...(await readEmail(folder, name)) })));
  const rows = emails.map(
    ({ name, headers }) => html`<li><a href="/dev/mail/${name}">${headers.get('subject') || 'No subject'}</a>
      <br /><small>to ${headers.get('to')}, ${headers.get('date')}</small></li>`,
  );
  const list = rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>No mail has been written yet.</p>`;
  return c.html(
    sheet('Written mails', html`<p>The shop has no mail server, so it writes its mails here.</p>${list}`),
  );
});

devMailbox.get('/:name', async (c) => {
  const name = c.req.param('name');
  if (!emailFileName.test(name))
    return c.html(sheet('No such mail', html`<p>There is no mail by that name.</p>`), 404);
  const { headers, text, body } = await readEmail(emailFolder(c.get('shop').config.dataDir), name);
  const details = ['From', 'To', 'Reply-To', 'Date'].flatMap((label) => {
    const value = headers.get(label.toLowerCase());
    return value ? [html`<dt>${label}</dt><dd>${value}</dd>`] : [];
  });
  return c.html(
    sheet(
      headers.get('subject') || 'No subject',
      html`<dl>${details}</dl><pre>${text}</pre>
        <h2>As it looks</h2><iframe title="The mail as it looks" sandbox srcdoc="${body ?? ''}"></iframe>
        <p><a href="/dev/mail">All written mails</a></p>`,
    ),
  );
});

devMailbox.onError((error, c) => {
  if (error instanceof Problem) return c.html(sheet('No such mail', html`<p>${error.message}</p>`), 404);
  throw error;
});

function emailFolder(dataDir: string): string {
  return path.join(dataDir, 'mail');
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readEmail(folder: string, name: string) {
  try {
    const { headers, text, html: body } = await PostalMime.parse(await readFile(path.join(folder, name)));
    return { headers: new Map(headers.map(({ key, value }) => [key, decodeWords(value)])), text, body };
  } catch (error) {
    if (isMissing(error)) throw new Problem('no-such-email', 404, 'There is no mail by that name.');
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function sheet(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; background: #efe9de; color: #221d1a; }
          a { color: #26386b; } li { margin-block: 0.75rem; } dt { font-weight: 600; } dd { margin: 0 0 0.5rem; }
          pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f8f5ee; padding: 1rem; font: inherit; }
          iframe { width: 100%; height: 32rem; border: 1px solid #837463; background: #fff; }
        </style>
      </head>
      <body><main><h1>${title}</h1>${body}</main></body>
    </html>`;
}
