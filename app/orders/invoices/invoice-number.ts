import { dateInIndia } from '../../foundation/clock.ts';

/** Returns the Indian financial year of a time, such as `26-27` for 1 April 2026 to 31 March 2027. */
export function financialYear(at: Date): string {
  const [year = 0, month = 0] = dateInIndia(at).split('-').map(Number);
  const startYear = month >= 4 ? year : year - 1;
  return `${lastTwo(startYear)}-${lastTwo(startYear + 1)}`;
}

/** Returns the series of a financial year: `TB/26-27/` for invoices, `TBC/26-27/` for credit notes. */
export function seriesOf(kind: 'invoice' | 'credit-note', prefix: string, at: Date): string {
  return `${prefix}${kind === 'credit-note' ? 'C' : ''}/${financialYear(at)}/`;
}

/** Formats an invoice number as `TB/26-27/000001`. */
export function invoiceNumber(series: string, serial: number): string {
  return series + String(serial).padStart(6, '0');
}

function lastTwo(year: number): string {
  return String(year % 100).padStart(2, '0');
}
