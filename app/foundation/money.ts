/**
 * In the code, amounts are whole paise. In JSON, amounts are rupees. Convert amounts to paise before adding or comparing them,
 * because floating-point sums are inexact.
 */

/** Converts paise to rupees. Example: 2480000 → 24800. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/**
 * Converts rupees to paise. Example: 24800 → 2480000.
 * @throws RangeError if the amount is not a whole number of paise, or exceeds the safe integers
 */
export function toPaise(rupees: number): number {
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise) || Math.abs(paise / 100 - rupees) > 1e-9) {
    throw new RangeError(`${rupees} rupees is not a whole number of paise`);
  }
  return paise;
}

const whole = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Formats an amount in rupees. Examples: 125000 → `₹1,25,000`, 1999.5 → `₹1,999.50`. */
export function formatRupees(rupees: number): string {
  return (Number.isInteger(rupees) ? whole : exact).format(rupees);
}
