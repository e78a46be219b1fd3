import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { invoiceOf, orderOf, registered, saree, sellerOf, suit } from '../../../tests/fixtures/invoices.ts';
import { Seller } from '../../content/contract.ts';
import { InvoiceDocument } from './invoice-document.server.ts';

const delhi = sellerOf('07AAAAA0000A1Z4');
const toDelhi = { state: 'Delhi', city: 'New Delhi' };
const toUsa = { country: 'United States', state: 'New York', city: 'New York', pincode: '10001' };

describe('an invoice', () => {
  it.each([
    ['Delhi to Delhi', toDelhi, { cgstPaise: 114_286, sgstPaise: 114_286, igstPaise: 0 }, 'Delhi', '07'],
    ['Delhi to Rajasthan', {}, { cgstPaise: 0, sgstPaise: 0, igstPaise: 228_571 }, 'Rajasthan', '08'],
    ['Delhi to the USA', toUsa, { taxPaise: 0, taxablePaise: 4_800_000 }, 'United States', '96'],
  ])(
    'splits the tax of a sale from %s, and has no tax if the seller has no GSTIN',
    (_, to, totals, name, code) => {
      const invoice = invoiceOf(orderOf([saree], { to }), delhi);
      expect(invoice).toMatchObject({ totals, placeOfSupply: { name, code }, title: 'Tax invoice' });
      const untaxed = {
        title: 'Invoice',
        supply: 'unregistered',
        totals: { taxPaise: 0, amountPaise: 4_800_000 },
      };
      expect(invoiceOf(orderOf([saree], { to }), settings)).toMatchObject({
        ...untaxed,
        lines: [{ rate: null }],
      });
    },
  );

  it.each([
    ['Bill of supply', {}, [0, 0]],
    ['Invoice-cum-bill of supply', {}, [0, 500]],
    ['Tax invoice', {}, [500, 1800]],
    ['Tax invoice', toUsa, [0, 0]],
  ])('has the title “%s” for a sale to %j with these tax rates: %j', (title, to, rates) => {
    const { order, lines } = orderOf([saree, suit], { to });
    const withRates = lines.map((line, index) => ({ ...line, taxRate: rates[index] ?? 0, taxPaise: 0 }));
    const withoutLut = { ...registered, seller: { ...registered.seller, lutText: '' } };
    expect(invoiceOf({ order, lines: withRates }, withoutLut).title).toBe(title);
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

  it('is restored from JSON unchanged', () => {
    const invoice = invoiceOf(orderOf([saree, suit], { shippingPaise: 9900 }));
    expect(InvoiceDocument.parse(JSON.parse(JSON.stringify(invoice)))).toEqual(invoice);
  });
});

describe('the seller settings', () => {
  it.each(['', '08AAAAA0000A1Z2'])('accept the GSTIN “%s”', (gstin) => {
    expect(Seller.parse({ gstin }).gstin).toBe(gstin);
  });

  const gstins = ['08AAAAA0000A1Z3', '08aaaaa0000a1z2', '08AAAAA0000A1Z', 'not one'];
  // Invoice prefixes that are too long, reserved for credit notes, or malformed.
  const prefixes = ['TANA', 'TBX', 'TC', 'tb', ''];
  it.each([...gstins.map((gstin) => ({ gstin })), ...prefixes.map((invoicePrefix) => ({ invoicePrefix }))])(
    'reject the value %j',
    (change) => {
      expect(Seller.safeParse(change).success).toBe(false);
    },
  );
});
