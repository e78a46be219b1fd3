import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import {
  firstVersionInvoice,
  invoiceOf,
  orderOf,
  registered,
  saree,
  sellerOf,
  suit,
} from '../../../tests/fixtures/invoices.ts';
import { Seller } from '../../content/contract.ts';
import { InvoiceDocument } from './invoice-document.server.ts';

const delhi = sellerOf('07AAAAA0000A1Z4');
const toDelhi = { state: 'Delhi', city: 'New Delhi' };
const toUsa = { country: 'United States', state: 'New York', city: 'New York', pincode: '10001' };

describe('the tax on an invoice', () => {
  it.each([
    ['Delhi to Delhi', toDelhi, { cgstPaise: 114_286, sgstPaise: 114_286, igstPaise: 0 }, 'Delhi', '07'],
    ['Delhi to Rajasthan', {}, { cgstPaise: 0, sgstPaise: 0, igstPaise: 228_571 }, 'Rajasthan', '08'],
    ['Delhi to the USA', toUsa, { taxPaise: 0, taxablePaise: 4_800_000 }, 'United States', '96'],
  ])('splits the tax of a sale from %s', (_, to, totals, name, code) => {
    const invoice = invoiceOf(orderOf([saree], { to }), delhi);
    expect(invoice).toMatchObject({ totals, placeOfSupply: { name, code }, title: 'Tax invoice' });
  });

  it('omits the tax of a seller without a GSTIN, and adds a note', () => {
    expect(invoiceOf(orderOf([saree]), settings)).toMatchObject({
      ...{ title: 'Invoice', supply: 'unregistered', lines: [{ rate: null }] },
      totals: { taxPaise: 0, amountPaise: 4_800_000 },
    });
  });

  it.each([
    ['Bill of supply', [0, 0]],
    ['Invoice-cum-bill of supply', [0, 500]],
    ['Tax invoice', [500, 1800]],
  ])('chooses the title “%s” by the rates of the goods', (title, rates) => {
    const { order, lines } = orderOf([saree, suit]);
    const linesWithRates = lines.map((line, index) => ({ ...line, taxRate: rates[index] ?? 0, taxPaise: 0 }));
    expect(invoiceOf({ order, lines: linesWithRates }).title).toBe(title);
  });

  it('chooses the title “Tax invoice” for exported exempt goods', () => {
    const { order, lines } = orderOf([saree], { to: toUsa });
    const exempt = lines.map((line) => ({ ...line, taxRate: 0, taxPaise: 0 }));
    const withoutLut = { ...registered, seller: { ...registered.seller, lutText: '' } };
    const invoice = invoiceOf({ order, lines: exempt }, withoutLut);
    expect(invoice).toMatchObject({ supply: 'export-taxed', title: 'Tax invoice' });
  });

  it('fails if the invoice’s lines do not add up to the order’s total', () => {
    const { order, lines } = orderOf([saree]);
    expect(() => invoiceOf({ order: { ...order, totalPaise: 4_799_999 }, lines })).toThrow(
      'invoice lines of TB1042 add up to 4800000 paise, but 4799999 are to be paid',
    );
  });

  it('rounds each column of a line within a state, and states the difference once', () => {
    const invoice = invoiceOf(orderOf([saree, { ...suit, quantity: 2 }], { shippingPaise: 9900 }));
    expect(invoice.lines).toMatchObject([
      { taxablePaise: 4_571_429, cgstPaise: 114_286, sgstPaise: 114_286 },
      { taxablePaise: 457_143, cgstPaise: 11_429, sgstPaise: 11_429 },
      { taxablePaise: 9429, cgstPaise: 236, sgstPaise: 236 },
    ]);
    expect(invoice).toMatchObject({
      version: 2,
      totals: { amountPaise: 5_289_900, taxablePaise: 5_038_001, cgstPaise: 125_951, sgstPaise: 125_951 },
      roundOffPaise: -3,
    });
  });

  it('reads a version 1 invoice with unequal tax halves and no round-off', () => {
    expect(firstVersionInvoice).toMatchObject({
      version: 1,
      totals: { taxablePaise: 5_038_000, cgstPaise: 125_951, sgstPaise: 125_949 },
      roundOffPaise: 0,
    });
  });

  it('restores an invoice from JSON unchanged', () => {
    const invoice = invoiceOf(orderOf([saree, suit], { shippingPaise: 9900 }));
    expect(InvoiceDocument.parse(JSON.parse(JSON.stringify(invoice)))).toEqual(invoice);
  });
});

describe('the seller settings', () => {
  it.each(['', '08AAAAA0000A1Z2'])('accepts the GSTIN "%s"', (gstin) => {
    expect(Seller.parse({ gstin }).gstin).toBe(gstin);
  });

  const gstins = ['08AAAAA0000A1Z3', '08aaaaa0000a1z2', '08AAAAA0000A1Z', 'not one'];
  // Invoice prefixes that are too long, reserved for credit notes, or malformed.
  const prefixes = ['TANA', 'TBX', 'TC', 'tb', ''];
  it.each([...gstins.map((gstin) => ({ gstin })), ...prefixes.map((invoicePrefix) => ({ invoicePrefix }))])(
    'rejects %j',
    (change) => {
      expect(Seller.safeParse(change).success).toBe(false);
    },
  );
});
