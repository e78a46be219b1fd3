import { rupeesInDigits } from '../../pricing/amount-in-words.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.server.ts';

/** Formats a rate in hundredths of a percent: 500 → `5 %`, 250 → `2.5 %`. */
export function percent(rate: number): string {
  return `${rate / 100} %`;
}

export type Row = ReturnType<typeof rowOf>;
type NamedAmount = { name: string; amount: string };

/** Returns the printed texts of a line by column. `taxes` is a list, because central and state tax are printed separately. */
export function rowOf(document: InvoiceDocument, line: InvoiceLine) {
  return {
    description: line.description,
    hsn: line.hsn ?? '–',
    quantity: line.quantity === null ? '–' : `${line.quantity} ${line.quantity === 1 ? 'pc' : 'pcs'}`,
    price: line.pricePaise === null ? '–' : rupeesInDigits(line.pricePaise),
    taxable: rupeesInDigits(line.taxablePaise),
    taxes: taxesOf(document, line),
    amount: rupeesInDigits(line.amountPaise),
  };
}

function taxesOf({ supply, localTax }: InvoiceDocument, line: InvoiceLine): NamedAmount[] {
  const { rate } = line;
  if (supply === 'unregistered') return [];
  if (rate === null) return [{ name: 'Rate not known', amount: '' }];
  if (supply !== 'within-state')
    return [{ name: `IGST ${percent(rate)}`, amount: rupeesInDigits(line.igstPaise) }];
  const half = percent(rate / 2);
  return [
    { name: `CGST ${half}`, amount: rupeesInDigits(line.cgstPaise) },
    { name: `${localTax} ${half}`, amount: rupeesInDigits(line.sgstPaise) },
  ];
}

/**
 * Lists the labelled sums below the lines, without the total. Includes the round-off unless it is 0. Returns an empty list for an
 * unregistered seller.
 */
export function sumsOf({ supply, localTax, totals, roundOffPaise }: InvoiceDocument): NamedAmount[] {
  if (supply === 'unregistered') return [];
  const taxable = { name: 'Taxable value', amount: rupeesInDigits(totals.taxablePaise) };
  if (supply !== 'within-state') return [taxable, { name: 'IGST', amount: rupeesInDigits(totals.igstPaise) }];
  return [
    taxable,
    { name: 'CGST', amount: rupeesInDigits(totals.cgstPaise) },
    { name: localTax, amount: rupeesInDigits(totals.sgstPaise) },
    ...(roundOffPaise === 0 ? [] : [{ name: 'Round off', amount: signedRupees(roundOffPaise) }]),
  ];
}

function signedRupees(paise: number): string {
  return `${paise < 0 ? '−' : ''}${rupeesInDigits(Math.abs(paise))}`;
}
