import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Supply, splitAmount, sumAmounts, type TaxedAmount, taxWithin } from './supply.ts';
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
  it('divides a partial credit in proportion to the lines’ amounts, taxes each part at its line’s rate, and adds an odd paisa to CGST', () => {
    expect(spreadCredit(withinState, left, 30_000)).toMatchObject([
      { amountPaise: 20_000, taxPaise: taxWithin(20_000, 500) },
      { amountPaise: 10_000, taxPaise: taxWithin(10_000, 1800) },
    ]);
    const [portion] = spreadCredit(withinState, left, 30_015);
    expect(portion).toMatchObject({ taxPaise: 953, cgstPaise: 477, sgstPaise: 476, igstPaise: 0 });
  });

  it.each([
    ['line that lost most by rounding', [7, 3], 2, [1, 1]],
    ['first of several equal lines', [5, 5, 5], 1, [1, 0, 0]],
    ['first two of several equal lines', [5, 5, 5], 2, [1, 1, 0]],
  ])('adds the paise that rounding has left over to the %s', (_, amounts, credit, portions) => {
    const lines = amounts.map((paise) => lineOf('within-state', paise, null));
    expect(spreadCredit(withinState, lines, credit).map(({ amountPaise }) => amountPaise)).toEqual(portions);
  });

  it.each([300_001, -1, 0.5])('rejects a credit of %s paise with a RangeError', (paise) => {
    expect(() => spreadCredit(withinState, left, paise)).toThrow(RangeError);
  });

  it('credits exactly the whole invoice in several partial credits, and nothing after that', () => {
    const lines = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 100_000_000 }), fc.constantFrom(null, 0, 25, 500, 1800)),
      { minLength: 1, maxLength: 6 },
    );
    const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    const supplies = fc.constantFrom<Supply>('within-state', 'between-states', 'export-under-lut');
    fc.assert(
      fc.property(supplies, lines, steps, (supply, sold, parts) => {
        let rest = sold.map(([paise, rate]) => lineOf(supply, paise, rate));
        // The last credit is for an invoice that is already fully credited, so it is 0.
        for (const part of [...parts, 1, 1]) {
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

it('limits the value and each tax of a credit to the part that is not credited yet', () => {
  const saree = { rate: 500, ...splitAmount('within-state', { amountPaise: 4_800_000, rate: 500 }) };
  const uncredited = { ...saree, taxablePaise: 100, cgstPaise: 2, sgstPaise: 3, taxPaise: 5 };
  expect(creditPortion({ supply: 'within-state', hasRoundOff: true }, uncredited, 1000)).toEqual({
    ...{ amountPaise: 1000, taxablePaise: 100, taxPaise: 5 },
    ...{ cgstPaise: 2, sgstPaise: 3, igstPaise: 0 },
  });
});
