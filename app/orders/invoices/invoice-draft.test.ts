import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { invoiceOf, orderOf, registered, saree, sellerOf, suit } from '../../../tests/fixtures/invoices.ts';
import { Seller } from '../../content/contract.ts';
import { sumAmounts } from '../../pricing/supply.ts';
import { InvoiceDocument } from './invoice-document.server.ts';
import { draftCreditNote } from './invoice-draft.server.ts';

const delhi = sellerOf('07AAAAA0000A1Z4');
const toDelhi = { state: 'Delhi', city: 'New Delhi' };
const toUsa = { country: 'United States', state: 'New York', city: 'New York', pincode: '10001' };

describe('the tax on an invoice', () => {
  it.each([
    ['₹2,625.00, at the threshold', { rupees: 2625 }, { rate: 500, taxablePaise: 250_000, taxPaise: 12_500 }],
    [
      '₹2,950.01, above the threshold',
      { rupees: 2950.01 },
      { rate: 1800, taxablePaise: 250_001, taxPaise: 45_000 },
    ],
    ['₹3,000 less 20 %', { rupees: 2400 }, { rate: 500, taxablePaise: 228_571, taxPaise: 11_429 }],
    [
      'three units at ₹2,000',
      { rupees: 2000, quantity: 3 },
      { rate: 500, amountPaise: 600_000, taxPaise: 28_572 },
    ],
    [
      'a product without HSN',
      { rupees: 2000, hsn: null },
      { rate: null, taxPaise: 0, taxablePaise: 200_000 },
    ],
  ])('calculates the tax on a suit: %s [S-CHK-17]', (_, change, expected) => {
    expect(invoiceOf(orderOf([{ ...suit, ...change }])).lines[0]).toMatchObject(expected);
  });

  it('taxes a saree at 5 % above the price threshold of suits [S-CHK-17]', () => {
    expect(invoiceOf(orderOf([saree])).lines[0]).toMatchObject({ rate: 500, taxPaise: 228_571 });
  });

  it.each([
    ['Delhi to Delhi', toDelhi, { cgstPaise: 114_286, sgstPaise: 114_285, igstPaise: 0 }, 'Delhi', '07'],
    ['Delhi to Rajasthan', {}, { cgstPaise: 0, sgstPaise: 0, igstPaise: 228_571 }, 'Rajasthan', '08'],
    ['Delhi to the USA', toUsa, { taxPaise: 0, taxablePaise: 4_800_000 }, 'United States', '96'],
  ])('splits the tax of a sale from %s', (_, to, totals, name, code) => {
    const invoice = invoiceOf(orderOf([saree], { to }), delhi);
    expect(invoice).toMatchObject({ totals, placeOfSupply: { name, code }, title: 'Tax invoice' });
  });

  it('charges IGST on an export without a LUT, and prints the text of an existing LUT', () => {
    expect(invoiceOf(orderOf([saree], { to: toUsa }))).toMatchObject({
      supply: 'export-under-lut',
      notes: expect.arrayContaining([registered.seller.lutText]),
    });
    const withoutLut = { ...registered, seller: { ...registered.seller, lutText: ' ' } };
    expect(invoiceOf(orderOf([saree], { to: toUsa }), withoutLut)).toMatchObject({
      supply: 'export-taxed',
      totals: { igstPaise: 228_571 },
      notes: expect.arrayContaining(['Supply meant for export on payment of integrated tax.']),
    });
  });

  it('omits the tax of a seller without a GSTIN, and adds a note', () => {
    expect(invoiceOf(orderOf([saree]), settings)).toMatchObject({
      title: 'Invoice',
      supply: 'unregistered',
      lines: [{ rate: null }],
      totals: { taxPaise: 0, amountPaise: 4_800_000 },
      notes: expect.arrayContaining(['The seller is not registered under GST and charges no tax.']),
    });
  });

  it('taxes delivery at the rate of the line with the highest amount', () => {
    const sold = orderOf([suit, { ...suit, rupees: 2990 }], { shippingPaise: 11_800 });
    const delivery = invoiceOf(sold).lines.at(-1);
    expect(delivery).toMatchObject({ kind: 'delivery', position: 2, rate: 1800, taxPaise: 1800 });
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
    expect(invoiceOf({ order, lines: exempt }, withoutLut)).toMatchObject({
      supply: 'export-taxed',
      title: 'Tax invoice',
    });
  });

  it('fails if the lines do not add up to the order’s total', () => {
    const { order, lines } = orderOf([saree]);
    expect(() => invoiceOf({ order: { ...order, totalPaise: 4_799_999 }, lines })).toThrow(
      'invoice lines of TB1042 add up to 4800000 paise, but its total is 4799999',
    );
  });

  it('adds up the lines to the order’s total for any goods and places of supply', () => {
    const item = fc.record({
      name: fc.constantFrom('Gulnar', 'Neel'),
      rupees: fc.integer({ min: 1, max: 10_000_000 }).map((paise) => paise / 100),
      quantity: fc.integer({ min: 1, max: 9 }),
      hsn: fc.constantFrom('5007', '6211', null),
    });
    const shippingPaise = fc.integer({ min: 0, max: 50_000 });
    const items = fc.array(item, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(items, shippingPaise, fc.constantFrom({}, toDelhi, toUsa), (sold, shipping, to) => {
        const sale = orderOf(sold, { to, shippingPaise: shipping });
        const { totals, lines } = invoiceOf(sale);
        expect(totals.amountPaise).toBe(sale.order.totalPaise);
        expect(totals.taxablePaise + totals.cgstPaise + totals.sgstPaise + totals.igstPaise).toBe(
          sale.order.totalPaise,
        );
        for (const line of lines) expect(line.taxablePaise + line.taxPaise).toBe(line.amountPaise);
      }),
    );
  });

  it('restores an invoice from JSON unchanged', () => {
    const invoice = invoiceOf(orderOf([saree, suit], { shippingPaise: 9900 }));
    expect(InvoiceDocument.parse(JSON.parse(JSON.stringify(invoice)))).toEqual(invoice);
  });
});

describe('a credit note', () => {
  const sareeAndSuit = () => {
    const invoice = invoiceOf(orderOf([saree, suit]));
    const credit = (amountPaise: number, earlier: InvoiceDocument[] = []) =>
      draftCreditNote(invoice, earlier, { number: 'TBC/26-27/000001', at: new Date(), amountPaise });
    return { invoice, credit };
  };

  it('repeats the invoice’s lines in a credit note for the whole invoice', () => {
    const { invoice, credit } = sareeAndSuit();
    expect(credit(invoice.totals.amountPaise).lines).toEqual(invoice.lines);
  });

  it('omits quantities and uncredited lines in a credit note for a part of the invoice', () => {
    const { credit } = sareeAndSuit();
    expect(credit(1).lines).toMatchObject([
      { position: 0, description: 'Gulnar, in part', quantity: null, pricePaise: null, amountPaise: 1 },
    ]);
  });

  it.each([
    ['within a state', {}],
    ['to another state', { state: 'Gujarat' }],
  ])('adds up many credit notes to every column of every invoice line: supply %s', (_, to) => {
    const sold = [saree, { ...suit, rupees: 2990.33, quantity: 3 }, { name: 'Bangle', rupees: 7, hsn: null }];
    const invoice = invoiceOf(orderOf(sold, { to, shippingPaise: 11_850 }));
    const notes: InvoiceDocument[] = [];
    const firstParts = [1_234_567, ...Array.from({ length: 20 }, () => 333)];
    const parts = [...firstParts, invoice.totals.amountPaise - 1_234_567 - 20 * 333];
    for (const amountPaise of parts)
      notes.push(
        draftCreditNote(invoice, notes, { number: 'TBC/26-27/000001', at: new Date(), amountPaise }),
      );
    expect(notes.map(({ totals }) => totals.amountPaise)).toEqual(parts);
    expect(new Set(invoice.lines.map(({ rate }) => rate))).toEqual(new Set([500, 1800, null]));
    expect(invoice.lines.at(-1)).toMatchObject({ kind: 'delivery', amountPaise: 11_850, rate: 500 });
    const credited = notes.flatMap(({ lines }) => lines);
    for (const line of invoice.lines)
      expect(sumAmounts(credited.filter(({ position }) => position === line.position))).toEqual(
        sumAmounts([line]),
      );
    for (const { lines, totals } of notes) expect(totals).toEqual(sumAmounts(lines));
  });

  it('credits only the rest of an invoice after an earlier credit note', () => {
    const { invoice, credit } = sareeAndSuit();
    const first = credit(1_000_000);
    const second = credit(invoice.totals.amountPaise - 1_000_000, [first]);
    expect(first.totals.taxPaise + second.totals.taxPaise).toBe(invoice.totals.taxPaise);
    expect(() => credit(1, [first, second])).toThrow(RangeError);
  });
});

describe('the seller settings', () => {
  it.each(['', '08AAAAA0000A1Z2'])('accepts the GSTIN "%s"', (gstin) => {
    expect(Seller.parse({ gstin }).gstin).toBe(gstin);
  });

  it.each(['08AAAAA0000A1Z3', '08aaaaa0000a1z2', '08AAAAA0000A1Z', 'not one'])(
    'rejects the GSTIN "%s"',
    (gstin) => {
      expect(Seller.safeParse({ gstin }).success).toBe(false);
    },
  );

  it.each(['TANA', 'TBX', 'TC', 'tb', ''])(
    'rejects the invoice prefix "%s": too long, reserved for credit notes, or malformed',
    (invoicePrefix) => {
      expect(Seller.safeParse({ invoicePrefix }).success).toBe(false);
    },
  );
});
