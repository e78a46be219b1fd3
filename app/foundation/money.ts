/**
 * Money is whole paise inside and rupees (a JSON number) on the wire. These are the only places where one
 * becomes the other; no float ever holds an amount that is added or compared.
 */

/** 2480000 paise → 24800 rupees. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** 24800 rupees → 2480000 paise. Refuses what is not a whole number of paise. */
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

/** 125000 → `₹1,25,000`; 1999.5 → `₹1,999.50`. */
export function formatRupees(rupees: number): string {
  return (Number.isInteger(rupees) ? whole : exact).format(rupees);
}
