import { describe, expect } from 'vitest';
import { orderOf, saree } from '../../../tests/fixtures/invoices.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { createApp } from '../../app.server.ts';
import { openLog } from '../../foundation/log.server.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { insertOrder } from '../orders.server.ts';
import { issueInvoice, signedInvoicePathsOf } from './invoices.server.ts';
import { signedInvoicePath } from './signed-invoice-path.server.ts';

async function issued(shop: Shop) {
  const { order, lines } = orderOf([saree]);
  const { id: _, ...draft } = { ...order, number: 'TB90001', state: 'placed' as const };
  const stored = await inTransaction(shop, (tx) => insertOrder(tx, draft, lines));
  const { id } = await inTransaction(shop, (tx) => issueInvoice(tx, stored.order, stored.lines));
  const address = (await signedInvoicePathsOf(shop, [stored.order.id])).get(stored.order.id) ?? '';
  return { id, address, order: stored.order };
}

/** The address with one sign of it changed. */
function changedAt(address: string, index: number): string {
  const other = address.charAt(index) === 'A' ? 'B' : 'A';
  return address.slice(0, index) + other + address.slice(index + 1);
}

describe('the address of an invoice', () => {
  it('opens a PDF that no cache keeps and no search engine lists [S-ODT-12 S-DATA-15]', async ({
    shop,
    app,
  }) => {
    const { address } = await issued(shop);
    const response = await app.request(address);
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

  it('ends after an hour, to the millisecond', async ({ shop, app }) => {
    const { address } = await issued(shop);
    shop.clock.advance(3_600_000 - 1);
    expect((await app.request(address)).status).toBe(200);
    shop.clock.advance(1);
    expect((await app.request(address)).status).toBe(404);
  });

  it('opens nothing when any sign of it is changed', async ({ shop, app }) => {
    const { address } = await issued(shop);
    const signs = [...address].flatMap((sign, index) => (/[\w-]/.test(sign) ? [index] : []));
    for (const index of signs) {
      const { status } = await app.request(changedAt(address, index));
      expect(status, changedAt(address, index)).toBe(404);
    }
  });

  it.for([
    ['no signature', (address: string) => address.replace(/&by=.*/, '')],
    ['no end', (address: string) => address.replace(/until=\d+&/, '')],
    ['a later end', (address: string) => address.replace(/until=\d/, 'until=9')],
    ['more behind the signature', (address: string) => `${address}A`],
    ['another invoice', (address: string) => address.replace(/[0-9a-f-]{36}/, crypto.randomUUID())],
    ['no id', (address: string) => address.replace(/[0-9a-f-]{36}/, 'all')],
  ] as const)('opens nothing with %s', async ([, change], { shop, app }) => {
    const { address } = await issued(shop);
    const response = await app.request(change(address));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ title: 'no-such-invoice' });
  });

  it('opens nothing that was never issued, and says it to a person as a page', async ({ shop, app }) => {
    const response = await app.request(signedInvoicePath(shop, crypto.randomUUID()), {
      headers: { accept: 'text/html' },
    });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Please open the invoice from your order again.');
  });

  it('is left out for an order that has no invoice yet', async ({ shop }) => {
    const { order } = await issued(shop);
    const addresses = await signedInvoicePathsOf(shop, [order.id, crypto.randomUUID()]);
    expect([...addresses.keys()]).toEqual([order.id]);
    expect(await signedInvoicePathsOf(shop, [])).toEqual(new Map());
  });

  it('is in no log with its signature, nor is what the invoice says', async ({ shop }) => {
    const lines: string[] = [];
    const log = openLog('trace', { write: (line) => lines.push(line) });
    const { address } = await issued(shop);
    const app = createApp({ shop: { ...shop, log }, uploadsFolder: shop.config.dataDir });
    await app.request(address);
    await app.request(`${address}x`);
    expect(lines.join('')).toContain('/invoice/');
    expect(lines.join('')).not.toMatch(/until|by=|Meera|Ravi Nagar/);
  });
});
