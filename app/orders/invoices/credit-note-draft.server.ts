import { dateInIndia } from '../../foundation/clock.ts';
import { amountInWords } from '../../pricing/amount-in-words.ts';
import { roundOffOf, sumAmounts, type TaxedAmount } from '../../pricing/supply.ts';
import {
  type CreditLine,
  type CreditRule,
  creditPortion,
  spreadCredit,
} from '../../pricing/supply-credit.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.server.ts';

type Issue = { number: string; at: Date };

/**
 * Creates the document of a credit note for `amountPaise` of an invoice. The amount is credited to the goods first, because a
 * refund of an amount is for the goods. If the amount exceeds the uncredited goods, the rest is credited to delivery. `earlier`
 * are the credit notes already issued for the invoice. Copies seller, buyer and tax rates from the invoice.
 * @throws RangeError if `amountPaise` exceeds the part of the invoice that is not credited yet
 */
export function draftCreditNote(
  invoice: InvoiceDocument,
  earlier: readonly InvoiceDocument[],
  { number, at, amountPaise }: Issue & { amountPaise: number },
): InvoiceDocument {
  const credited = earlier.flatMap(({ lines }) => lines);
  const all = invoice.lines.map((line) => ({ line, left: remainderOf(line, credited) }));
  const goods = all.filter(({ line }) => line.kind === 'goods');
  const delivery = all.filter(({ line }) => line.kind === 'delivery');
  const goodsPaise = Math.min(amountPaise, sumAmounts(goods.map(({ left }) => left)).amountPaise);
  const creditOf = (rows: typeof all, paise: number) => {
    const remainders = rows.map(({ left }) => left);
    const portions = spreadCredit(ruleOf(invoice), remainders, paise);
    return rows.flatMap(({ line }, index) => {
      const portion = portions[index];
      return portion && portion.amountPaise > 0 ? [creditLine(line, portion)] : [];
    });
  };
  const lines = [...creditOf(goods, goodsPaise), ...creditOf(delivery, amountPaise - goodsPaise)];
  return creditNoteOf(invoice, lines, { number, at });
}

/** Reasons for a credit note that needs no refund, with the sentence that the credit note prints. */
const causes = {
  cancelled: 'Reason: cancelled before dispatch.',
  undelivered: 'Reason: not delivered, and back with the seller.',
  returned: 'Reason: returned by the buyer.',
} as const;

/** A number of units of an invoice line. `position` is the line's position on the invoice. */
type CreditedUnits = { position: number; quantity: number };

/**
 * Creates the document of a credit note for units of an invoice's lines, whether or not money is refunded. `earlier` are the
 * credit notes already issued for the invoice, by units or by amount. `withDelivery` adds the uncredited part of the delivery
 * charge. If a part of a line's units is credited, the value and the taxes are rounded as on an invoice. The credit note for the
 * line's last units credits what is left of the value and of each tax. So the credit notes of a fully credited invoice add up to
 * the invoice's value, taxes and round-off.
 * @throws RangeError if a line is unknown, is named twice or has fewer uncredited units, and if nothing is left to credit
 */
export function draftLineCredit(
  invoice: InvoiceDocument,
  earlier: readonly InvoiceDocument[],
  {
    lines: units,
    withDelivery,
    cause,
    ...issue
  }: Issue & { lines: readonly CreditedUnits[]; withDelivery: boolean; cause: keyof typeof causes },
): InvoiceDocument {
  const credited = earlier.flatMap(({ lines }) => lines);
  assertUncredited(invoice, credited, units);
  const rule = ruleOf(invoice);
  const lines = invoice.lines.flatMap((line): InvoiceLine[] => {
    const left = remainderOf(line, credited);
    if (line.kind === 'delivery') return withDelivery ? [creditLine(line, left)] : [];
    const quantity = units.find(({ position }) => position === line.position)?.quantity;
    if (quantity === undefined) return [];
    const isLast = quantity === uncreditedUnits(line, credited);
    const pricePaise = (line.pricePaise ?? 0) * quantity;
    const amountPaise = isLast ? left.amountPaise : Math.min(pricePaise, left.amountPaise);
    const portion = creditPortion(rule, left, amountPaise);
    // Omit the unit price if an earlier note credited a part of the line's amount, because price × quantity is then not the
    // amount.
    return [
      { ...line, ...portion, quantity, pricePaise: amountPaise === pricePaise ? line.pricePaise : null },
    ];
  });
  const note = creditNoteOf(
    invoice,
    lines.filter(({ amountPaise }) => amountPaise > 0),
    issue,
  );
  if (note.lines.length === 0) throw new RangeError(`nothing is left to credit of ${invoice.number}`);
  return { ...note, notes: [causes[cause], ...note.notes] };
}

/** @throws RangeError if a position is named twice, belongs to no goods line, or has too few uncredited units */
function assertUncredited(
  invoice: InvoiceDocument,
  credited: readonly InvoiceLine[],
  units: readonly CreditedUnits[],
): void {
  const positions = new Set(units.map(({ position }) => position));
  if (positions.size < units.length) throw new RangeError(`a line of ${invoice.number} is credited twice`);
  for (const { position, quantity } of units) {
    const line = invoice.lines.find((each) => each.kind === 'goods' && each.position === position);
    const left = line ? uncreditedUnits(line, credited) : 0;
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > left)
      throw new RangeError(
        `${quantity} units of line ${position} of ${invoice.number} cannot be credited: ${left} are left`,
      );
  }
}

/**
 * Returns the number of an invoice line's units that no credit note lists. A credit note for a part of the line's amount lists no
 * units.
 */
function uncreditedUnits(line: InvoiceLine, credited: readonly InvoiceLine[]): number {
  const ofLine = credited.filter(({ position }) => position === line.position);
  return ofLine.reduce((left, { quantity }) => left - (quantity ?? 0), line.quantity ?? 0);
}

/** True if the amount of one of these lines, or with `withDelivery` the delivery charge, is not fully credited yet. */
export function hasRest(
  invoice: InvoiceDocument,
  earlier: readonly InvoiceDocument[],
  { lines, withDelivery }: { lines: readonly CreditedUnits[]; withDelivery: boolean },
): boolean {
  const credited = earlier.flatMap((note) => note.lines);
  return invoice.lines.some((line) => {
    const isNamed = lines.some(({ position }) => line.kind === 'goods' && position === line.position);
    if (!isNamed && !(withDelivery && line.kind === 'delivery')) return false;
    return remainderOf(line, credited).amountPaise > 0;
  });
}

/** Lists the goods lines with units that no credit note lists, and the number of these units. */
export function uncreditedLines(
  invoice: InvoiceDocument,
  earlier: readonly InvoiceDocument[],
): CreditedUnits[] {
  const credited = earlier.flatMap(({ lines }) => lines);
  return invoice.lines
    .filter(({ kind }) => kind === 'goods')
    .map((line) => ({ position: line.position, quantity: uncreditedUnits(line, credited) }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Returns how the credit notes of this invoice are rounded. Invoices of version 1 have no round-off, so their credit notes have
 * none.
 */
function ruleOf({ supply, version }: InvoiceDocument): CreditRule {
  return { supply, hasRoundOff: version > 1 };
}

function creditNoteOf(
  invoice: InvoiceDocument,
  lines: InvoiceLine[],
  { number, at }: Issue,
): InvoiceDocument {
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
    roundOffPaise: roundOffOf(totals),
    words: amountInWords(totals.amountPaise),
  };
}

function remainderOf(line: InvoiceLine, credited: readonly InvoiceLine[]): CreditLine {
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
 * Converts the credited part of an invoice line to a line of the credit note. A partly credited line has neither a quantity nor a
 * unit price.
 */
function creditLine(line: InvoiceLine, portion: TaxedAmount): InvoiceLine {
  const credited = { ...line, ...portion };
  if (portion.amountPaise === line.amountPaise) return credited;
  return { ...credited, description: `${line.description}, in part`, quantity: null, pricePaise: null };
}
