import { describe, expect, it } from 'vitest';
import { firstVersionInvoice, invoiceOf, orderOf, saree, suit } from '../../../tests/fixtures/invoices.ts';
import { sumAmounts } from '../../pricing/supply.ts';
import { draftCreditNote, draftLineCredit, hasRest, uncreditedLines } from './credit-note-draft.server.ts';
import type { InvoiceDocument } from './invoice-document.server.ts';

/** Asserts that the credit notes add up to every column of every line of the invoice. */
function expectWholeCredit(invoice: InvoiceDocument, notes: readonly InvoiceDocument[]) {
  const credited = notes.flatMap(({ lines }) => lines);
  for (const line of invoice.lines)
    expect(sumAmounts(credited.filter(({ position }) => position === line.position))).toEqual(
      sumAmounts([line]),
    );
}

describe('a credit note for an amount', () => {
  const creditOf =
    (invoice: InvoiceDocument) =>
    (amountPaise: number, earlier: InvoiceDocument[] = []) =>
      draftCreditNote(invoice, earlier, { number: 'TBC/26-27/000001', at: new Date(), amountPaise });

  it('repeats the invoice’s lines if it credits the whole amount, and otherwise has only the credited lines, without quantities', () => {
    const invoice = invoiceOf(orderOf([saree, suit]));
    const credit = creditOf(invoice);
    expect(credit(invoice.totals.amountPaise).lines).toEqual(invoice.lines);
    expect(credit(1).lines).toMatchObject([
      { position: 0, description: 'Gulnar, in part', quantity: null, pricePaise: null, amountPaise: 1 },
    ]);
  });

  it('and the other credit notes of a fully credited invoice add up to the invoice’s columns and round-off', () => {
    const sold = [saree, { ...suit, rupees: 2990.33, quantity: 3 }, { name: 'Bangle', rupees: 7, hsn: null }];
    const invoice = invoiceOf(orderOf(sold, { shippingPaise: 11_850 }));
    const notes: InvoiceDocument[] = [];
    const firstParts = [1_234_567, ...Array.from({ length: 20 }, () => 333)];
    const parts = [...firstParts, invoice.totals.amountPaise - 1_234_567 - 20 * 333];
    for (const amountPaise of parts) notes.push(creditOf(invoice)(amountPaise, notes));
    expect(notes.map(({ totals }) => totals.amountPaise)).toEqual(parts);
    expectWholeCredit(invoice, notes);
    for (const { lines, totals } of notes) expect(totals).toEqual(sumAmounts(lines));
    const roundOff = notes.reduce((sum, { roundOffPaise }) => sum + roundOffPaise, 0);
    expect(roundOff).toBe(invoice.roundOffPaise);
  });

  it('credits the delivery charge only after all goods are credited', () => {
    const invoice = invoiceOf(orderOf([saree], { shippingPaise: 9900 }));
    const credit = creditOf(invoice);
    const first = credit(1_000_000);
    expect(first.lines).toMatchObject([{ kind: 'goods', amountPaise: 1_000_000 }]);
    const rest = invoice.totals.amountPaise - 1_000_000;
    expect(credit(rest - 900, [first]).lines).toMatchObject([
      { kind: 'goods', amountPaise: rest - 9900 },
      { kind: 'delivery', amountPaise: 9000 },
    ]);
    expect(() => credit(rest + 1, [first])).toThrow(RangeError);
  });
});

/** Number of units, by the position of the invoice line. */
type Units = Record<number, number>;
type Step = { units: Units; withDelivery?: boolean };

/** Drafts one credit note after the other. Each step contains the units of one credit note. */
function creditSteps(invoice: InvoiceDocument, steps: readonly Step[]) {
  const notes: InvoiceDocument[] = [];
  for (const { units, withDelivery = false } of steps)
    notes.push(
      draftLineCredit(invoice, notes, {
        number: `TBC/26-27/00000${notes.length + 1}`,
        at: new Date('2026-12-01T00:00:00+05:30'),
        lines: Object.entries(units).map(([position, quantity]) => ({
          position: Number(position),
          quantity,
        })),
        withDelivery,
        cause: 'returned',
      }),
    );
  return notes;
}

describe('a credit note for units', () => {
  const sold = orderOf([saree, { ...suit, rupees: 2999.99, quantity: 3 }], { shippingPaise: 9950 });
  const invoice = invoiceOf(sold);

  it('credits one of three units of a line, and no other line', () => {
    const [note] = creditSteps(invoice, [{ units: { 1: 1 } }]);
    expect(note).toMatchObject({
      ...{ version: 2, kind: 'credit-note', title: 'Credit note', number: 'TBC/26-27/000001' },
      issuedOn: '2026-12-01',
      against: { number: 'TB/26-27/000042', issuedOn: '2026-11-21' },
      lines: [
        {
          ...{ position: 1, description: 'Neel suit, size M', hsn: '6211', quantity: 1, rate: 1800 },
          ...{ pricePaise: 299_999, amountPaise: 299_999 },
        },
      ],
      roundOffPaise: 1,
      words: 'Rupees two thousand nine hundred ninety-nine and ninety-nine paise only',
    });
  });

  it('of a version 1 invoice has the same version and the same line data, and no round-off', () => {
    const steps: Step[] = [{ units: { 0: 1, 1: 1 } }, { units: { 1: 1 }, withDelivery: true }];
    const notes = creditSteps(firstVersionInvoice, steps);
    expect(notes[0]?.lines[0]).toEqual(firstVersionInvoice.lines[0]);
    expect(notes[1]?.lines[1]).toEqual(firstVersionInvoice.lines[2]);
    for (const { version, roundOffPaise } of notes) expect([version, roundOffPaise]).toEqual([1, 0]);
    for (const { lines } of notes)
      for (const line of lines) expect(line.taxablePaise + line.taxPaise).toBe(line.amountPaise);
    expectWholeCredit(firstVersionInvoice, notes);
  });

  it.each([
    ['cancelled', 'Reason: cancelled before dispatch.'],
    ['undelivered', 'Reason: not delivered, and back with the seller.'],
    ['returned', 'Reason: returned by the buyer.'],
  ] as const)('prints the reason for the cause `%s` before the notes of the invoice', (cause, text) => {
    const issue = { number: 'TBC/26-27/000001', at: new Date() };
    const lines = [{ position: 0, quantity: 1 }];
    const note = draftLineCredit(invoice, [], { ...issue, lines, withDelivery: false, cause });
    expect(note.notes).toEqual([text, ...invoice.notes]);
  });

  it('credits only the rest of a line that is already credited in part, and omits the unit price', () => {
    const at = new Date();
    const refund = draftCreditNote(invoice, [], { number: 'TBC/26-27/000001', at, amountPaise: 1_000_000 });
    const note = draftLineCredit(invoice, [refund], {
      ...{ number: 'TBC/26-27/000002', at, withDelivery: true, cause: 'undelivered' },
      lines: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 3 },
      ],
    });
    expect(note.lines).toMatchObject([
      { position: 0, description: 'Gulnar', quantity: 1, pricePaise: null },
      { position: 1, quantity: 3, pricePaise: null },
      { position: 2, description: 'Delivery', amountPaise: 9950 },
    ]);
    expectWholeCredit(invoice, [refund, note]);
  });

  it.each([
    ['more units than were sold', [[1, 4]], '4 units of line 1 of TB/26-27/000042 cannot be credited: 3 are'],
    ['no unit', [[1, 0]], '0 units of line 1'],
    ['half a unit', [[1, 0.5]], '0.5 units of line 1'],
    ['an unknown line', [[7, 1]], '1 units of line 7 of TB/26-27/000042 cannot be credited: 0 are left'],
    ['delivery as a line', [[2, 1]], '1 units of line 2 of TB/26-27/000042 cannot be credited: 0 are left'],
    ['a line named twice', Array(2).fill([1, 1]), 'a line of TB/26-27/000042 is credited twice'],
    ['nothing', [], 'nothing is left to credit of TB/26-27/000042'],
  ])('rejects a request to credit %s', (_, units, message) => {
    const lines = units.map(([position = 0, quantity = 0]) => ({ position, quantity }));
    const issue = { number: 'TBC/26-27/000001', at: new Date(), withDelivery: false };
    expect(() => draftLineCredit(invoice, [], { ...issue, lines, cause: 'returned' })).toThrow(message);
  });

  it('cannot credit units or a delivery charge that are already credited', () => {
    const first = { units: { 0: 1 } };
    expect(() => creditSteps(invoice, [first, first])).toThrow('1 units of line 0 of TB/26-27/000042');
    const delivery = { units: {}, withDelivery: true };
    expect(() => creditSteps(invoice, [delivery, delivery])).toThrow('nothing is left to credit');
  });

  it('leaves other units and the delivery charge to be credited later', () => {
    const notes = creditSteps(invoice, [{ units: { 0: 1 } }, { units: { 1: 1 } }]);
    expect(uncreditedLines(invoice, notes)).toEqual([{ position: 1, quantity: 2 }]);
    const rest = (position: number, withDelivery: boolean, earlier = notes) =>
      hasRest(invoice, earlier, { lines: [{ position, quantity: 1 }], withDelivery });
    expect([rest(0, false), rest(2, false)]).toEqual([false, false]);
    expect([rest(1, false), rest(0, true)]).toEqual([true, true]);
    const all = creditSteps(invoice, [{ units: { 0: 1 }, withDelivery: true }]);
    expect(rest(0, true, all)).toBe(false);
  });
});
