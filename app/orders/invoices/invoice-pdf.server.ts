import PDFDocument from 'pdfkit';
import { formatDateInIndia } from '../../foundation/indian-dates.ts';
import { rupeesInDigits } from '../../pricing/amount-in-words.ts';
import type { InvoiceDocument } from './invoice-document.server.ts';
import {
  colours,
  createTypesetter,
  leading,
  left,
  pageSize,
  right,
  styles,
  type TextStyle,
  type Typesetter,
} from './invoice-fonts.server.ts';
import { sumsOf } from './invoice-rows.ts';
import { drawLines } from './invoice-table.server.ts';

/** Renders an invoice or a credit note as a PDF. The same document and time of issue always produce the same bytes. */
export function printInvoice(document: InvoiceDocument, issuedAt: Date): Promise<Buffer> {
  const { seller, title, number } = document;
  const pdf = new PDFDocument({
    size: 'A4',
    // Set no margin, because PDFKit would start a new page for text in the bottom margin, such as the footer.
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
  const belowHead = drawHead(type, document);
  const belowParties = drawParties(type, document, belowHead + 30);
  const belowLines = drawLines(type, document, belowParties + 18);
  drawSums(type, document, belowLines + 12);
  drawFeet(type, document);
  pdf.end();
  return promise;
}

/** Draws the ornament at the top of the page: an indigo selvedge with a row of temple teeth. */
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

/**
 * Draws the head of the first page. The shop's name is above a line and the Hindi name below it. Title, number and date are on
 * the right. Returns the baseline of the last line of text.
 */
function drawHead(type: Typesetter, document: InvoiceDocument): number {
  const { seller, title, number, issuedOn, against } = document;
  drawSelvedge(type.pdf);
  const lineY = 74;
  const heading = title.toUpperCase();
  type.drawText(heading, styles.title, { x: right, y: lineY - 8, align: 'end' });
  const availableWidth = right - left - type.widthOf(heading, styles.title) - 20;
  const size = styles.name.size * Math.min(1, availableWidth / type.widthOf(seller.name, styles.name));
  type.drawText(seller.name, { ...styles.name, size }, { x: left, y: lineY - 8 });
  type.drawRule(lineY, colours.rod, 2);
  type.drawText(seller.hindiName, styles.hindi, { x: left, y: lineY + 18 });
  const facts = [`No. ${number}`, formatDateInIndia(issuedOn)];
  if (against) facts.push(`for invoice ${against.number} of ${formatDateInIndia(against.issuedOn)}`);
  facts.forEach((fact, index) => {
    const y = lineY + 17 + index * leading(styles.strong);
    type.drawText(fact, index === 0 ? styles.strong : styles.text, { x: right, y, align: 'end' });
  });
  return lineY + 17 + (facts.length - 1) * leading(styles.strong);
}

function drawParties(type: Typesetter, document: InvoiceDocument, top: number): number {
  const { seller, buyer, order, placeOfSupply, payment, supply } = document;
  const isExport = supply === 'export-under-lut' || supply === 'export-taxed';
  const middle = left + (right - left) / 2 + 8;
  const width = middle - left - 24;
  const sellerEnd = drawBlock(type, { x: left, y: top, width }, 'Sold by', [
    seller.legalName,
    ...(seller.address === '' ? [] : [seller.address]),
    `State: ${formatPlace(seller.state)}`,
    ...(seller.gstin === '' ? [] : [`GSTIN: ${seller.gstin}`]),
    `${seller.email}, ${seller.phone}`,
  ]);
  const buyerEnd = drawBlock(type, { x: middle, y: top, width }, 'Billed and delivered to', [
    ...buyer.lines,
    // Omit the state for an export, because the address already contains it and the place of supply is the country.
    ...(isExport ? [] : [`State: ${formatPlace(buyer.state)}`]),
  ]);
  const y = Math.max(sellerEnd, buyerEnd) + 12;
  type.drawRule(y, colours.hair);
  const facts = [
    ['Order', order.number],
    ['Placed on', formatDateInIndia(order.placedOn)],
    ['Payment', payment],
    ['Place of supply', formatPlace(placeOfSupply)],
  ] as const;
  const step = (right - left) / facts.length;
  const ends = facts.map(([name, value], index) =>
    drawBlock(type, { x: left + index * step, y: y + 16, width: step - 10 }, name, [value], styles.text),
  );
  return Math.max(...ends);
}

/** Draws a heading with paragraphs below it. Returns the baseline of the last line. */
function drawBlock(
  type: Typesetter,
  { x, y, width }: { x: number; y: number; width: number },
  heading: string,
  text: readonly string[],
  first: TextStyle = styles.strong,
): number {
  type.drawText(heading, styles.heading, { x, y });
  let baseline = y + 3;
  text.forEach((paragraph, index) => {
    const style = index === 0 ? first : styles.text;
    for (const line of type.breakIntoLines(paragraph, style, width)) {
      baseline += leading(style);
      type.drawText(line, style, { x, y: baseline });
    }
  });
  return baseline;
}

/** Draws the totals on the right, the spelled-out total on the left, and the notes below them. Keeps all of them on one page. */
function drawSums(type: Typesetter, document: InvoiceDocument, startY: number): void {
  const sums = sumsOf(document);
  const step = leading(styles.text) + 2;
  const notes = document.notes.flatMap((note) => type.breakIntoLines(note, styles.soft, right - left));
  const height = sums.length * step + 34 + 40 + notes.length * leading(styles.soft);
  let top = startY;
  if (top + height > pageSize.foot) {
    type.pdf.addPage();
    top = pageSize.margin;
  }
  const labelX = left + 300;
  let y = top + 4;
  for (const { name, amount } of sums) {
    y += step;
    type.drawText(name, styles.text, { x: labelX, y });
    type.drawText(amount, styles.text, { x: right, y, align: 'end' });
  }
  y += 26;
  type.pdf.rect(labelX - 10, y - 17, right - labelX + 16, 25).fill(colours.quiet);
  const total = document.kind === 'invoice' ? 'Total' : 'Credited';
  const label = document.supply === 'unregistered' ? total : `${total}, all taxes included`;
  type.drawText(label, styles.strong, { x: labelX, y });
  const sum = `₹${rupeesInDigits(document.totals.amountPaise)}`;
  type.drawText(sum, styles.total, { x: right, y, align: 'end' });
  const textEnd = drawBlock(
    type,
    { x: left, y: top + 4 + step, width: 250 },
    'In words',
    [document.words],
    styles.text,
  );
  y = Math.max(y, textEnd) + 34;
  for (const note of notes) {
    type.drawText(note, styles.soft, { x: left, y });
    y += leading(styles.soft);
  }
}

/** Draws the footer of every page: the seller, the document's number and the page number. */
function drawFeet(type: Typesetter, { seller, title, number }: InvoiceDocument): void {
  const { start, count } = type.pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    type.pdf.switchToPage(page);
    type.drawRule(pageSize.foot + 14, colours.hair);
    const y = pageSize.foot + 28;
    const gstin = seller.gstin === '' ? '' : `, GSTIN ${seller.gstin}`;
    type.drawText(`${seller.legalName}${gstin}`, styles.soft, { x: left, y });
    const pageLabel = `${title} ${number}, page ${page - start + 1} of ${count}`;
    type.drawText(pageLabel, styles.soft, { x: right, y, align: 'end' });
  }
}

function formatPlace({ name, code }: InvoiceDocument['placeOfSupply']): string {
  return code === null ? name : `${name} (${code})`;
}
