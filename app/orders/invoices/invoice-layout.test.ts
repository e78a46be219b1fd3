/** Where each text and line of an invoice is printed, compared with what is recorded in `printed/`; `vitest run -u` records it again. */
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { invoiceOf, orderOf, registered, saree, suit } from '../../../tests/fixtures/invoices.ts';
import { testStartTime } from '../../../tests/fixtures/shop.ts';
import { draftCreditNote } from './invoice-credit.server.ts';
import type { InvoiceDocument } from './invoice-document.server.ts';
import { printInvoice } from './invoice-pdf.server.ts';

const at = new Date(testStartTime);
const sold = orderOf([saree, { ...suit, quantity: 2 }], { shippingPaise: 9900 });
const many = Array.from({ length: 40 }, (_, index) => ({ ...saree, name: `Saree ${index + 1}` }));
const longName = `A saree ${'with a border of temples and a field of small flowers '.repeat(4).trim()}`;
const hindi = { firstName: 'मीरा', lastName: 'Śarmā', address: 'x'.repeat(300), apartment: '' };

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
  'credit-note': draftCreditNote(invoiceOf(sold), [], {
    number: 'TBC/26-27/000001',
    at,
    amountPaise: 10_000,
  }),
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

/** Numbers to a tenth of a point, so that a newer library that rounds otherwise changes nothing. */
function plain(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  if (value instanceof Float32Array || Array.isArray(value)) return Array.from(value, plain).join(' ');
  return String(value);
}

/** The texts of each page with their places, in points from the lower left corner, and its lines and areas. */
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
    rows.push(`page ${number}: ${plain(page.view)}`);
    const { items } = await page.getTextContent();
    for (const item of items)
      if ('str' in item && item.str.trim() !== '')
        rows.push(`${plain([...item.transform.slice(3), item.width])}: ${item.str}`);
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [index, operator] of fnArray.entries()) {
      const name = drawn.get(operator);
      if (name) rows.push(`${name}: ${plain(argsArray[index])}`);
    }
  }
  return `${rows.join('\n')}\n`;
}

it.for(Object.keys(documents))('an invoice is printed as recorded: %s', async (name) => {
  const document = documents[name];
  if (!document) throw new Error(`There is no document ${name}.`);
  await expect(await layoutOf(document)).toMatchFileSnapshot(`printed/${name}.txt`);
});
