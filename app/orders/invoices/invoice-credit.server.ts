import { dateInIndia } from '../../foundation/clock.ts';
import { amountInWords } from '../../pricing/amount-in-words.ts';
import { sumAmounts, type TaxedAmount } from '../../pricing/supply.ts';
import { spreadCredit } from '../../pricing/supply-credit.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.server.ts';

/**
 * What the credit note says that gives back a part of an invoice, or all of it, after the `earlier` ones. Seller, buyer
 * and rates are the invoice's. Throws a RangeError when less than that is left of the invoice.
 */
export function draftCreditNote(
  invoice: InvoiceDocument,
  earlier: readonly InvoiceDocument[],
  { number, at, amountPaise }: { number: string; at: Date; amountPaise: number },
): InvoiceDocument {
  const credited = earlier.flatMap(({ lines }) => lines);
  const left = invoice.lines.map((line) => leftOf(line, credited));
  const portions = spreadCredit(invoice.supply, left, amountPaise);
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

function leftOf(line: InvoiceLine, credited: readonly InvoiceLine[]) {
  const taken = sumAmounts(credited.filter(({ position }) => position === line.position));
  return {
    rate: line.rate,
    amountPaise: line.amountPaise - taken.amountPaise,
    taxablePaise: line.taxablePaise - taken.taxablePaise,
    taxPaise: line.taxPaise - taken.taxPaise,
    cgstPaise: line.cgstPaise - taken.cgstPaise,
    sgstPaise: line.sgstPaise - taken.sgstPaise,
    igstPaise: line.igstPaise - taken.igstPaise,
  };
}

/** A part of a line has neither a count nor a price for one. */
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
