import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import {
  firstVersionInvoice,
  invoiceOf,
  orderOf,
  registered,
  saree,
  suit,
} from '../../../tests/fixtures/invoices.ts';
import { testStartTime } from '../../../tests/fixtures/shop.ts';
import { draftCreditNote } from './credit-note-draft.server.ts';
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
  it('prints only the name of a place of supply that has no state code', async () => {
    const [page] = await pagesOf(invoiceOf(orderOf([saree], { to: { state: 'Atlantis' } })));
    expect(page).toContain('Atlantis');
    expect(page).not.toContain('null');
  });

  it('prints all particulars that the law requires [S-ODT-12]', async () => {
    const [page = ''] = await pagesOf(invoiceOf(sold));
    for (const text of [
      'Tanabana',
      'तानाबाना',
      'TAX INVOICE',
      'No. TB/26-27/000042',
      '21 November 2026',
      registered.contact.legalName,
      registered.contact.address,
      'GSTIN: 08AAAAA0000A1Z2',
      'Meera Joshi',
      '2nd floor, 14, Ravi Nagar',
      'Jaipur, Rajasthan, 302003',
      'Place of supply',
      'Rajasthan (08)',
      'TB1042',
      'Paid online',
      'Gulnar 5007 1 pc 48,000.00 45,714.29',
      'Neel suit, size M 6211 2 pcs 2,400.00 4,571.43',
      'CGST 2.5 % 1,142.86',
      'SGST 2.5 % 1,142.86',
      'Delivery 5007 – – 94.29',
      'Taxable value',
      'Round off −0.03',
      'Total, all taxes included ₹52,899.00',
      'Rupees fifty-two thousand eight hundred ninety-nine only',
      'reverse charge: no',
      'It needs no signature.',
      'page 1 of 1',
    ])
      expect(page).toContain(text);
  });

  it('prints a round-off of a paisa more, and none of 0', async () => {
    const [more = ''] = await pagesOf(invoiceOf(orderOf([{ ...saree, rupees: 1.04 }])));
    expect(more).toContain('SGST 0.02 Round off 0.01 Total, all taxes included ₹1.04');
    const [none = ''] = await pagesOf(invoiceOf(orderOf([{ ...saree, rupees: 1050 }])));
    expect(none).toContain('SGST 25.00 Total, all taxes included ₹1,050.00');
    expect(none).not.toContain('Round off');
  });

  it('prints an invoice of version 1 with its columns, and without a round-off', async () => {
    const [page = ''] = await pagesOf(firstVersionInvoice);
    expect(page).toContain('SGST 2.5 % 1,142.85');
    expect(page).toContain('Delivery – – – 94.29');
    expect(page).toContain('CGST 1,259.51 SGST 1,259.49 Total, all taxes included ₹52,899.00');
    expect(page).not.toContain('Round off');
  });

  it('prints IGST and no SGST for another state', async () => {
    const [page = ''] = await pagesOf(invoiceOf(orderOf([saree], { to: { state: 'Gujarat' } })));
    expect(page).toContain('IGST 5 % 2,285.71');
    expect(page).toContain('Gujarat (24)');
    expect(page).not.toContain('SGST');
  });

  it('prints the LUT text for an export', async () => {
    const to = { country: 'United States', state: 'Ohio' };
    const [page = ''] = await pagesOf(invoiceOf(orderOf([saree], { to })));
    expect(page).toContain('export under letter of undertaking without payment of integrated tax');
    expect(page).toContain('IGST 0 % 0.00');
  });

  it('prints “Rate not known” if a tax rate is unknown', async () => {
    const [page = ''] = await pagesOf(invoiceOf(orderOf([{ name: 'Bangle', rupees: 500, hsn: null }])));
    expect(page).toContain('Rate not known');
    expect(page).toContain('Bangle – 1 pc');
  });

  it('prints no tax for an unregistered seller', async () => {
    const [page = ''] = await pagesOf(invoiceOf(orderOf([saree]), settings));
    expect(page).toContain('INVOICE');
    expect(page).toContain('The seller is not registered under GST');
    expect(page).not.toMatch(/TAX INVOICE|CGST|Taxable|all taxes/);
  });

  it('prints the number of the invoice on a credit note', async () => {
    const number = 'TBC/26-27/000001';
    const credit = draftCreditNote(invoiceOf(sold), [], { number, at, amountPaise: 10_000 });
    const [page = ''] = await pagesOf(credit);
    expect(page).toContain('CREDIT NOTE');
    expect(page).toContain('for invoice TB/26-27/000042 of 21 November 2026');
    expect(page).toContain('Credited, all taxes included ₹100.00');
  });

  it('prints the tax of each line and of the delivery, and the sums of the columns', async () => {
    const expensiveSuit = { ...suit, rupees: 2990.5, quantity: 3 };
    const document = invoiceOf(orderOf([saree, expensiveSuit], { shippingPaise: 11_850 }));
    const [page = ''] = await pagesOf({ ...document, payment: 'Cash on delivery' });
    for (const text of [
      'Cash on delivery',
      'Neel suit, size M 6211 3 pcs 2,990.50 7,602.97 8,971.50CGST 9 % 684.27 SGST 9 % 684.27 ',
      'Delivery 5007 – – 112.86 118.50CGST 2.5 % 2.82 SGST 2.5 % 2.82 ',
      'Taxable value 53,430.12',
      'CGST 1,829.95',
      'SGST 1,829.95',
      'Round off −0.02',
      'Total, all taxes included ₹57,090.00',
    ])
      expect(page).toContain(text);
  });

  it('prints every line of a credit note with several pages', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ ...saree, name: `Saree ${index + 1}` }));
    const invoice = invoiceOf(orderOf(items, { shippingPaise: 11_850 }));
    const amountPaise = invoice.totals.amountPaise - 100_000;
    const pages = await pagesOf(
      draftCreditNote(invoice, [], { number: 'TBC/26-27/000001', at, amountPaise }),
    );
    expect(pages.length).toBeGreaterThan(2);
    const allText = pages.join(' ');
    for (const { name } of items) expect(allText.split(`${name}, in`), name).toHaveLength(2);
    expect(allText).toContain('Credited, all taxes included ₹28,79,118.50');
  });

  it('prints the page number on every page, and the table head on every page before the last', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ ...saree, name: `Saree ${index + 1}` }));
    const pages = await pagesOf(invoiceOf(orderOf(items)));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries())
      expect(page).toContain(`page ${index + 1} of ${pages.length}`);
    expect(pages.slice(0, -1).every((page) => page.includes('Amount ₹'))).toBe(true);
    for (const { name } of items) expect(pages.join(' ')).toContain(`${name} 5007`);
  });

  it('prints names in Hindi, letters with diacritics as plain letters, and very long words', async () => {
    const to = { firstName: 'मीरा', lastName: 'Śarmā', address: 'x'.repeat(300), apartment: '' };
    const [page = ''] = await pagesOf(invoiceOf(orderOf([saree], { to })));
    expect(page).toContain('मीरा Sarma');
    expect(page.replaceAll(' ', '')).toContain('x'.repeat(300));
  });

  it('renders the same document to the same bytes, below 100 kB', async () => {
    const first = await printInvoice(invoiceOf(sold), at);
    expect(first.equals(await printInvoice(invoiceOf(sold), at))).toBe(true);
    expect(first.length).toBeLessThan(100_000);
  });

  it('sets the title and the language of the PDF for screen readers', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await printInvoice(invoiceOf(sold), at)));
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({ Title: 'Tax invoice TB/26-27/000042', Language: 'en-IN' });
  });
});
