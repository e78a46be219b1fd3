import type { InvoiceDocument } from './invoice-document.server.ts';
import type { Typesetter } from './invoice-fonts.server.ts';
import { colours, leading, left, pageSize, right, styles } from './invoice-fonts.server.ts';
import { type Row, rowOf } from './invoice-rows.ts';

/**
 * Column positions in points. Description, HSN and tax name are aligned left at their position, quantities and amounts
 * right.
 */
type Columns = {
  description: { start: number; width: number };
  hsn: number;
  quantity: number;
  price: number;
  taxable: number | undefined;
  tax: { start: number; end: number } | undefined;
  amount: number;
};

const withTax: Columns = {
  description: { start: left, width: 142 },
  hsn: left + 152,
  quantity: left + 224,
  price: left + 287,
  taxable: left + 350,
  tax: { start: left + 362, end: left + 444 },
  amount: right,
};

/** Columns for an unregistered seller, who shows no tax. The description is wider. */
const withoutTax: Columns = {
  description: { start: left, width: 240 },
  hsn: left + 252,
  quantity: left + 345,
  price: left + 425,
  taxable: undefined,
  tax: undefined,
  amount: right,
};

/** Space above and below a row, in points. */
const rowPadding = 7;

/**
 * Draws the table of lines, starting at `top`. Repeats the table head on every new page. Returns the bottom of the last
 * row.
 */
export function drawLines(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  document: InvoiceDocument,
  top: number,
): number {
  const columns = document.supply === 'unregistered' ? withoutTax : withTax;
  const heading = document.kind === 'invoice' ? 'What was sold' : 'What is credited';
  let y = drawHead(pdf, type, columns, { heading, top });
  for (const line of document.lines) {
    const row = rowOf(document, line);
    const text = type.breakIntoLines(row.description, styles.text, columns.description.width);
    const height = Math.max(text.length, row.taxes.length, 1) * leading(styles.text) + 2 * rowPadding;
    if (y + height > pageSize.foot) {
      pdf.addPage();
      y = drawHead(pdf, type, columns, { heading, top: pageSize.margin });
    }
    drawRow(type, columns, { ...row, lines: text }, y + rowPadding);
    y += height;
    rule(pdf, y, colours.hair);
  }
  return y;
}

/** Draws a horizontal line across the page. */
export function rule(pdf: PDFKit.PDFDocument, y: number, colour: string, width = 0.6): void {
  pdf.lineWidth(width).strokeColor(colour).moveTo(left, y).lineTo(right, y).stroke();
}

function drawHead(
  pdf: PDFKit.PDFDocument,
  type: Typesetter,
  columns: Columns,
  { heading, top }: { heading: string; top: number },
): number {
  const height = 22;
  pdf.rect(left - 6, top, right - left + 12, height).fill(colours.quiet);
  const y = top + 14.5;
  const end = (text: string, x: number | undefined) => {
    if (x !== undefined) type.drawText(text, styles.heading, { x, y, align: 'end' });
  };
  type.drawText(heading, styles.heading, { x: columns.description.start, y });
  type.drawText('HSN', styles.heading, { x: columns.hsn, y });
  end('Quantity', columns.quantity);
  end('Price ₹', columns.price);
  end('Taxable ₹', columns.taxable);
  if (columns.tax) type.drawText('GST ₹', styles.heading, { x: columns.tax.start, y });
  end('Amount ₹', columns.amount);
  return top + height;
}

function drawRow(type: Typesetter, columns: Columns, row: Row & { lines: string[] }, top: number): void {
  const step = leading(styles.text);
  const y = top + styles.text.size + 2;
  const end = (text: string, x: number | undefined) => {
    if (x !== undefined) type.drawText(text, styles.text, { x, y, align: 'end' });
  };
  row.lines.forEach((line, index) => {
    type.drawText(line, styles.text, { x: columns.description.start, y: y + index * step });
  });
  type.drawText(row.hsn, styles.text, { x: columns.hsn, y });
  end(row.quantity, columns.quantity);
  end(row.price, columns.price);
  end(row.taxable, columns.taxable);
  end(row.amount, columns.amount);
  const { tax } = columns;
  if (!tax) return;
  row.taxes.forEach(({ name, amount }, index) => {
    type.drawText(name, styles.soft, { x: tax.start, y: y + index * step });
    type.drawText(amount, styles.text, { x: tax.end, y: y + index * step, align: 'end' });
  });
}
