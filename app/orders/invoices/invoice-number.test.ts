import { describe, expect, it } from 'vitest';
import { financialYear, invoiceNumber, seriesOf } from './invoices.server.ts';

describe('the number of an invoice', () => {
  it.each([
    ['2026-04-01T00:00:00+05:30', '26-27'],
    ['2027-03-31T23:59:59.999+05:30', '26-27'],
    ['2027-03-31T18:30:00Z', '27-28'],
    ['2099-12-31T12:00:00+05:30', '99-00'],
  ])('assigns the time %s to the financial year %s, which starts on 1 April in India', (at, year) => {
    expect(financialYear(new Date(at))).toBe(year);
  });

  it('formats the numbers of invoices and credit notes with at most sixteen characters', () => {
    const at = new Date('2026-11-21T12:00:00+05:30');
    expect(invoiceNumber(seriesOf('invoice', 'TB', at), 1)).toBe('TB/26-27/000001');
    expect(invoiceNumber(seriesOf('credit-note', 'TB', at), 999_999)).toBe('TBC/26-27/999999');
    expect('TBC/26-27/999999').toHaveLength(16);
  });
});
