import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Supply, splitAmount, sumAmounts, type TaxedAmount, taxWithin } from './supply.ts';
import { type CreditLine, spreadCredit } from './supply-credit.ts';

const lineOf = (supply: Supply, amountPaise: number, rate: number | null): CreditLine => ({
  rate,
  ...splitAmount(supply, { amountPaise, taxPaise: rate === null ? 0 : taxWithin(amountPaise, rate) }),
});

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
  it('returns each line unchanged for a credit of the whole invoice', () => {
    expect(spreadCredit('within-state', left, 300_000)).toEqual(left.map(({ rate: _, ...line }) => line));
  });

  it('spreads a partial credit in proportion to the lines, each at its own tax rate', () => {
    expect(spreadCredit('within-state', left, 30_000)).toMatchObject([
      { amountPaise: 20_000, taxPaise: taxWithin(20_000, 500) },
      { amountPaise: 10_000, taxPaise: taxWithin(10_000, 1800) },
    ]);
  });

  it('takes a credit of 1 paisa from one line', () => {
    expect(spreadCredit('within-state', left, 1).map(({ amountPaise }) => amountPaise)).toEqual([1, 0]);
  });

  it('adds the paisa left by rounding to the line that lost most', () => {
    const lines = [lineOf('within-state', 7, null), lineOf('within-state', 3, null)];
    expect(spreadCredit('within-state', lines, 2).map(({ amountPaise }) => amountPaise)).toEqual([1, 1]);
  });

  it('adds the paisa left by rounding to the first of equal lines', () => {
    const lines = [5, 5, 5].map((paise) => lineOf('within-state', paise, null));
    expect(spreadCredit('within-state', lines, 1).map(({ amountPaise }) => amountPaise)).toEqual([1, 0, 0]);
    expect(spreadCredit('within-state', lines, 2).map(({ amountPaise }) => amountPaise)).toEqual([1, 1, 0]);
  });

  it('halves the tax of a partial credit between the centre and the state', () => {
    const [portion] = spreadCredit('within-state', left, 30_000);
    expect(portion).toMatchObject({ taxPaise: 952, cgstPaise: 476, sgstPaise: 476, igstPaise: 0 });
  });

  it('adds an odd paisa of tax to the share of the centre', () => {
    const [portion] = spreadCredit('within-state', left, 30_015);
    expect(portion).toMatchObject({ taxPaise: 953, cgstPaise: 477, sgstPaise: 476, igstPaise: 0 });
  });

  it('returns only IGST if the goods went to another state', () => {
    const [portion] = spreadCredit('between-states', [lineOf('between-states', 200_000, 500)], 20_000);
    expect(portion).toMatchObject({ taxPaise: 952, cgstPaise: 0, sgstPaise: 0, igstPaise: 952 });
  });

  it('returns zeros for a credit of 0 on a fully credited invoice', () => {
    const [portion] = spreadCredit('within-state', [lineOf('within-state', 0, 500)], 0);
    expect(portion).toMatchObject({ amountPaise: 0, taxablePaise: 0, taxPaise: 0 });
  });

  it.each([300_001, -1, 0.5])('rejects a credit of %s paise with a RangeError', (paise) => {
    expect(() => spreadCredit('within-state', left, paise)).toThrow(RangeError);
  });

  it('credits exactly the whole invoice over successive credits, and never more than any part', () => {
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
          const portions = spreadCredit(supply, rest, credit);
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
