import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { invoiceOf, orderOf, registered, saree, suit } from '../../../tests/fixtures/invoices.ts';
import { Seller } from '../../content/contract.ts';
import { includedTaxPaise } from '../../pricing/tax.ts';
import { draftTaxPaise } from './invoice-draft.server.ts';
import { financialYear, invoiceNumber, seriesOf } from './invoices.server.ts';

const toUsa = { country: 'United States', state: 'New York' };
const withoutLut = { ...registered, seller: { ...registered.seller, lutText: '' } };

describe('an invoice', () => {
  it.each([
    ['Bill of supply', {}, [0, 0]],
    ['Invoice-cum-bill of supply', {}, [0, 500]],
    ['Tax invoice', {}, [500, 1800]],
    ['Tax invoice', toUsa, [0, 0]],
  ])(
    'has the title “%s” for an address with the changed fields %j and lines with the tax rates %j',
    (title, to, rates) => {
      const { order, lines } = orderOf([saree, suit], { to });
      const withRates = lines.map((line, index) => ({ ...line, taxRate: rates[index] ?? 0, taxPaise: 0 }));
      expect(invoiceOf({ order, lines: withRates }, withoutLut).title).toBe(title);
    },
  );

  it('cannot be drafted if its lines do not add up to the order’s total', () => {
    const { order, lines } = orderOf([saree]);
    expect(() => invoiceOf({ order: { ...order, totalPaise: 4_799_999 }, lines })).toThrow(
      'invoice lines of TB1042 add up to 4800000 paise, but 4799999 are to be paid',
    );
  });
});

it('the seller’s settings accept only a valid GSTIN or none, and reject invoice prefixes that are too long, reserved or malformed', () => {
  const accepts = (change: object) => Seller.safeParse(change).success;
  for (const gstin of ['', '08AAAAA0000A1Z2']) expect(accepts({ gstin }), gstin).toBe(true);
  for (const gstin of ['08AAAAA0000A1Z3', '08aaaaa0000a1z2', '08AAAAA0000A1Z', 'not one'])
    expect(accepts({ gstin }), gstin).toBe(false);
  // Prefixes that are too long, reserved for credit notes, or malformed.
  for (const invoicePrefix of ['TANA', 'TBX', 'TC', 'tb', ''])
    expect(accepts({ invoicePrefix }), invoicePrefix).toBe(false);
});

const shippingPaise = 11_800;
const threeSuits = { ...suit, rupees: 2000, quantity: 3 };
const expensiveSuit = { ...suit, rupees: 2990 };
const expensiveSaree = { ...saree, rupees: 2990 };
const withoutHsn = { ...saree, rupees: 2990, hsn: null };

describe('the delivery line of an invoice', () => {
  it.each([
    ['the line with the highest amount, not the highest unit price', [threeSuits, expensiveSuit], 500],
    ['the line with the highest amount, even if it is the last', [expensiveSuit, threeSuits], 500],
    ['the line with the higher rate if two have the same amount', [expensiveSaree, expensiveSuit], 1800],
    ['the line with the higher rate, even if it is the first', [expensiveSuit, expensiveSaree], 1800],
    ['the line with a known rate if two have the same amount', [withoutHsn, expensiveSaree], 500],
    ['the line with a known rate, even if it is the first', [expensiveSaree, withoutHsn], 500],
  ])('has the rate of %s', (_, items, rate) => {
    const delivery = { kind: 'delivery', position: 2, rate, taxPaise: rate === 500 ? 562 : 1800 };
    expect(invoiceOf(orderOf(items, { shippingPaise })).lines.at(-1)).toMatchObject(delivery);
  });

  it('has no tax rate and no tax if the invoice has no goods or the goods’ tax rate is unknown', () => {
    const untaxed = { description: 'Delivery', rate: null, taxPaise: 0, taxablePaise: 11_800 };
    for (const items of [[withoutHsn], []])
      expect(invoiceOf(orderOf(items, { shippingPaise })).lines.at(-1)).toMatchObject(untaxed);
  });
});

describe('the number of an invoice', () => {
  it.each([
    ['2026-04-01T00:00:00+05:30', '26-27'],
    ['2027-03-31T23:59:59.999+05:30', '26-27'],
    ['2027-03-31T18:30:00Z', '27-28'],
    ['2099-12-31T12:00:00+05:30', '99-00'],
  ])(
    'issued at %s belongs to the financial year %s, because the year starts on 1 April in India',
    (at, year) => {
      expect(financialYear(new Date(at))).toBe(year);
    },
  );

  it('has at most sixteen characters, like the number of a credit note', () => {
    const at = new Date('2026-11-21T12:00:00+05:30');
    expect(invoiceNumber(seriesOf('invoice', 'TB', at), 1)).toBe('TB/26-27/000001');
    expect(invoiceNumber(seriesOf('credit-note', 'TB', at), 999_999)).toBe('TBC/26-27/999999');
  });
});

const generatedOrder = fc.record({
  items: fc.array(
    fc.record({
      name: fc.constantFrom('Gulnar', 'Neel'),
      rupees: fc.integer({ min: 1, max: 10_000_000 }).map((paise) => paise / 100),
      hsn: fc.constantFrom('5007', '6211', '6211', null),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  shippingPaise: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  to: fc.constantFrom({}, { state: 'Gujarat' }, toUsa),
  owner: fc.constantFrom(registered, withoutLut, settings),
});

describe('the tax in the amount to pay for an order', () => {
  it('equals the sum of the invoice’s tax columns for any goods, addresses and sellers', () => {
    fc.assert(
      fc.property(generatedOrder, ({ items, owner, shippingPaise, to }) => {
        const bill = orderOf(items, { to, shippingPaise });
        const { totals, lines, supply } = invoiceOf(bill, owner);
        const isKnown = supply !== 'unregistered' && lines.every(({ rate }) => rate !== null);
        const columns = totals.cgstPaise + totals.sgstPaise + totals.igstPaise;
        expect(draftTaxPaise(bill, owner)).toBe(isKnown ? columns : undefined);
        if (!isKnown || supply === 'export-under-lut') return;
        const ofCart = includedTaxPaise(bill.lines, shippingPaise) ?? 0;
        expect(Math.abs(columns - ofCart)).toBeLessThanOrEqual(supply === 'within-state' ? lines.length : 0);
      }),
    );
  });

  it('is undefined if the lines and delivery do not add up to the amount to pay', () => {
    const { order, lines } = orderOf([saree, suit]);
    expect(draftTaxPaise({ order, lines: lines.slice(1) }, registered)).toBeUndefined();
  });
});
