import { dateInIndia } from '../../foundation/clock.ts';
import { amountInWords } from '../../pricing/amount-in-words.ts';
import { sumAmounts, type TaxedAmount } from '../../pricing/supply.ts';
import { spreadCredit } from '../../pricing/supply-credit.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.server.ts';

/**
 * Creates the document of a credit note for `amountPaise` of an invoice. `earlier` are the credit notes that were already
 * issued for the invoice. Copies seller, buyer and tax rates from the invoice.
 * @throws RangeError if `amountPaise` exceeds the part of the invoice that is not credited yet
 */
export function draftCreditNote(
  invoice: InvoiceDocument,
  earlier: readonly InvoiceDocument[],
  { number, at, amountPaise }: { number: string; at: Date; amountPaise: number },
): InvoiceDocument {
  const credited = earlier.flatMap(({ lines }) => lines);
  const remainders = invoice.lines.map((line) => remainderOf(line, credited));
  const portions = spreadCredit(invoice.supply, remainders, amountPaise);
  const lines = invoice.lines.flatMap((line, index) => {
    const portion = portions[index];
    return portion && portion.amountPaise > 0 ? [creditLine(line, portion)] : [];
  });
  const totals = sumAmounts(lines);
  return {
    ...invoice,
    kind: 'credit-note',
    title: 'Credit note',
    number,
    issuedOn: dateInIndia(at),
    against: { number: invoice.number, issuedOn: invoice.issuedOn },
    lines,
    totals,
    words: amountInWords(totals.amountPaise),
  };
}

/** Returns the amounts of an invoice line that have not been credited yet. */
function remainderOf(line: InvoiceLine, credited: readonly InvoiceLine[]) {
  const creditedSum = sumAmounts(credited.filter(({ position }) => position === line.position));
  return {
    rate: line.rate,
    amountPaise: line.amountPaise - creditedSum.amountPaise,
    taxablePaise: line.taxablePaise - creditedSum.taxablePaise,
    taxPaise: line.taxPaise - creditedSum.taxPaise,
    cgstPaise: line.cgstPaise - creditedSum.cgstPaise,
    sgstPaise: line.sgstPaise - creditedSum.sgstPaise,
    igstPaise: line.igstPaise - creditedSum.igstPaise,
  };
}

/**
 * Converts a credited portion of an invoice line to a line of the credit note. A line credited in part has neither a
 * quantity nor a unit price.
 */
function creditLine(line: InvoiceLine, portion: TaxedAmount): InvoiceLine {
  if (portion.amountPaise === line.amountPaise) return { ...line, ...portion };
  return {
    ...line,
    ...portion,
    description: `${line.description}, in part`,
    quantity: null,
    pricePaise: null,
  };
}
