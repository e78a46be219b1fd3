import PDFDocument from 'pdfkit';
import { formatDay } from '../../foundation/clock.ts';
import { rupeesInDigits } from '../../pricing/amount-in-words.ts';
import type { InvoiceDocument } from './invoice-document.server.ts';
import { createTypesetter, type TextStyle, type Typesetter } from './invoice-fonts.server.ts';
import { colours, leading, left, pageSize, right, styles } from './invoice-layout.ts';
import { sumsOf } from './invoice-rows.ts';
import { drawLines, rule } from './invoice-table.server.ts';

/** Prints an invoice or a credit note as a PDF. The same document gives the same bytes, whenever it is printed. */
export function printInvoice(document: InvoiceDocument, issuedAt: Date): Promise<Buffer> {
  const { seller, title, number } = document;
  const pdf = new PDFDocument({
    size: 'A4',
    // Pages break where we say so: what stands below the last line of a page is its foot.
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-IN',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `${title} ${number}`,
      Author: seller.legalName,
      Subject: `Order ${document.order.number}`,
      Creator: seller.name,
      Producer: seller.name,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.on('end', () => resolve(Buffer.concat(chunks)));
  pdf.on('error', reject);

  const type = createTypesetter(pdf);
  const belowHead = drawHead(pdf, type, document);
  const belowParties = drawParties(pdf, type, document, belowHead + 30);
  const belowLines = drawLines(pdf, type, document, belowParties + 18);
  drawSums(pdf, type, document, belowLines + 12);
  drawFeet(pdf, type, document);
  pdf.end();
  return promise;
}

/** The woven edge along the top of the paper: indigo, with a row of temple teeth. */
function drawSelvedge(pdf: PDFKit.PDFDocument): void {
  const tooth = 8;
  pdf.rect(0, 0, pageSize.width, 6).fill(colours.indigo);
  for (let x = 0; x < pageSize.width; x += tooth) {
    pdf
      .moveTo(x, 6)
      .lineTo(x + tooth / 2, 11)
      .lineTo(x + tooth, 6)
      .fill(colours.indigo);
  }
  pdf.lineWidth(0.7).strokeColor(colours.indigo).moveTo(0, 13.5).lineTo(pageSize.width, 13.5).stroke();
}

/** The name stands on the line, its Hindi hangs from it; to the right what this is. */
function drawHead(pdf: PDFKit.PDFDocument, type: Typesetter, document: InvoiceDocument): number {
  const { seller, title, number, issuedOn, against } = document;
  drawSelvedge(pdf);
  const line = 74;
  const what = title.toUpperCase();
  type.drawText(what, styles.title, { x: right, y: line - 8, align: 'end' });
  const room = right - left - type.widthOf(what, styles.title) - 20;
  const size = styles.name.size * Math.min(1, room / type.widthOf(seller.name, styles.name));
  type.drawText(seller.name, { ...styles.name, size }, { x: left, y: line - 8 });
  rule(pdf, line, colours.rod, 2);
  type.drawText(seller.hindiName, styles.hindi, { x: left, y: line + 18 });
  const facts = [`No. ${number}`, inText(issuedOn)];
  if (against) facts.push(`for invoice ${against.number} of ${inText(against.issuedOn)}`);
  facts.forEach((fact, index) => {
    const y = line + 17 + index * leading(styles.strong);
    type.drawText(fact, index === 0 ? styles.strong : styles.text, { x: right, y, align: 'end' });
  });
  return line + 17 + (facts.length - 1) * leading(styles.strong);
}

function drawParties(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  document: InvoiceDocument,
  top: number,
): number {
  const { seller, buyer, order, placeOfSupply, payment, supply } = document;
  const middle = left + (right - left) / 2 + 8;
  const width = middle - left - 24;
  const sold = drawBlock(type, { x: left, y: top, width }, 'Sold by', [
    seller.legalName,
    ...(seller.address === '' ? [] : [seller.address]),
    `State: ${inPlace(seller.state)}`,
    ...(seller.gstin === '' ? [] : [`GSTIN: ${seller.gstin}`]),
    `${seller.email}, ${seller.phone}`,
  ]);
  const bought = drawBlock(type, { x: middle, y: top, width }, 'Billed and delivered to', [
    ...buyer.lines,
    // Whoever lives abroad has said theirs in the address, and the place of supply is the country.
    ...(isExport(supply) ? [] : [`State: ${inPlace(buyer.state)}`]),
  ]);
  const y = Math.max(sold, bought) + 12;
  rule(pdf, y, colours.hair);
  const facts = [
    ['Order', order.number],
    ['Placed on', inText(order.placedOn)],
    ['Payment', payment],
    ['Place of supply', inPlace(placeOfSupply)],
  ] as const;
  const step = (right - left) / facts.length;
  const ends = facts.map(([name, value], index) =>
    drawBlock(type, { x: left + index * step, y: y + 16, width: step - 10 }, name, [value], styles.text),
  );
  return Math.max(...ends);
}

/** A heading with a text under it; answers where the text ends. */
function drawBlock(
  type: Typesetter,
  { x, y, width }: { x: number; y: number; width: number },
  heading: string,
  text: readonly string[],
  first: TextStyle = styles.strong,
): number {
  type.drawText(heading, styles.heading, { x, y });
  let at = y + 3;
  text.forEach((paragraph, index) => {
    const style = index === 0 ? first : styles.text;
    for (const line of type.breakIntoLines(paragraph, style, width)) {
      at += leading(style);
      type.drawText(line, style, { x, y: at });
    }
  });
  return at;
}

/** The sums to the right, and to the left what they come to in words. They stay together on one page. */
function drawSums(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  document: InvoiceDocument,
  wanted: number,
): void {
  const sums = sumsOf(document);
  const step = leading(styles.text) + 2;
  const notes = document.notes.flatMap((note) => type.breakIntoLines(note, styles.soft, right - left));
  const height = sums.length * step + 34 + 40 + notes.length * leading(styles.soft);
  let top = wanted;
  if (top + height > pageSize.foot) {
    pdf.addPage();
    top = pageSize.margin;
  }
  const names = left + 300;
  let y = top + 4;
  for (const { name, amount } of sums) {
    y += step;
    type.drawText(name, styles.text, { x: names, y });
    type.drawText(amount, styles.text, { x: right, y, align: 'end' });
  }
  y += 26;
  pdf.rect(names - 10, y - 17, right - names + 16, 25).fill(colours.quiet);
  const total = document.kind === 'invoice' ? 'Total, all taxes included' : 'Credited, all taxes included';
  const plain = document.supply === 'unregistered' ? total.split(',')[0] : total;
  type.drawText(plain ?? total, styles.strong, { x: names, y });
  const sum = `₹${rupeesInDigits(document.totals.amountPaise)}`;
  type.drawText(sum, styles.total, { x: right, y, align: 'end' });
  const text = drawBlock(
    type,
    { x: left, y: top + 4 + step, width: 250 },
    'In words',
    [document.words],
    styles.text,
  );
  y = Math.max(y, text) + 34;
  for (const note of notes) {
    type.drawText(note, styles.soft, { x: left, y });
    y += leading(styles.soft);
  }
}

/** On every page whose it is, which one, and how many there are. */
function drawFeet(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  { seller, title, number }: InvoiceDocument,
): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    rule(pdf, pageSize.foot + 14, colours.hair);
    const y = pageSize.foot + 28;
    const gstin = seller.gstin === '' ? '' : `, GSTIN ${seller.gstin}`;
    type.drawText(`${seller.legalName}${gstin}`, styles.soft, { x: left, y });
    const which = `${title} ${number}, page ${page - start + 1} of ${count}`;
    type.drawText(which, styles.soft, { x: right, y, align: 'end' });
  }
}

function inText(day: string): string {
  return formatDay(new Date(`${day}T12:00:00+05:30`));
}

function isExport(supply: InvoiceDocument['supply']): boolean {
  return supply === 'export-under-lut' || supply === 'export-taxed';
}

function inPlace({ name, code }: InvoiceDocument['placeOfSupply']): string {
  return code === null ? name : `${name} (${code})`;
}
