import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundOffOf, type Supply, splitAmount, sumAmounts, type TaxedAmount, taxWithin } from './supply.ts';
import { type CreditLine, type CreditRule, creditPortion, spreadCredit } from './supply-credit.ts';

/** Creates a line of a version 1 invoice. On such a line, value and tax add up to the price, and CGST includes the odd paisa. */
function lineOf(supply: Supply, amountPaise: number, rate: number | null): CreditLine {
  const taxPaise = rate === null || supply === 'export-under-lut' ? 0 : taxWithin(amountPaise, rate);
  const line = { rate, amountPaise, taxablePaise: amountPaise - taxPaise, taxPaise };
  if (supply !== 'within-state') return { ...line, cgstPaise: 0, sgstPaise: 0, igstPaise: taxPaise };
  const cgstPaise = Math.ceil(taxPaise / 2);
  return { ...line, cgstPaise, sgstPaise: taxPaise - cgstPaise, igstPaise: 0 };
}

const withoutRoundOff = (supply: Supply): CreditRule => ({ supply, hasRoundOff: false });
const withinState = withoutRoundOff('within-state');

const minus = (line: CreditLine, portion: TaxedAmount | undefined): CreditLine => ({
  rate: line.rate,
  amountPaise: line.amountPaise - (portion?.amountPaise ?? 0),
  taxablePaise: line.taxablePaise - (portion?.taxablePaise ?? 0),
  taxPaise: line.taxPaise - (portion?.taxPaise ?? 0),
  cgstPaise: line.cgstPaise - (portion?.cgstPaise ?? 0),
  sgstPaise: line.sgstPaise - (portion?.sgstPaise ?? 0),
  igstPaise: line.igstPaise - (portion?.igstPaise ?? 0),
});

const left = [lineOf('within-state', 200_000, 500), lineOf('within-state', 100_000, 1800)];

describe('spreadCredit', () => {
  it('spreads a partial credit over the lines in proportion to their amounts, with the tax rate of each line', () => {
    expect(spreadCredit(withinState, left, 30_000)).toMatchObject([
      { amountPaise: 20_000, taxPaise: taxWithin(20_000, 500) },
      { amountPaise: 10_000, taxPaise: taxWithin(10_000, 1800) },
    ]);
  });

  it('adds the rest from rounding, one paisa, to the line that lost most by rounding', () => {
    const lines = [lineOf('within-state', 7, null), lineOf('within-state', 3, null)];
    expect(spreadCredit(withinState, lines, 2).map(({ amountPaise }) => amountPaise)).toEqual([1, 1]);
  });

  it('adds the rest from rounding, one paisa, to the first of several equal lines', () => {
    const lines = [5, 5, 5].map((paise) => lineOf('within-state', paise, null));
    expect(spreadCredit(withinState, lines, 1).map(({ amountPaise }) => amountPaise)).toEqual([1, 0, 0]);
    expect(spreadCredit(withinState, lines, 2).map(({ amountPaise }) => amountPaise)).toEqual([1, 1, 0]);
  });

  it('adds an odd paisa of tax to CGST', () => {
    const [portion] = spreadCredit(withinState, left, 30_015);
    expect(portion).toMatchObject({ taxPaise: 953, cgstPaise: 477, sgstPaise: 476, igstPaise: 0 });
  });

  it('returns a credit of zero for every line of an invoice that is already fully credited', () => {
    const [portion] = spreadCredit(withinState, [lineOf('within-state', 0, 500)], 0);
    expect(portion).toMatchObject({ amountPaise: 0, taxablePaise: 0, taxPaise: 0 });
  });

  it.each([300_001, -1, 0.5])('rejects a credit of %s paise with a RangeError', (paise) => {
    expect(() => spreadCredit(withinState, left, paise)).toThrow(RangeError);
  });

  it('credits exactly the whole invoice after several partial credits', () => {
    const lines = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 100_000_000 }), fc.constantFrom(null, 0, 25, 500, 1800)),
      { minLength: 1, maxLength: 6 },
    );
    const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    const supplies = fc.constantFrom<Supply>('within-state', 'between-states', 'export-under-lut');
    fc.assert(
      fc.property(supplies, lines, steps, (supply, sold, parts) => {
        let rest = sold.map(([paise, rate]) => lineOf(supply, paise, rate));
        for (const part of [...parts, 1]) {
          const credit = Math.floor(sumAmounts(rest).amountPaise * part);
          const portions = spreadCredit(withoutRoundOff(supply), rest, credit);
          expect(sumAmounts(portions).amountPaise).toBe(credit);
          for (const one of portions) {
            expect(one.taxablePaise + one.taxPaise).toBe(one.amountPaise);
            expect(one.cgstPaise + one.sgstPaise + one.igstPaise).toBe(one.taxPaise);
            expect(Math.min(...Object.values(one))).toBeGreaterThanOrEqual(0);
          }
          rest = rest.map((line, index) => minus(line, portions[index]));
          for (const { rate: _, ...line } of rest)
            expect(Math.min(...Object.values(line))).toBeGreaterThanOrEqual(0);
        }
        expect(Math.max(...Object.values(sumAmounts(rest)))).toBe(0);
      }),
    );
  });
});

describe('creditPortion', () => {
  const lineWithRoundOff = (supply: Supply, amountPaise: number, rate: number | null): CreditLine => ({
    rate,
    ...splitAmount(supply, { amountPaise, rate }),
  });
  const rounded = { supply: 'within-state', hasRoundOff: true } as const;
  const saree = lineWithRoundOff('within-state', 4_800_000, 500);

  it('returns all remaining amounts of a line for a credit of the remaining line', () => {
    const { rate: _, ...columns } = saree;
    expect(creditPortion(rounded, saree, 4_800_000)).toEqual(columns);
    expect(roundOffOf(columns)).toBe(-1);
  });

  it('rounds the value and the tax shares of a credit like those of an invoice line', () => {
    const portion = creditPortion(rounded, saree, 2_400_000);
    expect(portion).toEqual(splitAmount('within-state', { amountPaise: 2_400_000, rate: 500 }));
    expect(portion).toMatchObject({ taxablePaise: 2_285_714, cgstPaise: 57_143, sgstPaise: 57_143 });
  });

  it('limits every column of a credit to its uncredited amount', () => {
    const left = { ...saree, taxablePaise: 100, cgstPaise: 2, sgstPaise: 3, taxPaise: 5 };
    expect(creditPortion(rounded, left, 1000)).toEqual({
      ...{ amountPaise: 1000, taxablePaise: 100, taxPaise: 5 },
      ...{ cgstPaise: 2, sgstPaise: 3, igstPaise: 0 },
    });
  });

  it('returns a credit of zero in every column for a line that is already fully credited', () => {
    const nothing = creditPortion(rounded, lineWithRoundOff('within-state', 0, 500), 0);
    expect(Object.values(nothing)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('credits every column of a line exactly after several partial credits', () => {
    const supplies = fc.constantFrom<Supply>('within-state', 'between-states', 'export-under-lut');
    const amounts = fc.integer({ min: 1, max: 100_000_000 });
    const rates = fc.constantFrom(null, 0, 25, 500, 1800);
    const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(supplies, amounts, rates, steps, (supply, amountPaise, rate, parts) => {
        let rest = lineWithRoundOff(supply, amountPaise, rate);
        for (const part of [...parts, 1]) {
          const portion = creditPortion(
            { supply, hasRoundOff: true },
            rest,
            Math.floor(rest.amountPaise * part),
          );
          expect(portion.cgstPaise).toBe(portion.sgstPaise);
          expect(portion.taxPaise).toBe(portion.cgstPaise + portion.sgstPaise + portion.igstPaise);
          if (supply !== 'within-state') expect(roundOffOf(portion)).toBe(0);
          rest = minus(rest, portion);
          const { rate: _, ...columns } = rest;
          expect(Math.min(...Object.values(columns), ...Object.values(portion))).toBeGreaterThanOrEqual(0);
        }
        expect(Math.max(...Object.values(sumAmounts([rest])))).toBe(0);
      }),
    );
  });
});
