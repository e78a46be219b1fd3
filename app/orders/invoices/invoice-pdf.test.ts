import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { invoiceOf, orderOf, saree, suit } from '../../../tests/fixtures/invoices.ts';
import { testStartTime } from '../../../tests/fixtures/shop.ts';
import type { InvoiceDocument } from './invoice-document.server.ts';
import { printInvoice } from './invoice-pdf.server.ts';

const at = new Date(testStartTime);

async function pagesOf(document: InvoiceDocument): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await printInvoice(document, at)));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}

const sold = orderOf([saree, { ...suit, quantity: 2 }], { shippingPaise: 9900 });

describe('the printed invoice', () => {
  it('contains only the name of a place of supply without a state code', async () => {
    const [page] = await pagesOf(invoiceOf(orderOf([saree], { to: { state: 'Atlantis' } })));
    expect(page).toContain('Atlantis');
    expect(page).not.toContain('null');
  });

  it('contains a positive round-off of a paisa, but no round-off of 0', async () => {
    const [more = ''] = await pagesOf(invoiceOf(orderOf([{ ...saree, rupees: 1.04 }])));
    expect(more).toContain('SGST 0.02 Round off 0.01 Total, all taxes included ₹1.04');
    const [none = ''] = await pagesOf(invoiceOf(orderOf([{ ...saree, rupees: 1050 }])));
    expect(none).toContain('SGST 25.00 Total, all taxes included ₹1,050.00');
    expect(none).not.toContain('Round off');
  });

  it('has the same bytes for the same document, below 100 kB, and a title and language for screen readers', async () => {
    const first = await printInvoice(invoiceOf(sold), at);
    expect(first.equals(await printInvoice(invoiceOf(sold), at))).toBe(true);
    expect(first.length).toBeLessThan(100_000);
    const { info } = await getMeta(await getDocumentProxy(new Uint8Array(first)));
    expect(info).toMatchObject({ Title: 'Tax invoice TB/26-27/000042', Language: 'en-IN' });
  });
});
