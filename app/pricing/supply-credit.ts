import { type Supply, splitAmount, type TaxedAmount, taxWithin } from './supply.ts';

/** The uncredited part of an invoice line, and the line's tax rate if there is one. */
export type CreditLine = TaxedAmount & { rate: number | null };

/**
 * Rounding of a credit. If `hasRoundOff` is true, value and taxes are rounded separately, as on the invoice. Otherwise value and
 * tax of every line add up to its price, as on invoices of version 1.
 */
export type CreditRule = { supply: Supply; hasRoundOff: boolean };

/**
 * Spreads a credit over the lines of an invoice, exact to the paisa. Each line is credited in proportion to its uncredited part,
 * by {@link creditPortion}. Several credits together can reach the whole invoice. Returns one portion per line; a portion can be
 * zero.
 * @throws RangeError if `creditPaise` is negative, not a whole number, or more than the uncredited amount
 */
export function spreadCredit(
  rule: CreditRule,
  left: readonly CreditLine[],
  creditPaise: number,
): TaxedAmount[] {
  const amounts = left.map(({ amountPaise }) => amountPaise);
  const shares = proportions(amounts, creditPaise);
  return left.map((line, index) => creditPortion(rule, line, shares[index] ?? 0));
}

/**
 * Returns the columns of a credit of `amountPaise` on a line. `left` is the line's uncredited part; it must be at least
 * `amountPaise`. No column exceeds its uncredited part. A credit of the whole uncredited part returns `left`.
 */
export function creditPortion(rule: CreditRule, left: CreditLine, amountPaise: number): TaxedAmount {
  return rule.supply === 'within-state' && rule.hasRoundOff
    ? roundedPortion(left, amountPaise)
    : portionByRate(rule.supply, left, amountPaise);
}

/**
 * Rounds the columns like those of an invoice line. CGST and SGST are then each calculated from half of the rate, on every credit
 * note except the last.
 */
function roundedPortion({ rate, ...left }: CreditLine, amountPaise: number): TaxedAmount {
  if (amountPaise === left.amountPaise) return left;
  const split = splitAmount('within-state', { amountPaise, rate });
  const taxablePaise = Math.min(split.taxablePaise, left.taxablePaise);
  const cgstPaise = Math.min(split.cgstPaise, left.cgstPaise);
  const sgstPaise = Math.min(split.sgstPaise, left.sgstPaise);
  return { amountPaise, taxablePaise, taxPaise: cgstPaise + sgstPaise, cgstPaise, sgstPaise, igstPaise: 0 };
}

function portionByRate(supply: Supply, line: CreditLine, amountPaise: number): TaxedAmount {
  // No amount may exceed its uncredited rest in this line. The limits of the tax also limit the taxable value, because the two
  // add up to the amount. The limits of CGST also limit SGST, because the two add up to the tax.
  const byRate = taxWithin(amountPaise, line.rate ?? 0);
  const taxPaise = between(amountPaise - line.taxablePaise, byRate, line.taxPaise);
  const taxablePaise = amountPaise - taxPaise;
  if (supply !== 'within-state')
    return { amountPaise, taxablePaise, taxPaise, cgstPaise: 0, sgstPaise: 0, igstPaise: taxPaise };
  const cgstPaise = between(taxPaise - line.sgstPaise, Math.ceil(taxPaise / 2), line.cgstPaise);
  return { amountPaise, taxablePaise, taxPaise, cgstPaise, sgstPaise: taxPaise - cgstPaise, igstPaise: 0 };
}

/** Splits `whole` in proportion to the weights. Adds the paise that rounding leaves to the parts that lost most by rounding. */
function proportions(weights: readonly number[], whole: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!Number.isSafeInteger(whole) || whole < 0 || whole > total)
    throw new RangeError(`${whole} paise cannot be credited: ${total} paise are left`);
  if (total === 0) return weights.map(() => 0);
  // Use BigInt, because the product of two amounts in paise can exceed the safe integers.
  const exact = weights.map((weight) => BigInt(weight) * BigInt(whole));
  const parts = exact.map((product) => Number(product / BigInt(total)));
  const short = whole - parts.reduce((sum, part) => sum + part, 0);
  const cutOff = exact.map((product, index) => ({ index, rest: Number(product % BigInt(total)) }));
  // The sort is stable. If several remainders are equal, the first line gets the paisa.
  for (const { index } of cutOff.toSorted((a, b) => b.rest - a.rest).slice(0, short))
    parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

function between(min: number, value: number, max: number): number {
  return Math.min(Math.max(min, value), max);
}
