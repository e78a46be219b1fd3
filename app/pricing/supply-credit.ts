import { type Supply, splitAmount, type TaxedAmount, taxWithin } from './supply.ts';

/** The uncredited part of an invoice line, and the line's tax rate if there is one. */
export type CreditLine = TaxedAmount & { rate: number | null };

/**
 * The kind of supply and the rounding of a credit. If `hasRoundOff` is true, value and taxes are rounded separately, as on the
 * invoice. Otherwise value and tax of every line add up to its price, as on invoices of version 1.
 */
export type CreditRule = { supply: Supply; hasRoundOff: boolean };

/**
 * Spreads a credit over the lines of an invoice, in proportion to their uncredited parts. The amounts of the portions add up to
 * `creditPaise`, so several credits can add up to exactly the whole invoice. {@link creditPortion} calculates the taxes. Returns
 * one portion per line; a portion can be zero.
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
 * Splits a credit of `amountPaise` on a line into value and taxes. `left` is the line's uncredited part; it must be at least
 * `amountPaise`. No returned amount exceeds the same amount in `left`. If the credit is the whole uncredited part, returns
 * `left`.
 */
export function creditPortion(rule: CreditRule, left: CreditLine, amountPaise: number): TaxedAmount {
  return rule.supply === 'within-state' && rule.hasRoundOff
    ? roundedPortion(left, amountPaise)
    : portionByRate(rule.supply, left, amountPaise);
}

/**
 * Rounds value, CGST and SGST separately, as on an invoice line. If the credit is the whole uncredited part, returns this part,
 * so that all credits of a line add up to the invoice line.
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
  // No returned amount may exceed the same amount in `line`. The limits of the tax also limit the taxable value, because the two
  // add up to `amountPaise`. The limits of CGST also limit SGST, because the two add up to the tax.
  const byRate = taxWithin(amountPaise, line.rate ?? 0);
  const taxPaise = between(amountPaise - line.taxablePaise, byRate, line.taxPaise);
  const taxablePaise = amountPaise - taxPaise;
  if (supply !== 'within-state')
    return { amountPaise, taxablePaise, taxPaise, cgstPaise: 0, sgstPaise: 0, igstPaise: taxPaise };
  const cgstPaise = between(taxPaise - line.sgstPaise, Math.ceil(taxPaise / 2), line.cgstPaise);
  return { amountPaise, taxablePaise, taxPaise, cgstPaise, sgstPaise: taxPaise - cgstPaise, igstPaise: 0 };
}

/**
 * Splits `whole` into integers in proportion to the weights. Rounds each part down, and adds the remaining paise to the parts
 * that lost most by rounding, one paisa each.
 */
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
