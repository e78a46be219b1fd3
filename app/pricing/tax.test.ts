import { describe, expect, it } from 'vitest';
import { includedTaxPaise, lineTax, type TaxRate, taxPortion } from './tax.ts';

const threshold = 250_000;
const rates: TaxRate[] = [
  { hsnPrefix: '50', rate: 500, abovePaise: null, upToPaise: null, from: '2017-07-01' },
  { hsnPrefix: '62', rate: 500, abovePaise: null, upToPaise: 100_000, from: '2017-07-01' },
  { hsnPrefix: '62', rate: 1200, abovePaise: 100_000, upToPaise: null, from: '2017-07-01' },
  { hsnPrefix: '62', rate: 500, abovePaise: null, upToPaise: threshold, from: '2025-09-22' },
  { hsnPrefix: '62', rate: 1800, abovePaise: threshold, upToPaise: null, from: '2025-09-22' },
  { hsnPrefix: '6214', rate: 500, abovePaise: null, upToPaise: null, from: '2026-11-22' },
];
const today = '2026-11-21';
const suit = (rupees: number) =>
  taxPortion({ hsn: '6211', pricePaise: Math.round(rupees * 100) }, rates, today);

describe('taxPortion', () => {
  it.each([
    [
      '5 % up to a value of ₹2,500',
      2625,
      { rate: 500, taxablePaise: 250_000, taxPaise: 12_500, certain: true },
    ],
    ['5 % to the price 0', 0, { rate: 500, taxablePaise: 0, taxPaise: 0, certain: true }],
    ['18 %, as uncertain, to a price that fits no rate', 2625.01, { rate: 1800, certain: false }],
    ['18 %, as uncertain, to the highest price that fits no rate', 2950, { rate: 1800, certain: false }],
    ['18 % above a value of ₹2,500', 2950.01, { rate: 1800, certain: true }],
  ])('applies %s (price: ₹%d)', (_, rupees, portion) => {
    expect(suit(rupees)).toMatchObject(portion);
  });

  it('applies the rate that is valid on the given day, not a later or an earlier rate', () => {
    const dupatta = { hsn: '6214', pricePaise: 500_000 };
    expect(taxPortion(dupatta, rates, today)).toMatchObject({ rate: 1800 });
    expect(taxPortion(dupatta, rates, '2026-11-22')).toMatchObject({ rate: 500 });
    expect(taxPortion(dupatta, rates, '2025-09-21')).toMatchObject({ rate: 1200 });
  });

  it('returns the same tax if the list of tax rates is reversed', () => {
    for (const pricePaise of [262_500, 280_000, 295_001])
      expect(taxPortion({ hsn: '6211', pricePaise }, rates.toReversed(), today)).toEqual(
        taxPortion({ hsn: '6211', pricePaise }, rates, today),
      );
  });

  it('uses the rate of the longest prefix, even if a shorter prefix has a newer rate', () => {
    const newer = { hsnPrefix: '62', rate: 2800, abovePaise: null, upToPaise: null, from: '2026-12-01' };
    const on = (hsn: string) => taxPortion({ hsn, pricePaise: 500_000 }, [...rates, newer], '2026-12-01');
    expect([on('6214')?.rate, on('6211')?.rate]).toEqual([500, 2800]);
  });

  it('returns undefined if the HSN is missing or has no rate, even if a rate without an HSN prefix exists', () => {
    const all = { hsnPrefix: '', rate: 2800, abovePaise: null, upToPaise: null, from: '2017-07-01' };
    for (const hsn of [null, '9999'])
      expect(taxPortion({ hsn, pricePaise: 100 }, [all, ...rates], today)).toBeUndefined();
  });
});

describe('lineTax', () => {
  it.each([
    ['from the value of all units together', '5007', 45_000, 4, { taxRate: 500, taxPaise: 8571 }],
    ['at the rate for the value of one unit', '6211', 200_000, 3, { taxRate: 500, taxPaise: 28_571 }],
    [
      'as 0, and returns no rate, if no rate covers the HSN',
      null,
      200_000,
      3,
      { taxRate: null, taxPaise: 0 },
    ],
  ])('calculates the tax %s', (_, hsn, pricePaise, quantity, tax) => {
    expect(lineTax({ hsn, pricePaise, quantity }, rates, today)).toEqual(tax);
  });
});

describe('includedTaxPaise', () => {
  const soldLine = (hsn: string | null, rupees: number, quantity = 1) => {
    const line = { hsn, pricePaise: rupees * 100, quantity };
    return { ...line, ...lineTax(line, rates, today) };
  };
  const saree = soldLine('5007', 48_000);

  it('adds up the tax of lines with different tax rates', () => {
    expect(includedTaxPaise([saree, soldLine('6211', 3540, 2)], 0)).toBe(228_571 + 2 * 54_000);
  });

  it('includes the tax of the delivery charge, at the tax rate of the line with the highest amount', () => {
    const suits = soldLine('6211', 3540, 2);
    expect(includedTaxPaise([suits, saree], 11_800)).toBe(228_571 + 108_000 + 562);
    expect(includedTaxPaise([suits], 11_800)).toBe(108_000 + 1800);
  });

  it('returns undefined if the rate of one line is unknown, or if there are no lines', () => {
    expect(includedTaxPaise([saree, soldLine('9999', 450)], 0)).toBeUndefined();
    expect(includedTaxPaise([], 0)).toBeUndefined();
  });
});
