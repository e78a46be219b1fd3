import { type Supply, type TaxedAmount, taxWithin } from './supply.ts';

/** What is still uncredited of a line, with the rate that its invoice had; `null` where none was known. */
export type CreditLine = TaxedAmount & { rate: number | null };

/**
 * Spreads an amount that goes back over the lines of an invoice, to the paisa: each line bears of it what it has of all
 * that is left, and the tax in it is the invoice's. Several credits in a row never take more from a line, or from any
 * part of its tax, than it had; together with the last one they take exactly that.
 *
 * Answers one portion for each line, zeros included. Throws a RangeError for more than is left.
 */
export function spreadCredit(
  supply: Supply,
  left: readonly CreditLine[],
  creditPaise: number,
): TaxedAmount[] {
  const shares = proportions(
    left.map(({ amountPaise }) => amountPaise),
    creditPaise,
  );
  return left.map((line, index) => portionOf(supply, line, shares[index] ?? 0));
}

function portionOf(supply: Supply, line: CreditLine, amountPaise: number): TaxedAmount {
  // The bounds keep what is left of each part whole: the last credit has to find all of it, and not a paisa less.
  const byRate = taxWithin(amountPaise, line.rate ?? 0);
  const taxPaise = between(amountPaise - line.taxablePaise, byRate, line.taxPaise);
  const taxablePaise = amountPaise - taxPaise;
  if (supply !== 'within-state')
    return { amountPaise, taxablePaise, taxPaise, cgstPaise: 0, sgstPaise: 0, igstPaise: taxPaise };
  const cgstPaise = between(taxPaise - line.sgstPaise, Math.ceil(taxPaise / 2), line.cgstPaise);
  return { amountPaise, taxablePaise, taxPaise, cgstPaise, sgstPaise: taxPaise - cgstPaise, igstPaise: 0 };
}

/** Whole parts of `whole` in proportion to the weights, none above its weight; what rounding leaves goes where most was cut off. */
function proportions(weights: readonly number[], whole: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!Number.isSafeInteger(whole) || whole < 0 || whole > total)
    throw new RangeError(`${whole} paise cannot be credited: ${total} are left`);
  if (total === 0) return weights.map(() => 0);
  // The products of two amounts in paise are past what a number holds exactly.
  const exact = weights.map((weight) => BigInt(weight) * BigInt(whole));
  const parts = exact.map((product) => Number(product / BigInt(total)));
  const short = whole - parts.reduce((sum, part) => sum + part, 0);
  const cutOff = exact.map((product, index) => ({ index, rest: Number(product % BigInt(total)) }));
  // The sort is stable: of lines where as much was cut off, the first comes first.
  for (const { index } of cutOff.toSorted((a, b) => b.rest - a.rest).slice(0, short))
    parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

function between(min: number, wanted: number, max: number): number {
  return Math.min(Math.max(min, wanted), max);
}
