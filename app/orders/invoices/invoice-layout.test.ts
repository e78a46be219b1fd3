/**
 * Compares the position of every text and line of the invoices with the snapshots in `printed/`. `vitest run -u` updates the
 * snapshots.
 */
import { extractText, getDocumentProxy, getMeta, getResolvedPDFJS } from 'unpdf';
import { expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import {
  firstVersionInvoice,
  invoiceOf,
  orderOf,
  registered,
  saree,
  suit,
} from '../../../tests/fixtures/invoices.ts';
import { testStartTime } from '../../../tests/fixtures/shop.ts';
import { draftCreditNote, draftLineCredit } from './credit-note-draft.server.ts';
import type { InvoiceDocument } from './invoice-document.server.ts';
import { printInvoice } from './invoice-pdf.server.ts';

const at = new Date(testStartTime);
const sold = orderOf([saree, { ...suit, quantity: 2 }], { shippingPaise: 9900 });
const many = Array.from({ length: 40 }, (_, index) => ({ ...saree, name: `Saree ${index + 1}` }));
const longName = `A saree ${'with a border of temples and a field of small flowers '.repeat(4).trim()}`;
const hindi = { firstName: 'मीरा', lastName: 'Śarmā', address: 'x'.repeat(300), apartment: '' };

const note = { number: 'TBC/26-27/000001', at };

const documents: Record<string, InvoiceDocument> = {
  'within-state': invoiceOf(sold),
  'other-state': invoiceOf(orderOf([saree, suit], { to: { state: 'Gujarat' } })),
  export: invoiceOf(orderOf([saree], { to: { country: 'United States', state: 'Ohio' } })),
  'no-rate': invoiceOf(
    orderOf([
      { name: 'Bangle', rupees: 500, hsn: null },
      { ...saree, name: longName },
    ]),
  ),
  unregistered: invoiceOf(orderOf([saree, { ...suit, quantity: 3 }]), settings),
  'credit-note': draftCreditNote(invoiceOf(sold), [], { ...note, amountPaise: 10_000 }),
  'credit-note-for-units': draftLineCredit(invoiceOf(sold), [], {
    ...note,
    lines: [{ position: 1, quantity: 1 }],
    withDelivery: true,
    cause: 'returned',
  }),
  'version-1': firstVersionInvoice,
  'version-1-credit-note': draftCreditNote(firstVersionInvoice, [], { ...note, amountPaise: 10_000 }),
  'three-pages': invoiceOf(orderOf(many)),
  hindi: invoiceOf(orderOf([saree], { to: hindi })),
  'sums-on-the-next-page': invoiceOf(orderOf(many.slice(0, 9))),
  'export-taxed': invoiceOf(orderOf([saree], { to: { country: 'United States', state: 'Ohio' } }), {
    ...registered,
    seller: { ...registered.seller, lutText: '' },
  }),
  'long-names': invoiceOf(orderOf([saree], { to: { state: 'Andaman and Nicobar Islands' } }), {
    ...registered,
    name: 'The Handloom Weavers’ Cooperative of Eastern Rajasthan',
  }),
};

/** Rounds numbers to a tenth of a point, so that other rounding in PDFKit does not change the snapshots. */
function formatValue(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  if (value instanceof Float32Array || Array.isArray(value)) return Array.from(value, formatValue).join(' ');
  return String(value);
}

/**
 * Lists the texts, lines and areas of each page. Positions are in points: texts from the lower left corner, lines and areas from
 * the upper left corner.
 */
async function layoutOf(document: InvoiceDocument): Promise<string> {
  const { OPS } = await getResolvedPDFJS();
  const drawn = new Map<number, string>([
    [OPS.constructPath, 'path'],
    [OPS.setLineWidth, 'line width'],
    [OPS.setStrokeRGBColor, 'line colour'],
    [OPS.setFillRGBColor, 'fill colour'],
  ]);
  const pdf = await getDocumentProxy(new Uint8Array(await printInvoice(document, at)));
  const rows: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    rows.push(`page ${number}: ${formatValue(page.view)}`);
    const { items } = await page.getTextContent();
    for (const item of items)
      if ('str' in item && item.str.trim() !== '')
        rows.push(`${formatValue([...item.transform.slice(3), item.width])}: ${item.str}`);
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [index, operator] of fnArray.entries()) {
      const name = drawn.get(operator);
      if (name) rows.push(`${name}: ${formatValue(argsArray[index])}`);
    }
  }
  return `${rows.join('\n')}\n`;
}

it.for(Object.keys(documents))('renders the invoice “%s” as in its snapshot', async (name) => {
  const document = documents[name];
  if (!document) throw new Error(`no document ${name}`);
  await expect(await layoutOf(document)).toMatchFileSnapshot(`printed/${name}.txt`);
});

async function pagesOf(document: InvoiceDocument): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await printInvoice(document, at)));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}

it('prints only the name of a place of supply that has no state code', async () => {
  const [page] = await pagesOf(invoiceOf(orderOf([saree], { to: { state: 'Atlantis' } })));
  expect(page).toContain('Atlantis');
  expect(page).not.toContain('null');
});

it('prints a positive round-off of a paisa, but no round-off of 0', async () => {
  const [more = ''] = await pagesOf(invoiceOf(orderOf([{ ...saree, rupees: 1.04 }])));
  expect(more).toContain('SGST 0.02 Round off 0.01 Total, all taxes included ₹1.04');
  const [none = ''] = await pagesOf(invoiceOf(orderOf([{ ...saree, rupees: 1050 }])));
  expect(none).toContain('SGST 25.00 Total, all taxes included ₹1,050.00');
  expect(none).not.toContain('Round off');
});

it('renders the same document to the same bytes, below 100 kB, with a title and a language for screen readers', async () => {
  const first = await printInvoice(invoiceOf(sold), at);
  expect(first.equals(await printInvoice(invoiceOf(sold), at))).toBe(true);
  expect(first.length).toBeLessThan(100_000);
  const { info } = await getMeta(await getDocumentProxy(new Uint8Array(first)));
  expect(info).toMatchObject({ Title: 'Tax invoice TB/26-27/000042', Language: 'en-IN' });
});
