import { describe, expect } from 'vitest';
import { orderOf, saree } from '../../../tests/fixtures/invoices.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { openLog } from '../../foundation/log.server.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { insertOrder } from '../orders.server.ts';
import { findInvoicesOf, issueInvoice, signedInvoicePath } from './invoices.server.ts';

async function issueTestInvoice(shop: Shop) {
  const { order, lines } = orderOf([saree]);
  const { id: _, ...draft } = { ...order, number: 'TB90001', state: 'placed' as const };
  const inserted = await inTransaction(shop, (tx) => insertOrder(tx, draft, lines));
  await inTransaction(shop, (tx) => issueInvoice(tx, { ...inserted, refundedPaise: 0 }));
  const path = (await findInvoicesOf(shop, [inserted.order.id])).get(inserted.order.id)?.path ?? '';
  return { path, order: inserted.order };
}

describe('the signed path of an invoice', () => {
  it('returns, for exactly one hour, a PDF that must be neither cached nor indexed [S-ODT-12 S-DATA-15]', async ({
    shop,
    app,
  }) => {
    const { path, order } = await issueTestInvoice(shop);
    const found = await findInvoicesOf(shop, [order.id, crypto.randomUUID()]);
    expect([...found.keys()]).toEqual([order.id]);
    const response = await app.request(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename="TB-26-27-\d{6}\.pdf"$/),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 8)).toBe('%PDF-1.7');
    shop.clock.advance(3_600_000 - 1);
    expect((await app.request(path)).status).toBe(200);
    shop.clock.advance(1);
    expect((await app.request(path)).status).toBe(404);
  });

  it('returns 404 if a character or a part of the path is changed or missing', async ({ shop, app }) => {
    const { path } = await issueTestInvoice(shop);
    const withEachCharacterChanged = [...path].flatMap((char, index) =>
      /[\w-]/.test(char) ? [path.slice(0, index) + (char === 'A' ? 'B' : 'A') + path.slice(index + 1)] : [],
    );
    const parts = [/&by=.*/, /until=\d+&/, /[0-9a-f-]{36}/].map((part) => path.replace(part, ''));
    for (const changed of [...withEachCharacterChanged, ...parts, `${path}A`])
      expect((await app.request(changed)).status, changed).toBe(404);
    expect(await (await app.request(`${path}A`)).json()).toMatchObject({ title: 'no-such-invoice' });
  });

  it('returns 404 for an unknown invoice, and a browser gets an error page', async ({ shop, app }) => {
    const response = await app.request(signedInvoicePath(shop, crypto.randomUUID()), {
      headers: { accept: 'text/html' },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('Please open the invoice from your order again.');
  });

  it('appears in the log without its signature and without the content of the invoice', async ({ shop }) => {
    const lines: string[] = [];
    const log = openLog('trace', { write: (line) => lines.push(line) });
    const { path } = await issueTestInvoice(shop);
    const app = createApp({ shop: { ...shop, log } });
    await app.request(path);
    await app.request(`${path}x`);
    expect(lines.join('')).toContain('/invoice/');
    expect(lines.join('')).not.toMatch(/until|by=|Meera|Ravi Nagar/);
  });
});
