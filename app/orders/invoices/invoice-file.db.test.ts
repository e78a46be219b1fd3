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
  const { id } = await inTransaction(shop, (tx) => issueInvoice(tx, { ...inserted, refundedPaise: 0 }));
  const path = (await findInvoicesOf(shop, [inserted.order.id])).get(inserted.order.id)?.path ?? '';
  return { id, path, order: inserted.order };
}

/** Replaces the character at `index` of the path with `A` or `B`. */
function replaceAt(path: string, index: number): string {
  const replacement = path.charAt(index) === 'A' ? 'B' : 'A';
  return path.slice(0, index) + replacement + path.slice(index + 1);
}

describe('the signed path of an invoice', () => {
  it('serves a PDF that must be neither cached nor indexed [S-ODT-12 S-DATA-15]', async ({ shop, app }) => {
    const { path } = await issueTestInvoice(shop);
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
  });

  it('responds 404 from exactly one hour after the path was signed', async ({ shop, app }) => {
    const { path } = await issueTestInvoice(shop);
    shop.clock.advance(3_600_000 - 1);
    expect((await app.request(path)).status).toBe(200);
    shop.clock.advance(1);
    expect((await app.request(path)).status).toBe(404);
  });

  it('responds 404 if any character of the path is changed', async ({ shop, app }) => {
    const { path } = await issueTestInvoice(shop);
    const indexes = [...path].flatMap((char, index) => (/[\w-]/.test(char) ? [index] : []));
    for (const index of indexes) {
      const { status } = await app.request(replaceAt(path, index));
      expect(status, replaceAt(path, index)).toBe(404);
    }
  });

  it.for([
    ['no signature', (path: string) => path.replace(/&by=.*/, '')],
    ['no expiry', (path: string) => path.replace(/until=\d+&/, '')],
    ['a longer signature', (path: string) => `${path}A`],
    ['no id', (path: string) => path.replace(/[0-9a-f-]{36}/, 'all')],
  ] as const)('responds 404 if the path has %s', async ([, change], { shop, app }) => {
    const { path } = await issueTestInvoice(shop);
    const response = await app.request(change(path));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ title: 'no-such-invoice' });
  });

  it('responds 404 for an unknown invoice, with a page for browsers', async ({ shop, app }) => {
    const response = await app.request(signedInvoicePath(shop, crypto.randomUUID()), {
      headers: { accept: 'text/html' },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('Please open the invoice from your order again.');
  });

  it('finds no path for an order without an invoice', async ({ shop }) => {
    const { order } = await issueTestInvoice(shop);
    const found = await findInvoicesOf(shop, [order.id, crypto.randomUUID()]);
    expect([...found.keys()]).toEqual([order.id]);
    expect(await findInvoicesOf(shop, [])).toEqual(new Map());
  });

  it('logs neither the signature of a path nor the content of the invoice', async ({ shop }) => {
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
